// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// A configured name server.
struct NameServer: Sendable, Hashable {
    let address: IPAddress
    /// The name or the index of the interface that a link-local address is on: `fe80::1%eth0`.
    let zone: String?

    /// Reads what stands in resolv.conf; `nil` if it is no address.
    init?(_ text: String) {
        let parts = text.split(separator: "%", maxSplits: 1)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        self.address = address
        zone = parts.count == 2 ? String(parts[1]) : nil
    }

    /// Whether its address means something only on one interface.
    var needsZone: Bool { zone != nil || address.family == .ipv6 && address.isLinkLocal }
}

extension Wayfinder {
    /// Whether there is a live route to a configured name server. A server on this machine
    /// counts as reachable.
    ///
    /// - Parameter isAlive: whether a route is alive if it leads into a tunnel.
    func canReachNameServer(
        _ isAlive: (LiveRoute) throws(NetlinkError) -> Bool
    ) throws(NetlinkError) -> Bool {
        for server in state.nameServers {
            let address = server.address
            if address.isLoopback { return true }
            let zone = server.zone.flatMap(index(ofZone:))
            // Without its zone, or with one that is not there, it is nowhere.
            if server.needsZone && zone == nil { continue }
            switch try way(to: address, interface: zone, isOnward: !address.isLinkLocal) {
            case .live(let route): if try isAlive(route) { return true }
            case .refused(.local): return true
            case .refused, .dead, .noSource, .nowhere: continue
            }
        }
        return false
    }

    /// The interface that a zone names, or gives the index of.
    func index(ofZone zone: String) -> UInt32? {
        if let index = UInt32(zone), state[index] != nil { return index }
        return state.index(ofName: zone)
    }
}
