// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Schedules the retries of a failed operation: the first immediately, then at intervals that
/// double up to a limit. Times are in milliseconds, those of one clock.
struct Retry {
    private let delay: RetryDelay
    /// How long the operation must work for the next failure to count as the first one.
    private let probation: Int64
    private var failures = 0
    /// Since when the operation works; `nil` if it failed or its result is unknown.
    private var working: Int64?
    /// When the next retry is due; `nil` if there is none.
    private(set) var due: Int64?

    /// - Parameters:
    ///   - longestInterval: the limit of the intervals, in milliseconds.
    ///   - probation: how long the operation must work, in milliseconds, for the next failure to
    ///     count as the first one. It prevents retries without a pause of an operation that always
    ///     works for a moment.
    init(longestInterval: Int64 = 10_000, probation: Int64 = 0) {
        delay = RetryDelay(first: 100, longest: longestInterval)
        self.probation = probation
    }

    /// Records a failure.
    mutating func failed(now: Int64) {
        if let working, now - working >= probation { failures = 0 }
        working = nil
        due = now + (failures == 0 ? 0 : delay.milliseconds(failures: failures))
        failures += 1
    }

    /// Schedules the next attempt of an operation that only works by polling.
    mutating func poll(now: Int64) {
        failures = 0
        due = now + delay.longest
    }

    /// Records that the operation was started; its result is not known yet.
    mutating func begun() { due = nil }

    /// Records a success.
    mutating func succeeded(now: Int64) {
        if working == nil { working = now }
    }

    /// Schedules an immediate retry, and resets the intervals.
    mutating func renew(now: Int64) {
        failures = 0
        due = now
    }

    /// Whether a retry is due.
    func isDue(_ now: Int64) -> Bool { due.map { $0 <= now } ?? false }
}
