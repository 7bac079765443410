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

    @Test("The sums of plans are tried again a minute after a failure, and no earlier")
    func planFile() throws {
        defer { remove() }
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = PlanFile(folder: path)
        let sums = PlanSums(boot: "6f1c", plans: [], counters: [])
        file.write(sums)
        let due = try #require(file.due)
        #expect(due > MonotonicClock.milliseconds + 50_000)
        file.write(sums)
        #expect(file.due == due)
        file.remove()
        #expect(file.due == nil)
    }
}
