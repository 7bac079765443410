// SPDX-License-Identifier: Apache-2.0

/// A history as rows: one for each day, or a single one for a short range.
struct Timeline: Sendable {
    /// What a piece of a row shows.
    enum Kind: CaseIterable, Sendable {
        case online, metered, noInternet, offline, unknown

        init(_ state: Observation.State?) {
            guard let state else {
                self = .unknown
                return
            }
            guard let outage = state.outage else {
                self = state.cost == .metered ? .metered : .online
                return
            }
            switch outage {
            case .offline: self = .offline
            case .limited, .portal: self = .noInternet
            }
        }

        /// Whether there was no internet access.
        var isOutage: Bool {
            switch self {
            case .noInternet, .offline: true
            case .online, .metered, .unknown: false
            }
        }

        /// The kind in the legend.
        var text: String {
            switch self {
            case .online: "online"
            case .metered: "online, metered"
            case .noInternet: "no internet"
            case .offline: "offline"
            case .unknown: "unknown"
            }
        }
    }

    /// A row. Its scale goes from one time to another; what is outside of the history is empty.
    struct Row: Hashable, Sendable {
        var from: Int64
        var to: Int64

        var duration: Int64 { to - from }
    }

    let history: PathHistory
    let rows: [Row]
    /// Whether each row is a day.
    let isDaily: Bool

    /// The kinds in the legend: a time without internet is a line there only if there was one.
    var kinds: [Kind] {
        let hadInternet = history.spans.allSatisfy { Kind($0.state) != .noInternet }
        return Kind.allCases.filter { $0 != .noInternet || !hadInternet }
    }

    /// A range up to this has one row.
    private static let single: Int64 = 25 * 3_600_000

    init(_ history: PathHistory, _ clock: WallClock) {
        self.history = history
        isDaily = history.to - history.from > Self.single
        guard isDaily else {
            rows = [Row(from: history.from, to: history.to)]
            return
        }
        // Days without records need no rows, if they are the first ones.
        let first = history.spans.first { $0.state != nil }?.from ?? history.from
        var rows: [Row] = []
        var start = clock.startOfDay(first)
        while start < history.to {
            let end = max(start + 1, clock.startOfNextDay(start))
            rows.append(Row(from: start, to: end))
            start = end
        }
        self.rows = rows
    }

    /// Cuts a row into pieces of the same length.
    ///
    /// - Returns: what each piece shows: an outage however short it is, else what lasts the longest; `nil` outside of
    ///   the history.
    func pieces(of row: Row, count: Int) -> [Kind?] {
        let spans = history.spans(from: row.from, to: row.to)
        var first = spans.startIndex
        return (0..<count).map { number in
            let from = row.from + row.duration * Int64(number) / Int64(count)
            let to = row.from + row.duration * Int64(number + 1) / Int64(count)
            while first < spans.endIndex, spans[first].to <= from { first += 1 }
            var times: [Kind: Int64] = [:]
            for span in spans[first...] {
                guard span.from < to else { break }
                times[Kind(span.state), default: 0] += min(span.to, to) - max(span.from, from)
            }
            if times[.offline] != nil { return .offline }
            if times[.noInternet] != nil { return .noInternet }
            // Of two with the same time, the order of the cases decides.
            return Kind.allCases.filter { times[$0] != nil }
                .max { times[$0, default: 0] < times[$1, default: 0] }
        }
    }

    /// Returns the times that a row is labelled with: round times of day.
    ///
    /// - Parameter maximum: the highest number of them.
    func ticks(of row: Row, _ clock: WallClock, maximum: Int) -> [Int64] {
        let step =
            Self.steps.first { row.duration / $0 <= Int64(maximum) } ?? row.duration
        // The times are round on the wall, also in time zones that are not whole hours ahead.
        let local = clock.local(row.from)
        let first = row.from + (step - local % step) % step
        return Array(stride(from: first, to: row.to, by: Int(step)))
    }

    private static let steps: [Int64] = [
        60_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000, 14_400_000,
        21_600_000, 28_800_000, 43_200_000,
    ]
}
