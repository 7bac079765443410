// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

extension RecordFolder {
    private static let day: Int64 = 86_400_000

    /// Reads the lines about a range of time, and the last ones before it, which say how it begins.
    ///
    /// - Parameters:
    ///   - from: the beginning of the range, in milliseconds since 1970.
    ///   - to: its end.
    ///   - parts: the parts of a line that are wanted.
    ///   - skipsFaults: whether lines of others are left out.
    ///   - clock: shows the local time.
    /// - Throws: ``Failure`` with exit code 66 if a file cannot be read, and with 65 if a line that has its end is not one
    ///   of a recorder.
    func entries(
        from: Int64, to: Int64, _ parts: Set<RecordEntry.Part>, skipsFaults: Bool = false,
        clock: WallClock = WallClock()
    ) throws -> [RecordEntry] {
        var found: [String: RecordLines] = [:]
        do throws(SystemError) {
            let months = try self.months
            // The clock may differ from what it was when the lines were written, as does the time zone.
            let (first, last) = (clock.month(max(0, from - Self.day)), clock.month(to + Self.day))
            for month in months where month >= first && month <= last {
                found[month] = try lines(month, from: from - Self.day, parts, skipsFaults)
            }
            // Bytes belong to the time of their line, but a path to the time since the boot.
            if parts.contains(.path) {
                var others: [(String, RecordEntry?)] = []
                for month in months where found[month] == nil {
                    others.append((month, try lastEntry(month)))
                }
                let entries = found.sorted { $0.key < $1.key }.flatMap(\.value.entries)
                for month in Self.months(of: others, needed: entries, from: from) {
                    found[month] = try lines(month, from: from - Self.day, parts, skipsFaults)
                }
            }
        } catch {
            throw Failure(error.description.escaped, exitCode: 66)
        }
        let sorted = found.sorted { $0.key < $1.key }
        for (month, lines) in sorted {
            guard let line = lines.faultyLine else { continue }
            throw Failure(
                "\(file(month).escaped), line \(line): this is no line of reach record",
                exitCode: 65)
        }
        return sorted.flatMap(\.value.entries)
    }

    private func lines(
        _ month: String, from: Int64, _ parts: Set<RecordEntry.Part>, _ skipsFaults: Bool
    ) throws(SystemError) -> RecordLines {
        var lines = RecordLines(from: from, parts, skipsFaults: skipsFaults)
        try readLines(month) { lines.take($0, $1, isComplete: $2) }
        lines.finish()
        return lines
    }

    /// The last line of a month's file; `nil` if it has none.
    private func lastEntry(_ month: String) throws(SystemError) -> RecordEntry? {
        let end = try InputFile.readEnd(file(month), limit: 65_536) ?? []
        return end.split(separator: UInt8(ascii: "\n")).last.flatMap { try? RecordEntry($0, []) }
    }

    /// Returns the other months with lines of a boot about the range: it began before the files that were read, or its
    /// clock was set.
    ///
    /// - Parameters:
    ///   - others: the months that were not read, and their last lines.
    ///   - entries: the lines that were read, in their order.
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

/// The lines of a month's file that a range of time needs.
private struct RecordLines {
    private(set) var entries: [RecordEntry] = []
    /// The number of the first line that is not one of a recorder.
    private(set) var faultyLine: Int?
    private let from: Int64
    private let parts: Set<RecordEntry.Part>
    private let skipsFaults: Bool
    /// The beginning of the last line about the path, if paths are not wanted.
    private var skipped: [UInt8]?
    /// The last line with a path before the range, and those after it.
    private var former: (line: [UInt8], number: Int)?
    private var following: [RecordEntry] = []

    /// - Parameter from: the beginning of the range, in milliseconds since 1970.
    init(from: Int64, _ parts: Set<RecordEntry.Part>, skipsFaults: Bool) {
        self.from = from
        self.parts = parts
        self.skipsFaults = skipsFaults
    }

    /// - Returns: whether the next line is wanted.
    mutating func take(_ line: ArraySlice<UInt8>, _ number: Int, isComplete: Bool) -> Bool {
        if line.isEmpty { return true }
        if !parts.contains(.path) {
            // Of a hundred thousand lines about the path, the last one before each other line is enough.
            let beginning = line.prefix(256)
            if beginning.hasWord(Self.pathEvent) {
                skipped = Array(beginning)
                return true
            }
            addSkipped()
        }
        guard let entry = try? RecordEntry(line, []), entry.boot != nil, entry.uptime != nil else {
            if isComplete, !skipsFaults { faultyLine = number }
            return !isComplete || skipsFaults
        }
        guard entry.time < from, parts.contains(.path) else {
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

    private static let pathEvent = Array(#""event":"path","changes":["#.utf8)

    private mutating func addSkipped() {
        if let skipped, let entry = try? RecordEntry(skipped[...], []) { entries.append(entry) }
        skipped = nil
    }

    /// Adds the lines before the range.
    mutating func finish() {
        addSkipped()
        if let former { _ = append(former.line[...], former.number, isComplete: true) }
        entries += following
        (former, following) = (nil, [])
    }

    private mutating func append(
        _ line: ArraySlice<UInt8>, _ number: Int, isComplete: Bool
    ) -> Bool {
        guard let entry = try? RecordEntry(line, parts) else {
            if isComplete, !skipsFaults { faultyLine = faultyLine ?? number }
            return !isComplete || skipsFaults
        }
        entries.append(entry)
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain others.
    fileprivate func hasWord(_ word: [UInt8]) -> Bool {
        guard let first = word.first else { return true }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: word) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
