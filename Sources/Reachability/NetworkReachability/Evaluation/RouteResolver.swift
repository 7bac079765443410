// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Resolves the routes of packets, for one evaluation, from the oracle's answers and the state of
/// the links.
///
/// (A class, because it is passed around, and copying the state copies many parts.)
final class RouteResolver {
    let state: NetworkState
    let oracle: any RouteOracle
    /// The known absent routes; `nil` to query all.
    private let absent: AbsentRoutes?
    /// Whether an answer contradicts the state. The kernel reports some changes before it makes them, and others
    /// afterwards, so such an answer may match neither the network before a change nor after it.
    private(set) var seesContradiction = false
    /// Whether there are rules for IPv6 besides the kernel's own two.
    private lazy var hasOtherRules = state.rules.contains { rule in
        rule.family == .ipv6
            && !(rule.priority == 0 && rule.table == 255)
            && !(rule.priority == 32766 && rule.table == 254)
    }

    init(state: NetworkState, oracle: any RouteOracle, absent: AbsentRoutes? = nil) {
        self.state = state
        self.oracle = oracle
        self.absent = absent
    }

    /// Resolves the outcome of a packet to an address.
    ///
    /// - Parameters:
    ///   - mark: the packet's mark.
    ///   - interface: the zone of a link-local address.
    ///   - isOnward: whether the packet goes to the internet, so that a link-local source is not
    ///     usable.
    ///   - ports: the ports of a UDP packet; `nil` for any packet.
    func outcome(
        to destination: IPAddress,
        mark: UInt32? = nil,
        interface: UInt32? = nil,
        isOnward: Bool = true,
        ports: RouteQuery.Ports? = nil
    ) throws(NetlinkError) -> RouteOutcome {
        var query = RouteQuery(
            destination: destination.bytes, interface: interface, mark: mark, ports: ports)
        let choice: RouteReply
        switch try answer(&query, sources: state.sources(on: interface)) {
        case .refused(let refusal): return .refused(refusal)
        case .route(let reply): choice = reply
        }
        guard let chosen = choice.nextHops.first else { return .refused(.noRoute) }
        query.matchesEntry = true
        // The entry has all next hops. If the entry has been removed since, the choice alone
        // counts.
        let entry: RouteReply
        switch try oracle.answer(query) {
        case .route(let reply):
            entry = reply.withNextHops(choice.nextHops).including(marked(chosen))
        case .refused: entry = choice
        }

        let route = LiveRoute(
            destination.family, entry, preferring: chosen.interface,
            isLive: { isLive($0, isOnward: isOnward) })
        guard let route else {
            return state.isPathKind(chosen.interface)
                ? .dead(interface: chosen.interface) : .nowhere(interface: chosen.interface)
        }
        // The kernel names the source that it selects. If all addresses have too narrow a scope, it
        // selects none.
        let source = choice.source.map { IPAddress($0) }
        let hasSource =
            if route.interface == chosen.interface {
                source?.isUsableSource(onward: isOnward) == true
            } else {
                state[route.interface]?.hasUsableAddress(destination.family) == true
            }
        // The kernel reports the removal of an address before it removes the routes from that
        // address.
        if hasSource, isOnward,
            !state.counts.mayHaveSource(on: route.interface, destination.family),
            state[route.interface]?.addresses.contains(where: { $0.address == source }) != true
        {
            seesContradiction = true
        }
        return hasSource ? .live(route) : .noSource(interface: route.interface)
    }

    /// A next hop of a choice, marked as the kernel marks one of an entry: of a choice, it does not tell whether the
    /// link is down.
    private func marked(_ hop: RouteReply.NextHop) -> RouteReply.NextHop {
        var marked = hop
        marked.isDead = state[hop.interface]?.hasCarrier == false
        return marked
    }

    /// The configuration of a WireGuard tunnel; `nil` if the interface is none, or if it may not be
    /// read.
    func device(_ index: UInt32) throws(NetlinkError) -> WireGuardDevice? {
        guard state[index]?.link.kind == WireGuardDevice.kind else { return nil }
        switch try oracle.readTunnel(index) {
        case .device(let device): return device
        case .unreadable, nil: return nil
        }
    }

