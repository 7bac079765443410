// SPDX-License-Identifier: Apache-2.0
//
// A list of stations with a picture for each, from a web service. It goes on working without a network:
//
//     example-timetable https://example.org/stations.json
//
// The file is a list of objects {"name": …, "picture": URL}. Enter scrolls on, and pictures are loaded once the list stands
// still. Start the program again without a network: it shows what it has, and says how old that is.

import Foundation
import FoundationNetworking
import NetworkReachability
import OfflineAnswers

struct Station: Decodable, Sendable {
    var name: String
    var picture: URL
}

guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
    FileHandle.standardError.write(Data("usage: example-timetable URL\n".utf8))
    exit(64)
}

/// How many stations are on the screen.
let height = 5

do {
    let monitor = PathMonitor()
    let client = try OfflineClient(store: .user("org.example.timetable"), monitor: monitor)
    let answer = try await client.answer(
        for: URLRequest(url: url), .networkFirst(within: .seconds(3)))
    let stations = try JSONDecoder().decode([Station].self, from: answer.data)
    print("\(stations.count) stations, \(answer.source)")

    let pictures = LazyPictures(client, monitor)
    var top = 0
    while top < stations.count {
        let visible = stations[top..<min(top + height, stations.count)]
        await pictures.show(visible.map(\.picture))
        for station in visible {
            print("\(station.name): \(await pictures.caption(of: station.picture))")
        }
        // What has scrolled away before it was loaded is not loaded.
        guard readLine() != nil else { break }
        await pictures.scroll()
        top += height
    }
} catch {
    FileHandle.standardError.write(Data("failed: \(error)\n".utf8))
    exit(1)
}
