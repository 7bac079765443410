// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// When something is tried again that failed: at once, then after intervals that double, up to a
/// limit. Times are those of ``MonotonicClock``.
struct Retry {
    private let longestInterval: Int64
    /// For how long it must work for the next failure to be the first one again.
    private let probation: Int64
    private var failures = 0
    /// Since when it works; `nil` if it does not, or that is not known yet.
    private var working: Int64?
    /// When it is due; `nil` if there is nothing to try again.
    private(set) var due: Int64?

    private static let firstInterval: Int64 = 100

    /// - Parameters:
    ///   - longestInterval: in milliseconds.
    ///   - probation: for how long it must work, in milliseconds, for the next failure to be the first one again:
    ///     what always works for a moment must not be tried again and again without a pause.
    init(longestInterval: Int64 = 10_000, probation: Int64 = 0) {
        self.longestInterval = longestInterval
        self.probation = probation
    }

    /// It failed.
    mutating func failed(now: Int64 = MonotonicClock.milliseconds) {
        if let working, now - working >= probation { failures = 0 }
        working = nil
        let interval = failures == 0 ? 0 : Self.firstInterval << min(failures - 1, 20)
        failures += 1
        due = now + min(interval, longestInterval)
    }

    /// It works only as far as being tried from time to time.
    mutating func poll() {
        failures = 0
        due = MonotonicClock.milliseconds + longestInterval
    }

    /// It was begun anew. Whether it works will be seen.
    mutating func begun() { due = nil }

    /// It works.
    mutating func succeeded(now: @autoclosure () -> Int64 = MonotonicClock.milliseconds) {
        if working == nil { working = now() }
    }

    /// There is a reason to try it again, from the beginning.
    mutating func renew() {
        failures = 0
        working = nil
        due = MonotonicClock.milliseconds
    }

    /// Whether it is to be tried now.
    var isDue: Bool { due.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// How long until it is due; `nil` if there is nothing to try again.
    var milliseconds: Int32? {
        due.map(MonotonicClock.milliseconds(until:))
    }
}
