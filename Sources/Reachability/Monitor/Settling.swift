// SPDX-License-Identifier: Apache-2.0

/// When changes are told that come in swarms: once there has been quiet for a time, and at the latest after
/// five times that, however long the swarm lasts. Times are in milliseconds.
package struct Settling: Sendable, Hashable {
    /// How much quiet there must be.
    private let span: Int64
    /// When there has been enough quiet; `nil` if no change is waiting.
    private var quiet: Int64?
    /// When the first change that is waiting is told at the latest.
    private var latest: Int64?
    /// Whether that time came while all was again as it had been told. The next change is then told at once: a
    /// link that flaps in step with the time is told too.
    private var isOverdue = false

    /// Nothing has changed yet.
    ///
    /// - Parameter span: how much quiet there must be.
    package init(_ span: Int64) { self.span = max(0, span) }

    /// When the next change is to be told; `nil` if none is waiting.
    package var due: Int64? {
        guard let quiet, let latest else { return nil }
        return isOverdue ? quiet : min(quiet, latest)
    }

    /// Whether a change is to be told now.
    package func isDue(_ now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Something changed.
    package mutating func change(_ now: Int64) {
        quiet = now.adding(span)
        if latest == nil { latest = now.adding(span.multiplied(by: Self.patience)) }
        isOverdue = false
    }

    /// What is due has been told.
    package mutating func told() { self = Settling(span) }

    /// It was due, and all is as it was told last.
    package mutating func foundNothing(_ now: Int64) {
        if quiet.map({ $0 <= now }) ?? true { told() } else { isOverdue = true }
    }

    /// How many times the span is the longest time that a change waits.
    private static let patience: Int64 = 5
}

extension Int64 {
    /// The sum, or the largest number.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    /// The product, or the largest number.
    fileprivate func multiplied(by other: Int64) -> Int64 {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
