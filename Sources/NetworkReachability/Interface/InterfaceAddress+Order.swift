// SPDX-License-Identifier: Apache-2.0

/// The order of an interface's addresses. It is the same whether the addresses come from a dump or
/// from single messages.
///
/// IPv4 addresses come first, in the kernel's order: the kernel uses the first one that fits as the
/// source of packets. IPv6 addresses follow, sorted by scope, the widest first, and then by value.
/// The kernel's own order of these, the newest first, is not known from messages, because each one
/// is reported only after duplicate address detection.
extension [InterfaceAddress] {
    /// Creates a sorted list from the addresses of a dump.
    init(dumped addresses: [InterfaceAddress]) {
        self = addresses.filter { $0.address.family == .ipv4 }
        self += addresses.filter { $0.address.family == .ipv6 }.sorted { $0.precedes($1) }
    }

    /// Inserts an address in order, and replaces the same address with other flags.
    mutating func insertOrReplace(_ address: InterfaceAddress) {
        if let position = firstIndex(where: { $0.isSame(as: address) }) {
            if self[position].isPrimary == address.isPrimary,
                self[position].scope == address.scope
            {
                self[position] = address
                return
            }
            // The kernel turns a secondary address into a primary one when its primary is removed.
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
        // `__inet_insert_ifa`: after the last primary address whose scope is the same or narrower.
        let last = self[..<firstOfIPv6].lastIndex {
            $0.isPrimary && $0.scope.number >= address.scope.number
        }
        return last.map { $0 + 1 } ?? startIndex
    }
}

extension InterfaceAddress {
    fileprivate var isPrimary: Bool { !flags.contains(.secondary) }

    /// Whether the address is sorted before another IPv6 address.
    fileprivate func precedes(_ other: InterfaceAddress) -> Bool {
        (scope.number, address.high, address.low, prefixLength)
            < (other.scope.number, other.address.high, other.address.low, other.prefixLength)
    }
}

extension InterfaceAddress.Scope {
    /// The number of the scope (`RT_SCOPE_*`). A lower number reaches farther.
    var number: UInt8 {
        switch self {
        case .global: 0
        case .site: 200
        case .link: 253
        case .host: 254
        case .number(let number): number
        }
    }
}
