// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// Writes the lines of a recorder to the files of its folder. A line that cannot be written is kept, and tried again each
/// minute.
final class RecordFile {
    private let folder: RecordFolder
    private let clock: WallClock
    /// The age of the last line at which a file is removed, in milliseconds.
    private let keep: Int64
    private var lock: FileLock?
    /// The failure with which the recorder is to end: another one writes to the folder, which was removed and made again.
    private(set) var rival: Failure?
    /// The file of a month; `nil` before the first line, and after a failure.
    private var open: (month: String, file: AppendedFile)?
    /// The file that has the last line; `nil` before the first one.
    private var last: AppendedFile?
    /// The month of the last line, written or kept; `nil` before the first one.
    private var month: String?
    /// The lines that could not be written.
    private var pending: [Pending] = []
    private var pendingSize = 0
    /// The time of the next attempt to write them, by ``MonotonicClock``; `nil` without a failure.
    private(set) var due: Int64?
    /// Whether all lines in the file are on the disk.
    private var isSynced = true
    private var notice = FailureNotice()
    private var removalNotice = FailureNotice()
    /// Whether all files of the months before were too old at the last call of ``removeOldFiles(now:)``.
    private var areAllOld = false

    /// Lines of one time.
    private struct Pending {
        let month: String
        var lines: [UInt8]
        let content: Content
    }

    /// The content of lines, by which the file decides which ones it keeps.
    enum Content {
        /// A path. Such lines are dropped first.
        case path
        /// Bytes, or a stop.
        case traffic
        /// A start, and the lines that are written with it.
        case start
    }

    private static let retry: Int64 = 60_000
    /// The most bytes that are kept. Lines about the path go first, then lines with bytes are added up to one, so that no
    /// bytes are lost.
    private static let mostPending = 2 << 20

    /// Makes the folder, if there is none, and gets its lock. An incomplete last line is cut off. If a file is no record,
    /// nothing is changed.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - keep: the age of the last line at which a file is removed, in milliseconds.
    /// - Throws: ``Failure`` with exit code 73 if the record cannot be written, and with 75 if another process writes it.
    init(_ folder: RecordFolder, keep: Int64, clock: WallClock) throws {
        self.folder = folder
        self.keep = keep
        self.clock = clock
        try Self.requireRecords(in: folder)
        do throws(SystemError) {
            try PrivateFolder.make(folder.path, mode: 0o750, parents: parents)
            try acquireLock()
        } catch {
            throw rival ?? Failure(error.description.escaped, exitCode: 73)
        }
        let month = clock.month(RealTimeClock.milliseconds)
        do throws(SystemError) {
            // The machine may have lost its power in the last month.
            for other in try folder.months.suffix(2) where other != month { repairFormer(other) }
            let file = try repair(month)
            open = (month, file)
            last = file
        } catch {
            // A disk that is full now has room later.
            guard error.isNoSpace || error.isTemporary else {
                throw Failure(error.description.escaped, exitCode: 73)
            }
        }
    }

    /// - Throws: ``Failure`` with exit code 73 if the file of a month is that of another program.
    private static func requireRecords(in folder: RecordFolder) throws {
        for month in (try? folder.months) ?? [] {
            guard let number = try? folder.foreignLine(month) else { continue }
            throw Failure(
                "\(folder.file(month).escaped), line \(number): this is no line of reach record, "
                    + "which does not write to a folder with files of another program",
                exitCode: 73)
        }
    }

    /// The permission bits of new folders above. The record of the machine is for a group, too.
    private var parents: UInt16 { effectiveUser == 0 ? 0o755 : 0o700 }

    /// Gets the lock, unless this process has it.
    private func acquireLock() throws(SystemError) {
        if let lock, try lock.isAtPath(folder.lock) { return }
        lock = nil
        switch try RecorderLock.acquire(folder.lock, mode: 0o640) {
        case .acquired(let lock): self.lock = lock
        case .taken(let note):
            rival = Failure(
                "another recorder (process \(note.escaped)) writes to \(folder.path.escaped)",
                exitCode: 75)
            throw .notPermitted("lock \(folder.lock): another recorder writes there")
        }
    }

    /// Repairs the file of a month that has ended. Nothing is written there any more, so a failure is only reported.
    private func repairFormer(_ month: String) {
        do throws(SystemError) { try repair(month) } catch {
            StandardStream.error.notify("reach: \(error.description.escaped)\n")
        }
    }

