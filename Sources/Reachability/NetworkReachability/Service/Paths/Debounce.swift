// SPDX-License-Identifier: Apache-2.0

/// A debounce timer for bursts of changes: a burst is reported after a quiet period, and at the
/// latest after five such periods, even if it continues. Times are in milliseconds.
package struct Debounce: Sendable, Hashable {
    /// The length of the quiet period.
    private let span: Int64
    /// When the quiet period ends; `nil` if no change is pending.
    private var quiet: Int64?
    /// The latest time at which the first pending change is reported.
    private var latest: Int64?
    /// Whether that time came while the state was equal to the reported one. The next change is
    /// then reported immediately, so that a link that flaps with the same period is reported, too.
    private var isOverdue = false

    /// Creates a timer without a pending change.
    ///
    /// - Parameter span: the length of the quiet period.
    package init(_ span: Int64) { self.span = max(0, span) }

    /// When the next change is reported; `nil` if none is pending.
    package var due: Int64? {
        guard let quiet, let latest else { return nil }
        return isOverdue ? quiet : min(quiet, latest)
    }

    /// Whether a change must be reported now.
    func isDue(_ now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Records a change.
    package mutating func change(_ now: Int64) {
        quiet = now.addingClamped(span)
        if latest == nil { latest = now.addingClamped(span.multiplied(by: Self.patience)) }
        isOverdue = false
    }

    /// Records that the pending change was reported.
    package mutating func reported() { self = Debounce(span) }

    /// Records that a change was due, but the state is equal to the reported one.
    package mutating func foundNothing(_ now: Int64) {
        if quiet.map({ $0 <= now }) ?? true { reported() } else { isOverdue = true }
    }

    /// The longest time that a change is pending, in quiet periods.
    private static let patience: Int64 = 5
}

extension Int64 {
    /// The product, or the largest number on overflow.
    fileprivate func multiplied(by other: Int64) -> Int64 {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
