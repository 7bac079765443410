// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What became of a packet to one address, as far as this machine can tell.
enum Way: Sendable, Hashable {
    /// It leaves over a link with carrier, with a source address.
    case live(LiveRoute)
    /// The kernel chooses a link that is dead.
    case dead(interface: UInt32)
    /// The link is alive, and there is no source address to use on it.
    case noSource(interface: UInt32)
    /// The kernel chooses an interface that leads nowhere: loopback, a dummy, one that has gone.
    case nowhere(interface: UInt32)
    /// The kernel has no route, or one that rejects.
    case refused(RouteRefusal)

    /// The route, if it is live.
    var route: LiveRoute? {
        switch self {
        case .live(let route): route
        case .dead, .noSource, .nowhere, .refused: nil
        }
    }
}

/// A route that packets can take now.
struct LiveRoute: Sendable, Hashable {
    var family: IPAddress.Family
    /// The interface that it takes: the kernel's choice, or the first live leg if that is dead.
    var interface: UInt32
    /// The next hops that are alive.
    var legs: [RouteReply.NextHop]
    /// Whether a next hop is dead.
    var hasDeadLeg: Bool
    /// The length of the prefix and the metric of the table's entry.
    var prefixLength: UInt8
    var metric: UInt32
}

/// Finds the ways of packets by asking the oracle and looking at the links that it names.
struct Wayfinder {
    let state: NetworkState
    let topology: Topology
    let oracle: any RouteOracle

    /// The way of a packet to an address.
    ///
    /// - Parameters:
    ///   - mark: the packet's mark.
    ///   - interface: the zone of a link-local address.
    ///   - isOnward: whether it goes to the internet, so that a link-local source will not do.
    func way(
        to destination: IPAddress,
        mark: UInt32? = nil,
        interface: UInt32? = nil,
        isOnward: Bool = true
    ) throws(NetlinkError) -> Way {
        var lookup = RouteLookup(destination: destination.bytes, interface: interface, mark: mark)
        let choice: RouteReply
        switch try answer(&lookup) {
        case .refused(let refusal): return .refused(refusal)
        case .route(let reply): choice = reply
        }
        guard let chosen = choice.nextHops.first else { return .refused(.noRoute) }
        lookup.matchesEntry = true
        // The entry tells of every next hop. It may have gone since; then the choice stands alone.
        let entry: RouteReply
        switch try oracle.lookUp(lookup) {
        case .route(let reply): entry = reply
        case .refused: entry = choice
        }

        let legs = entry.nextHops.filter(isLive)
        let isChosenLive = isLive(chosen) && legs.contains { $0.interface == chosen.interface }
        guard let taken = isChosenLive ? chosen : legs.first else {
            let canBePath = topology.classifications[chosen.interface]?.canBePath == true
            return canBePath
                ? .dead(interface: chosen.interface) : .nowhere(interface: chosen.interface)
        }
        let hasSource =
            if isChosenLive, let source = choice.source {
                IPAddress(source).isUsableSource(onward: isOnward)
            } else {
                state[taken.interface]?.hasUsableAddress(destination.family) == true
            }
        guard hasSource else { return .noSource(interface: taken.interface) }
        return .live(
            LiveRoute(
                family: destination.family,
                interface: taken.interface,
                legs: legs,
                hasDeadLeg: legs.count < entry.nextHops.count,
                prefixLength: entry.prefixLength,
                metric: entry.metric))
    }

    /// Asks for the kernel's choice. An IPv6 socket that finds no route takes a source address and
    /// asks again (`ip6_dst_lookup_tail`), which finds routes for packets from a prefix, rejecting
    /// ones too; so do we, and leave the source in the lookup.
    private func answer(_ lookup: inout RouteLookup) throws(NetlinkError) -> RouteAnswer {
        let answer = try oracle.lookUp(lookup)
        guard case .refused(.noRoute) = answer, lookup.destination.family == .ipv6 else {
            return answer
        }
        var rejection: RouteAnswer?
        for source in sources {
            var sourced = lookup
            sourced.source = source.bytes
            switch try oracle.lookUp(sourced) {
            case .route(let reply):
                lookup = sourced
                return .route(reply)
            case .refused(.noRoute): continue
            case .refused(let refusal): rejection = rejection ?? .refused(refusal)
            }
        }
        return rejection ?? answer
    }

    /// One IPv6 source address of each prefix, and not many: a machine with thousands of addresses
    /// is not asked for thousands of routes.
    private var sources: [IPAddress] {
        var prefixes: Set<UInt64> = []
        var sources: [IPAddress] = []
        for index in state.interfaces.keys.sorted() {
            guard let interface = state[index], interface.isUp, interface.hasCarrier else {
                continue
            }
            for address in interface.addresses
            where address.address.family == .ipv6 && address.isUsable {
                guard prefixes.insert(address.address.high).inserted else { continue }
                sources.append(address.address)
                if sources.count == Self.maximumSources { return sources }
            }
        }
        return sources
    }

    private static let maximumSources = 8

    /// The live route that leads through an interface, even if it is not the kernel's first choice.
    ///
    /// The entry must match (`RTM_F_FIB_MATCH`): else IPv4 makes up an on-link route for any
    /// interface. It may be a multipath route of which only another leg is alive.
    func route(to destination: IPAddress, through index: UInt32) throws(NetlinkError) -> LiveRoute?
    {
        var lookup = RouteLookup(
            destination: destination.bytes, interface: index, matchesEntry: true)
        var answer = try oracle.lookUp(lookup)
        if case .refused(.noRoute) = answer, destination.family == .ipv6,
            let source = state[index]?.addresses.first(where: {
                $0.address.family == .ipv6 && $0.isUsable
            })
        {
            lookup.source = source.address.bytes
            answer = try oracle.lookUp(lookup)
        }
        guard case .route(let entry) = answer else { return nil }
        let legs = entry.nextHops.filter(isLive)
        guard legs.contains(where: { $0.interface == index }) else { return nil }
        return LiveRoute(
            family: destination.family,
            interface: index,
            legs: legs,
            hasDeadLeg: legs.count < entry.nextHops.count,
            prefixLength: entry.prefixLength,
            metric: entry.metric)
    }

    /// Whether packets can leave by a next hop. A lost carrier leaves an IPv4 route in place, so
    /// the link must be looked at.
    private func isLive(_ hop: RouteReply.NextHop) -> Bool {
        guard
            !hop.isDead, let interface = state[hop.interface],
            let classification = topology.classifications[hop.interface]
        else { return false }
        return interface.isUp && interface.hasCarrier && classification.canBePath
    }
}
