// SPDX-License-Identifier: Apache-2.0

extension NetworkConstraints {
    /// What a path lacks: a reason to wait.
    public enum Reason: Sendable, Hashable {
        /// There is no path.
        case offline(NetworkPath.UnsatisfiedReason)
        /// Traffic costs money, for certain or probably, and may not.
        case metered(Metered)
        /// Nobody knows whether traffic costs money, which counts as if it did.
        case unknownMetering(Metered)
        /// The user asked for little traffic here.
        case constrained
        /// The connection is of a type that is not among the allowed ones.
        case typeNotAllowed(NetworkPath.Connection)
        /// The path uses an interface of a type that is prohibited.
        case typeProhibited(InterfaceType)
        /// The path does not use the interface of this name.
        case otherInterface(required: String)
        /// There is no route for IPv4.
        case noIPv4
        /// There is no route for IPv6.
        case noIPv6
        /// There is no route to a configured name server.
        case noDNS
        /// The path leads through a VPN.
        case vpn
    }
}

extension NetworkConstraints.Reason {
    /// The reason in a word that stays the same from version to version, for programs.
    public var word: String {
        switch self {
        case .offline: "offline"
        case .metered: "metered"
        case .unknownMetering: "unknownMetering"
        case .constrained: "constrained"
        case .typeNotAllowed: "typeNotAllowed"
        case .typeProhibited: "typeProhibited"
        case .otherInterface: "otherInterface"
        case .noIPv4: "noIPv4"
        case .noIPv6: "noIPv6"
        case .noDNS: "noDNS"
        case .vpn: "vpn"
        }
    }
}

extension NetworkConstraints.Reason: CustomStringConvertible {
    /// The reason in words that a person understands. Names of interfaces and networks stand in it as
    /// they are: whoever prints it escapes control characters.
    public var description: String {
        switch self {
        case .offline(let reason): "offline: \(reason)"
        case .metered(let metered):
            (metered.value == .yes ? "metered: " : "probably metered: ") + metered.detail
        case .unknownMetering(let metered): "cost unknown: \(metered.detail)"
        case .constrained: "the user asked for little traffic here"
        case .typeNotAllowed(let connection): "connected by \(connection), which is not allowed"
        case .typeProhibited(let type): "the path uses \(type), which is prohibited"
        case .otherInterface(let required): "the path does not use \(required)"
        case .noIPv4: "there is no route for IPv4"
        case .noIPv6: "there is no route for IPv6"
        case .noDNS: "there is no route to a name server"
        case .vpn: "the path leads through a VPN"
        }
    }
}
