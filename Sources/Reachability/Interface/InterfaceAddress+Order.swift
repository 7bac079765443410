// SPDX-License-Identifier: Apache-2.0

/// An interface's addresses in the order in which the kernel lists them. Its events do not tell an
/// address's place, so that it is found by the kernel's own rules: what was followed by events is
/// then in the order of what is read afresh.
///
/// IPv4 comes first (`__inet_insert_ifa`): the primary addresses by scope, the narrowest first, the
/// oldest first of one scope; then the secondary ones, by age. Then IPv6 (`ipv6_link_dev_addr`): by
/// scope, the widest first, the newest first of one scope.
extension [InterfaceAddress] {
    /// Takes in an address, in the place of the same one with other flags. A secondary one that
    /// becomes primary (`net.ipv4.conf.*.promote_secondaries`) goes where a new one would.
    mutating func take(_ address: InterfaceAddress) {
        if let position = firstIndex(where: { $0.isSame(as: address) }) {
            guard self[position].isPrimary != address.isPrimary else {
                self[position] = address
                return
            }
            remove(at: position)
        }
        insert(address, at: place(of: address))
    }

    /// Takes in that an address has gone.
    mutating func drop(_ address: InterfaceAddress) {
        removeAll { $0.isSame(as: address) }
    }

    private func place(of address: InterfaceAddress) -> Int {
        let firstIPv6 = firstIndex { $0.address.family == .ipv6 } ?? endIndex
        switch address.address.family {
        case .ipv4 where address.isPrimary:
            let last = self[..<firstIPv6].lastIndex {
                $0.isPrimary && $0.scope.number >= address.scope.number
            }
            return last.map { $0 + 1 } ?? startIndex
        case .ipv4:
            return firstIPv6
        case .ipv6:
            return self[firstIPv6...].firstIndex { $0.scope.width <= address.scope.width }
                ?? endIndex
        }
    }
}

extension InterfaceAddress {
    /// Whether the kernel has it among the primary addresses of IPv4.
    fileprivate var isPrimary: Bool { address.family == .ipv4 && !flags.contains(.secondary) }
}

extension InterfaceAddress.Scope {
    /// The kernel's number: the narrower, the larger.
    fileprivate var number: UInt8 {
        switch self {
        case .global: 0
        case .site: 200
        case .link: 253
        case .host: 254
        case .number(let number): number
        }
    }

    /// How far the kernel takes an IPv6 address to reach when it sorts: no less than its link.
    fileprivate var width: UInt8 { 253 - Swift.min(number, 253) }
}
