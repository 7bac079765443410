// SPDX-License-Identifier: Apache-2.0

package import NetworkReachability

/// What `reach fetch` is asked to do: its command line as plain values, checked.
package struct FetchRequest: Sendable, Hashable {
    /// The addresses on the command line.
    package var addresses: [WebAddress]
    /// A file with more addresses, one a line; `nil` for none, `-` for standard input.
    package var inputFile: String?
    /// The file or folder of `--output`; `nil` for the current folder.
    package var output: String?
    package var overwrites: Bool
    package var transfer: TransferRequest
}

/// What `reach upload` is asked to do.
package struct UploadRequest: Sendable, Hashable {
    /// The ways to send a file, as `--method` has them.
    package enum Method: String, Sendable, Hashable, CaseIterable {
        case put, post, tus
    }

    /// The file, as it was given.
    package var file: String
    package var address: WebAddress
    /// The way; `nil` to ask the server whether it has tus.
    package var method: Method?
    package var transfer: TransferRequest
}

/// What `reach fetch` and `reach upload` are asked alike.
package struct TransferRequest: Sendable, Hashable {
    /// The direction of a transfer.
    package enum Kind: Sendable, Hashable {
        case download, upload
    }

    /// What happens if a transfer with the same key has not ended.
    package enum Existing: String, Sendable, Hashable, CaseIterable {
        case keep, replace
    }

    /// The conditions. A condition without a host is asked of the path to the host of the address.
    package var condition: Condition
    /// How long the conditions must have held, in milliseconds.
    package var stability: Int64
    package var notBefore: PointInTime?
    package var deadline: PointInTime?
    package var onDeadline: DeferralQueue.Deadline.Action
    /// How often the transfer is tried again; `nil` for the default, which depends on whether somebody waits.
    package var attempts: AttemptLimit?
    package var priority: DeferralQueue.Priority

    /// The SHA-256 digest that the content must have; `nil` for none.
    package var sha256: [UInt8]?
    /// The highest rate in bytes a second; `nil` for no limit.
    package var limitRate: Int64?
    package var key: String?
    package var existing: Existing
    package var group: String?
    package var headers: [HeaderField]
    /// A file with more header fields, one a line; `nil` for none.
    package var headerFile: String?
    package var usesNetrc: Bool

    /// Whether the command ends when the transfers are added.
    package var detaches: Bool
    /// The systemd unit that is started at the end; `nil` for none.
    package var unit: String?
    /// The command that is run at the end, and its arguments; empty for none.
    package var command: [String]

    package var place: TransferPlace
    package var isJSON: Bool
}

/// Where the transfers are, and what the worker is told of the network.
package struct TransferPlace: Sendable, Hashable {
    /// The folder of the store; `nil` for the usual one.
    package var store: String?
    /// The configuration file; `nil` for the usual ones.
    package var configuration: String?

    package init(store: String? = nil, configuration: String? = nil) {
        self.store = store
        self.configuration = configuration
    }
}
