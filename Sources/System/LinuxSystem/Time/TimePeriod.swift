// SPDX-License-Identifier: Apache-2.0

/// A span of time from one time to another, in milliseconds since 1970: a period of a data plan or of a job, a time that
/// was recorded, a day.
package struct TimePeriod: Sendable, Hashable {
    /// When it begins.
    package var from: Int64
    /// When it ends. This time is no part of it: a next period begins then.
    package var end: Int64

    /// Creates a period.
    package init(from: Int64, end: Int64) {
        self.from = from
        self.end = end
    }

    /// How long it is, in milliseconds.
    package var duration: Int64 { end - from }

    /// Whether a time is in it.
    package func contains(_ time: Int64) -> Bool { from <= time && time < end }
}
