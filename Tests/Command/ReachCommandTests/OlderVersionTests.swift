// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import Testing

@testable import ReachCommand

private let fixtures = URL(filePath: #filePath)
    .appending(path: "../../../Distributions").standardized

/// The files that version 0.1.0 has left are read. (Its store has tests of its own: `OlderSchemaTests`.)
@Suite(
    "Files of version 0.1.0",
    .enabled(
        if: FileManager.default.isReadableFile(atPath: fixtures.path),
        "the project's folder is not open to this user"))
struct OlderVersionTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: fixtures.appending(path: name)))
    }

    @Test("A configuration has the same overrides, places, plans, addresses and server")
    func configuration() throws {
        let configuration = try Configuration(json: Self.bytes("configuration-0.1.0.json"))
        #expect(
            configuration.overrides == [
                InterfaceOverride(interface: "usb*", isMetered: true),
                InterfaceOverride(ssid: "Train WiFi", isMetered: true, isConstrained: true),
                InterfaceOverride(interface: "wlan0", ssid: "Home", isMetered: false),
                InterfaceOverride(
                    place: "office", isConstrained: true, isUltraConstrained: true),
                InterfaceOverride(interface: "eth0", isMetered: false),
            ])
        #expect(configuration.places.map(\.name) == ["home", "office"])
        #expect(configuration.places.map(\.networks.count) == [2, 2])
        #expect(
            configuration.plans.map { "\($0.name): \($0.limit), \($0.renewal), \($0.counts)" } == [
                "LTE: 2000000000, monthly on 5, both", "Train: 200000000, daily, received",
                "Office: 1500000000, every 30d from 2025-10-01, both",
            ])
        #expect(configuration.probes == .standard)
        let connectivity = try #require(configuration.connectivity)
        #expect(connectivity.url == "http://www.example.org/online.txt")
        #expect(connectivity.expectedText == "yes")
        #expect(connectivity.rules.interval == 300_000)
        #expect(!connectivity.rules.onMetered)
    }

    @Test("A record has the same outage, and the same bytes of the plan")
    func record() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "record-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.bytes("record-0.1.0.jsonl"))
            .write(to: folder.appending(path: "2025-10.jsonl"))
        let record = RecordFolder(path: folder.path)
        // October 5, 2025.
        let (from, to): (Int64, Int64) = (1_759_622_400_000, 1_759_708_800_000)

        let offline = try HistorySource.record(record).read(from: from, to: to).spans
            .filter { $0.state?.isOnline == false }
        #expect(offline.map(\.duration) == [1028])

        var sent: [String?: UInt64] = [:]
        try record.readTraffic(from: from, to: to) { entry in
            for row in entry.rows { sent[row.network.plan, default: 0] += row.bytes.sent }
        }
        #expect(sent == ["LTE": 42_000])
        #expect(try record.end(boot: "7d0c0f5e-5d7e-4c55-9a83-0f1c8d6b2a41").rows.count == 1)
    }
}
