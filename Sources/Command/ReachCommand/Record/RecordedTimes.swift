// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// The times in which a recorder ran.
struct RecordedTimes: Hashable, Sendable {
    /// The times without a gap, in their order.
    let runs: [TimePeriod]

    init(_ runs: [TimePeriod] = []) { self.runs = runs }

    /// The recorded milliseconds of a range.
    func duration(from: Int64, to: Int64) -> Int64 {
        runs.reduce(0) { $0 + max(0, min($1.end, to) - max($1.from, from)) }
    }

    /// The times of a range in which nothing was recorded. A second at the ends is none.
    func gaps(from: Int64, to: Int64) -> [TimePeriod] {
        var gaps: [TimePeriod] = []
        var end = from
        for run in runs where run.end > from && run.from < to {
            if run.from - end >= 1000 { gaps.append(TimePeriod(from: end, end: run.from)) }
            end = max(end, run.end)
        }
        if to - end >= 1000 { gaps.append(TimePeriod(from: end, end: to)) }
        return gaps
    }
}
