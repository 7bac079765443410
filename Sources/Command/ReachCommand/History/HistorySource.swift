// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// The source of a history.
enum HistorySource {
    /// The files of a recorder.
    case record(RecordFolder)
    case journal
    /// A file with lines of `reach watch --json` or of a recorder; `-` is standard input.
    case file(String)

    /// Reads the history of a range of time, in milliseconds since 1970.
    func read(from: Int64, to: Int64, now: RecordMoment = .now) throws -> PathHistory {
        let from = max(0, from)
        switch self {
        case .record(let folder):
            let entries = try folder.paths(from: from, to: to)
            let isRunning = FileLock.isTaken(folder.lock) == true
            let history = RecordedHistory(
                entries, running: isRunning ? (Boot.identifier, now) : nil)
            return PathHistory(history.spans, from: from, to: to, now: now.time)
        case .journal: return Self.history(try Self.readJournal(from: from), from, to, now)
        case .file(let path):
            let lines = try Self.readFile(path, from: from)
            guard lines.entries.isEmpty else {
                let history = RecordedHistory(lines.entries)
                return PathHistory(history.spans, from: from, to: to, now: now.time)
            }
            return Self.history(lines.observations, from, to, now)
        }
    }

    private static func history(
        _ observations: [Observation], _ from: Int64, _ to: Int64, _ now: RecordMoment
    ) -> PathHistory {
        let watchers = Set(observations.compactMap(\.watcher)).filter(\.isObserving)
        return PathHistory(
            observations, from: from, to: to,
            now: PathHistory.Now(time: now.time, uptime: now.awake, watchers: watchers))
    }

    private static func readFile(_ path: String, from: Int64) throws -> RecordedLines {
        let name = path == "-" ? "standard input" : path.escaped
        var reader = RecordedLines(from: from)
        let isThere = try Failure.reading { () throws(SystemError) in
            try InputFile.readLines(path == "-" ? nil : path) { reader.take($0, $1) }
        }
        guard isThere else { throw Failure("\(name): no such file", exitCode: 66) }
        if let line = reader.faultyLine {
            throw line.failure(in: name, of: "reach watch --json or reach record")
        }
        return reader
    }

    private static func readJournal(from: Int64) throws -> [Observation] {
        let program: Executable
        do throws(Executable.Failure) {
            program = try Executable(named: Array("journalctl".utf8))
        } catch {
            switch error {
            case .notFound: return []
            case .notExecutable(let reason):
                throw Failure(reason.description.escaped, exitCode: 66)
            }
        }
        let time = "@\(from / 1000)"
        // The last entries before the range say how it begins. Several programs may observe.
        return try ask(program, ["--until=\(time)", "--lines=10"])
            + ask(program, ["--since=\(time)"])
    }

    private static func ask(_ program: Executable, _ options: [String]) throws -> [Observation] {
        let words =
            [
                "journalctl", "--quiet", "--no-pager", "--output=json",
                "--output-fields=" + JournalRecord.fields.joined(separator: ","),
            ] + options + JournalRecord.kinds.map { "MESSAGE_ID=\($0.identifier)" }
            // The many entries of other users would only take the place of these.
            + Set([0, effectiveUser]).sorted().map { "_UID=\($0)" }
        var observations: [Observation] = []
        let end = try Failure.reading { () throws(SystemError) in
            try HelperProcess.readLines(program, words.map { Array($0.utf8) }) { line in
                JournalRecord.observation(in: line, reader: effectiveUser).map {
                    observations.append($0)
                }
            }
        }
        // Some versions exit with 1 if there are no entries. It reports other failures itself.
        if case .killed(let signal) = end {
            throw Failure("journalctl was ended by \(signal)", exitCode: 66)
        }
        return observations
    }
}

extension Observation.Watcher {
    /// Whether the process still runs. Another process can have its number by now. Neither the name nor the user root is
    /// proof, because other users run setuid programs as root: the process must be in the same unit, too.
    fileprivate var isObserving: Bool {
        func text(_ path: String) -> String? {
            (try? InputFile.read(path, limit: 4096)).flatMap { $0 }.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        // The journal has it without hyphens.
        let thisBoot = String(Boot.identifier.unicodeScalars.filter { $0 != "-" })
        let folder = "/proc/\(process)"
        let facts = (try? FileFacts.of(folder, followsLink: false)) ?? nil
        let units = text(folder + "/cgroup")?.pieces(separatedBy: "\n")
            .flatMap { $0.pieces(separatedBy: "/") }
        let isInUnit = user == effectiveUser || units?.contains(unit[...]) == true
        return !thisBoot.isEmpty && boot == thisBoot && facts?.owner == user && isInUnit
            && text(folder + "/comm") == "reach\n"
    }
}

/// An entry of the journal about the path, as `journalctl --output=json` prints it (systemd.journal-fields(7)).
private struct JournalRecord: Decodable {
    /// The fields that journalctl prints only if they are named.
    static let fields = CodingKeys.allCases.dropFirst(3).map(\.rawValue)
    /// The kinds of entries.
    static let kinds = [JournalEntry.Kind.pathChange, .observationEnd]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case time = "__REALTIME_TIMESTAMP"
        case uptime = "__MONOTONIC_TIMESTAMP"
        case boot = "_BOOT_ID"
        // journalctl prints the keys before this line in any case.
        case status = "REACH_STATUS"
        case connection = "REACH_CONNECTION"
        case primary = "REACH_PRIMARY"
        case metered = "REACH_METERED"
        case changes = "REACH_CHANGES"
        case connectivity = "REACH_CONNECTIVITY"
        case kind = "MESSAGE_ID"
        case process = "_PID"
        case user = "_UID"
        case unit = "_SYSTEMD_UNIT"
        case userUnit = "_SYSTEMD_USER_UNIT"
    }

