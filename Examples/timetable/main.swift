// SPDX-License-Identifier: Apache-2.0
//
// A list of stations with a picture for each, from a web service. It goes on working without a network:
//
//     example-timetable https://example.org/stations.json [https://example.org/messages]
//
// The file is a list of objects {"name": …, "picture": URL}. Enter scrolls on, and pictures are loaded once the list stands
// still. Start the program again without a network: it shows what it has, and says how old that is. A line of text is a
// message to the second address, which is sent when there is a network.

import Foundation
import FoundationNetworking
import NetworkReachability
import OfflineAnswers

struct Station: Decodable, Sendable {
    var name: String
    var picture: URL
}

let addresses = CommandLine.arguments.dropFirst().compactMap { URL(string: $0) }
guard (1...2).contains(addresses.count) else {
    FileHandle.standardError.write(Data("usage: example-timetable URL [MESSAGES]\n".utf8))
    exit(64)
}

/// How many stations are on the screen.
let height = 5

do {
    let monitor = PathMonitor()
    let client = try OfflineClient(store: .user("org.example.timetable"), monitor: monitor)
    let answer = try await client.answer(
        for: URLRequest(url: addresses[0]), .networkFirst(within: .seconds(3)))
    let stations = try JSONDecoder().decode([Station].self, from: answer.data)
    print("\(stations.count) stations, \(answer.source)")

    var outbox: Outbox?
    if addresses.count == 2 {
        let folder = URL.homeDirectory.appending(path: ".local/share/org.example.timetable/outbox")
        outbox = try Outbox(to: addresses[1], in: folder)
    }
    // Detached, because `readLine()` blocks the main thread.
    let following = Task.detached { [outbox] in try await outbox?.follow() }

    let pictures = LazyPictures(client, monitor)
    var top = 0
    while top < stations.count {
        let visible = stations[top..<min(top + height, stations.count)]
        await pictures.show(visible.map(\.picture))
        for station in visible {
            print("\(station.name): \(await pictures.caption(of: station.picture))")
        }
        guard let line = readLine() else { break }
        if line.isEmpty {
            await pictures.scroll()
            top += height
        } else {
            try await outbox?.post(line)
        }
    }
    following.cancel()
} catch {
    FileHandle.standardError.write(Data("failed: \(error)\n".utf8))
    exit(1)
}
