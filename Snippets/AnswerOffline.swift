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
if case .stored(let age, _) = answer.source { markAsOld(age) }
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
