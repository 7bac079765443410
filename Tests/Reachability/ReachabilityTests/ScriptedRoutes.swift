// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink

@testable import NetworkReachability

/// Routes that a test defines. As in the kernel, the first matching route is used.
struct ScriptedRoutes: RouteOracle {
    /// A route to all addresses of a family, to one half of the IPv4 addresses, or to one address.
    struct Route {
        enum Destination: Equatable { case ipv4, ipv6, lowerHalf, upperHalf, host(String) }

        var destination: Destination
        var hops: [RouteReply.NextHop] = []
        /// The next hops of the table's entry, if they differ from `hops`: none for a nexthop
        /// object.
        var entryHops: [RouteReply.NextHop]?
        var metric: UInt32 = 0
        var source: String?
        var refusal: RouteRefusal?
        /// The mark of the packets; `nil` for all packets.
        var mark: UInt32?
        /// The routing table.
        var table: UInt32 = 254
        /// The source of the packets (IPv6); `nil` for all packets.
        var from: String?
        /// The length of the entry's prefix; `nil` for 1 of a half and 0 of a family.
        var prefixLength: UInt8?

        fileprivate func fits(_ query: RouteQuery) -> Bool {
            let isUpper = query.destination.low >> 31 & 1 == 1
            let isIPv4 = query.destination.family == .ipv4
            let fits =
                switch destination {
                case .ipv4: isIPv4
                case .ipv6: !isIPv4
                case .lowerHalf: isIPv4 && !isUpper
                case .upperHalf: isIPv4 && isUpper
                case .host(let text): query.destination == IPAddress(text)?.bytes
                }
            let fitsInterface =
                query.interface.map { index in hops.contains { $0.interface == index } } ?? true
            let fitsSource = from.map { query.source == IPAddress($0)?.bytes } ?? true
            return fits && fitsInterface && fitsSource && (mark == nil || mark == query.mark)
        }
    }

    var routes: [Route]
    /// What is read of each WireGuard tunnel.
    var tunnels: [UInt32: TunnelReading] = [:]

    func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading? { tunnels[index] }

    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        guard let route = routes.first(where: { $0.fits(query) }) else {
            return .refused(.noRoute)
        }
        if let refusal = route.refusal { return .refused(refusal) }
        let isHalf = route.destination == .lowerHalf || route.destination == .upperHalf
        return .route(
            RouteReply(
                table: route.table,
                prefixLength: query.matchesEntry ? route.prefixLength ?? (isHalf ? 1 : 0) : 32,
                // The kernel's choice of an IPv4 route has no metric.
                metric: query.matchesEntry || query.destination.family == .ipv6 ? route.metric : 0,
                source: query.matchesEntry ? nil : route.source.flatMap(IPAddress.init)?.bytes,
                nextHops: query.matchesEntry
                    ? route.entryHops ?? route.hops : Array(route.hops.prefix(1))))
    }
}

/// Creates a link message.
func link(
    _ index: UInt32,
    _ name: String,
    kind: String? = nil,
    hardwareType: UInt16 = 1,
    carrier: Bool = true,
    isUp: Bool = true,
    bus: String? = nil,
    master: UInt32? = nil,
    on lower: UInt32? = nil
) -> LinkMessage {
    var link = LinkMessage(index: index, hardwareType: hardwareType)
    link.name = name
    link.kind = kind
    link.mtu = 1500
    link.flags = isUp ? (carrier ? [.up, .running, .lowerUp] : [.up]) : []
    link.operationalState = isUp && carrier ? 6 : 2
    link.parentBus = bus
    link.parentDevice = bus.map { _ in "device" }
    link.master = master
    link.link = lower
    return link
}

/// Creates a state with links, and with addresses by the link's index.
func network(
    _ links: [LinkMessage],
    addresses: [UInt32: [String]] = [:],
    rules: [RuleMessage] = [],
    nameServers: [String] = []
) -> NetworkState {
    var state = NetworkState(links: links)
    for (index, texts) in addresses {
        state.set(
            texts.compactMap(IPAddress.init).map {
                InterfaceAddress(address: $0, prefixLength: 24)
            },
            of: index)
    }
    state.rules = rules
    state.resolver.nameServers = nameServers
    return state
}

/// Creates a next hop over an interface.
func hop(_ index: UInt32, via gateway: String? = nil, isDead: Bool = false) -> RouteReply.NextHop {
    RouteReply.NextHop(
        interface: index, gateway: gateway.flatMap(IPAddress.init)?.bytes, isDead: isDead)
}
