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

    private func record(
        keep: Int64 = 86_400_000, clock: WallClock = Self.utc
    ) throws -> RecordFile {
        try RecordFile(RecordFolder(path: path), keep: keep, clock: clock)
    }

    /// Writes the file of a month.
    private func write(_ text: String, _ month: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(month).jsonl"))
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

    @Test("A folder that is removed before the old files are checked is made again, with a start")
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

    /// Each row: the content of a month's file, the content after the start, and the line that is refused.
    @Test(
        "A file whose first line is no object is refused and stays; of a record the broken end is cut off",
        arguments: [
            ("my own log\nsecond line\n", nil, 1), ("my own log", nil, 1),
            ("\n \u{0}\nmy own log\n", nil, 3), ("[1]\n{}\n", nil, 1), ("{torn\n", nil, 1),
            ("{torn\n{}\n", nil, 1), ("{} {}\n", nil, 1), ("7", nil, 1),
            ("", "", nil), ("{}\n", "{}\n", nil), ("{}", "", nil), ("{torn", "", nil),
            ("{}\nmy own log\n", "{}\n", nil), ("{}\n{torn", "{}\n", nil),
            ("\u{0}\u{0}", "", nil), ("\n", "", nil), ("\u{0}\u{0}rn\"}\n", "", nil),
            ("{\"a\u{0}\u{0}rn\"}\n", "", nil), ("\n{}\n", "\n{}\n", nil),
        ] as [(String, String?, Int?)])
    func foreignLines(text: String, left: String?, line: Int?) throws {
        let months = [
            Self.utc.month(Self.now), Self.utc.month(Self.now - 31 * 86_400_000), "2001-01",
        ]
        for month in Set(months) {
            defer { remove() }
            // The files of the last two months are repaired.
            if month == "2001-01", line == nil { continue }
            try write(text, month)
            var failure: Failure?
            do { _ = try record() } catch { failure = Failure(error) }
            let file = "\(path)/\(month).jsonl"
            #expect(failure?.exitCode == line.map { _ in 73 })
            if let line {
                #expect(failure?.reason.hasPrefix("\(file), line \(line): ") ?? false)
                #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == left ?? text)
        }
    }

    @Test("A file whose first line is too long for any line is not changed")
    func longLine() throws {
        defer { remove() }
        let month = Self.utc.month(Self.now)
        try write("", month)
        let file = "\(path)/\(month).jsonl"
        // It takes no room on the disk.
        try #require(truncate(file, 65 << 20) == 0)
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.write(contentsOf: Data("text".utf8))
        try handle.close()
        var failure: Failure?
        do { _ = try record() } catch { failure = Failure(error) }
        #expect(failure?.exitCode == 73)
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
        #expect(size == 65 << 20)
    }

    /// Each row: the months that have a file beside this one, the days by which the clock is ahead at each look, and the
    /// number of files that are left after it.
    @Test(
        "Old files are removed, and all files of the months before only at the second check",
        arguments: [
            (["2001-01"], [0, 0], [2, 1]), (["2001-01", "2001-02"], [0, 0], [3, 1]),
            // The last month is kept for 60 days.
            (["2001-01", "last"], [0], [2]), (["2001-01", "last", "other"], [0], [3]),
            // The clock is ahead for a moment.
            (["last"], [4000, 0], [2, 2]), (["2001-01", "last"], [4000, 0, 4000], [3, 2, 2]),
            // It stays ahead.
            (["2001-01", "last"], [4000, 4000], [3, 0]), ([], [4000, 0], [1, 1]),
        ] as [([String], [Int64], [Int])])
    func oldFiles(months: [String], ahead: [Int64], left: [Int]) throws {
        defer { remove() }
        for month in months {
            switch month {
            case "last": try write("{}\n", Self.utc.month(Self.utc.startOfMonth(Self.now) - 1))
            default: try write("{}\n", month == "other" ? "2001-02" : month)
            }
        }
        let file = try record(keep: 60 * 86_400_000)
        // Another program makes a file while the recorder runs.
        if months.contains("other") { try write("my own log\n", "2001-02") }
        let folder = RecordFolder(path: path)
        #expect(
            try ahead.map { days in
                file.removeOldFiles(now: Self.now + days * 86_400_000)
                return try folder.months.count
            } == left)
    }

    @Test("The file of a clock that is not set is part of the record, west of Greenwich, too")
    func beforeEpoch() throws {
        defer { remove() }
        let west = WallClock { _ in -18_000 }
        let folder = RecordFolder(path: path)
        try write("", west.month(0))
        try write("", "1969-11")
        #expect(try folder.months == ["1969-12"])
        // It is not too old, whatever the time zone is later.
        let file = try record(keep: 400 * 86_400_000)
        for _ in 0..<2 { file.removeOldFiles(now: 0) }
        #expect(try folder.months.first == "1969-12")
    }

    private static func line(_ received: UInt64, of total: UInt64, at uptime: Int64) -> [UInt8] {
        let row = TrafficRow(
            interface: "wwan0", index: 7, type: "wwan", network: TrafficNetwork(plan: "LTE"),
            bytes: .init(received: received), counters: .init(received: total))
        return JSONLineEncoder.line(
            RecordLine<[String: String]>(
                moment: RecordMoment(time: now, uptime: uptime, awake: uptime), boot: "6f1c",
                content: .traffic([row])))
    }

    @Test("A line that is written while a usage reads is in its bytes and the end, or in neither")
    func concurrentLine() throws {
        defer { remove() }
        let file = try record()
        file.append(Self.line(10, of: 10, at: 1), time: Self.now, .traffic)
        var end: RecordEnd? = RecordEnd(boot: "6f1c")
        var received: UInt64 = 0
        _ = try RecordFolder(path: path).traffic(
            from: Self.now - 1000, to: Self.now, clock: Self.utc, end: &end
        ) { entry in
            received += entry.rows.reduce(0) { $0 + $1.bytes.received }
            guard received == 10 else { return }
            file.append(Self.line(5, of: 15, at: 2), time: Self.now, .traffic)
            // The file of another month comes, too.
            try? Data(Self.line(7, of: 22, at: 3)).write(
                to: URL(filePath: "\(path)/2099-01.jsonl"))
        }
        #expect(received >= 10)
        #expect(end?.rows[7]?.counters.received == received)
    }

    @Test("The end of a record has the lines of this boot in months that a usage does not read")
    func endOfOtherMonth() throws {
        defer { remove() }
        try write(String(decoding: Self.line(7, of: 7, at: 3), as: UTF8.self), "2099-01")
        var end: RecordEnd? = RecordEnd(boot: "6f1c")
        _ = try RecordFolder(path: path).traffic(
            from: Self.now - 1000, to: Self.now, clock: Self.utc, end: &end
        ) { _ in Issue.record("no line is in the range") }
        #expect(end?.rows[7]?.counters.received == 7)
    }

    @Test("Bytes that cannot be written yet count for plans that are read again")
    func pendingPlans() throws {
        defer { remove() }
        let file = try record()
        let folder = RecordFolder(path: path)
        file.append(Self.line(10, of: 10, at: 1), time: Self.now, .traffic)
        #expect(file.pendingTraffic.isEmpty)
        let plan = DataPlan(name: "LTE", interface: "wwan*", limit: 100)
        var plans = try RecordedPlans(
            [plan], folder, Self.utc, after: try folder.end(boot: "6f1c"))
        // The folder is moved away, so that nothing can be written, and is back before the plans are read.
        try FileManager.default.moveItem(atPath: path, toPath: path + "-moved")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        file.append(Self.line(5, of: 15, at: 2), time: Self.now, .traffic)
        append("{}", to: file, .path)
        remove()
        try FileManager.default.moveItem(atPath: path + "-moved", toPath: path)
        #expect(file.pendingTraffic.map(\.rows.count) == [1])
        try plans.read([plan], [], pending: file.pendingTraffic)
        #expect(plans.keep([]).plans.map(\.used) == [15])
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
        let count = 14_000
        var row = TrafficRow(interface: "wwan0", index: 7, type: "wwan")
        for number in 1...count {
            row.network.plan = number.isMultiple(of: 2) ? "LTE" : nil
            row.bytes = ByteCounts(received: 10, sent: 1)
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
            #expect(own.map(\.bytes.received).reduce(0, +) == UInt64(5 * count))
            #expect(own.map(\.bytes.sent).reduce(0, +) == UInt64(count / 2))
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
                bytes: ByteCounts(received: UInt64(parts[1]) ?? 0))
            return JSONLineEncoder.line(
                RecordLine<[String: String]>(
                    moment: RecordMoment(time: 1, uptime: 2, awake: 3), boot: "6f1c",
                    content: .traffic([row])))
        }
        let sum = try #require(TrafficSum(bytes))
        let entry = try RecordEntry(sum.line.dropLast(), [.traffic])
        #expect(entry.rows.map { "\($0.network.ssid ?? ""):\($0.bytes.received)" } == rows)
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
