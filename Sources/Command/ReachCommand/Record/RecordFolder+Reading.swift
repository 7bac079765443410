// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

extension RecordFolder {
    /// The time before a range of time whose lines say how the range begins, in milliseconds.
    static let day: Int64 = 86_400_000

    /// Reads the lines about traffic in the months of a range of time, one after the other.
    ///
    /// It skips the lines about the path, except the last one before a gap: that one says until when the recorder ran.
    ///
    /// - Parameters:
    ///   - from: the beginning of the range, in milliseconds since 1970.
    ///   - to: its end; the largest number for none.
    ///   - skipsForeign: whether to skip lines that no recorder has written.
    ///   - clock: shows the local time.
    ///   - take: a closure that gets each line.
    /// - Throws: ``Failure`` with exit code 66 if a file cannot be read, and with 65 if a line that has its end is not one
    ///   of a recorder.
    func readTraffic(
        from: Int64, to: Int64, skipsForeign: Bool = false, clock: WallClock = WallClock(),
        _ take: (RecordEntry) -> Void
    ) throws {
        let monthsInRange = try Failure.reading { () throws(SystemError) in
            try months(from, to, clock)
        }
        for month in monthsInRange {
            try readTraffic(month, skipsForeign: skipsForeign, take)
        }
    }

    private func readTraffic(
        _ month: String, skipsForeign: Bool = false, _ take: (RecordEntry) -> Void
    ) throws {
        var lines = TrafficLines(skipsForeign: skipsForeign)
        try Failure.reading { () throws(SystemError) in
            try readLines(month) { lines.take($0, $1, isComplete: $2, take) }
        }
        if let line = lines.faultyLine { throw failure(month, line) }
        lines.finish(take)
    }

    /// Reads the lines about traffic in a range of time, and gives them on as ``readTraffic(from:to:skipsForeign:clock:_:)``
    /// does.
    ///
    /// A recorder can write a line meanwhile. The end of the record has the lines that were given on, and no others.
    ///
    /// - Parameter end: the end of the record; `nil` if it is not wanted.
    /// - Returns: the lines that say when a recorder ran, without their rows: also those of the same boots in other months.
    func traffic(
        from: Int64, to: Int64, clock: WallClock, end: inout RecordEnd?,
        _ take: (RecordEntry) -> Void
    ) throws -> [RecordEntry] {
        var moments = RecordedMoments()
        let months = try Failure.reading { () throws(SystemError) in try self.months }
        let read = Self.months(months, from, to, clock)
        for month in read {
            end?.beginFile()
            try readTraffic(month) { entry in
                take(entry)
                moments.add(entry)
                end?.add(entry)
            }
        }
        let others = try Failure.reading { () throws(SystemError) in
            var others: [(String, RecordEntry?)] = []
            for month in months where !read.contains(month) {
                others.append((month, try lastEntry(month)))
            }
            return Self.months(of: others, needed: moments.entries, from: from)
        }
        if var last = end {
            // The lines of this boot can be in any month: the clock may have been set.
            for month in months where !read.contains(month) {
                let newer = try Failure.reading { () throws(SystemError) in
                    try addLines(of: month, to: &last)
                }
                if let newer { throw failure(month, newer) }
            }
            end = last
        }
        for month in others.sorted() {
            try readTraffic(month, skipsForeign: true) { moments.add($0) }
        }
        return moments.entries
    }

    /// Reads the lines about the path in a range of time, and the last ones before it, which say how it begins.
    ///
    /// - Parameters:
    ///   - from: the beginning of the range, in milliseconds since 1970.
    ///   - to: its end.
    ///   - clock: shows the local time.
    /// - Throws: ``Failure`` with exit code 66 if a file cannot be read, and with 65 if a line that has its end is not one
    ///   of a recorder.
    func paths(
        from: Int64, to: Int64, clock: WallClock = WallClock()
    ) throws -> [RecordEntry] {
        let found = try Failure.reading { () throws(SystemError) in
            var found: [String: PathLines] = [:]
            for month in try months(from, to, clock) {
                found[month] = try pathLines(month, from: from - Self.day)
            }
            // A path belongs to the time since the boot, which can have lines in other months.
            var others: [(String, RecordEntry?)] = []
            for month in try months where found[month] == nil {
                others.append((month, try lastEntry(month)))
            }
            let entries = found.sorted { $0.key < $1.key }.flatMap(\.value.entries)
            for month in Self.months(of: others, needed: entries, from: from) {
                found[month] = try pathLines(month, from: from - Self.day)
            }
            return found
        }
        let sorted = found.sorted { $0.key < $1.key }
        for (month, lines) in sorted {
            if let line = lines.faultyLine { throw failure(month, line) }
        }
        return sorted.flatMap(\.value.entries)
    }

