// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// The folder of a record: a file for each month of local time, `2026-11.jsonl`.
struct RecordFolder: Hashable, Sendable {
    let path: String

    /// The record that this user's recorder writes: the machine's for root, else the user's own.
    ///
    /// - Returns: `nil` if the user has no home.
    static var own: RecordFolder? {
        if effectiveUser == 0 { return machine }
        return ProcessEnvironment.folder("XDG_STATE_HOME", inHome: ".local/state").map {
            RecordFolder(path: $0 + "/reach/record")
        }
    }

    /// The record of `reach-record.service`.
    static let machine = RecordFolder(path: "/var/lib/reach/record")

    /// The record to read if none is named: the user's own, else the machine's, if this user may read it.
    ///
    /// - Returns: `nil` if there is none.
    static var existing: RecordFolder? {
        [own, machine].compactMap(\.self).first { (try? $0.months)?.isEmpty == false }
    }

    /// The file whose lock the recorder has.
    var lock: String { path + "/.lock" }

    /// The file of a month.
    ///
    /// - Parameter month: `2026-11`
    func file(_ month: String) -> String { "\(path)/\(month).jsonl" }

    /// The months that have a file, in the order of time.
    var months: [String] {
        get throws(SystemError) {
            try PrivateFolder(opening: path).names().compactMap(Self.month).sorted()
        }
    }

    /// The month that a file name stands for.
    private static func month(_ name: String) -> String? {
        guard name.utf8.count == 13, name.ends(with: ".jsonl") else { return nil }
        let month = String(name.utf8.prefix(7)) ?? ""
        var date = (month + "-01").utf8[...]
        if date.takeDate() != nil && date.isEmpty { return month }
        // The local month of 1970-01-01T00:00:00Z, at which a clock begins that is not set yet.
        return month == "1969-12" ? month : nil
    }

    /// Reads the lines of a month's file.
    ///
    /// - Parameter take: gets a line, its number from 1, and whether it has its end. Returns whether the next one is wanted.
    func readLines(
        _ month: String, _ take: (ArraySlice<UInt8>, Int, Bool) -> Bool
    ) throws(SystemError) {
        var number = 0
        _ = try InputFile.readLines(file(month), mayBePipe: false) { line, isComplete in
            number += 1
            return take(line, number, isComplete)
        }
    }

    /// Reads the end of the record, from which a recorder continues. Lines that no recorder has written are skipped.
    ///
    /// The lines of this boot can be in the file of any month, because the clock may have been set either way.
    ///
    /// - Parameter boot: the identifier of this boot.
    /// - Throws: ``SystemError`` if a file cannot be read, and ``Failure`` with exit code 65 if a newer version has
    ///   written a line: what it has counted is unknown.
    func end(boot: String) throws -> RecordEnd {
        var end = RecordEnd(boot: boot)
        for month in try months {
            if let newer = try addLines(of: month, to: &end) { throw failure(month, newer) }
        }
        return end
    }

    /// Adds the lines of a month's file to the end of a record.
    ///
    /// - Returns: the first line that a newer version has written.
    func addLines(of month: String, to end: inout RecordEnd) throws(SystemError) -> FaultyLine? {
        end.beginFile()
        var newer: FaultyLine?
        try readLines(month) { line, number, isComplete in
            do throws(RecordEntry.Fault) { try end.take(line) } catch {
                if isComplete, error != .foreign {
                    newer = FaultyLine(number: number, fault: error)
                }
            }
            return newer == nil
        }
        return newer
    }

    /// The failure with exit code 65 that names a line of a month's file.
    func failure(_ month: String, _ line: FaultyLine) -> Failure {
        line.failure(in: file(month).escaped, of: "reach record")
    }

    /// Finds the line by which the file of a month is that of another program: its first one is no JSON object.
    ///
    /// Lines that are blank, or have a NUL where the disk has lost a part, are passed over. So is an object without its end
    /// in a file that has nothing else: a recorder was killed, or the power was cut.
    ///
    /// - Returns: the number of the line, from 1; `nil` if a recorder can have written the file, or there is none.
    func foreignLine(_ month: String) throws(SystemError) -> Int? {
        var foreign: Int?
        try readLines(month) { line, number, isComplete in
            let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
            guard let first = line.first(where: { !blanks.contains($0) }), !line.contains(0) else {
                return true
            }
            let isTorn = !isComplete && first == UInt8(ascii: "{")
            if !isTorn, !JSONReader.isObject(line) { foreign = number }
            return false
        }
        return foreign
    }
}

extension JSONReader {
    /// Whether a line is an object. A later version writes other members.
    static func isObject(_ line: ArraySlice<UInt8>) -> Bool {
        var reader = JSONReader(line)
        do throws(Fault) {
            try reader.object { (reader, _) throws(Fault) in try reader.skip() }
            try reader.end()
            return true
        } catch { return false }
    }
}
