// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// What a program that follows the path has recorded at one time.
struct Observation: Hashable, Sendable {
    /// A path, as far as a history knows it.
    struct State: Hashable, Sendable {
        var isOnline: Bool
        var connection: NetworkPath.Connection
        /// The name of the interface that the kernel chose; `nil` for none.
        var primary: String?
        var metered: Metered.Value
        /// What was found out about the internet over this path.
        var connectivity = NetworkPath.Connectivity.Value.unknown
    }

    /// A process that records what it observes, in one boot of the machine.
    struct Watcher: Hashable, Sendable {
        /// The boot, 32 digits (`_BOOT_ID` of the journal).
        var boot: String
        /// The number of the process.
        var process: Int
        /// The user whose process it is (`_UID`).
        var user: UInt32 = 0
        /// The unit of systemd that the process belongs to (`_SYSTEMD_USER_UNIT`, else `_SYSTEMD_UNIT`).
        var unit = ""
    }

    /// Milliseconds since 1970.
    var time: Int64
    var state: State
    /// Whether the process began to observe with this. What was before, it does not know.
    var isFirst: Bool
    /// Who recorded it; `nil` in a file, which has no more than one process at a time.
    var watcher: Watcher?
    /// Milliseconds of the monotonic clock, which stands still while the machine sleeps; `nil` if they are not recorded.
    var uptime: Int64?
}

extension Observation.State {
    /// Creates a state from the words of JSON. Words of later versions count as unknown.
    ///
    /// - Parameter connectivity: `nil` if it was not recorded.
    /// - Returns: `nil` if the status is no word of this version.
    init?(
        status: String, connection: String, primary: String?, metered: String, connectivity: String?
    ) {
        guard let status = NetworkPath.Status(rawValue: status) else { return nil }
        isOnline = status == .satisfied
        self.connection = NetworkPath.Connection(rawValue: connection) ?? .other
        self.primary = primary.flatMap { $0.isEmpty ? nil : $0 }
        self.metered = Metered.Value(rawValue: metered) ?? .unknown
        self.connectivity =
            connectivity.flatMap { NetworkPath.Connectivity.Value(rawValue: $0) } ?? .unknown
    }

    /// Why the internet could not be used.
    enum Outage: String, Encodable, CaseIterable, Sendable {
        /// There was no path to the internet.
        case offline
        /// There was a path, and the internet did not answer.
        case limited
        /// There was a path, and a captive portal answered.
        case portal
    }

    /// Why the internet could not be used; `nil` if it could, as far as is known.
    var outage: Outage? {
        guard isOnline else { return .offline }
        return switch connectivity {
        case .unknown, .full: nil
        case .none, .limited: .limited
        case .portal: .portal
        }
    }

    /// What it costs to be online.
    enum Cost: String, Encodable, CaseIterable, Sendable {
        case unmetered, metered, unknown
    }

    /// What it costs, guesses included.
    var cost: Cost {
        switch metered {
        case .yes, .guessYes: .metered
        case .no, .guessNo: .unmetered
        case .unknown: .unknown
        }
    }
}
