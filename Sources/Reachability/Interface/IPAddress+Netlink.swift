// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension IPAddress.Family {
    /// The family of an address out of a message.
    init(_ family: AddressBytes.Family) {
        switch family {
        case .ipv4: self = .ipv4
        case .ipv6: self = .ipv6
        }
    }
}

extension IPAddress {
    /// An address out of a message.
    init(_ bytes: AddressBytes) {
        self.init(family: Family(bytes.family), high: bytes.high, low: bytes.low)
    }

    /// The address as messages have it.
    package var bytes: AddressBytes {
        switch family {
        case .ipv4: AddressBytes(family: .ipv4, high: 0, low: low)
        case .ipv6: AddressBytes(family: .ipv6, high: high, low: low)
        }
    }
}

extension InterfaceAddress {
    /// The kernel's message in the library's words. `IFA_F_SECONDARY` and `IFA_F_TEMPORARY` are
    /// one bit, which means the former of IPv4 and the latter of IPv6.
    init(_ message: AddressMessage) {
        let address = IPAddress(message.address)
        var flags = Flags(rawValue: message.flags)
        if address.family == .ipv6, flags.contains(.secondary) {
            flags.remove(.secondary)
            flags.insert(.temporary)
        }
        self.init(
            address: address,
            peer: message.peer.map(IPAddress.init),
            prefixLength: Int(message.prefixLength),
            scope: Scope(message.scope),
            flags: flags)
    }
}