    /// A field. journalctl prints a value that is not text as an array of bytes, and several values of one name as an
    /// array of texts.
    private struct Field: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else if let bytes = try? container.decode([UInt8].self) {
                text = String(decoding: bytes, as: UTF8.self)
            } else {
                text = try container.decode([String].self).last ?? ""
            }
        }
    }

    private let time: Field?
    private let uptime: Field?
    private let boot: Field?
    private let process: Field?
    private let user: Field?
    private let unit: Field?
    private let userUnit: Field?
    private let kind: Field?
    private let status: Field?
    private let connection: Field?
    private let primary: Field?
    private let metered: Field?
    private let changes: Field?
    private let connectivity: Field?

    /// The process that has written the entry; `nil` if the history does not trust it.
    ///
    /// Every user may write every field to the journal, except the fields that begin with an underscore, which the journal
    /// adds. A recorder is a system service that runs as root or as the reader, or a service of the reader's own service
    /// manager. A setuid program that another user has started is in a unit of that user.
    ///
    /// - Parameter reader: the user who reads the history.
    private func watcher(reader: UInt32) -> Observation.Watcher? {
        guard let unit = unit?.text, let user = (user?.text).flatMap({ UInt32($0) }) else {
            return nil
        }
        let isSystemService = unit.ends(with: ".service") && !unit.begins(with: "user@")
        guard
            isSystemService && (user == 0 || user == reader)
                || user == reader && unit == "user@\(reader).service"
        else { return nil }
        return Observation.Watcher(
            boot: boot?.text ?? "", process: process.flatMap { Int($0.text) } ?? 0,
            user: user, unit: userUnit?.text ?? unit)
    }

    /// The observation; `nil` if the entry has none, or another user's program has written it.
    private func observation(reader: UInt32) -> Observation? {
        guard let watcher = watcher(reader: reader), let time = time.flatMap({ Int64($0.text) }),
            let status, let connection,
            let state = Observation.State(
                status: status.text, connection: connection.text, primary: primary?.text,
                metered: metered?.text ?? "", connectivity: connectivity?.text)
        else { return nil }
        let isEnd = kind?.text == JournalEntry.Kind.observationEnd.identifier
        return Observation(
            time: time / 1000, state: state, isFirst: !isEnd && changes?.text ?? "" == "",
            watcher: watcher,
            uptime: uptime.flatMap { Int64($0.text) }.map { $0 / 1000 })
    }

    /// Returns the observation in a line of journalctl; `nil` if the line has none, or if neither root nor the reader has
    /// written it.
    static func observation(in line: ArraySlice<UInt8>, reader: UInt32) -> Observation? {
        var json = JSONReader(line)
        return try? json.document().decode(JournalRecord.self).observation(reader: reader)
    }
}

/// The lines of a file: those of `reach watch --json`, or those of a recorder.
private struct RecordedLines {
    private(set) var observations: [Observation] = []
    private(set) var entries: [RecordEntry] = []
    /// The first line that cannot be read.
    private(set) var faultyLine: FaultyLine?
    private var lineCount = 0
    private let from: Int64
    /// Whether the lines so far are about the time before the range.
    private var isBefore = true

    /// The number of observations before the range that are kept. The last one is the state at its beginning.
    private static let former = 10

    /// Creates the lines of a range.
    ///
    /// - Parameter from: the beginning of the range, in milliseconds since 1970.
    init(from: Int64) { self.from = from }

    /// Takes a line.
    ///
    /// - Parameter isComplete: whether the line has its end. Without it, it was interrupted, and is left out if it is not
    ///   valid.
    /// - Returns: whether more lines are wanted.
    mutating func take(_ line: ArraySlice<UInt8>, _ isComplete: Bool) -> Bool {
        lineCount += 1
        if line.isEmpty { return true }
        let entry: RecordEntry
        do throws(RecordEntry.Fault) {
            entry = try RecordEntry(line, [.path])
            guard isOfSameKind(entry) else { throw .foreign }
        } catch {
            if isComplete { faultyLine = FaultyLine(number: lineCount, fault: error) }
            return !isComplete
        }
        guard entry.boot == nil else {
            entries.append(entry)
            return true
        }
        guard let state = entry.state else { return true }
        isBefore = isBefore && entry.time < from
        observations.append(
            Observation(time: entry.time, state: state, isFirst: entry.event == .initial))
        if isBefore, observations.count > 2 * Self.former {
            observations.removeFirst(observations.count - Self.former)
        }
        return true
    }

    /// Whether a line is of the same program as the others.
    private func isOfSameKind(_ entry: RecordEntry) -> Bool {
        if entry.boot == nil { return entries.isEmpty && entry.state != nil }
        return observations.isEmpty && entry.uptime != nil
    }
}
