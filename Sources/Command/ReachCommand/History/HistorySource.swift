// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// Where a history comes from.
enum HistorySource {
    case journal
    /// A file with lines of `reach watch --json`; `-` is standard input.
    case file(String)

    /// Reads the history of a range of time, in milliseconds since 1970.
    func read(from: Int64, to: Int64) throws -> PathHistory {
        var now = PathHistory.Now(
            time: RealTimeClock.milliseconds, uptime: MonotonicClock.milliseconds)
        let from = max(0, from)
        let observations: [Observation]
        switch self {
        case .journal: observations = try Self.readJournal(from: from)
        case .file(let path): observations = try Self.readFile(path, from: from)
        }
        now.watchers = Set(observations.compactMap(\.watcher)).filter(\.isObserving)
        return PathHistory(observations, from: from, to: to, now: now)
    }

    private static func readFile(_ path: String, from: Int64) throws -> [Observation] {
        let name = path == "-" ? "standard input" : path.escaped
        var reader = WatchRecords(from: from)
        let isThere: Bool
        do throws(SystemError) {
            isThere = try InputFile.readLines(path == "-" ? nil : path) { reader.take($0, $1) }
        } catch {
            throw Failure(error.description.escaped, exitCode: 66)
        }
        guard isThere else { throw Failure("\(name): no such file", exitCode: 66) }
        if let line = reader.faultyLine {
            throw Failure(
                "\(name), line \(line): this is no line of reach watch --json", exitCode: 65)
        }
        return reader.observations
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
        // What was before the range tells how it begins. Several programs may observe.
        return try ask(program, ["--until=\(time)", "--lines=10"])
            + ask(program, ["--since=\(time)"])
    }

    private static func ask(_ program: Executable, _ options: [String]) throws -> [Observation] {
        let words =
            [
                "journalctl", "--quiet", "--no-pager", "--output=json",
                "--output-fields=" + JournalRecord.fields.joined(separator: ","),
            ] + options + JournalRecord.kinds.map { "MESSAGE_ID=\($0.identifier)" }
            // Of the entries with other users there may be many, which only take the place of these.
            + Set([0, effectiveUser]).sorted().map { "_UID=\($0)" }
        var observations: [Observation] = []
        let end: ProcessGroup.Change
        do throws(SystemError) {
            end = try ProgramOutput.readLines(program, words.map { Array($0.utf8) }) { line in
                JournalRecord.observation(in: line, reader: effectiveUser).map {
                    observations.append($0)
                }
            }
        } catch {
            throw Failure(error.description.escaped, exitCode: 66)
        }
        // (Some versions exit with 1 if there are no entries. Why else it fails, it says itself.)
        if case .killed(let signal) = end {
            throw Failure("journalctl was ended by \(signal)", exitCode: 66)
        }
        return observations
    }
}

extension Observation.Watcher {
    /// Whether the process is still there. Another one can have its number by now. Its name proves nothing, and so does
    /// the user root, whose rights others have by setuid: it must be in the same unit, too.
    fileprivate var isObserving: Bool {
        func text(_ path: String) -> String? {
            (try? InputFile.read(path, limit: 4096)).flatMap { $0 }.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let thisBoot = text("/proc/sys/kernel/random/boot_id").map {
            String($0.unicodeScalars.filter(\.properties.isASCIIHexDigit))
        }
        let folder = "/proc/\(process)"
        let facts = (try? FileFacts.of(folder, followsLink: false)) ?? nil
        let units = text(folder + "/cgroup")?.pieces(separatedBy: "\n")
            .flatMap { $0.pieces(separatedBy: "/") }
        let isInUnit = user == effectiveUser || units?.contains(unit[...]) == true
        return boot == thisBoot && facts?.owner == user && isInUnit
            && text(folder + "/comm") == "reach\n"
    }
}
