// SPDX-License-Identifier: Apache-2.0

/// The times in which a recorder ran.
struct RecordedTimes: Hashable, Sendable {
    /// A time without a gap, in milliseconds since 1970.
    struct Run: Hashable, Sendable {
        var from: Int64
        var to: Int64

        var duration: Int64 { to - from }
    }

    let runs: [Run]

    /// Creates times from runs, in their order.
    init(_ runs: [Run] = []) { self.runs = runs }

    /// The recorded milliseconds of a range.
    func duration(from: Int64, to: Int64) -> Int64 {
        runs.reduce(0) { $0 + max(0, min($1.to, to) - max($1.from, from)) }
    }

    /// The times of a range in which nothing was recorded. A second at the ends is none.
    func gaps(from: Int64, to: Int64) -> [Run] {
        var gaps: [Run] = []
        var end = from
        for run in runs where run.to > from && run.from < to {
            if run.from - end >= 1000 { gaps.append(Run(from: end, to: run.from)) }
            end = max(end, run.to)
        }
        if to - end >= 1000 { gaps.append(Run(from: end, to: to)) }
        return gaps
    }
}
