// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// The lines of `reach watch`, each against the one before it.
struct WatchLines: ~Copyable {
    // An option is looked up in what was parsed, each time.
    private let isJSON: Bool
    private let showsAll: Bool
    private let style: TextStyle
    /// How many there were.
    private(set) var count = 0
    private var last: NetworkPath?
    /// The interfaces that the last line showed.
    private var shown = ShownInterfaces()
    /// How often everything had been read afresh by the last line.
    private var resyncs = 0
    /// Where a line is put together: the room for it stays.
    private var json = JSONWriter()
    /// The last line, if it may be of use again.
    private var latest: Told?
    /// The line before it, if the last one has taken back what it told: where two paths alternate, as by a route
    /// that comes and goes, it is written again.
    private var former: Told?

    /// A line that was written. (It is a class, for it is kept and handed on as a whole.)
    private final class Told {
        /// What it told: the path before, and the path.
        let old: NetworkPath
        let new: NetworkPath
        /// Its members behind its time and its number.
        let members: [UInt8]
        let shown: ShownInterfaces

        init(
            from old: NetworkPath, to new: NetworkPath, members: [UInt8], shown: ShownInterfaces
        ) {
            self.old = old
            self.new = new
            self.members = members
            self.shown = shown
        }

        /// Whether it tells of this change.
        func tells(from old: NetworkPath, to new: NetworkPath) -> Bool {
            self.old.isCopy(of: old) && self.new.isCopy(of: new)
        }

        /// A line that is longer is not kept.
        static let maximum = 4096
    }

    init(output: OutputOptions) {
        isJSON = output.json
        showsAll = output.all
        style = output.style
    }

    /// Whether a path may differ in something that is shown; it is cheaper to ask than the line.
    mutating func hasNews(_ path: NetworkPath?) -> Bool {
        guard let path else { return false }
        guard let last else { return true }
        let showsAll = showsAll
        if path.isDecided(like: last),
            !path.showsOtherInterfaces(than: last, where: { showsAll || $0.isOfInterest($1) })
        {
            // What is not shown must not pile up.
            self.last = path
            forgetLines()
            return false
        }
        return true
    }

    /// Writes the next line if there is room for it, unless nothing differs that is shown.
    ///
    /// - Parameters:
    ///   - path: the path now; `nil` if nothing is known of it.
    ///   - resyncs: how often everything was read afresh until now.
    ///   - stream: where the line is written.
    /// - Returns: whether there was room. If not, all is as before.
    mutating func write(
        _ path: NetworkPath?,
        resyncs: Int,
        to stream: StandardStream
    ) throws(SystemError) -> Bool {
        guard let path else { return true }
        if let last, let former, former.tells(from: last, to: path), resyncs == self.resyncs {
            return try write(again: former, to: stream)
        }
        var shown = shown
        let showsAll = showsAll
        let isDifferent = shown.take { path.forEachShowing(all: showsAll, beside: last, $0) }
        if let last {
            let change = PathChange(
                from: last, to: path, isResync: resyncs > self.resyncs, showsOthers: isDifferent)
            if let change {
                let isWritten = try write(
                    change.isResync ? "resync" : "change", change.fields, path, shown,
                    ChangeText(change: change, showsAll: showsAll).sentence, to: stream)
                guard isWritten else { return false }
                self.resyncs = resyncs
            } else {
                forgetLines()
            }
        } else {
            let headline = StatusText(path: path, interfaces: [], style: style).headline
            guard try write("initial", [], path, shown, headline, to: stream) else { return false }
            self.resyncs = resyncs
        }
        // What went before it is given up when the line is out.
        self.shown = shown
        last = path
        return true
    }

    /// - Parameter sentence: what happened in words, which JSON has no use for.
    /// - Returns: whether there was room for it.
    private mutating func write(
        _ event: String,
        _ fields: [PathChange.Field],
        _ path: NetworkPath,
        _ shown: ShownInterfaces,
        _ sentence: @autoclosure () -> String,
        to stream: StandardStream
    ) throws(SystemError) -> Bool {
        let isWritten: Bool
        if isJSON {
            defer { json.removeAll() }
            var members = 0..<0
            isWritten = try writeJSON(to: stream) { json in
                let start = json.count
                json.member("event", event)
                json.key("changes")
                json.array(fields) { $0.value(word: $1.rawValue) }
                json.key("path")
                json.object { json in
                    json.writeMembers(of: path) { shown.write(to: &$0) }
                }
                members = start..<json.count
            }
            if isWritten { keep(members, event, path, shown) }
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

    /// - Parameter content: writes the members behind the time and the number.
    /// - Returns: whether there was room for it.
    private mutating func writeJSON(
        to stream: StandardStream,
        _ content: (inout JSONWriter) -> Void
    ) throws(SystemError) -> Bool {
        let sequence = count
        json.object { json in
            json.writeStamp()
            json.member("sequence", sequence)
            content(&json)
        }
        return try json.writeLineIfThereIsRoom(to: stream)
    }

    /// Writes a line of before, with the time and the number of now.
    ///
    /// - Returns: whether there was room for it.
    private mutating func write(
        again line: Told,
        to stream: StandardStream
    ) throws(SystemError) -> Bool {
        defer { json.removeAll() }
        guard try writeJSON(to: stream, { $0.members(written: line.members) }) else { return false }
        count += 1
        (latest, former) = (line, latest)
        shown = line.shown
        last = line.new
        return true
    }

    /// Keeps the line that has been written, if it may be of use again.
    private mutating func keep(
        _ members: Range<Int>,
        _ event: String,
        _ path: NetworkPath,
        _ shown: ShownInterfaces
    ) {
        guard event == "change", let last, members.count <= Told.maximum else {
            return forgetLines()
        }
        let line = Told(
            from: last, to: path, members: json.members(in: members), shown: shown)
        let isTakenBack = latest?.tells(from: path, to: last) == true
        former = isTakenBack ? latest : nil
        latest = line
    }

    private mutating func forgetLines() {
        latest = nil
        former = nil
    }
}
