// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// Counts what has happened to the path since the export began.
///
/// All times are milliseconds of one clock.
struct PathCounters {
    /// The path now.
    private(set) var path: NetworkPath
    /// How often the path has changed. A change of an interface alone is none.
    private(set) var changes = 0
    /// For how long the path was unsatisfied, up to the last change.
    private var unsatisfied: Int64 = 0
    /// For how long the path was metered, or probably, up to the last change.
    private var expensive: Int64 = 0
    /// When the path was looked at last.
    private var last: Int64

    init(_ path: NetworkPath, now: Int64) {
        self.path = path
        last = now
    }

    /// Goes on with another path.
    mutating func update(_ new: NetworkPath, now: Int64) {
        (unsatisfied, expensive, last) = (unsatisfiedTime(now), expensiveTime(now), now)
        if PathChange(from: path, to: new, where: { _, _ in false }) != nil { changes += 1 }
        path = new
    }

    /// For how long the path has been unsatisfied.
    func unsatisfiedTime(_ now: Int64) -> Int64 {
        unsatisfied + (path.isSatisfied ? 0 : now - last)
    }

    /// For how long the path has been metered, or probably.
    func expensiveTime(_ now: Int64) -> Int64 {
        expensive + (path.isExpensive ? now - last : 0)
    }
}
