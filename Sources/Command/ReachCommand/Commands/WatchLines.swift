// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Writes the lines of `reach watch`. Each line states the difference from the previous line.
struct WatchLines: ~Copyable {
    // Each access to an option searches the parsed arguments.
    private let isJSON: Bool
    /// The names of the interfaces on the command line, in their order.
    private let names: [String]
    private let style: TextStyle
    /// The journal, if it gets the text; `nil` if something else does.
    private let journal: Journal?
    /// The number of written lines.
    private(set) var count = 0
    /// The paths of the lines.
    private var paths: ShownPaths
    /// The durations of the states of the path, for the text.
    private var durations = StateDurations(now: BootTimeClock.milliseconds)

    /// - Parameters:
    ///   - output: the options of the output.
    ///   - names: the interfaces to show; empty for the default choice.
    ///   - isForCommand: whether the lines are given to a command, as JSON.
    init(output: OutputOptions, names: [String], isForCommand: Bool) {
        isJSON = output.json || isForCommand
        paths = ShownPaths(
            names.isEmpty ? (output.all ? .all : .ofInterest) : .named(Set(names)))
        self.names = names
        style = output.style
        journal = isJSON ? nil : Journal(of: .output)
    }

    /// Whether the lines are entries of the journal.
    var isForJournal: Bool { journal != nil }

    /// Writes to the journal that the last line holds up to now, because the watch ends. Other outputs end with the last
    /// line.
    func end() {
        guard let journal, let last = paths.last else { return }
        _ = journal.send(PathFacts(path: last.path, changes: []).lastEntry(names))
    }

    /// Returns whether a path may differ in something that is shown. Cheaper than composing the line.
    mutating func mayDiffer(_ path: NetworkPath?) -> Bool { paths.mayDiffer(path) }

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

    /// Passes the next line to a closure, unless nothing that is shown has changed.
    ///
    /// - Parameter deliver: returns whether the line was delivered. If not, the state is unchanged.
    /// - Returns: whether no line is left to be delivered.
    private mutating func advance<Failure: Error>(
        to path: NetworkPath?,
        resyncs: Int,
        _ deliver: (inout WatchLines, ShownPaths.Step) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        // The text has more words for a reason than the JSON.
        guard let path,
            let step = paths.step(to: path, resyncs: resyncs, comparesDescriptions: !isJSON)
        else { return true }
        // The previous path is replaced only after the line was delivered.
        guard try deliver(&self, step) else { return false }
        paths.note(step)
        return true
    }

    /// - Returns: whether the line fit into the pipe.
    private mutating func write(
        _ line: ShownPaths.Step, to stream: StandardStream
    ) throws(OutputError) -> Bool {
        let isWritten =
            isJSON
            ? try stream.writeIfThereIsRoom(json(line)) : try writeText(line, to: stream)
        if isWritten { count += 1 }
        return isWritten
    }

    /// - Returns: whether the line fit into the pipe.
    private mutating func writeText(
        _ line: ShownPaths.Step, to stream: StandardStream
    ) throws(OutputError) -> Bool {
        // The durations are replaced only after the line was written.
        var durations = durations
        let sentence: String
        if let change = line.change {
            let duration = durations.change(
                from: change.old, to: change.new, now: BootTimeClock.milliseconds)
            sentence =
                ChangeText(change: change, choice: paths.choice, formerState: duration).sentence
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

    private func json(_ line: ShownPaths.Step) -> [UInt8] {
        let event = PathEvent(line.change, path: line.path)
        return OutputLine(NumberedEvent(sequence: count, event: event)).bytes
    }
}

extension ShownPaths.Step {
    /// The facts of the line, for the command of `--exec` and for the journal.
    fileprivate var facts: PathFacts {
        PathFacts(path: path.path, changes: change?.fields ?? [])
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
