// SPDX-License-Identifier: Apache-2.0

public import Reachability

/// An IPv4 address, as Apple's Network framework shows it: a thin value over `IPAddress`.
public struct IPv4Address: Sendable, Hashable {
    /// The address in this package's own words.
    public let address: IPAddress
    /// The interface that it is reached by, if it is bound to one.
    public let interface: NWInterface?

    init(_ address: IPAddress, _ interface: NWInterface?) {
        self.address = address
        self.interface = interface
    }

    /// Reads an address in dotted decimal; `nil` if it is none.
    public init?(_ text: String) {
        guard let address = IPAddress(text), address.family == .ipv4 else { return nil }
        self.init(address, nil)
    }

    /// Its 4 bytes, as they are sent. (At Apple's a `Data`.)
    public var rawValue: [UInt8] { address.octets }

    /// Whether it names the machine itself: 127.0.0.0/8.
    public var isLoopback: Bool { address.isLoopback }

    /// Whether it holds on one link only: 169.254.0.0/16.
    public var isLinkLocal: Bool { address.isLinkLocal }
}

extension IPv4Address: CustomDebugStringConvertible {
    /// The address in dotted decimal.
    public var debugDescription: String { "\(address)" }
}
