// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

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
        for boot in boots {
            var state: Observation.State?
            var followsBreak = false
            for step in Self.steps(boot.entries) {
                if let new = step.entry.state { state = new }
                if step.isGap { state = nil }
                // The clock may have been set back between two boots. The later record counts.
                if painted.cut(at: step.from) { followsBreak = true }
                let awake = step.to - step.asleep
                painted.append(
                    PathHistory.Span(
                        from: step.from, to: awake, state: state, followsBreak: followsBreak))
                if awake > step.from { followsBreak = false }
                painted.append(PathHistory.Span(from: awake, to: step.to, isAsleep: true))
            }
        }
        return painted
    }

    /// The times in which a recorder ran, in their order.
    var runs: [TimePeriod] {
        var runs: [TimePeriod] = []
        for boot in boots {
            for step in Self.steps(boot.entries) {
                while let last = runs.last, last.end > step.from {
                    runs.removeLast()
                    if last.from < step.from {
                        runs.append(TimePeriod(from: last.from, end: step.from))
                    }
                }
                if step.isGap || step.to <= step.from { continue }
                if let last = runs.last, last.end == step.from {
                    runs[runs.count - 1].end = step.to
                } else {
                    runs.append(TimePeriod(from: step.from, end: step.to))
                }
            }
        }
        return runs
    }

    /// The time from one line of a boot to the next one.
    private struct Step {
        /// The first of the lines.
        let entry: RecordEntry
        /// The times of the lines, in milliseconds since 1970.
        let from: Int64
        let to: Int64
        /// For how long the machine slept, in milliseconds.
        let asleep: Int64
        /// Whether no recorder ran.
        let isGap: Bool
    }

    private static func steps(_ entries: [RecordEntry]) -> [Step] {
        guard let last = entries.last, let lastUptime = last.uptime else { return [] }
        func time(_ uptime: Int64) -> Int64 { last.time - (lastUptime - uptime) }
        return zip(entries, entries.dropFirst()).compactMap { entry, next in
            guard let from = entry.uptime, let to = next.uptime else { return nil }
            var asleep: Int64 = 0
            if let awake = entry.awake, let later = next.awake {
                asleep = max(0, (to - from) - (later - awake))
            }
            // The clocks are not read at the same time.
            if asleep <= tolerance { asleep = 0 }
            let isGap = entry.event == .stop || next.event == .start
            return Step(
                entry: entry, from: time(from), to: time(to), asleep: asleep,
                isGap: isGap && to - from > PathHistory.restart)
        }
    }

    /// The most milliseconds by which the clocks may differ although the machine did not sleep.
    private static let tolerance: Int64 = 10
}
