// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// The lines of `reach watch`, each against the one before it.
struct WatchLines {
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
            return false
        }
        return true
    }

    /// Writes the next line, unless nothing differs that is shown.
    ///
    /// - Parameters:
    ///   - path: the path now; `nil` if nothing is known of it.
    ///   - resyncs: how often everything was read afresh until now.
    mutating func write(
        _ path: NetworkPath?,
        resyncs: Int,
        to stream: StandardStream
    ) throws(SystemError) {
        guard let path else { return }
        let isDifferent = shown.take(path.showings(all: showsAll, beside: last))
        guard let last else {
            let headline = StatusText(path: path, interfaces: [], style: style).headline
            try write("initial", [], path, headline, to: stream)
            self.last = path
            self.resyncs = resyncs
            return
        }
        let change = PathChange(
            from: last, to: path, isResync: resyncs > self.resyncs, showsOthers: isDifferent)
        if let change {
            try write(
                change.isResync ? "resync" : "change", change.fields, path,
                ChangeText(change: change).sentence, to: stream)
            self.resyncs = resyncs
        }
        // What went before it is given up when the line is out.
        self.last = path
    }

    /// - Parameter sentence: what happened in words, which JSON has no use for.
    private mutating func write(
        _ event: String,
        _ fields: [PathChange.Field],
        _ path: NetworkPath,
        _ sentence: @autoclosure () -> String,
        to stream: StandardStream
    ) throws(SystemError) {
        defer { count += 1 }
        guard isJSON else {
            let stamp = Timestamp(milliseconds: WallClock.milliseconds)
            let time = style.apply(.heading, to: stamp.timeOfDay)
            return try stream.write("\(time)  \(sentence())\n")
        }
        var json = JSONWriter()
        json.object { json in
            json.writeStamp()
            json.member("sequence", count)
            json.member("event", event)
            json.key("changes")
            json.array(fields) { $0.value(word: $1.rawValue) }
            json.key("path")
            json.object { json in
                json.writeMembers(of: path) { shown.write(to: &$0) }
            }
        }
        try json.writeLine(to: stream)
    }
}
