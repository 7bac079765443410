// SPDX-License-Identifier: Apache-2.0

// snippet.hide
import BackgroundTransfers
import Foundation
import FoundationNetworking
import NetworkReachability

struct Timetable: Decodable, Sendable {}
func show(_ data: Data) {}
func markAsOld(_ age: Duration) {}
let monitor = PathMonitor()
let request = URLRequest(url: URL(filePath: "/"))
let (message, address) = (URL(filePath: "/var/tmp/message"), URL(filePath: "/"))
// snippet.show
// snippet.answer
import OfflineAnswers

let client = try OfflineClient(store: .user("org.example.timetable"), monitor: monitor)
let answer = try await client.answer(for: request, .networkFirst(within: .seconds(3)))
// snippet.end

// snippet.source
show(answer.data)
switch answer.source {
case .network, .revalidated: break
case .stored(let age, because: _): markAsOld(age)
@unknown default: break
}
// snippet.end

// snippet.answers
for await newer in client.answers(for: request) {
    show(newer.data)
}
// snippet.end

// snippet.constraints
let map = try await client.answer(for: request, .storedFirst, constraints: .discretionary)
// snippet.end
show(map.data)

// snippet.override
let old = try await client.answer(for: request, .networkFirst.overridingServer)
if !old.overridden.isEmpty { print("the server did not want this: \(old.overridden)") }
// snippet.end

// snippet.policy
for await newer in client.answers(for: request, policy: .storedFirst.overridingServer) {
    show(newer.data)
}
// snippet.end

// snippet.validate
let table = try await client.answer(for: request, .storedFirst) { data, _ in
    (try? JSONDecoder().decode(Timetable.self, from: data)) != nil
}
// snippet.end
show(table.data)

// snippet.memory
let always = try OfflineClient(store: .user("org.example.timetable").orMemory)
// snippet.end
_ = always

// snippet.account
var configuration = OfflineClient.Configuration(account: "anna")
configuration.validate = { data, _ in
    (try? JSONDecoder().decode(Timetable.self, from: data)) != nil
}
let hers = try OfflineClient(
    store: .user("org.example.timetable"), monitor: monitor, configuration: configuration)
// snippet.end

// snippet.signOut
try await hers.removeAll()
// snippet.end

// snippet.outbox
let outbox = try TransferSession(identifier: "org.example.timetable")
let id = try await outbox.upload(file: message, to: address, method: .post)
// snippet.end

// snippet.worker
let worker = Task {
    do { try await outbox.runWorker() } catch TransferSessionError.workerRuns {}
}
// snippet.end

// snippet.invalidate
for try await event in outbox.events() where event.event == .finished {
    try await client.invalidate(URLRequest(url: address))
    try await outbox.acknowledge(event.transfer.id)
}
// snippet.end