    /// Returns the live route through an interface, even if the kernel prefers another route.
    ///
    /// The query must match an entry (`RTM_F_FIB_MATCH`): otherwise the kernel returns an on-link IPv4 route for any
    /// interface. The entry may be a multipath route with only another next hop alive.
    func route(
        to destination: IPAddress,
        through index: UInt32
    ) throws(NetlinkError) -> LiveRoute? {
        var query = RouteQuery(
            destination: destination.bytes, interface: index, matchesEntry: true)
        if absent?.cover(query) == true { return nil }
        switch try answer(&query, sources: state.sources(on: index)) {
        case .refused(let refusal):
            note(refusal, to: destination, through: index)
            return nil
        case .route(let reply):
            let entry = reply.withNextHops([RouteReply.NextHop(interface: index)])
            if !entry.nextHops.contains(where: { $0.interface == index }) {
                // The other sources were not asked about.
                let hasOthers = state.sources(on: index).count > 1
                noteAbsence(of: index, to: destination, mayBeHidden: hasOthers || mayHide(entry))
            }
            let route = LiveRoute(
                destination.family, entry, preferring: index,
                isLive: { isLive($0, isOnward: true) })
            return route?.interface == index ? route : nil
        }
    }

    /// Notes that a query through an interface found no route.
    private func note(_ refusal: RouteRefusal, to destination: IPAddress, through index: UInt32) {
        switch (destination.family, refusal) {
        // With an interface, IPv4 says the same of no route and of one of type unreachable.
        case (.ipv4, .noRoute), (.ipv4, .unreachable):
            noteAbsence(of: index, to: destination, mayBeHidden: false)
        // A rule may suppress a route that hides another one.
        case (.ipv6, .noRoute):
            noteAbsence(of: index, to: destination, mayBeHidden: hasOtherRules)
        case (.ipv6, .unreachable), (.ipv6, .prohibited), (.ipv6, .blackhole):
            noteAbsence(of: index, to: destination, mayBeHidden: true)
        case (.ipv4, .prohibited), (.ipv4, .blackhole), (_, .local), (_, .notUnicast): break
        }
    }

    /// Whether an entry that a query with a source address found may hide a route through another interface.
    /// Of a table's routes to a prefix, the kernel prefers those from a prefix of the source. So a default route from any
    /// source hides nothing, unless other rules decide which table is searched when.
    private func mayHide(_ entry: RouteReply) -> Bool {
        entry.prefixLength > 0 || entry.sourcePrefixLength > 0 || entry.table != 254
            || hasOtherRules
    }

    private func noteAbsence(of index: UInt32, to destination: IPAddress, mayBeHidden: Bool) {
        // Queries through a VRF or its members find routes through other interfaces of the VRF's table.
        guard state[index]?.link.kind != "vrf", !state.isInVRF(index) else { return }
        absent?.note(index, to: destination.bytes, mayBeHidden: mayBeHidden)
    }

    /// Queries the oracle. An IPv6 socket that finds no route selects a source address and queries again
    /// (`ip6_dst_query_tail`), and so finds routes from a prefix, also rejecting ones. So does this method. It leaves the
    /// source address in the query.
    private func answer(
        _ query: inout RouteQuery,
        sources: @autoclosure () -> [IPAddress]
    ) throws(NetlinkError) -> RouteAnswer {
        let answer = try oracle.answer(query)
        guard case .refused(.noRoute) = answer, query.destination.family == .ipv6 else {
            return answer
        }
        var rejection: RouteAnswer?
        for source in sources() {
            var sourced = query
            sourced.source = source.bytes
            switch try oracle.answer(sourced) {
            case .route(let reply):
                query = sourced
                return .route(reply)
            case .refused(.noRoute): continue
            case .refused(let refusal): rejection = rejection ?? .refused(refusal)
            }
        }
        return rejection ?? answer
    }
}

extension RouteReply {
    /// Returns the entry with next hops, if it names only a nexthop object (`RTA_NH_ID`, with the
    /// sysctl `nexthop_compat_mode` set to 0).
    fileprivate func withNextHops(_ hops: [NextHop]) -> RouteReply {
        guard nextHops.isEmpty else { return self }
        var reply = self
        reply.nextHops = hops
        return reply
    }

