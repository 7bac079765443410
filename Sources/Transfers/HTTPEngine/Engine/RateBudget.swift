// SPDX-License-Identifier: Apache-2.0

/// When an exchange may receive or send again, so that it stays below a rate.
///
/// libcurl has options for that, but version 7.88 exceeds a limit of 20 KiB/s six times.
struct RateBudget: Sendable, Hashable {
    /// The number of bytes in a second.
    let rate: Int64
    /// When all bytes so far may have been there, in nanoseconds.
    private var earned: Int64 = 0

    /// - Parameter rate: the number of bytes in a second, at least 1.
    init(rate: Int64) { self.rate = max(rate, 1) }

    /// Counts bytes that have come or gone.
    ///
    /// - Parameter now: the time in milliseconds.
    /// - Returns: the time until which nothing may come or go; `nil` if it goes on.
    mutating func take(_ count: Int, at now: Int64) -> Int64? {
        // What a late wake-up has left is made up for, what a slow server has left is not.
        let beginning = max(earned, (now - Self.memory) * 1_000_000)
        let cost = Int64(count).multipliedFullWidth(by: 1_000_000_000)
        earned = beginning + rate.dividingFullWidth(cost).quotient
        let time = earned / 1_000_000
        // Short pauses cost more than they are worth.
        return time - now >= Self.shortestPause ? time : nil
    }

    private static let memory: Int64 = 100
    private static let shortestPause: Int64 = 10
}
