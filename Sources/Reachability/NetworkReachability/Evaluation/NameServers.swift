// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension RouteResolver {
    /// Whether there is a live route to a configured name server. A server on this machine
    /// counts as reachable.
    ///
    /// - Parameter isAlive: whether a route into a tunnel is alive.
    func canReachNameServer(
        _ isAlive: (LiveRoute) throws(NetlinkError) -> Bool
    ) throws(NetlinkError) -> Bool {
        for server in state.nameServers {
            let address = server.address
            if address.isLoopback { return true }
            let zone = server.zone.flatMap(index(ofZone:))
            // Without a zone, or with a zone that does not exist, a link-local address has no
            // route.
            if server.needsZone && zone == nil { continue }
            switch try outcome(to: address, interface: zone, isOnward: !address.isLinkLocal) {
            case .live(let route): if try isAlive(route) { return true }
            case .refused(.local): return true
            case .refused, .dead, .noSource, .nowhere: continue
            }
        }
        return false
    }

    /// Returns the interface that a zone identifies by its name or index.
    func index(ofZone zone: String) -> UInt32? {
        if let index = UInt32(zone), state[index] != nil { return index }
        return state.index(ofName: zone)
    }
}
