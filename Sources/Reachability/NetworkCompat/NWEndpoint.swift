// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability

/// An endpoint of a connection, with the API of Apple's `NWEndpoint`.
///
/// A path has only gateways as endpoints: hosts with port 0. The other cases exist for
/// compatibility and never occur. Apple's `.url` and `.opaque` are missing, because they need
/// Foundation and Apple's network stack.
public enum NWEndpoint: Sendable, Hashable {
    /// A host and a port.
    case hostPort(host: Host, port: Port)
    /// A Bonjour service.
    case service(name: String, type: String, domain: String, interface: NWInterface?)
    /// A Unix domain socket.
    case unix(path: String)

    /// The interface to which the endpoint is bound; `nil` if it is not bound to one.
    public var interface: NWInterface? {
        switch self {
        case .hostPort(let host, _): host.interface
        case .service(_, _, _, let interface): interface
        case .unix: nil
        }
    }

    /// A host name or an IP address.
    public enum Host: Sendable, Hashable {
        /// A host name, and the interface on which it is resolved.
        case name(String, NWInterface?)
        /// An IPv4 address.
        case ipv4(IPv4Address)
        /// An IPv6 address.
        case ipv6(IPv6Address)

        /// The interface to which the endpoint is bound; `nil` if it is not bound to one.
        public var interface: NWInterface? {
            switch self {
            case .name(_, let interface): interface
            case .ipv4(let address): address.interface
            case .ipv6(let address): address.interface
            }
        }
    }

    /// A port number; 0 for a gateway, which has no port.
    public struct Port: Sendable, Hashable, RawRepresentable {
        /// The port number.
        public let rawValue: UInt16

        /// Creates a port from its number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
    }
}

extension NWEndpoint {
    /// Converts a gateway, which has no port.
    init(_ gateway: NetworkPath.Gateway, _ interfaces: [NWInterface]) {
        let interface = interfaces.first { $0.name == gateway.interface }
        let host: Host =
            switch gateway.address.family {
            case .ipv4: .ipv4(IPv4Address(gateway.address, interface))
            case .ipv6: .ipv6(IPv6Address(gateway.address, interface))
            }
        self = .hostPort(host: host, port: Port(rawValue: 0))
    }
}

extension NWEndpoint: CustomDebugStringConvertible {
    /// The host, with its port if that is not 0; the service; or the socket's path.
    public var debugDescription: String {
        switch self {
        case .hostPort(let host, Port(rawValue: 0)): "\(host)"
        case .hostPort(.ipv6(let address), let port): "\(address).\(port)"
        case .hostPort(let host, let port): "\(host):\(port)"
        case .service(let name, let type, let domain, _): "\(name).\(type)\(domain)"
        case .unix(let path): path
        }
    }
}

extension NWEndpoint.Host: CustomDebugStringConvertible {
    /// The address, or the name.
    public var debugDescription: String {
        switch self {
        case .name(let name, let interface): interface.map { "\(name)%\($0)" } ?? name
        case .ipv4(let address): "\(address)"
        case .ipv6(let address): "\(address)"
        }
    }
}

extension NWEndpoint.Port: CustomDebugStringConvertible {
    /// The port number.
    public var debugDescription: String { "\(rawValue)" }
}
