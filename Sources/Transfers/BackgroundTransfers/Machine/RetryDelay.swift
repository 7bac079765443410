// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import TransferRules

/// How long a transfer that failed waits until it is tried again.
enum RetryDelay {
    private static let first: Int64 = 1000
    private static let limit: Int64 = 3_600_000
    private static let jitter = 0.2

    /// The delay in milliseconds: one second, doubled with each failure in a row up to an hour, and up to 20 % more or
    /// less.
    ///
    /// - Parameters:
    ///   - failures: the failures in a row, from 1.
    ///   - chance: a number from 0 to 1.
    static func milliseconds(failures: Int, chance: Double) -> Int64 {
        let doubled = first << Int64(min(max(failures - 1, 0), 20))
        let interval = Double(min(doubled, limit))
        return Int64(interval * (1 - jitter + 2 * jitter * chance))
    }
}

extension TransferOptions.Attempts {
    /// How long a transfer without a limit of attempts may fail without progress, in milliseconds.
    private static let patience: Int64 = 7 * 86_400_000

    /// Whether a transfer must not be tried again.
    func isExhausted(by progress: TransferRecord.Progress) -> Bool {
        switch self {
        case .limited(let count): progress.failures >= count
        case .sevenDays: progress.failingFor >= Self.patience
        case .unlimited: false
        }
    }
}

extension TransferRecord.Progress {
    /// The longest time between two failures that counts, in milliseconds. A server may ask to wait that long. If more
    /// time has passed, the machine was off or had no network, or its clock was set, and nothing was tried meanwhile.
    private static let longestPause: Int64 = 86_400_000

    /// Counts a failed attempt.
    mutating func noteFailure(now: Int64) {
        failures += 1
        if let failedAt { failingFor += min(max(now - failedAt, 0), Self.longestPause) }
        failedAt = now
    }
}