    @discardableResult
    private func repair(_ month: String) throws(SystemError) -> AppendedFile {
        let file = try AppendedFile(folder.file(month), mode: 0o640)
        // A file that cannot be read is not cut.
        _ = try folder.foreignLine(month)
        let count = try file.cutIncompleteLine()
        if count > 0 {
            StandardStream.error.notify(
                "reach: \(file.path.escaped): the last line was incomplete, and is cut off "
                    + "(\(count) bytes)\n")
        }
        let broken = try file.cutBrokenLines(JSONReader.isObject)
        if broken > 0 {
            StandardStream.error.notify(
                "reach: \(file.path.escaped): the end is no line of reach record, and is cut off "
                    + "(\(broken) bytes)\n")
        }
        return file
    }

    /// Whether the next line begins a record: the file of the last one has disappeared, and no start was written since.
    var needsStart: Bool {
        guard let last, !last.isAtPath else { return false }
        return !pending.contains { $0.content == .start }
    }

    /// Whether a line of a time is the first one of another month than the last line.
    func beginsMonth(at time: Int64) -> Bool { month.map { $0 != clock.month(time) } ?? false }

    /// The lines with bytes that are still to be written.
    var pendingTraffic: [RecordEntry] {
        pending.filter { $0.content != .path }
            .flatMap { $0.lines.split(separator: UInt8(ascii: "\n")) }
            .compactMap { try? RecordEntry($0, [.traffic]) }
    }

    /// Writes lines of one time in one write, or keeps them.
    func append(_ lines: [UInt8], time: Int64, _ content: Content) {
        let month = clock.month(time)
        self.month = month
        pending.append(Pending(month: month, lines: lines, content: content))
        pendingSize += lines.count
        if pendingSize > Self.mostPending { shrinkPending() }
        // After a failure the next attempt comes with its time.
        if due == nil { writePending() }
    }

    private func shrinkPending() {
        while pendingSize > Self.mostPending,
            let first = pending.firstIndex(where: { $0.content == .path })
        {
            pendingSize -= pending.remove(at: first).lines.count
        }
        guard pendingSize > Self.mostPending else { return }
        var sums: [Pending] = []
        for next in pending {
            if let last = sums.last, last.content == .traffic, next.content == .traffic,
                last.month == next.month
            {
                sums[sums.count - 1].lines += next.lines
            } else {
                sums.append(next)
            }
        }
        for position in sums.indices where sums[position].content == .traffic {
            if let sum = TrafficSum(sums[position].lines) { sums[position].lines = sum.line }
        }
        pending = sums
        pendingSize = sums.reduce(0) { $0 + $1.lines.count }
    }

    /// Writes the lines that were kept.
    func writePending() {
        due = nil
        do throws(SystemError) {
            while let next = pending.first {
                let file = try file(next.month)
                try file.append(next.lines)
                isSynced = false
                last = file
                pendingSize -= next.lines.count
                pending.removeFirst()
            }
            if notice.clear() {
                StandardStream.error.notify("reach: the record is written again\n")
            }
        } catch {
            if rival == nil { note(error) }
        }
    }

    private func note(_ error: SystemError) {
        open = nil
        // Failures that come more often must not put the next attempt off.
        due = due ?? MonotonicClock.milliseconds + Self.retry
        notice.report(
            "the record cannot be written: \(error.description.escaped); trying again each minute")
    }

    private func file(_ month: String) throws(SystemError) -> AppendedFile {
        if let open, open.month == month, open.file.isAtPath { return open.file }
        open = nil
        try PrivateFolder.make(folder.path, mode: 0o750, parents: parents)
        // With the folder, the file of the lock may have disappeared.
        try acquireLock()
        let file = try AppendedFile(folder.file(month), mode: 0o640)
        open = (month, file)
        return file
    }

    /// Waits until the lines are on the disk. A recorder that has written nothing does not wake the disk.
    func sync() {
        guard due == nil, !isSynced, let open else { return }
        do throws(SystemError) {
            try open.file.sync()
            isSynced = true
        } catch { note(error) }
    }

    /// Removes the files of months that ended longer ago than the time for which files are kept.
    ///
    /// If that would be all files of the months before, they go only if it is so at the next call, too: a clock that is
    /// ahead for a moment must not remove the record. A file of another program stays.
    func removeOldFiles(now: Int64) {
        // The local month of a clock at 1970-01-01T00:00:00Z can be the one before.
        let oldest = clock.month(max(-RecordFolder.day, now - keep))
        let present = clock.month(now)
        do throws(SystemError) {
            let folder = try PrivateFolder(opening: self.folder.path)
            let months = try self.folder.months
            let wereAllOld = areAllOld
            areAllOld = months.last { $0 != present }.map { $0 < oldest } ?? false
            if areAllOld, !wereAllOld { return }
            for month in months where month < oldest {
                if (try? self.folder.foreignLine(month)) != nil { continue }
                try folder.remove("\(month).jsonl")
            }
            removalNotice.clear()
        } catch {
            // The next line makes a folder that is gone again.
            if error.isMissing { return }
            removalNotice.report("old files of the record stay: \(error.description.escaped)")
        }
    }
}
