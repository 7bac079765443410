// SPDX-License-Identifier: Apache-2.0
//
// Stores answers of a server of its own, so that a test can end it at any time:
//
//     store-answers FOLDER COUNT
//
// Each answer comes twice, the second time with other content. The content is one byte, repeated as often as the field
// X-Length says. A line "NUMBER ROUND" is printed when an answer is stored.

import Foundation
import FoundationNetworking
import LoopbackServer
import NetworkReachability
import OfflineAnswers
import ReachabilityTesting

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]) else { exit(64) }

let server = try HTTPServer { request, connection in
    let words = request.path.dropFirst().split(separator: "/").compactMap { Int($0) }
    let round = Int(request.headers["x-round"] ?? "") ?? 0
    // From nothing to some hundred pages of the database.
    let length = (words[0] * 37_199 + round * 101) % 300_000
    connection.send(
        headers: ["X-Length: \(length)", "X-Round: \(round)"],
        body: Data(repeating: UInt8(truncatingIfNeeded: words[0] + round), count: length))
}
let network = ScriptedNetwork()
network.connect(.wifi, name: "wlan0", metered: .no)
// Some answers must go for others. What is printed is stored, however long that takes.
let client = try OfflineClient(
    store: .folder(URL(filePath: arguments[1])), monitor: PathMonitor(network),
    configuration: .init(session: .ephemeral, totalSize: 2 << 20),
    patience: StorePatience(call: 3_600_000))
for round in 0..<2 {
    for number in 0..<count {
        var request = server.request("/\(number)")
        request.setValue("\(round)", forHTTPHeaderField: "X-Round")
        _ = try await client.answer(for: request, .networkFirst)
        FileHandle.standardOutput.write(Data("\(number) \(round)\n".utf8))
    }
}
