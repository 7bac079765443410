// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

// How long transfers, jobs and completion commands wait before they are tried again, and when they are given up.

extension RetryDelay {
    /// The delay of transfers and of completion commands: one second, doubled up to an hour, and up to 20 % more or less.
    static let transfers = RetryDelay(first: 1000, longest: 3_600_000, jitter: 0.2)
    /// The delay of jobs: 30 seconds, doubled up to five hours, and up to 20 % more or less.
    static let jobs = RetryDelay(first: 30_000, longest: 18_000_000, jitter: 0.2)
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
