// SPDX-License-Identifier: Apache-2.0

/// The delay before a failed operation is tried again: the first one, doubled with each failure in a row up to the longest.
/// It is a pure value, in milliseconds.
package struct RetryDelay: Sendable, Hashable {
    /// The delay after the first failure.
    package let first: Int64
    /// The longest delay, apart from ``jitter``.
    package let longest: Int64
    /// The largest fraction of a delay that is added or left out at random, so that what failed together is not tried again
    /// together.
    package let jitter: Double

    package init(first: Int64, longest: Int64, jitter: Double = 0) {
        self.first = first
        self.longest = longest
        self.jitter = jitter
    }

    /// Returns the delay after a number of failures in a row.
    ///
    /// - Parameters:
    ///   - failures: the number, from 1.
    ///   - chance: a random number from 0 to 1, for ``jitter``.
    package func milliseconds(failures: Int, chance: Double = 0.5) -> Int64 {
        let steps = Int64(max(failures - 1, 0))
        // Compared with the halved limit, because the doubled delay may be more than 64 bits hold.
        let isLongest = steps > 62 || first > longest >> steps
        let delay = isLongest ? longest : first << steps
        guard jitter > 0 else { return delay }
        return Int64(Double(delay) * (1 + jitter * (2 * chance - 1)))
    }
}
