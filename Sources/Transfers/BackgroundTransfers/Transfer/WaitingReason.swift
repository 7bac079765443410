// SPDX-License-Identifier: Apache-2.0

/// Why a transfer waits.
public struct WaitingReason: Sendable, Hashable, Codable {
    /// A stable identifier for programs: one of the values that this type has as static members, or the code of a condition
    /// that does not hold, as in the JSON of `reach check`. Later versions can add codes.
    public let code: String
    /// A sentence for people, in English; `nil` if the code says it all.
    ///
    /// It can contain names as the system or a server reports them. Escape control characters before you print it.
    public let detail: String?

    /// Creates a reason.
    public init(code: String, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// The time before which the transfer must not start has not come.
    public static let notBefore = WaitingReason(code: "notBefore")
    /// A periodic job is done in this period, and waits for the next one. The code is that of ``notBefore``.
    static let nextPeriod = WaitingReason(
        code: "notBefore", detail: "its next period has not begun (--every)")
    /// The transfer failed, and the time of the next attempt has not come.
    public static let backoff = WaitingReason(code: "backoff")
    /// The maximum number of transfers is running.
    public static let concurrency = WaitingReason(code: "concurrency")
    /// The maximum number of jobs is running, or a job that excludes others. The code is that of ``concurrency``.
    static let otherJobs = WaitingReason(code: "concurrency", detail: "other jobs are running")
    /// The command of the job was asked to end, and has not yet. The code is that of ``concurrency``.
    static let earlierAttempt = WaitingReason(
        code: "concurrency", detail: "its earlier attempt has not ended")
    /// Commands of a worker that was killed have not ended yet. The code is that of ``concurrency``.
    static let earlierWorker = WaitingReason(
        code: "concurrency", detail: "commands of an earlier worker have not ended")
    /// The user holds the queue (`reach queue hold`).
    public static let held = WaitingReason(code: "held")
    /// The disk has no space for the rest of the file.
    public static let space = WaitingReason(code: "space")
    /// A login page of the network answered in place of the server, or would answer an upload without TLS.
    public static let portal = WaitingReason(code: "portal")
    /// The server's certificate is not valid yet by this machine's clock, which may be wrong.
    public static let clock = WaitingReason(code: "clock")
    /// The conditions hold, but not yet for as long as was required.
    public static let unstable = WaitingReason(code: "unstable")
}

extension WaitingReason: CustomStringConvertible {
    /// The reason as a sentence for people, in English.
    public var description: String {
        if let detail { return detail }
        switch self {
        case .notBefore: return "its start time has not come (--not-before)"
        case .backoff: return "the time of the next attempt has not come"
        case .concurrency: return "other transfers are running"
        case .held: return "the queue is held"
        case .space: return "the disk is full"
        case .portal: return "a login page answered instead of the server"
        case .clock:
            return "the server's certificate is not valid yet: is this machine's clock right?"
        case .unstable: return "the conditions have not held for long enough"
        default: return code
        }
    }
}
