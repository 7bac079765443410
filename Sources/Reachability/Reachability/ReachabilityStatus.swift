// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability
/// A connection, or the reason why there is none.
struct ReachabilityStatus: Sendable, Hashable {
    let connection: Reachability.Connection
    /// The reason why there is no connection; `nil` if there is one.
    let reason: Reachability.UnavailableReason?

    /// Creates the status of an available connection.
    private init(by connection: Reachability.Connection) {
        self.connection = connection
        reason = nil
    }

    /// Creates the status of an unavailable connection.
    init(_ reason: Reachability.UnavailableReason) {
        connection = .unavailable
        self.reason = reason
    }

    /// Derives the status of a target from the path to it.
    init(_ path: NetworkPath, to target: ReachabilityTarget, allowsCellular: Bool) {
        switch target {
        case .internet, .address, .host:
            if let reason = path.unsatisfiedReason {
                self.init(.noPath(reason))
            } else if !allowsCellular, path.usesInterfaceType(.wwan) {
                self.init(.cellularNotAllowed)
            } else {
                self.init(by: Reachability.Connection(path.connection))
            }
        case .localWiFi:
            if path.hasLocalWiFi { self.init(by: .wifi) } else { self.init(.noLocalWiFi) }
        }
    }
}

extension Reachability {
    /// The reason why there is no connection.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum UnavailableReason: Sendable, Hashable {
        /// There is no path to the target.
        case noPath(NetworkPath.UnsatisfiedReason)
        /// No Wi-Fi interface has a carrier and an address.
        case noLocalWiFi
        /// The path uses a cellular network, and
        /// ``Reachability/Reachability/allowsCellularConnection`` is `false`.
        case cellularNotAllowed
        /// The host name is being resolved.
        case resolving
        /// The host name could not be resolved. The associated value is the system's message. The
        /// lookup is repeated.
        case unresolved(String)
        /// The system refused access to its network configuration. The query is repeated.
        case noAccess(NetworkAccessError)
    }
}

extension Reachability.UnavailableReason: CustomStringConvertible {
    /// A description of the reason for people, in English.
    public var description: String {
        switch self {
        case .noPath(let reason): reason.description
        case .noLocalWiFi: "no Wi-Fi interface has a carrier and an address"
        case .cellularNotAllowed: "connected by a modem, which is not allowed"
        case .resolving: "the name of the host is being resolved"
        case .unresolved(let words): words
        case .noAccess(let error): error.description
        }
    }
}
