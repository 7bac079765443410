// SPDX-License-Identifier: Apache-2.0

public import Reachability

/// An end of a connection, as far as a path shows any: its routers.
public enum NWEndpoint: Sendable, Hashable {
    /// A host and a port.
    case hostPort(host: Host, port: Port)

    /// A host.
    public enum Host: Sendable, Hashable {
        /// An IPv4 address, and the interface that it is reached by.
        case ipv4(IPAddress, NWInterface?)
        /// An IPv6 address, and the interface that it is reached by.
        case ipv6(IPAddress, NWInterface?)
    }

    /// A port; 0 where none is meant, as of a router.
    public struct Port: Sendable, Hashable, RawRepresentable {
        /// Its number.
        public let rawValue: UInt16

        /// Takes a number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
    }
}

extension NWEndpoint {
    /// A router, which has no port.
    init(_ gateway: NetworkPath.Gateway, _ interfaces: [NWInterface]) {
        let interface = interfaces.first { $0.name == gateway.interface }
        let host: Host =
            switch gateway.address.family {
            case .ipv4: .ipv4(gateway.address, interface)
            case .ipv6: .ipv6(gateway.address, interface)
            }
        self = .hostPort(host: host, port: Port(rawValue: 0))
    }
}

extension NWEndpoint: CustomDebugStringConvertible {
    /// The host, with its interface where it needs one.
    public var debugDescription: String {
        switch self {
        case .hostPort(.ipv4(let address, _), _): "\(address)"
        case .hostPort(.ipv6(let address, let interface), _):
            address.isLinkLocal
                ? "\(address)%\(interface?.name ?? "")" : "\(address)"
        }
    }
}
