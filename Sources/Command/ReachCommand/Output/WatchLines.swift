// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Writes the lines of `reach watch`. Each line states the difference from the previous line.
struct WatchLines: ~Copyable {
    // Each access to an option searches the parsed arguments.
    private let isJSON: Bool
    private let choice: NetworkPath.Choice
    /// The names of the interfaces on the command line, in their order.
    private let names: [String]
    private let style: TextStyle
    /// The journal, if it gets the text; `nil` if something else does.
    private let journal: Journal?
    /// The number of written lines.
    private(set) var count = 0
    /// The path of the last line.
    private var last: PrintedPath?
    /// The path of the line before the last one. A flapping route alternates between two paths.
    private var former: PrintedPath?
    /// The number of resyncs at the last line.
    private var resyncs = 0
    /// The durations of the states of the path, for the text.
    private var durations = StateDurations(now: BootTimeClock.milliseconds)

    /// A path as a line shows it. (A class, because it is kept and exchanged as a whole.)
    private final class PrintedPath: Encodable {
        let path: NetworkPath
        let shown: ShownInterfaces
        /// The JSON of the path; `nil` if it is too long to be kept.
        private lazy var json =
            shown.count <= Self.maximum ? WrittenJSON(ShownPath(path, interfaces: shown)) : nil

        /// The maximum number of interfaces of a path whose JSON is kept.
        private static let maximum = 32

        init(_ path: NetworkPath, _ shown: ShownInterfaces) {
            self.path = path
            self.shown = shown
        }

        func encode(to encoder: any Encoder) throws {
            if let json { return try json.encode(to: encoder) }
            try ShownPath(path, interfaces: shown).encode(to: encoder)
        }
    }

    /// - Parameters:
    ///   - output: the options of the output.
    ///   - names: the interfaces to show; empty for the default choice.
    ///   - isForCommand: whether the lines are given to a command, as JSON.
    init(output: OutputOptions, names: [String], isForCommand: Bool) {
        isJSON = output.json || isForCommand
        choice = names.isEmpty ? (output.all ? .all : .ofInterest) : .named(Set(names))
        self.names = names
        style = output.style
        journal = isJSON ? nil : Journal(of: .output)
    }

    /// Whether the lines are entries of the journal.
    var isForJournal: Bool { journal != nil }

    /// Writes to the journal that the last line holds up to now, because the watch ends. Other outputs end with the last
    /// line.
    func end() {
        guard let journal, let last else { return }
        _ = journal.send(PathFacts(path: last.path, changes: []).lastEntry(names))
    }

    /// Returns whether a path may differ in something that is shown. Cheaper than composing the line.
    mutating func mayDiffer(_ path: NetworkPath?) -> Bool {
        guard let path else { return false }
        guard let last else { return true }
        let choice = choice
        if path.isDecided(like: last.path),
            !path.showsOtherInterfaces(than: last.path, where: { $0.shows($1, choice) })
        {
            // Changes that are not shown must not accumulate.
            self.last = PrintedPath(path, last.shown)
            return false
        }
        return true
    }

    /// Writes the next line if it fits into the pipe, unless nothing that is shown has changed.
    ///
    /// - Parameters:
    ///   - path: the current path; `nil` if it is not known.
    ///   - resyncs: how often the state was read again until now.
    ///   - stream: the output.
    /// - Returns: whether the line fit. If not, the state is unchanged.
    mutating func write(
        _ path: NetworkPath?,
        resyncs: Int,
        to stream: StandardStream
    ) throws(OutputError) -> Bool {
        try advance(to: path, resyncs: resyncs) { lines, line throws(OutputError) in
            try lines.write(line, to: stream)
        }
    }

