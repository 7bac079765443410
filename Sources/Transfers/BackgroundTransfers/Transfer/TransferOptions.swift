// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import NetworkReachability

/// How a transfer is done, apart from its address and its conditions.
public struct TransferOptions: Sendable, Hashable {
    /// A time by which the transfer is to have ended, and the action if it has not.
    public struct Deadline: Sendable, Hashable {
        /// The action when a transfer has not ended by its deadline.
        public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
            /// The transfer no longer waits for its conditions: from then on it needs only a live route to the server.
            case run
            /// The transfer fails, with the error code ``TransferError/Code/deadline``.
            case fail
        }

        /// The time between the call and the deadline.
        public var duration: Duration
        /// The action when the transfer has not ended by its deadline.
        public var action: Action

        /// Returns a deadline after which the transfer needs only a live route.
        public static func run(after duration: Duration) -> Deadline {
            Deadline(duration: duration, action: .run)
        }

        /// Returns a deadline at which the transfer fails.
        public static func fail(after duration: Duration) -> Deadline {
            Deadline(duration: duration, action: .fail)
        }
    }

    /// The action if a transfer is added while another one with the same key has not ended.
    public enum Existing: String, Sendable, Hashable, Codable, CaseIterable {
        /// Keep the other transfer, and return its identifier. Nothing is added.
        case keep
        /// Cancel the other transfer, and add the new one.
        case replace
    }

    /// How often a transfer that fails is tried again.
    public enum Attempts: Sendable, Hashable, Codable {
        /// The transfer fails after this many attempts without progress, at least one.
        case limited(Int)
        /// The transfer fails once attempts without progress have failed for seven days.
        case sevenDays
        /// The transfer is tried again without limit.
        case unlimited
    }

    /// The SHA-256 digest that the content must have, as 32 bytes; `nil` for none.
    public var sha256: [UInt8]?
    /// The highest rate in bytes a second; `nil` for no limit.
    public var limitRate: Int64?
    /// The time before which the transfer does not start; `nil` for none.
    public var notBefore: Date?
    /// The time by which the transfer is to have ended; `nil` for none.
    public var deadline: Deadline?
    /// How often a transfer that fails is tried again.
    public var attempts: Attempts
    /// The priority among transfers that could start at the same time.
    public var priority: DeferralQueue.Priority
    /// The key; `nil` for none. Of the transfers of a session that have not ended, only one has it.
    public var key: String?
    /// The action if another transfer that has not ended has the same key.
    public var existing: Existing
    /// The group; `nil` for none. A command or unit that is given with `reach fetch` is run once for a group, when all of it has
    /// ended.
    public var group: String?
    /// Header fields of the request. They are kept in a file that only its owner can read, and not in the store.
    public var headers: [Header]
    /// Whether user and password are looked up in `~/.netrc`.
    public var usesNetrc: Bool
    /// Whether a file that exists at the destination is replaced.
    public var overwrites: Bool
    /// How long the conditions must have held without interruption when the transfer starts.
    public var stability: Duration

    /// A header field of a request.
    public struct Header: Sendable, Hashable, Codable {
        /// The name, such as `Authorization`.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a header field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates options. By default a transfer starts as soon as its conditions hold, and is tried again until it has failed
    /// for seven days without progress.
    public init(
        key: String? = nil,
        existing: Existing = .keep,
        sha256: [UInt8]? = nil,
        group: String? = nil,
        deadline: Deadline? = nil,
        notBefore: Date? = nil,
        priority: DeferralQueue.Priority = .normal,
        attempts: Attempts = .sevenDays,
        limitRate: Int64? = nil,
        headers: [Header] = [],
        usesNetrc: Bool = false,
        overwrites: Bool = false,
        stability: Duration = .zero
    ) {
        self.key = key
        self.existing = existing
        self.sha256 = sha256
        self.group = group
        self.deadline = deadline
        self.notBefore = notBefore
        self.priority = priority
        self.attempts = attempts
        self.limitRate = limitRate
        self.headers = headers
        self.usesNetrc = usesNetrc
        self.overwrites = overwrites
        self.stability = stability
    }
}

/// How a file is sent to a server.
public enum UploadMethod: String, Sendable, Hashable, Codable, CaseIterable {
    /// By ``tus`` if the server says that it supports it (`Tus-Version` in its answer to `OPTIONS`); otherwise by
    /// ``put``.
    case automatic
    /// By `PUT`. An upload that is interrupted begins again.
    case put
    /// By `POST`. An upload that is interrupted begins again, with the same `Idempotency-Key`, by which a server can recognize
    /// that it has the file already.
    case post
    /// By the protocol tus 1.0 (<https://tus.io>). An upload that is interrupted is resumed.
    case tus
}

extension Duration {
    /// A duration of days of 24 hours, for the deadlines of transfers: `.run(after: .days(3))`.
    public static func days(_ days: some BinaryInteger) -> Duration {
        .seconds(Int64(days) * 86_400)
    }
}
