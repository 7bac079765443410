// SPDX-License-Identifier: Apache-2.0

public import NetworkReachability

/// An IPv4 address with the API of Apple's `IPv4Address`. It wraps an `IPAddress`.
public struct IPv4Address: Sendable, Hashable {
    /// The wrapped value, which has more properties.
    public let address: IPAddress
    /// The interface to which the address is bound; `nil` if it is not bound to one.
    public let interface: NWInterface?

    init(_ address: IPAddress, _ interface: NWInterface?) {
        self.address = address
        self.interface = interface
    }

    /// Parses an address in dotted-decimal notation; returns `nil` for any other text.
    public init?(_ text: String) {
        guard let address = IPAddress(text), address.family == .ipv4 else { return nil }
        self.init(address, nil)
    }

    /// The 4 bytes of the address, in network byte order. (Apple's property is a `Data`.)
    public var rawValue: [UInt8] { address.octets }

    /// Whether the address is a loopback address: in 127.0.0.0/8.
    public var isLoopback: Bool { address.isLoopback }

    /// Whether the address is link-local: in 169.254.0.0/16.
    public var isLinkLocal: Bool { address.isLinkLocal }
}

extension IPv4Address: CustomDebugStringConvertible {
    /// The address in dotted-decimal notation.
    public var debugDescription: String { "\(address)" }
}

/// An IPv6 address with the API of Apple's `IPv6Address`. It wraps an `IPAddress`.
public struct IPv6Address: Sendable, Hashable {
    /// The wrapped value, which has more properties.
    public let address: IPAddress
    /// The interface to which the address is bound, as a link-local address is; `nil` if it is not
    /// bound to one.
    public let interface: NWInterface?

    init(_ address: IPAddress, _ interface: NWInterface?) {
        self.address = address
        self.interface = interface
    }

    /// Parses an address in the form of RFC 4291, without a zone; returns `nil` for any other text.
    public init?(_ text: String) {
        guard let address = IPAddress(text), address.family == .ipv6 else { return nil }
        self.init(address, nil)
    }

    /// The 16 bytes of the address, in network byte order. (Apple's property is a `Data`.)
    public var rawValue: [UInt8] { address.octets }

    /// Whether the address is the loopback address ::1.
    public var isLoopback: Bool { address.isLoopback }

    /// Whether the address is link-local: in fe80::/10.
    public var isLinkLocal: Bool { address.isLinkLocal }
}

extension IPv6Address: CustomDebugStringConvertible {
    /// The address in the form of RFC 5952; a link-local address with its interface.
    public var debugDescription: String {
        guard isLinkLocal, let interface else { return "\(address)" }
        return "\(address)%\(interface)"
    }
}
