// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Writes the lines of `reach watch`. Each line states the difference from the previous line.
struct WatchLines: ~Copyable {
    // Each access to an option searches the parsed arguments.
    private let isJSON: Bool
    private let showsAll: Bool
    private let style: TextStyle
    /// The number of written lines.
    private(set) var count = 0
    /// The path of the last line.
    private var last: PrintedPath?
    /// The path of the line before the last one. A flapping route alternates between two paths.
    private var former: PrintedPath?
    /// The number of resyncs at the last line.
    private var resyncs = 0
    /// The buffer for a line. It is reused.
    private var json = JSONWriter()

    /// A path as a line shows it.
    private struct PrintedPath {
        var path: NetworkPath
        var shown: ShownInterfaces
        /// The members of the path in JSON; `nil` if they are not written, or too long to be kept.
        var members: [UInt8]?

        /// The maximum number of interfaces of a path whose JSON is kept.
        static let maximum = 32
    }

    init(output: OutputOptions) {
        isJSON = output.json
        showsAll = output.all
        style = output.style
    }

    /// Returns whether a path may differ in something that is shown. Cheaper than composing the line.
    mutating func mayDiffer(_ path: NetworkPath?) -> Bool {
        guard let path else { return false }
        guard let last else { return true }
        let showsAll = showsAll
        if path.isDecided(like: last.path),
            !path.showsOtherInterfaces(
                than: last.path, where: { showsAll || $0.isOfInterest($1) })
        {
            // Changes that are not shown must not accumulate.
            self.last?.path = path
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
        guard let path else { return true }
        let printed = compose(path)
        let showsAll = showsAll
        if let last {
            let change = PathChange(
                from: last.path, to: path, isResync: resyncs > self.resyncs,
                showsOthers: !printed.shown.isWritten(like: last.shown))
            if let change {
                let isWritten = try write(
                    change.isResync ? "resync" : "change", change.fields, printed,
                    ChangeText(change: change, showsAll: showsAll).sentence, to: stream)
                guard isWritten else { return false }
                self.resyncs = resyncs
            }
        } else {
            let headline = StatusText(path: path, interfaces: [], style: style).headline
            guard try write("initial", [], printed, headline, to: stream) else { return false }
            self.resyncs = resyncs
        }
        // The previous state is replaced only after the line was written.
        (last, former) = (printed, last)
        return true
    }

    /// Returns a path as a line shows it.
    private func compose(_ path: NetworkPath) -> PrintedPath {
        if let former, former.path.isCopy(of: path) { return former }
        var shown = last?.shown ?? ShownInterfaces()
        shown.update { path.forEachShowing(all: showsAll, beside: last?.path, $0) }
        let isKept = isJSON && shown.count <= PrintedPath.maximum
        let members = isKept ? JSONWriter.part { Self.write(path, shown, to: &$0) } : nil
        return PrintedPath(path: path, shown: shown, members: members)
    }

    private static func write(
        _ path: NetworkPath,
        _ shown: ShownInterfaces,
        to json: inout JSONWriter
    ) {
        json.writeMembers(of: path) { shown.write(to: &$0) }
    }

    /// - Parameter sentence: the change as text. Not evaluated for JSON.
    /// - Returns: whether the line fit into the pipe.
    private mutating func write(
        _ event: String,
        _ fields: [PathChange.Field],
        _ printed: PrintedPath,
        _ sentence: @autoclosure () -> String,
        to stream: StandardStream
    ) throws(OutputError) -> Bool {
        let isWritten: Bool
        if isJSON {
            isWritten = try writeJSON(event, fields, printed, to: stream)
        } else {
            let stamp = Timestamp(milliseconds: WallClock.milliseconds)
            let time = style.apply(.heading, to: stamp.local)
            var line = ByteBuffer(capacity: 256)
            line.append("\(time)  \(sentence())\n" as String)
            isWritten = try stream.writeIfThereIsRoom(line)
        }
        if isWritten { count += 1 }
        return isWritten
    }

    /// - Returns: whether the line fit into the pipe.
    private mutating func writeJSON(
        _ event: String,
        _ fields: [PathChange.Field],
        _ printed: PrintedPath,
        to stream: StandardStream
    ) throws(OutputError) -> Bool {
        defer { json.removeAll() }
        let sequence = count
        json.object { json in
            json.writeStamp()
            json.member("sequence", sequence)
            json.member("event", event)
            json.key("changes")
            json.array(fields) { $0.value(code: $1.rawValue) }
            json.key("path")
            json.object { json in
                if let members = printed.members {
                    json.members(written: members)
                } else {
                    Self.write(printed.path, printed.shown, to: &json)
                }
            }
        }
        return try json.writeLineIfThereIsRoom(to: stream)
    }
}