    /// The months of a range of time that have a file. The clock and the time zone may differ from what they were when the
    /// lines were written.
    private func months(
        _ from: Int64, _ to: Int64, _ clock: WallClock
    ) throws(SystemError) -> [String] { Self.months(try months, from, to, clock) }

    /// The months of a range of time among others.
    private static func months(
        _ months: [String], _ from: Int64, _ to: Int64, _ clock: WallClock
    ) -> [String] {
        // The local month of a clock at 1970-01-01T00:00:00Z can be the one before.
        let first = clock.month(max(-day, from - day))
        let last = to == .max ? nil : clock.month(to + day)
        return months.filter { month in first <= month && last.map { month <= $0 } ?? true }
    }

    private func pathLines(_ month: String, from: Int64) throws(SystemError) -> PathLines {
        var lines = PathLines(from: from)
        try readLines(month) { lines.take($0, $1, isComplete: $2) }
        lines.finish()
        return lines
    }

    /// The last line of a month's file; `nil` if it has none.
    private func lastEntry(_ month: String) throws(SystemError) -> RecordEntry? {
        let end = try InputFile.readEnd(file(month), limit: 65_536) ?? []
        return end.split(separator: UInt8(ascii: "\n")).last.flatMap { try? RecordEntry($0, []) }
    }

    /// Returns the other months that have needed lines. A boot of the range can have begun before the months that were read,
    /// or the clock was set during it.
    ///
    /// - Parameters:
    ///   - others: the months that were not read, and their last lines.
    ///   - entries: the lines that were read, in their order.
    ///   - from: the beginning of the range, in milliseconds since 1970.
    private static func months(
        of others: [(month: String, last: RecordEntry?)], needed entries: [RecordEntry], from: Int64
    ) -> Set<String> {
        var firsts: [String: RecordEntry] = [:]
        var lasts: [String: RecordEntry] = [:]
        for entry in entries {
            guard let boot = entry.boot else { continue }
            if firsts[boot] == nil { firsts[boot] = entry }
            lasts[boot] = entry
        }
        var needed: Set<String> = []
        for (boot, last) in lasts {
            // The time since the boot at the beginning of the range.
            let start = (last.uptime ?? 0) - (last.time - from)
            let ofBoot = others.filter { $0.last?.boot == boot }
            needed.formUnion(
                ofBoot.filter { $0.last?.uptime ?? 0 >= start }.map(\.month))
            // Else the last one before says how the range begins.
            guard let first = firsts[boot], first.event != .start, first.uptime ?? 0 > start,
                let before = ofBoot.max(by: { $0.last?.uptime ?? 0 < $1.last?.uptime ?? 0 })
            else { continue }
            needed.insert(before.month)
        }
        return needed
    }
}

/// The lines that say when a recorder ran, without their rows.
private struct RecordedMoments {
    private(set) var entries: [RecordEntry] = []

    /// Adds a line. Of the lines of one run it keeps one a minute.
    mutating func add(_ entry: RecordEntry) {
        var entry = entry
        entry.rows = []
        if let last = entries.last, last.event == .traffic, entries.count > 1,
            case let former = entries[entries.count - 2], former.boot == entry.boot,
            last.boot == entry.boot, entry.event == .traffic,
            let start = former.uptime, let middle = last.uptime, let end = entry.uptime,
            start <= middle, middle <= end, end - start < PathHistory.restart
        {
            entries.removeLast()
        }
        entries.append(entry)
    }
}

