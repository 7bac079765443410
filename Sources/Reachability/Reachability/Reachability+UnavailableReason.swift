// SPDX-License-Identifier: Apache-2.0

extension Reachability {
    /// Why something is not reachable.
    public enum UnavailableReason: Sendable, Hashable {
        /// There is no path to it.
        case noPath(NetworkPath.UnsatisfiedReason)
        /// No Wi-Fi interface has a carrier and an address.
        case noLocalWiFi
        /// The path leads over a cellular network, and may not.
        case cellularNotAllowed
        /// The name of the host is being resolved.
        case resolving
        /// The name of the host has no address, or nobody can be asked for it. These are the system's
        /// words; it is tried again.
        case unresolved(String)
        /// The system cannot be asked about its network. It is tried again.
        case noAccess(NetworkAccessError)
    }
}

extension Reachability.UnavailableReason: CustomStringConvertible {
    /// The reason in words that a person understands.
    public var description: String {
        switch self {
        case .noPath(let reason): reason.description
        case .noLocalWiFi: "no Wi-Fi interface has a carrier and an address"
        case .cellularNotAllowed: "the connection is cellular, which is not allowed"
        case .resolving: "the name of the host is being resolved"
        case .unresolved(let words): words
        case .noAccess(let error): error.description
        }
    }
}
