// SPDX-License-Identifier: Apache-2.0

/// A configured name server.
package struct NameServer: Sendable, Hashable {
    let address: IPAddress
    /// The name or the index of the interface of a link-local address: `eth0` in `fe80::1%eth0`.
    let zone: String?

    /// Parses an entry of resolv.conf; returns `nil` if it is not an address.
    package init?(_ text: String) {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "%"), maxSplits: 1)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let first = parts.first, let address = IPAddress(first) else { return nil }
        self.address = address
        zone = parts.count == 2 ? parts[1] : nil
    }

    /// Whether the address is valid only on one interface.
    var needsZone: Bool { zone != nil || address.family == .ipv6 && address.isLinkLocal }

    /// Whether the address is valid only on one interface, and the entry does not name it: there is no route to it.
    package var lacksZone: Bool { needsZone && zone == nil }
}