    /// Returns the entry with the kernel's choice as the first next hop, if it does not have it: among equal routes,
    /// one query may find another entry than the one before it. Packets then leave by both. (The choice has no router
    /// if the router of the entry is not on the link.)
    fileprivate func including(_ choice: NextHop) -> RouteReply {
        let hasChoice = nextHops.contains {
            $0.interface == choice.interface
                && (choice.gateway == nil || $0.gateway == choice.gateway)
        }
        guard !hasChoice else { return self }
        var reply = self
        reply.nextHops.insert(choice, at: 0)
        return reply
    }
}

/// The live routes by which packets can leave.
extension RouteResolver {
    /// Whether packets can leave by a next hop. An IPv4 route stays when the carrier is lost, so
    /// the link must be checked.
    private func isLive(_ hop: RouteReply.NextHop, isOnward: Bool) -> Bool {
        guard let interface = state[hop.interface] else {
            seesContradiction = true
            return false
        }
        let hasCarrier = interface.hasCarrier
        // The kernel marks next hops dead together with their link. But it reports that a link is
        // down before it removes the routes over it, and it may report a carrier after new routes
        // over it were made. A link that waits for something other than a carrier (802.1X) may wait
        // forever, and its routes stay.
        let isContradiction =
            hop.isDead ? hasCarrier : !hasCarrier && !interface.waitsWithCarrier
        if isContradiction { seesContradiction = true }
        return !hop.isDead && hasCarrier && state.isPathKind(hop.interface)
            && !(isOnward && state.endsHere(interface))
    }

    /// Finds the live routes through all tunnels, or through all other interfaces.
    ///
    /// - Parameter known: the routes that are already known.
    func liveRoutes(
        throughTunnels: Bool,
        known: [LiveRoute],
        _ probes: PathProbes
    ) throws(NetlinkError) -> LiveRoutes {
        // Most machines have no tunnel.
        if throughTunnels, state.counts.carried.live == 0 { return LiveRoutes() }
        var candidates = mayHaveRoute(to: probes).filter { index in
            state.mayLeadOut(index) && state.isTunnel(index) == throughTunnels
        }
        // The interface of a known route may have no address of its own.
        for route in known {
            for index in route.interfaces
            where state.isTunnel(index) == throughTunnels && !candidates.contains(index) {
                candidates.append(index)
            }
        }
        return try LiveRoutes(through: candidates, known: known, probes, self)
    }

    /// The interfaces with a source address through which there may be a route to a probe.
    private func mayHaveRoute(to probes: PathProbes) -> InterfaceSet {
        var interfaces = InterfaceSet()
        for probe in probes.addresses {
            let all = state.counts.mayHaveSource(probe.family)
            interfaces.formUnion(absent?.remaining(of: all, to: probe.bytes) ?? all)
        }
        return interfaces
    }
}

extension NetworkState {
    /// The interfaces that are up, have a carrier, and have a source address: their own, or an
    /// address of loopback, as on routers.
    var mayHaveSource: InterfaceSet {
        counts.hasUsableLoopback ? counts.live : counts.addressed
    }

    /// One IPv6 source address of each prefix, of one interface or of all that are up. The number
    /// is limited, so that a machine with thousands of addresses does not need thousands of
    /// queries.
    fileprivate func sources(on index: UInt32?) -> [IPAddress] {
        var prefixes: [UInt64] = []
        var sources: [IPAddress] = []
        func add(_ candidate: UInt32) -> Bool {
            guard let interface = self[candidate], interface.hasCarrier else { return true }
            for source in interface.addresses.usableIPv6OfEachPrefix(limit: Self.maximumSources)
            where !prefixes.contains(source.high) {
                prefixes.append(source.high)
                sources.append(source)
                if sources.count == Self.maximumSources { return false }
            }
            return true
        }
        if let index {
            _ = add(index)
        } else {
            for candidate in counts.addressed(.ipv6) { guard add(candidate) else { break } }
        }
        return sources
    }

    private static let maximumSources = 8
}

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
