// SPDX-License-Identifier: Apache-2.0

internal import Reachability

/// An end of a connection. Of a path only its routers are known, each a host with port 0; the other
/// cases are Apple's, and never come. (Apple's `.url` and `.opaque` are missing: here is no Foundation, and
/// nothing behind an endpoint.)
public enum NWEndpoint: Sendable, Hashable {
    /// A host and a port.
    case hostPort(host: Host, port: Port)
    /// A Bonjour service.
    case service(name: String, type: String, domain: String, interface: NWInterface?)
    /// A socket in the file system.
    case unix(path: String)

    /// The interface that it is reached by, if it is bound to one.
    public var interface: NWInterface? {
        switch self {
        case .hostPort(let host, _): host.interface
        case .service(_, _, _, let interface): interface
        case .unix: nil
        }
    }

    /// A host.
    public enum Host: Sendable, Hashable {
        /// A name, and the interface that it is looked for on.
        case name(String, NWInterface?)
        /// An IPv4 address.
        case ipv4(IPv4Address)
        /// An IPv6 address.
        case ipv6(IPv6Address)

        /// The interface that it is reached by, if it is bound to one.
        public var interface: NWInterface? {
            switch self {
            case .name(_, let interface): interface
            case .ipv4(let address): address.interface
            case .ipv6(let address): address.interface
            }
        }
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
            case .ipv4: .ipv4(IPv4Address(gateway.address, interface))
            case .ipv6: .ipv6(IPv6Address(gateway.address, interface))
            }
        self = .hostPort(host: host, port: Port(rawValue: 0))
    }
}

extension NWEndpoint: CustomDebugStringConvertible {
    /// The host, with its port if there is one; the service; or the path.
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
    /// The address or the name.
    public var debugDescription: String {
        switch self {
        case .name(let name, let interface): interface.map { "\(name)%\($0)" } ?? name
        case .ipv4(let address): "\(address)"
        case .ipv6(let address): "\(address)"
        }
    }
}

extension NWEndpoint.Port: CustomDebugStringConvertible {
    /// Its number.
    public var debugDescription: String { "\(rawValue)" }
}
