// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Finds the ways of packets by asking the oracle and looking at the links that it names. (A class, for
/// it is handed about much, and the state has many parts to be copied.)
final class Wayfinder {
    let state: NetworkState
    let oracle: any RouteOracle
    /// Whether an answer does not fit to the state: the kernel tells of some changes before it makes them, and
    /// of others later. Such an answer may belong to neither the network before nor the one after.
    private(set) var hasMisfit = false

    init(state: NetworkState, oracle: any RouteOracle) {
        self.state = state
        self.oracle = oracle
    }

    /// Begins with another path, for which no answer counts that was given before.
    func begin() { hasMisfit = false }

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
        switch try answer(&lookup, sources: state.sources(on: interface)) {
        case .refused(let refusal): return .refused(refusal)
        case .route(let reply): choice = reply
        }
        guard let chosen = choice.nextHops.first else { return .refused(.noRoute) }
        lookup.matchesEntry = true
        // The entry tells of every next hop. It may have gone since; then the choice stands alone.
        let entry: RouteReply
        switch try oracle.lookUp(lookup) {
        case .route(let reply): entry = reply.withNextHops(choice.nextHops)
        case .refused: entry = choice
        }

        let route = LiveRoute(
            destination.family, entry, preferring: chosen.interface,
            isLive: { isLive($0, isOnward: isOnward) })
        guard let route else {
            return isPathKind(chosen.interface)
                ? .dead(interface: chosen.interface) : .nowhere(interface: chosen.interface)
        }
        let hasSource =
            if route.interface == chosen.interface, let source = choice.source {
                IPAddress(source).isUsableSource(onward: isOnward)
            } else {
                state[route.interface]?.hasUsableAddress(destination.family) == true
            }
        // The kernel tells of an address that goes before the routes from it are gone.
        if hasSource, isOnward,
            !state.census.mayHaveSource(on: route.interface, destination.family)
        {
            hasMisfit = true
        }
        return hasSource ? .live(route) : .noSource(interface: route.interface)
    }

    /// The live route that leads through an interface, even if it is not the kernel's first choice.
    ///
    /// The entry must match (`RTM_F_FIB_MATCH`): else IPv4 makes up an on-link route for any
    /// interface. It may be a multipath route of which only another leg is alive.
    func route(
        to destination: IPAddress,
        through index: UInt32
    ) throws(NetlinkError) -> LiveRoute? {
        var lookup = RouteLookup(
            destination: destination.bytes, interface: index, matchesEntry: true)
        switch try answer(&lookup, sources: state.sources(on: index)) {
        case .refused: return nil
        case .route(let reply):
            let entry = reply.withNextHops([RouteReply.NextHop(interface: index)])
            let route = LiveRoute(
                destination.family, entry, preferring: index,
                isLive: { isLive($0, isOnward: true) })
            return route?.interface == index ? route : nil
        }
    }

    /// Asks the oracle. An IPv6 socket that finds no route takes a source address and asks again
    /// (`ip6_dst_lookup_tail`), which finds routes for packets from a prefix, rejecting ones too;
    /// so do we, and leave the source in the lookup.
    private func answer(
        _ lookup: inout RouteLookup,
        sources: @autoclosure () -> [IPAddress]
    ) throws(NetlinkError) -> RouteAnswer {
        let answer = try oracle.lookUp(lookup)
        guard case .refused(.noRoute) = answer, lookup.destination.family == .ipv6 else {
            return answer
        }
        var rejection: RouteAnswer?
        for source in sources() {
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
}

extension RouteReply {
    /// The entry with next hops, where it names but the object that they are (`RTA_NH_ID`, with the
    /// system's setting `nexthop_compat_mode` 0).
    fileprivate func withNextHops(_ hops: [NextHop]) -> RouteReply {
        guard nextHops.isEmpty else { return self }
        var reply = self
        reply.nextHops = hops
        return reply
    }
}

/// What the wayfinder knows of interfaces.
extension Wayfinder {
    /// Whether packets can leave by a next hop. A lost carrier leaves an IPv4 route in place, so
    /// the link must be looked at.
    private func isLive(_ hop: RouteReply.NextHop, isOnward: Bool) -> Bool {
        guard let interface = state[hop.interface] else {
            hasMisfit = true
            return false
        }
        let isUp = interface.isUp && interface.hasCarrier
        // The kernel marks next hops dead together with their link. But it tells that a link is switched off
        // before it takes the routes over it away, and of a carrier after routes over it may have been made.
        // What waits for something else than a carrier (802.1X) may wait for ever, and its routes stay.
        let isMisfit = hop.isDead ? isUp : !isUp && !interface.waitsWithCarrier
        if isMisfit { hasMisfit = true }
        return !hop.isDead && isUp && isPathKind(hop.interface)
            && !(isOnward && endsHere(interface))
    }

    /// Whether a bridge has its carrier only from ports that never are a path, such as an access point
    /// of this machine: its stations can be reached, and nothing beyond them. (A port that leads to a
    /// virtual machine may lead on: that may be the router.)
    private func endsHere(_ interface: NetworkState.Interface) -> Bool {
        guard interface.link.kind == "bridge", !interface.lower.isEmpty else { return false }
        return !interface.lower.contains { state[$0]?.hasCarrier == true && isPathKind($0) }
    }

    /// Whether an interface is of a kind that can lead to the internet.
    private func isPathKind(_ index: UInt32) -> Bool {
        state[index]?.canBePath == true
    }

    /// Whether an interface is a tunnel, or made on one.
    func isTunnel(_ index: UInt32) -> Bool { state[index]?.type == .vpn }

    /// Whether an interface could lead to the internet, now or at another time: its kind can, and it
    /// is not a part of a bridge or a bond. (What belongs to a VRF keeps its own routes.)
    private func mayLeadOut(_ index: UInt32) -> Bool {
        guard isPathKind(index) else { return false }
        guard let master = state[index]?.link.master else { return true }
        return state[master]?.link.kind == "vrf"
    }

    /// Whether some interface could carry a tunnel's packets, though it may not now. An overlay
    /// could not: the kernel's fallback devices (gretap0, erspan0) are in every namespace once
    /// their module is loaded.
    var hasPossibleUplink: Bool { state.census.uplinkKinds.contains(where: mayLeadOut) }

    /// The interfaces that could carry a tunnel's packets now, though none has a route to the internet: up,
    /// with a carrier and an address to send from. A bridge that leads to containers and virtual machines
    /// alone counts only where there is nothing else.
    var possibleUplinks: [UInt32] {
        let all = state.census.uplinkKinds.filter(mayLeadOut)
        let outward = all.filter { !leadsToGuestsOnly($0) }
        let source = state.mayHaveSource
        return (outward.isEmpty ? all : outward).filter { index in
            source.contains(index) && state[index].map { !endsHere($0) } ?? false
        }
    }

    private func leadsToGuestsOnly(_ index: UInt32) -> Bool {
        guard let interface = state[index], interface.link.kind == "bridge" else { return false }
        return interface.lower.allSatisfy { state[$0]?.classification.leadsToGuest == true }
    }

    /// The live routes through interfaces that are tunnels, or that are none.
    ///
    /// - Parameter known: the routes that are known already.
    func liveRoutes(
        throughTunnels: Bool,
        known: [LiveRoute],
        _ probes: PathProbes
    ) throws(NetlinkError) -> LiveRoutes {
        // Most machines have no tunnel.
        if throughTunnels, state.census.steps(of: .vpn).live == 0 { return LiveRoutes() }
        var candidates = state.mayHaveSource.filter { index in
            mayLeadOut(index) && isTunnel(index) == throughTunnels
        }
        // What carries the path may have no address of its own.
        for route in known {
            for index in route.interfaces
            where isTunnel(index) == throughTunnels && !candidates.contains(index) {
                candidates.append(index)
            }
        }
        return try LiveRoutes(through: candidates, known: known, probes, self)
    }
}

extension NetworkState {
    /// The interfaces that are up, have a carrier, and by which packets can leave with a source
    /// address: their own, or one of loopback's, as routers have it.
    fileprivate var mayHaveSource: SortedIndexes {
        census.hasUsableLoopback ? census.live : census.addressed
    }

    /// One IPv6 source address of each prefix, of all interfaces that are up or of one, and not
    /// many: a machine with thousands of addresses is not asked for thousands of routes.
    fileprivate func sources(on index: UInt32?) -> [IPAddress] {
        var prefixes: [UInt64] = []
        var sources: [IPAddress] = []
        for candidate in index.map({ [$0] }) ?? Array(census.addressed(.ipv6)) {
            guard let interface = self[candidate], interface.isUp, interface.hasCarrier else {
                continue
            }
            for address in interface.addresses
            where address.address.family == .ipv6 && address.isUsable {
                guard !prefixes.contains(address.address.high) else { continue }
                prefixes.append(address.address.high)
                sources.append(address.address)
                if sources.count == Self.maximumSources { return sources }
            }
        }
        return sources
    }

    private static let maximumSources = 8
}
