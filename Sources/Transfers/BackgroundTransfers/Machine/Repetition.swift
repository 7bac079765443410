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

extension TransferError {
    /// A status that is not a success.
    static func refused(_ status: Int) -> TransferError {
        let text =
            switch status {
            case 204, 205: "the server has no content for this address"
            case 300: "the server offers several files, and does not choose one"
            case 304: "the server says that the file has not changed, which was not asked"
            case 401: "the server wants a user and a password, or others"
            case 403: "the server does not allow this"
            case 404: "the server has no such file"
            case 407: "the proxy wants a user and a password"
            case 408: "the server gave up waiting"
            case 410: "the server no longer has the file"
            case 412, 416: "the server does not have the requested part"
            case 425, 429: "the server wants fewer requests"
            case 500...599: "the server has a problem"
            default: "the server answered with a status that is not a success"
            }
        return TransferError(.status, status: status, "\(text) (\(status))")
    }

    /// A redirection that is not followed.
    static func redirection(_ refusal: RedirectionRules.Refusal, status: Int) -> TransferError {
        let text =
            switch refusal {
            case .noAddress: "the server redirects to no address of http or https"
            case .insecure: "the server redirects from https to http"
            case .tooMany: "the server redirects more than \(RedirectionRules.limit) times"
            }
        return TransferError(.redirect, status: status, "\(text) (\(status))")
    }
}

extension TransferError.Code {
    /// Whether the partial file stays after a failure, so that the user can try again.
    var keepsPartial: Bool {
        switch self {
        case .status, .redirect, .deadline, .tls, .connection, .space, .io, .exists: true
        case .digest, .length, .encoding, .name, .changed: false
        }
    }
}

extension Resumption.Flaw {
    /// The flaw as a sentence.
    var explanation: String {
        switch self {
        case .validator: "the server has another version of the file now"
        case .origin: "another server has answered, whose file may differ"
        case .range: "the server does not say which part it sent"
        case .offset: "the server sent another part than was requested"
        case .total: "the length of the file has changed"
        case .length: "the part has another length than announced"
        case .encoding: "the part is encoded"
        case .multipart: "the server sent several parts in one"
        case .refused: "the server refuses the rest of the file"
        }
    }
}

extension TransferRecord.Destination {
    /// The folder, with a slash at its end.
    var folder: String {
        switch self {
        case .file(let path):
            String(path[...(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
        case .folder(let path): path.ends(with: "/") ? path : path + "/"
        }
    }
}
