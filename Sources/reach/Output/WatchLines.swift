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

    /// The next line; `nil` if nothing differs that is shown.
    ///
    /// - Parameters:
    ///   - path: the path now; `nil` if nothing is known of it.
    ///   - resyncs: how often everything was read afresh until now.
    mutating func next(_ path: NetworkPath?, resyncs: Int) -> [UInt8]? {
        guard let path else { return nil }
        let interfaces = showsAll ? path.interfaces : path.interfacesOfInterest
        guard let last else {
            shown.take(interfaces)
            self.last = path
            self.resyncs = resyncs
            let headline = StatusText(path: path, interfaces: [], style: style).headline
            return line("initial", [], path, headline)
        }
        let isDifferent = shown.take(interfaces)
        self.last = path
        let change = PathChange(
            from: last, to: path, isResync: resyncs > self.resyncs, showsOthers: isDifferent)
        guard let change else { return nil }
        self.resyncs = resyncs
        return line(
            change.isResync ? "resync" : "change", change.fields, path,
            ChangeText(change: change).sentence)
    }

    /// - Parameter sentence: what happened in words, which JSON has no use for.
    private mutating func line(
        _ event: String,
        _ fields: [PathChange.Field],
        _ path: NetworkPath,
        _ sentence: @autoclosure () -> String
    ) -> [UInt8] {
        defer { count += 1 }
        guard isJSON else {
            let stamp = Timestamp(milliseconds: WallClock.milliseconds)
            let time = style.apply(.heading, to: stamp.timeOfDay)
            return Array("\(time)  \(sentence())\n".utf8)
        }
        var json = JSONWriter()
        json.object { json in
            json.writeStamp()
            json.member("sequence", count)
            json.member("event", event)
            json.member("changes", fields.map(\.rawValue))
            json.key("path")
            json.object { json in
                json.writeMembers(of: path) { json in
                    json.array(shown.texts) { $0.value(written: $1) }
                }
            }
        }
        return json.line
    }
}
