// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink

@testable import Reachability

/// Routes as a test writes them down, chosen as the kernel does: the first that fits.
struct ScriptedRoutes: RouteOracle {
    /// A route to everything of a family, or to one half of the IPv4 addresses.
    struct Route {
        enum Destination { case ipv4, ipv6, lowerHalf, upperHalf }

        var destination: Destination
        var hops: [RouteReply.NextHop] = []
        var metric: UInt32 = 0
        var source: String?
        var refusal: RouteRefusal?
        /// Only for packets with this mark; without a mark for all.
        var mark: UInt32?
        /// The table that it stands in.
        var table: UInt32 = 254
        /// Only for packets from here (IPv6).
        var from: String?

        fileprivate func fits(_ lookup: RouteLookup) -> Bool {
            let isUpper = lookup.destination.low >> 31 & 1 == 1
            let isIPv4 = lookup.destination.family == .ipv4
            let fits =
                switch destination {
                case .ipv4: isIPv4
                case .ipv6: !isIPv4
                case .lowerHalf: isIPv4 && !isUpper
                case .upperHalf: isIPv4 && isUpper
                }
            let fitsInterface =
                lookup.interface.map { index in hops.contains { $0.interface == index } } ?? true
            let fitsSource = from.map { lookup.source == IPAddress($0)?.bytes } ?? true
            return fits && fitsInterface && fitsSource && (mark == nil || mark == lookup.mark)
        }
    }

    var routes: [Route]

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        guard let route = routes.first(where: { $0.fits(lookup) }) else {
            return .refused(.noRoute)
        }
        if let refusal = route.refusal { return .refused(refusal) }
        let isHalf = route.destination == .lowerHalf || route.destination == .upperHalf
        return .route(
            RouteReply(
                table: route.table, prefixLength: lookup.matchesEntry ? (isHalf ? 1 : 0) : 32,
                metric: route.metric,
                source: lookup.matchesEntry ? nil : route.source.flatMap(IPAddress.init)?.bytes,
                nextHops: lookup.matchesEntry ? route.hops : Array(route.hops.prefix(1))))
    }
}

/// A link message as a test writes it down.
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

/// What was seen of a network: links, and addresses by the link's index.
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

/// A next hop by the interface's index.
func hop(_ index: UInt32, via gateway: String? = nil, isDead: Bool = false) -> RouteReply.NextHop {
    RouteReply.NextHop(
        interface: index, gateway: gateway.flatMap(IPAddress.init)?.bytes, isDead: isDead)
}
