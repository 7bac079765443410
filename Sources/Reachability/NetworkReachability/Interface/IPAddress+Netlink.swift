// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension IPAddress.Family {
    /// Converts the family of an address in a message.
    init(_ family: AddressBytes.Family) {
        switch family {
        case .ipv4: self = .ipv4
        case .ipv6: self = .ipv6
        }
    }
}

extension IPAddress {
    /// Converts an address in a message.
    init(_ bytes: AddressBytes) {
        self.init(family: Family(bytes.family), high: bytes.high, low: bytes.low)
    }

    /// The address as in messages.
    package var bytes: AddressBytes {
        switch family {
        case .ipv4: AddressBytes(family: .ipv4, high: 0, low: low)
        case .ipv6: AddressBytes(family: .ipv6, high: high, low: low)
        }
    }
}

extension InterfaceAddress {
    /// Converts the kernel's message. `IFA_F_SECONDARY` (IPv4) and `IFA_F_TEMPORARY` (IPv6) are the
    /// same bit.
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
