// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// A record of the path at one time, by a program that follows the path.
struct Observation: Hashable, Sendable {
    /// The part of a path that a history uses.
    struct State: Hashable, Sendable {
        var isOnline: Bool
        var connection: NetworkPath.Connection
        /// The name of the interface that the kernel chose; `nil` for none.
        var primary: String?
        var metered: Metered.Value
        /// The result of a connectivity check over this path.
        var connectivity = NetworkPath.Connectivity.Value.unknown
    }

    /// A process that records what it observes, in one boot of the machine.
    struct Watcher: Hashable, Sendable {
        /// The boot, 32 digits (`_BOOT_ID` of the journal).
        var boot: String
        /// The number of the process.
        var process: Int
        /// The user whose process it is (`_UID`).
        var user: UInt32 = 0
        /// The unit of systemd that the process belongs to (`_SYSTEMD_USER_UNIT`, else `_SYSTEMD_UNIT`).
        var unit = ""
    }

    /// Milliseconds since 1970.
    var time: Int64
    var state: State
    /// Whether this is the first record of the process, which does not know the state before.
    var isFirst: Bool
    /// The process that recorded it; `nil` in a file, into which one process at a time writes.
    var watcher: Watcher?
    /// Milliseconds of the monotonic clock, which stops while the machine sleeps; `nil` if they are not recorded.
    var uptime: Int64?
}

extension Observation.State {
    /// Creates a state from the words of JSON. Words of later versions count as unknown.
    ///
    /// - Parameter connectivity: `nil` if it was not recorded.
    /// - Returns: `nil` if this version does not know the status.
    init?(
        status: String, connection: String, primary: String?, metered: String, connectivity: String?
    ) {
        guard let status = NetworkPath.Status(rawValue: status) else { return nil }
        isOnline = status == .satisfied
        self.connection = NetworkPath.Connection(rawValue: connection) ?? .other
        self.primary = primary.flatMap { $0.isEmpty ? nil : $0 }
        self.metered = Metered.Value(rawValue: metered) ?? .unknown
        self.connectivity =
            connectivity.flatMap { NetworkPath.Connectivity.Value(rawValue: $0) } ?? .unknown
    }

    /// The reason why the internet could not be used.
    enum Outage: String, Encodable, CaseIterable, Sendable {
        /// There was no path to the internet.
        case offline
        /// There was a path, and the internet did not answer.
        case limited
        /// There was a path, and a captive portal answered.
        case portal
    }

    /// The reason why the internet could not be used; `nil` if it could, as far as is known.
    var outage: Outage? {
        guard isOnline else { return .offline }
        return switch connectivity {
        case .unknown, .full: nil
        case .none, .limited: .limited
        case .portal: .portal
        }
    }

    /// The cost of being online.
    enum Cost: String, Encodable, CaseIterable, Sendable {
        case unmetered, metered, unknown
    }

    /// The cost, guesses included.
    var cost: Cost {
        switch metered {
        case .yes, .guessYes: .metered
        case .no, .guessNo: .unmetered
        case .unknown: .unknown
        }
    }
}

/// The path in a range of time: spans without gaps, in the order of time.
///
/// Nothing is known between the last record of one process and the first record of the next one. A journal does not say
/// when the machine slept: that time is unknown, too.
struct PathHistory: Hashable, Sendable {
    /// A time with one state of the path.
    struct Span: Hashable, Sendable {
        /// Milliseconds since 1970.
        var from: Int64
        var to: Int64
        /// The path; `nil` if it is unknown.
        var state: Observation.State?
        /// The record at the beginning of a time without other records; `nil` for none.
        var recorded: Observation.State?
        /// Whether the machine slept.
        var isAsleep = false
        /// Whether the time before is unknown although the last span ends where this one begins: the clock was set back
        /// between two boots.
        var followsBreak = false

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

    /// - Parameters:
    ///   - painted: the spans.
    ///   - from: the beginning of the range, in milliseconds since 1970.
    ///   - to: the end of the range; `nil` for now.
    ///   - now: the present, in milliseconds since 1970.
    init(_ painted: PaintedSpans, from: Int64, to: Int64?, now: Int64) {
        let end = min(to ?? now, now)
        (self.from, self.to, endsNow) = (from, end, end == now)
        spans = painted.clipped(from: from, to: end)
    }

    /// A process that starts this many milliseconds after the last record continues it, as a service does that is started
    /// again.
    static let restart: Int64 = 60_000
    /// By how many milliseconds the monotonic clock may differ from the time of day, which is corrected now and then.
    private static let correction: Int64 = 10_000

    /// - Parameters:
    ///   - observations: the records, in the order in which they were made.
    ///   - from: the beginning of the range, in milliseconds since 1970.
    ///   - to: the end of the range; `nil` for now, as for a time that has not come.
    ///   - now: the present, after which nothing is known.
    init(_ observations: [Observation], from: Int64, to: Int64? = nil, now: Now) {
        let observations = Self.retimed(observations, now)
        let continues = Self.continuity(observations, now)
        var painted = PaintedSpans()
        for (position, one) in observations.enumerated() {
            let next = position + 1 < observations.count ? observations[position + 1] : nil
            // The clock may have been set back. The later record counts.
            painted.cut(at: one.time)
            let end = next?.time ?? now.time
            guard continues[position] else {
                painted.append(Span(from: one.time, to: end, recorded: one.state))
                continue
            }
            let known = min(end, one.time + Self.awake(one, next, now, end))
            painted.append(Span(from: one.time, to: known, state: one.state))
            painted.append(Span(from: known, to: end))
        }
        self.init(painted, from: from, to: to, now: now.time)
    }

    /// Moves records from before the clock was set back, so that the times between records of one boot are at least
    /// those of the monotonic clock. The later clock is taken for the right one.
    ///
    /// (A clock that was set forward looks like a machine that slept: the time between is unknown.)
    private static func retimed(_ observations: [Observation], _ now: Now) -> [Observation] {
        var observations = observations
        // A later moment of each boot.
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
struct PaintedSpans {
    private var spans: [PathHistory.Span] = []

    mutating func append(_ span: PathHistory.Span) {
        if span.to > span.from { spans.append(span) }
    }

    /// Forgets everything from a time on.
    ///
    /// - Returns: whether something was forgotten.
    @discardableResult
    mutating func cut(at time: Int64) -> Bool {
        var hasCut = false
        while let last = spans.last, last.to > time {
            hasCut = true
            spans.removeLast()
            var rest = last
            rest.to = time
            append(rest)
        }
        return hasCut
    }

    /// Returns the spans of a range, without gaps and without two of the same state in a row.
    func clipped(from: Int64, to: Int64) -> [PathHistory.Span] {
        var result: [PathHistory.Span] = []
        func add(_ span: PathHistory.Span) {
            guard span.to > span.from else { return }
            if let last = result.last, last.state == span.state, last.isAsleep == span.isAsleep,
                !span.followsBreak
            {
                result[result.count - 1].to = span.to
            } else {
                result.append(span)
            }
        }
        var end = from
        for span in spans where min(span.to, to) > max(span.from, from) {
            var clipped = span
            (clipped.from, clipped.to) = (max(span.from, from), min(span.to, to))
            if clipped.from > span.from { clipped.recorded = nil }
            add(PathHistory.Span(from: end, to: clipped.from))
            add(clipped)
            end = clipped.to
        }
        add(PathHistory.Span(from: end, to: to))
        return result
    }
}
