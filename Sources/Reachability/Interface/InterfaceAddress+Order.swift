// SPDX-License-Identifier: Apache-2.0

/// The order of an interface's addresses, which is the same whether they came in a dump or one by one.
///
/// IPv4's stand first, as the kernel has them, which takes the first that fits as the source of packets.
/// IPv6's follow, the farthest-reaching first and then by number: the kernel has the newest first, but
/// tells of each only when duplicate address detection is through with it.
extension [InterfaceAddress] {
    /// Brings those of a dump into order.
    init(dumped addresses: [InterfaceAddress]) {
        self = addresses.filter { $0.address.family == .ipv4 }
        self += addresses.filter { $0.address.family == .ipv6 }.sorted { $0.precedes($1) }
    }

    /// Takes an address in where it belongs, in the place of the same one with other flags.
    mutating func take(_ address: InterfaceAddress) {
        if let position = firstIndex(where: { $0.isSame(as: address) }) {
            if self[position].isPrimary == address.isPrimary,
                self[position].scope == address.scope
            {
                self[position] = address
                return
            }
            // The kernel makes a primary one of a secondary one whose own has gone.
            remove(at: position)
        }
        insert(address, at: position(of: address))
    }

    private func position(of address: InterfaceAddress) -> Int {
        let firstOfIPv6 = firstIndex { $0.address.family == .ipv6 } ?? endIndex
        guard address.address.family == .ipv4 else {
            return self[firstOfIPv6...].firstIndex { address.precedes($0) } ?? endIndex
        }
        guard address.isPrimary else { return firstOfIPv6 }
        // `__inet_insert_ifa`: behind the last primary one that reaches no farther.
        let last = self[..<firstOfIPv6].lastIndex {
            $0.isPrimary && $0.scope.number >= address.scope.number
        }
        return last.map { $0 + 1 } ?? startIndex
    }
}

extension InterfaceAddress {
    fileprivate var isPrimary: Bool { !flags.contains(.secondary) }

    /// Whether it stands before another one of IPv6.
    fileprivate func precedes(_ other: InterfaceAddress) -> Bool {
        (scope.number, address.high, address.low, prefixLength)
            < (other.scope.number, other.address.high, other.address.low, other.prefixLength)
    }
}

extension InterfaceAddress.Scope {
    /// `RT_SCOPE_*`: the lower, the farther.
    fileprivate var number: UInt8 {
        switch self {
        case .global: 0
        case .site: 200
        case .link: 253
        case .host: 254
        case .number(let number): number
        }
    }
}