    /// Runs a command with the next line, unless nothing that is shown has changed.
    ///
    /// - Parameters:
    ///   - path: the current path; `nil` if it is not known.
    ///   - resyncs: how often the state was read again until now.
    ///   - hook: the command, which is idle.
    /// - Returns: whether the line is done with. If not, the state is unchanged.
    mutating func give(_ path: NetworkPath?, resyncs: Int, to hook: HookDriver) -> Bool {
        advance(to: path, resyncs: resyncs) { lines, line in
            guard hook.run(line: lines.json(line), variables: line.facts.variables) else {
                return false
            }
            lines.count += 1
            return true
        }
    }

    /// A line that is due.
    private struct Line {
        let path: PrintedPath
        /// The difference from the previous line; `nil` for the first line.
        var change: PathChange?

        /// The facts of the line, for the command of `--exec` and for the journal.
        var facts: PathFacts { PathFacts(path: path.path, changes: change?.fields ?? []) }
    }

    /// Passes the next line to a closure, unless nothing that is shown has changed.
    ///
    /// - Parameter deliver: returns whether the line was delivered. If not, the state is unchanged.
    /// - Returns: whether no line is left to be delivered.
    private mutating func advance<Failure: Error>(
        to path: NetworkPath?,
        resyncs: Int,
        _ deliver: (inout WatchLines, Line) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard let path else { return true }
        let printed = compose(path)
        if let last {
            let change = PathChange(
                from: last.path, to: path, isResync: resyncs > self.resyncs,
                showsOthers: !printed.shown.isWritten(like: last.shown))
            // The text has more words for a reason than the JSON.
            if let change = change
                ?? (isJSON ? nil : PathChange(ofDescriptionFrom: last.path, to: path))
            {
                guard try deliver(&self, Line(path: printed, change: change)) else { return false }
                self.resyncs = resyncs
            }
        } else {
            guard try deliver(&self, Line(path: printed)) else { return false }
            self.resyncs = resyncs
        }
        // The previous state is replaced only after the line was delivered.
        (last, former) = (printed, last)
        return true
    }

    /// Returns a path as a line shows it.
    private func compose(_ path: NetworkPath) -> PrintedPath {
        if let former, former.path.isIdentical(to: path) { return former }
        var shown = last?.shown ?? ShownInterfaces()
        shown.update(former: former?.shown) { path.forEachShowing(choice, beside: last?.path, $0) }
        return PrintedPath(path, shown)
    }

    /// - Returns: whether the line fit into the pipe.
    private mutating func write(
        _ line: Line, to stream: StandardStream
    ) throws(OutputError) -> Bool {
        let isWritten =
            isJSON
            ? try stream.writeIfThereIsRoom(json(line)) : try writeText(line, to: stream)
        if isWritten { count += 1 }
        return isWritten
    }

    /// - Returns: whether the line fit into the pipe.
    private mutating func writeText(
        _ line: Line, to stream: StandardStream
    ) throws(OutputError) -> Bool {
        // The durations are replaced only after the line was written.
        var durations = durations
        let sentence: String
        if let change = line.change {
            let duration = durations.change(
                from: change.old, to: change.new, now: BootTimeClock.milliseconds)
            sentence =
                ChangeText(change: change, choice: choice, formerState: duration).sentence
        } else {
            sentence = StatusText.sentence(line.path.path, names)
        }
        // The journal has times of its own.
        if journal?.send(line.facts.entry(sentence)) != true {
            let stamp = Timestamp(milliseconds: RealTimeClock.milliseconds)
            let time = style.apply(.heading, to: stamp.local)
            let text = Array("\(time)  \(sentence)\n".utf8)
            guard try stream.writeIfThereIsRoom(text) else { return false }
        }
        self.durations = durations
        return true
    }

    private func json(_ line: Line) -> [UInt8] {
        let event = PathEvent(line.change, path: line.path)
        return OutputLine(NumberedEvent(sequence: count, event: event)).bytes
    }
}

/// The line of `reach watch --json`: its number, then the members of its event.
private struct NumberedEvent<Path: Encodable>: Encodable {
    let sequence: Int
    let event: PathEvent<Path>

    private enum CodingKeys: String, CodingKey {
        case sequence
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try event.encode(to: encoder)
    }
}
