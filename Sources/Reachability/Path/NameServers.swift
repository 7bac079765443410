// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension Wayfinder {
    /// Whether a configured name server can be reached by a live route. A server on this machine
    /// counts as reachable.
    ///
    /// - Parameter isAlive: whether a route is alive if it leads into a tunnel.
    func canReachNameServer(
        _ isAlive: (LiveRoute) throws(NetlinkError) -> Bool
    ) throws(NetlinkError) -> Bool {
        for server in state.resolver.nameServers {
            // A link-local address may have a zone: fe80::1%eth0.
            let parts = server.split(separator: "%", maxSplits: 1)
            guard let text = parts.first, let address = IPAddress(String(text)) else { continue }
            if address.isLoopback { return true }
            let zone = parts.count == 2 ? index(ofZone: parts[1]) : nil
            // Without its zone, or with one that is not there, it is nowhere.
            let needsZone = parts.count == 2 || address.family == .ipv6 && address.isLinkLocal
            if needsZone && zone == nil { continue }
            switch try way(to: address, interface: zone, isOnward: !address.isLinkLocal) {
            case .live(let route): if try isAlive(route) { return true }
            case .refused(.local): return true
            case .refused, .dead, .noSource, .nowhere: continue
            }
        }
        return false
    }

    /// The interface that a zone names, or gives the index of.
    private func index(ofZone zone: Substring) -> UInt32? {
        if let index = UInt32(zone), state[index] != nil { return index }
        return state.index(ofName: zone)
    }
}
