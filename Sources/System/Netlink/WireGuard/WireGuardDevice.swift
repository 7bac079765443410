// SPDX-License-Identifier: Apache-2.0

/// The configuration of a WireGuard interface, as far as it tells where the tunnel's packets go.
package struct WireGuardDevice: Hashable, Sendable {
    /// The kind of the interface (`IFLA_INFO_KIND`), and the name of the generic netlink family.
    package static let kind = "wireguard"

    /// `WGDEVICE_A_FWMARK`: the mark of the tunnel's packets; 0 for none.
    package var mark: UInt32
    /// `WGDEVICE_A_LISTEN_PORT`: the port from which the tunnel's packets are sent.
    package var port: UInt16
    var peers: [Peer]

    /// A peer: another end of the tunnel.
    package struct Peer: Hashable, Sendable {
        /// `WGPEER_A_ENDPOINT`; `nil` if the peer has not been heard of yet.
        var endpoint: Endpoint?
        /// `WGPEER_A_ALLOWEDIPS`: the addresses that are reached by way of the peer.
        var allowedIPs: [Prefix]

        package init(endpoint: Endpoint?, allowedIPs: [Prefix]) {
            self.endpoint = endpoint
            self.allowedIPs = allowedIPs
        }
    }

    /// The UDP address of a peer.
    package struct Endpoint: Hashable, Sendable {
        package var address: AddressBytes
        package var port: UInt16
        /// The interface of a link-local address (`sin6_scope_id`); `nil` if the address has none.
        package var zone: UInt32?

        package init(address: AddressBytes, port: UInt16, zone: UInt32? = nil) {
            self.address = address
            self.port = port
            self.zone = zone
        }
    }

    /// A range of addresses.
    package struct Prefix: Hashable, Sendable {
        package var address: AddressBytes
        var length: UInt8

        package init(_ address: AddressBytes, length: UInt8) {
            self.address = address
            self.length = length
        }

        /// Whether the range has an address.
        func contains(_ other: AddressBytes) -> Bool {
            guard other.family == address.family else { return false }
            let width = address.family.bitWidth
            let host = UInt64(width - min(length, width))
            // A shift by 64 or more gives 0.
            let isEqualLow = address.low >> host == other.low >> host
            guard address.family == .ipv6 else { return isEqualLow }
            return isEqualLow
                && (host < 64
                    ? address.high == other.high
                    : address.high >> (host - 64) == other.high >> (host - 64))
        }
    }

    package init(mark: UInt32 = 0, port: UInt16 = 0, peers: [Peer] = []) {
        self.mark = mark
        self.port = port
        self.peers = peers
    }

    /// The endpoints to which packets to some addresses are sent, once each. As in the kernel, the
    /// longest allowed IPs that have the address decide (`wg_allowedips_lookup_dst`).
    package func endpoints(for addresses: [AddressBytes]) -> [Endpoint] {
        var endpoints: [Endpoint] = []
        for address in addresses {
            guard let endpoint = peer(for: address)?.endpoint, !endpoints.contains(endpoint) else {
                continue
            }
            endpoints.append(endpoint)
        }
        return endpoints
    }

    private func peer(for address: AddressBytes) -> Peer? {
        var longest: (length: UInt8, peer: Peer)?
        for peer in peers {
            for prefix in peer.allowedIPs where prefix.contains(address) {
                if longest.map({ prefix.length > $0.length }) ?? true {
                    longest = (prefix.length, peer)
                }
            }
        }
        return longest?.peer
    }
}
