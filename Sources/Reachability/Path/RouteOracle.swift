// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Who knows the routes: the kernel, or a table in a test.
protocol RouteOracle {
    /// By which route would a packet go? Nothing is sent.
    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer
}

extension IPAddress {
    /// An address out of a message.
    init(_ bytes: AddressBytes) {
        switch bytes.family {
        case .ipv4: self.init(family: .ipv4, high: 0, low: bytes.low)
        case .ipv6: self.init(family: .ipv6, high: bytes.high, low: bytes.low)
        }
    }

    /// The address as messages have it.
    var bytes: AddressBytes {
        switch family {
        case .ipv4: AddressBytes(family: .ipv4, high: 0, low: low)
        case .ipv6: AddressBytes(family: .ipv6, high: high, low: low)
        }
    }
}
