// SPDX-License-Identifier: Apache-2.0

/// Decides when the file of `reach export` is written: when something has changed, and at least each interval.
///
/// Changes that follow each other fast are written together. All times are milliseconds of one clock.
struct ExportSchedule {
    /// The longest time between two writes.
    private let interval: Int64
    /// When the file was written last; `nil` if it was not.
    private var last: Int64?
    /// Whether something has changed since then.
    private var isOutdated = false

    /// The shortest time between two writes. Collectors read the file every 15 s or less often.
    private static let pause: Int64 = 1000

    init(interval: Int64) { self.interval = max(interval, Self.pause) }

    /// When the file must be written next.
    var due: Int64 {
        guard let last else { return .min }
        return last + (isOutdated ? Self.pause : interval)
    }

    /// Notes that something has changed.
    mutating func change() { isOutdated = true }

    /// Notes that the file was written, or could not be.
    mutating func wrote(at now: Int64) {
        last = now
        isOutdated = false
    }
}
