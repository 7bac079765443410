// SPDX-License-Identifier: Apache-2.0

/// What is known of the path in a range of time: spans without gaps, in the order of time.
///
/// Nothing is known between the last record of one process and the first record of the next one, and while the machine
/// sleeps.
struct PathHistory: Hashable, Sendable {
    /// A time in which one thing is known.
    struct Span: Hashable, Sendable {
        /// Milliseconds since 1970.
        var from: Int64
        var to: Int64
        /// The path; `nil` if nothing is known.
        var state: Observation.State?
        /// What was recorded at the beginning of a time without other records; `nil` if nothing was.
        var told: Observation.State?

        var duration: Int64 { to - from }
    }

    /// The end of a history.
    struct Now: Hashable, Sendable {
        /// Milliseconds since 1970.
        var time: Int64
        /// Milliseconds of the monotonic clock.
        var uptime: Int64
        /// The processes that are still observing.
        var watchers: Set<Observation.Watcher> = []
    }

    let from: Int64
    let to: Int64
    /// Whether it ends now, and not before.
    let endsNow: Bool
    let spans: [Span]

    /// The spans that have a part between two times.
    func spans(from: Int64, to: Int64) -> ArraySlice<Span> {
        func first(where isLater: (Span) -> Bool) -> Int {
            var range = spans.indices
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                range =
                    isLater(spans[middle])
                    ? range.lowerBound..<middle : middle + 1..<range.upperBound
            }
            return range.lowerBound
        }
        let start = first { $0.to > from }
        return spans[start..<max(start, first { $0.from >= to })]
    }

    /// A process that starts this many milliseconds after the last record continues it, as a service does that is started
    /// again.
    private static let restart: Int64 = 60_000
    /// By how many milliseconds the monotonic clock may differ from the time of day, which is corrected now and then.
    private static let correction: Int64 = 10_000

    /// - Parameters:
    ///   - observations: the records, in the order in which they were made.
    ///   - from: the beginning of the range, in milliseconds since 1970.
    ///   - to: the end of the range; `nil` for now, as for a time that has not come.
    ///   - now: the end of what can be known.
    init(_ observations: [Observation], from: Int64, to: Int64? = nil, now: Now) {
        let observations = Self.retimed(observations, now)
        let continues = Self.continuity(observations, now)
        var painted = Spans()
        for (position, one) in observations.enumerated() {
            let next = position + 1 < observations.count ? observations[position + 1] : nil
            // The clock may have been set back. What was recorded later counts.
            painted.cut(at: one.time)
            let end = next?.time ?? now.time
            guard continues[position] else {
                painted.append(Span(from: one.time, to: end, told: one.state))
                continue
            }
            let known = min(end, one.time + Self.awake(one, next, now, end))
            painted.append(Span(from: one.time, to: known, state: one.state))
            painted.append(Span(from: known, to: end))
        }
        let end = min(to ?? now.time, now.time)
        (self.from, self.to, endsNow) = (from, end, end == now.time)
        spans = painted.clipped(from: from, to: end)
    }

    /// Moves what was recorded before the clock was set back, so that the times between records of one boot are at least
    /// those of the monotonic clock. The later clock is taken for the right one.
    ///
    /// (A clock that was set forward looks like a machine that slept: the time between is unknown.)
    private static func retimed(_ observations: [Observation], _ now: Now) -> [Observation] {
        var observations = observations
        // What is known of a later moment of each boot.
        var later: [String: (time: Int64, uptime: Int64)] = [:]
        for watcher in now.watchers { later[watcher.boot] = (now.time, now.uptime) }
        var shifts: [String: Int64] = [:]
        for position in observations.indices.reversed() {
            let one = observations[position]
            guard let boot = one.watcher?.boot, let uptime = one.uptime else { continue }
            observations[position].time += shifts[boot, default: 0]
            if let later = later[boot] {
                let latest = later.time - (later.uptime - uptime)
                if observations[position].time > latest + correction {
                    observations[position].time = latest
                    shifts[boot] = latest - one.time
                }
            }
            later[boot] = (observations[position].time, uptime)
        }
        return observations
    }

    /// For how long the machine was certainly awake after an observation, at most up to `end`.
    private static func awake(
        _ one: Observation, _ next: Observation?, _ now: Now, _ end: Int64
    ) -> Int64 {
        let elapsed = end - one.time
        guard let uptime = one.uptime else { return elapsed }
        let later: Int64
        if let next {
            guard let known = next.uptime, next.watcher?.boot == one.watcher?.boot else {
                return elapsed
            }
            later = known
        } else {
            later = now.uptime
        }
        let running = max(0, later - uptime)
        return elapsed - running > correction ? running : elapsed
    }

    /// Returns for each observation whether a process was observing up to the next one; for the last one, up to now.
    private static func continuity(_ observations: [Observation], _ now: Now) -> [Bool] {
        /// The positions of the first and the last record of a process.
        struct Watch { var first, last: Int }
        var watches: [Watch] = []
        var current: [Observation.Watcher?: Int] = [:]
        var beginnings: [String?: Int] = [:]
        for (position, one) in observations.enumerated() {
            let boot = one.watcher?.boot
            if beginnings[boot] == nil { beginnings[boot] = position }
            if !one.isFirst, let watch = current[one.watcher] {
                watches[watch].last = position
            } else {
                // A process whose first record is missing has observed since some time in this boot.
                let first = one.isFirst ? position : beginnings[boot] ?? position
                current[one.watcher] = watches.count
                watches.append(Watch(first: first, last: position))
            }
        }
        for watcher in now.watchers {
            if let watch = current[watcher] { watches[watch].last = observations.count }
        }
        var ends = [Int](repeating: 0, count: observations.count)
        for watch in watches { ends[watch.first] = max(ends[watch.first], watch.last) }
        var end = 0
        return observations.indices.map { position in
            end = max(end, ends[position])
            return end > position || isRestart(observations, after: position)
        }
    }

    private static func isRestart(_ observations: [Observation], after position: Int) -> Bool {
        guard position + 1 < observations.count, let boot = observations[position].watcher?.boot
        else { return false }
        let (one, next) = (observations[position], observations[position + 1])
        return next.isFirst && next.watcher?.boot == boot && next.time - one.time <= restart
    }
}

/// Spans that are being collected.
private struct Spans {
    private var spans: [PathHistory.Span] = []

    mutating func append(_ span: PathHistory.Span) {
        if span.to > span.from { spans.append(span) }
    }

    /// Forgets everything from a time on.
    mutating func cut(at time: Int64) {
        while let last = spans.last, last.to > time {
            spans.removeLast()
            append(
                PathHistory.Span(from: last.from, to: time, state: last.state, told: last.told))
        }
    }

    /// Returns the spans of a range, without gaps and without two of the same state in a row.
    func clipped(from: Int64, to: Int64) -> [PathHistory.Span] {
        var result: [PathHistory.Span] = []
        func add(_ span: PathHistory.Span) {
            guard span.to > span.from else { return }
            if let last = result.last, last.state == span.state {
                result[result.count - 1].to = span.to
            } else {
                result.append(span)
            }
        }
        var end = from
        for span in spans where min(span.to, to) > max(span.from, from) {
            var clipped = span
            (clipped.from, clipped.to) = (max(span.from, from), min(span.to, to))
            if clipped.from > span.from { clipped.told = nil }
            add(PathHistory.Span(from: end, to: clipped.from))
            add(clipped)
            end = clipped.to
        }
        add(PathHistory.Span(from: end, to: to))
        return result
    }
}
