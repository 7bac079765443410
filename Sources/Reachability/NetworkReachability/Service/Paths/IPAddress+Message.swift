// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension IPAddress {
    /// Converts an address in a message.
    package init(_ bytes: AddressBytes) {
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
