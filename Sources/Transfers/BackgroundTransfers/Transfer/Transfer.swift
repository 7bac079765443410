// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem
public import NetworkReachability

/// A download, an upload or a job in a queue that outlives the program.
///
/// A transfer is a value: what was known of it when it was read from the store. The properties have the names that the
/// command's JSON has.
public struct Transfer: Sendable, Hashable, Identifiable {
    /// The number of a transfer in its store. Numbers rise, and are never used again.
    public struct ID: RawRepresentable, Sendable, Hashable, Comparable, Codable {
        /// The number, from 1.
        public let rawValue: Int64

        /// Creates an identifier from a number.
        public init(rawValue: Int64) { self.rawValue = rawValue }

        /// Whether a transfer was added before another one.
        public static func < (one: ID, other: ID) -> Bool { one.rawValue < other.rawValue }
    }

    /// The kind of a transfer.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// From a server to a file.
        case download
        /// From a file to a server.
        case upload
        /// A command that is run: a ``Job``. It has no address and no bytes.
        case command
    }

    /// The state of a transfer.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The transfer starts when its conditions hold and its turn has come.
        case waiting
        /// Bytes are requested, received or sent.
        case running
        /// All bytes are there, and their digest is computed. Of an upload that is done before anything is sent.
        case verifying
        /// The file is synced and gets its name.
        case committing
        /// The transfer has ended: the file is complete, verified, and on the disk, or the server has confirmed that it has it.
        case finished
        /// The user has paused the transfer.
        case paused
        /// The transfer failed, and is tried again at ``Transfer/retryAt``.
        case retrying
        /// The transfer has ended: it failed for good.
        case failed
        /// The transfer has ended: the user has cancelled it.
        case cancelled

        /// Whether a transfer in this state has ended.
        public var isFinal: Bool {
            switch self {
            case .finished, .failed, .cancelled: true
            case .waiting, .running, .verifying, .committing, .paused, .retrying: false
            }
        }
    }

    /// The number of the transfer.
    public var id: ID
    /// The kind.
    public var kind: Kind
    /// The address on the server, without user and password; empty for a job.
    public var url: String
    /// The path of the file that is written. It ends in `/` while only the folder is known. `nil` for an upload or a job.
    public var destination: String?
    /// The path of the file that is sent; `nil` for a download or a job.
    public var source: String?
    /// The state.
    public var state: State
    /// Why the transfer waits; empty if it does not, and before a worker has read it.
    public var reasons: [WaitingReason]
    /// The number of bytes that are safely on the disk, or that the server has confirmed.
    public var bytesDone: Int64
    /// The total number of bytes; `nil` if it is unknown.
    public var bytesTotal: Int64?
    /// The number of attempts that have begun.
    public var attempts: Int
    /// The current rate in bytes a second; `nil` if it is unknown, or the transfer does not run.
    public var rate: Int64?
    /// The priority among transfers that could start at the same time.
    public var priority: DeferralQueue.Priority
    /// The key among the transfers of a session that have not ended; `nil` for none.
    public var key: String?
    /// The group, whose completion command runs once, when all of it has ended; `nil` for none.
    public var group: String?
    /// The identifier of the session that the transfer belongs to.
    public var session: String
    /// The constraints, and what only the command can demand.
    var condition: Condition
    /// How long the conditions must have held when the transfer starts.
    public var stability: Duration
    /// The time when the transfer was added.
    public var createdAt: Date
    /// The time before which the transfer does not start; `nil` for none.
    public var notBefore: Date?
    /// The time at which the transfer fails, or no longer waits for its conditions; `nil` for none.
    public var deadline: Date?
    /// The time of the next attempt while the state is ``State/retrying``; else `nil`.
    public var retryAt: Date?
    /// Why the last attempt failed; `nil` if it did not.
    public var error: TransferError?
    /// The command of a job with its arguments; `nil` for a download or an upload.
    public var command: [String]?
    /// The exit code of the last attempt of a job; `nil` before the first end, after a signal, and for other kinds.
    public var exit: Int32?
    /// How often a job is done; `nil` for once, and for other kinds.
    public var every: JobPeriod?
    /// When a periodic job is due again, while it waits for that; else `nil`.
    public var nextAt: Date?
}

extension Transfer {
    /// The conditions that the path must meet.
    ///
    /// A transfer of the command can demand more: `--not`, `--offline`, `--metered`, `--vpn`, `--gateway` and `--to`. These are
    /// members of `constraints` where the transfer is encoded.
    public var constraints: NetworkConstraints {
        get { condition.constraints }
        set { condition.constraints = newValue }
    }
}

extension Transfer {
    /// Creates the public view of a record.
    ///
    /// - Parameter rate: the current rate in bytes a second, which is not stored.
    init(_ record: TransferRecord, rate: Int64? = nil) {
        self.init(
            id: record.id, kind: record.kind, url: record.url, destination: record.shownDestination,
            source: record.source, state: record.state, reasons: record.reasons,
            bytesDone: record.bytesDone,
            bytesTotal: record.bytesTotal,
            attempts: record.attempts, rate: rate, priority: record.priority, key: record.key,
            group: record.group,
            session: record.session, condition: record.condition,
            stability: record.stability, createdAt: Date(milliseconds: record.createdAt),
            notBefore: record.notBefore.map(Date.init(milliseconds:)),
            deadline: record.deadline.map(Date.init(milliseconds:)),
            retryAt: record.state == .retrying ? record.retryAt.map(Date.init(milliseconds:)) : nil,
            error: record.error, command: record.job?.command, exit: record.job?.exit,
            every: record.job?.every,
            nextAt: record.state == .waiting
                ? record.job?.nextAt.map(Date.init(milliseconds:)) : nil)
    }
}

extension TransferRecord {
    /// The path of the file that is written; with a slash at its end while only the folder is known.
    var shownDestination: String? { partial?.destination ?? destination?.shown }
}

extension Transfer.ID: CustomStringConvertible {
    /// The number.
    public var description: String { String(rawValue) }
}

// The text can contain names as the system or a server reports them. Escape control characters before you print it.
extension Transfer: CustomStringConvertible {
    /// The number and the state, and what explains it: `transfer 7: waiting (metered: wlan0)`.
    public var description: String {
        let reasons =
            switch state {
            case .waiting: self.reasons.map(\.description).joined(separator: "; ")
            case .running: kind == .command ? "" : amount
            case .retrying, .failed: error?.message ?? ""
            case .verifying, .committing, .finished, .paused, .cancelled: ""
            }
        return "transfer \(id): \(state.rawValue)" + (reasons.isEmpty ? "" : " (\(reasons))")
    }

    private var amount: String {
        bytesTotal.map { "\(bytesDone) of \($0) bytes" } ?? "\(bytesDone) bytes"
    }

    /// The part of the content that is there, from 0 to 1; `nil` if the total is unknown.
    public var fractionCompleted: Double? {
        guard let bytesTotal else { return nil }
        return bytesTotal > 0 ? min(Double(bytesDone) / Double(bytesTotal), 1) : 1
    }
}
