// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// When something is tried again that failed: at once, then after intervals that double, up to a
/// limit.
struct Retry {
    /// After how many failures in a row it is given up; `nil` for never.
    let attempts: Int?
    private var failures = 0
    /// When it is due, by ``MonotonicClock``; `nil` if there is nothing to try again.
    private var due: Int64?

    private static let firstInterval: Int64 = 100
    private static let longestInterval: Int64 = 10_000

    init(attempts: Int? = nil) { self.attempts = attempts }

    /// It failed.
    mutating func failed() {
        if let attempts, failures >= attempts {
            due = nil
            return
        }
        let interval = failures == 0 ? 0 : Self.firstInterval << min(failures - 1, 10)
        failures += 1
        due = MonotonicClock.milliseconds + min(interval, Self.longestInterval)
    }

    /// It works only as far as being tried from time to time.
    mutating func poll() {
        failures = 0
        due = MonotonicClock.milliseconds + Self.longestInterval
    }

    /// It was begun anew. Whether it works will be seen.
    mutating func begun() { due = nil }

    /// It works.
    mutating func succeeded() { failures = 0 }

    /// There is a reason to try it again, from the beginning.
    mutating func renew() {
        failures = 0
        due = MonotonicClock.milliseconds
    }

    /// Whether it is to be tried now.
    var isDue: Bool { due.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// How long until it is due; `nil` if there is nothing to try again.
    var milliseconds: Int32? {
        due.map { Int32(clamping: max(0, $0 - MonotonicClock.milliseconds)) }
    }
}
