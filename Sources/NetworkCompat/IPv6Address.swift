// SPDX-License-Identifier: Apache-2.0

public import Reachability

/// An IPv6 address, as Apple's Network framework shows it: a thin value over `IPAddress`.
public struct IPv6Address: Sendable, Hashable {
    /// The address in this package's own words.
    public let address: IPAddress
    /// The interface that it is reached by, if it is bound to one: a link-local one is.
    public let interface: NWInterface?

    init(_ address: IPAddress, _ interface: NWInterface?) {
        self.address = address
        self.interface = interface
    }

    /// Reads an address as RFC 4291 writes it, without a zone; `nil` if it is none.
    public init?(_ text: String) {
        guard let address = IPAddress(text), address.family == .ipv6 else { return nil }
        self.init(address, nil)
    }

    /// Its 16 bytes, as they are sent. (At Apple's a `Data`.)
    public var rawValue: [UInt8] { address.octets }

    /// Whether it names the machine itself: ::1.
    public var isLoopback: Bool { address.isLoopback }

    /// Whether it holds on one link only: fe80::/10.
    public var isLinkLocal: Bool { address.isLinkLocal }
}

extension IPv6Address: CustomDebugStringConvertible {
    /// The address as RFC 5952 writes it, with its interface where it needs one.
    public var debugDescription: String {
        guard isLinkLocal, let interface else { return "\(address)" }
        return "\(address)%\(interface)"
    }
}
