// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// The files of a recorder.
@Suite struct RecordFileTests {
    private let path = NSTemporaryDirectory() + "record-\(UUID().uuidString)"
    private static let utc = WallClock { _ in 0 }
    private static let now = RealTimeClock.milliseconds

    private func record() throws -> RecordFile {
        try RecordFile(RecordFolder(path: path), keep: 86_400_000, clock: Self.utc)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: path) }

    private func append(
        _ text: String, to file: RecordFile, _ content: RecordFile.Content = .traffic
    ) {
        file.append(Array("\(text)\n".utf8), time: Self.now, content)
    }

    /// The content of this month's file.
    private var content: String? {
        try? String(contentsOfFile: "\(path)/\(Self.utc.month(Self.now)).jsonl", encoding: .utf8)
    }

    @Test("A folder that is removed before the old files are looked at is made again, with a start")
    func removedFolder() throws {
        defer { remove() }
        let file = try record()
        append("1", to: file)
        #expect(!file.needsStart)
        remove()
        file.removeOldFiles(now: Self.now)
        #expect(file.due == nil)
        #expect(file.needsStart)
        append("2", to: file, .start)
        #expect(content == "2\n")
        #expect(!file.needsStart)
    }

    @Test("A folder that cannot be made is tried again, and one start is enough")
    func unusableFolder() throws {
        defer { remove() }
        let file = try record()
        append("1", to: file)
        remove()
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        append("2", to: file, .start)
        let due = try #require(file.due)
        #expect(!file.needsStart)
        append("3", to: file)
        file.removeOldFiles(now: Self.now)
        file.sync()
        #expect(file.due == due)
        remove()
        file.writePending()
        #expect(content == "2\n3\n")
        #expect(file.due == nil)
    }

    @Test("A recorder whose folder was removed and has another recorder now ends with 75")
    func rival() throws {
        defer { remove() }
        let file = try record()
        append("1", to: file)
        remove()
        let other = try record()
        append("2", to: other)
        append("3", to: file, .start)
        #expect(file.rival?.exitCode == 75)
        append("4", to: other)
        #expect(content == "2\n4\n")
        #expect(other.rival == nil)
    }

    @Test("A recorder starts although the file of an earlier month cannot be repaired")
    func formerMonth() throws {
        defer { remove() }
        try FileManager.default.createDirectory(
            atPath: path + "/2001-01.jsonl", withIntermediateDirectories: true)
        append("1", to: try record())
        #expect(content == "1\n")
    }

    @Test(
        "A month's file of another user is not written to",
        .enabled(if: effectiveUser == 0, "only root can give files away"))
    func foreignFile() throws {
        defer { remove() }
        let month = Self.utc.month(Self.now)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let file = "\(path)/\(month).jsonl"
        try Data("{}\n".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: file)
        do {
            _ = try record()
            Issue.record("the recorder starts")
        } catch let failure as Failure {
            #expect(failure.exitCode == 73)
            #expect(failure.reason.contains("\(month).jsonl: Operation not permitted"))
        }
        #expect(content == "{}\n")
    }

    @Test("The file knows which line is the first one of a month")
    func months() throws {
        defer { remove() }
        let file = try record()
        #expect(!file.beginsMonth(at: Self.now))
        append("1", to: file)
        #expect(!file.beginsMonth(at: Self.now))
        #expect(file.beginsMonth(at: Self.now + 31 * 86_400_000))
        file.append(Array("2\n".utf8), time: Self.now + 31 * 86_400_000, .traffic)
        #expect(!file.beginsMonth(at: Self.now + 31 * 86_400_000))
    }

    @Test("Many lines that cannot be written are added up, and no bytes are lost")
    func fullForLong() throws {
        defer { remove() }
        let file = try record()
        remove()
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let count = 20_000
        var row = TrafficRow(interface: "wwan0", index: 7, type: "wwan")
        for number in 1...count {
            row.network.plan = number.isMultiple(of: 2) ? "LTE" : nil
            (row.received, row.sent) = (10, 1)
            row.counters.received = UInt64(10 * number)
            let line = RecordLine<[String: String]>(
                moment: RecordMoment(time: Self.now, uptime: Int64(number), awake: 0), boot: "6f1c",
                content: .traffic([row]))
            file.append(JSONLineEncoder.line(line), time: Self.now, .traffic)
        }
        remove()
        file.writePending()
        let lines = try #require(content).split(separator: "\n")
        let entries = try lines.map { try RecordEntry(Array($0.utf8)[...], [.traffic]) }
        #expect(entries.count < count / 2)
        let rows = entries.flatMap(\.rows)
        for plan in ["LTE", nil] {
            let own = rows.filter { $0.network.plan == plan }
            #expect(own.map(\.received).reduce(0, +) == UInt64(5 * count))
            #expect(own.map(\.sent).reduce(0, +) == UInt64(count / 2))
        }
        // The next recorder counts on from the last row.
        #expect(rows.last?.counters.received == UInt64(10 * count))
        #expect(entries.last?.uptime == Int64(count))
    }

    /// Each row: the lines' rows as `network:bytes`, and those of the sum.
    @Test(
        "Lines are added up by network, and the last row of an interface has its counters",
        arguments: [
            (["a:1"], ["a:1"]), (["a:1", "a:2"], ["a:3"]),
            (["a:1", "b:2", "a:4"], ["b:2", "a:5"]),
            (["a:18446744073709551615", "a:2"], ["a:18446744073709551615"]),
        ])
    func sums(lines: [String], rows: [String]) throws {
        let bytes = lines.flatMap { text -> [UInt8] in
            let parts = text.split(separator: ":").map(String.init)
            let row = TrafficRow(
                interface: "wlan0", index: 3, type: "wifi", network: TrafficNetwork(ssid: parts[0]),
                received: UInt64(parts[1]) ?? 0, sent: 0)
            return JSONLineEncoder.line(
                RecordLine<[String: String]>(
                    moment: RecordMoment(time: 1, uptime: 2, awake: 3), boot: "6f1c",
                    content: .traffic([row])))
        }
        let sum = try #require(TrafficSum(bytes))
        let entry = try RecordEntry(sum.line.dropLast(), [.traffic])
        #expect(entry.rows.map { "\($0.network.ssid ?? ""):\($0.received)" } == rows)
        #expect(TrafficSum(Array("nonsense\n".utf8)) == nil)
        #expect(TrafficSum([]) == nil)
    }

    @Test("The sums of plans are tried again a minute after a failure, and no earlier")
    func planFile() throws {
        defer { remove() }
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = PlanFile(folder: path)
        let sums = PlanSums(boot: "6f1c", plans: [], counters: [])
        let start = MonotonicClock.milliseconds
        file.write(sums)
        let due = try #require(file.due)
        #expect(due >= start + 50_000)
        file.write(sums)
        #expect(file.due == due)
        file.remove()
        #expect(file.due == nil)
    }
}
