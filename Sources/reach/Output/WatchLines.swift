// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// The lines of `reach watch`, each against the one before it.
struct WatchLines {
    let output: OutputOptions
    /// How many there were.
    private(set) var count = 0
    private var last: NetworkPath?
    /// The interfaces that the last line showed.
    private var shown = ShownInterfaces()
    /// How often everything had been read afresh by the last line.
    private var resyncs = 0

    init(output: OutputOptions) {
        self.output = output
    }

    /// The next line; `nil` if nothing differs that is shown.
    ///
    /// - Parameter resyncs: how often everything was read afresh until now.
    mutating func next(_ path: NetworkPath?, resyncs: Int) -> String? {
        guard let path else { return nil }
        let output = output
        guard let last else {
            shown.take(output.shown(of: path))
            self.last = path
            return line(
                "initial", [], path,
                StatusText(path: path, interfaces: [], style: output.style).headline)
        }
        var shown = shown
        let change = PathChange(
            from: last, to: path, isResync: resyncs > self.resyncs
        ) { differsOtherwise in
            // There will be a line, for which they are needed; else only what differs is looked at.
            guard differsOtherwise || path.showsOtherInterfaces(than: last, where: output.shows)
            else {
                return false
            }
            return shown.take(output.shown(of: path))
        }
        guard let change else {
            // Nothing differs that is shown; and what differs must not pile up.
            self.last = path
            self.shown = shown
            return nil
        }
        self.shown = shown
        self.last = path
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
    ) -> String {
        defer { count += 1 }
        guard output.json else {
            let stamp = Timestamp(milliseconds: WallClock.milliseconds)
            let time = output.style.apply(.heading, to: stamp.timeOfDay)
            return "\(time)  \(sentence())\n"
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