/// The lines about traffic in a month's file.
private struct TrafficLines {
    /// The first line that cannot be read.
    private(set) var faultyLine: FaultyLine?
    private let skipsForeign: Bool
    /// The beginning of the last line about the path, since the last other line; empty without one.
    private var skipped: [UInt8] = []
    private var boot: String?

    init(skipsForeign: Bool) { self.skipsForeign = skipsForeign }

    private static let schema = Array("{\"schema\":\(RecordEntry.schema),".utf8)
    private static let pathEvent = Array(#""event":"path","changes":["#.utf8)

    /// Takes a line, and gives it on if it is about traffic. Returns whether the next line is wanted.
    mutating func take(
        _ line: ArraySlice<UInt8>, _ number: Int, isComplete: Bool, _ take: (RecordEntry) -> Void
    ) -> Bool {
        if line.isEmpty { return true }
        // A year can have a hundred thousand lines about the path.
        let beginning = line.prefix(256)
        if beginning.starts(with: Self.schema), InputFile.isFound(Self.pathEvent, in: beginning) {
            skipped.removeAll(keepingCapacity: true)
            skipped += beginning
            return true
        }
        let entry: RecordEntry
        do throws(RecordEntry.Fault) {
            entry = try RecordEntry(ofRecorder: line, [.traffic])
        } catch {
            let isSkipped = !isComplete || skipsForeign && error == .foreign
            if !isSkipped { faultyLine = FaultyLine(number: number, fault: error) }
            return isSkipped
        }
        // Within one run, the next line says more.
        if entry.event == .start || entry.boot != boot { finish(take) }
        skipped.removeAll(keepingCapacity: true)
        boot = entry.boot
        take(entry)
        return true
    }

    /// Gives on the last line about the path, if no other line follows it.
    mutating func finish(_ take: (RecordEntry) -> Void) {
        if !skipped.isEmpty, let entry = try? RecordEntry(skipped[...], []) { take(entry) }
    }
}

/// The lines about the path in a month's file that a range of time needs.
private struct PathLines {
    private(set) var entries: [RecordEntry] = []
    /// The first line that cannot be read.
    private(set) var faultyLine: FaultyLine?
    private let from: Int64
    /// The last line with a path before the range, and those after it.
    private var former: (line: [UInt8], number: Int)?
    private var following: [RecordEntry] = []

    /// Creates the lines of a range.
    ///
    /// - Parameter from: the beginning of the range, in milliseconds since 1970.
    init(from: Int64) { self.from = from }

    /// Takes a line. Returns whether the next one is wanted.
    mutating func take(_ line: ArraySlice<UInt8>, _ number: Int, isComplete: Bool) -> Bool {
        if line.isEmpty { return true }
        let entry: RecordEntry
        do throws(RecordEntry.Fault) {
            entry = try RecordEntry(ofRecorder: line, [])
            // A usage reads the rows, and both call the same line faulty.
            if entry.event == .traffic { _ = try RecordEntry(line, [.traffic]) }
        } catch {
            if isComplete { faultyLine = FaultyLine(number: number, fault: error) }
            return !isComplete
        }
        guard entry.time < from else {
            finish()
            return append(line, number, isComplete: isComplete)
        }
        switch entry.event {
        case .start, .path:
            guard isComplete else { break }
            former = (Array(line), number)
            following = []
        case .traffic, .stop, .initial, .change, .resync, .other: following.append(entry)
        }
        return true
    }

    /// Adds the lines before the range.
    mutating func finish() {
        if let former { _ = append(former.line[...], former.number, isComplete: true) }
        entries += following
        (former, following) = (nil, [])
    }

    private mutating func append(
        _ line: ArraySlice<UInt8>, _ number: Int, isComplete: Bool
    ) -> Bool {
        do throws(RecordEntry.Fault) {
            entries.append(try RecordEntry(line, [.path]))
            return true
        } catch {
            if isComplete { faultyLine = faultyLine ?? FaultyLine(number: number, fault: error) }
            return !isComplete
        }
    }
}
