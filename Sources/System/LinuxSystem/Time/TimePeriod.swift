// SPDX-License-Identifier: Apache-2.0

/// A span of time with a begin and an end, in milliseconds since 1970: a period of a data plan or of a job.
package struct TimePeriod: Sendable, Hashable {
    /// When it begins.
    package var from: Int64
    /// When it ends, and the next one begins.
    package var end: Int64

    /// Creates a period.
    package init(from: Int64, end: Int64) {
        self.from = from
        self.end = end
    }
}
