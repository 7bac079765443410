// SPDX-License-Identifier: Apache-2.0

/// The lines of a record, with which a history is made.
///
/// In one boot, times come from the clock that counts from the boot, which cannot be set. The last line says which time of
/// day that is.
struct RecordedHistory {
    /// The lines of one boot, in the order of their uptimes.
    private struct BootLines {
        let boot: String
        var entries: [RecordEntry] = []
    }

    /// The boots in the order of their lines.
    private var boots: [BootLines] = []

    /// Sorts lines.
    ///
    /// - Parameters:
    ///   - entries: the lines, in their order.
    ///   - running: the boot in which a recorder still runs, and the present; `nil` if none does.
    init(_ entries: [RecordEntry], running: (boot: String, now: RecordMoment)? = nil) {
        var positions: [String: Int] = [:]
        for entry in entries {
            guard let boot = entry.boot, entry.uptime != nil else { continue }
            let position = positions[boot] ?? boots.count
            if position == boots.count {
                positions[boot] = position
                boots.append(BootLines(boot: boot))
            }
            boots[position].entries.append(entry)
        }
        for position in boots.indices {
            var entries = boots[position].entries
            // A line of a time before the clock was set can be in the file of another month.
            entries = entries.enumerated().sorted {
                ($0.element.uptime ?? 0, $0.offset) < ($1.element.uptime ?? 0, $1.offset)
            }.map(\.element)
            if let running, running.boot == boots[position].boot,
                let last = entries.last, last.event != .stop,
                last.uptime.map({ $0 < running.now.uptime }) ?? false
            {
                entries.append(
                    RecordEntry(
                        time: running.now.time, boot: running.boot, uptime: running.now.uptime,
                        awake: running.now.awake))
            }
            boots[position].entries = entries
        }
    }

    /// The spans of all boots.
    var spans: PaintedSpans {
        var painted = PaintedSpans()
        for boot in boots { Self.paint(boot.entries, &painted) }
        return painted
    }

    private static func paint(_ entries: [RecordEntry], _ painted: inout PaintedSpans) {
        guard let last = entries.last, let lastUptime = last.uptime else { return }
        func time(_ uptime: Int64) -> Int64 { last.time - (lastUptime - uptime) }
        var state: Observation.State?
        for (entry, next) in zip(entries, entries.dropFirst()) {
            guard let from = entry.uptime, let to = next.uptime else { continue }
            if let new = entry.state { state = new }
            let isGap = entry.event == .stop || next.event == .start
            if isGap, to - from > PathHistory.restart { state = nil }
            var asleep: Int64 = 0
            if let awake = entry.awake, let later = next.awake {
                asleep = max(0, (to - from) - (later - awake))
            }
            // The clocks are not read at the same time.
            if asleep <= tolerance { asleep = 0 }
            // The clock may have been set back between two boots. The later record counts.
            painted.cut(at: time(from))
            painted.append(
                PathHistory.Span(from: time(from), to: time(to - asleep), state: state))
            painted.append(PathHistory.Span(from: time(to - asleep), to: time(to), isAsleep: true))
        }
    }

    /// The most milliseconds by which the clocks may differ although the machine did not sleep.
    private static let tolerance: Int64 = 10
}
