// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces that could carry a tunnel's packets now, although none has a live route to the
/// internet: up, with a carrier and a source address.
struct PossibleUplinks {
    /// The interfaces, in the order of their indexes.
    let all: [UInt32]
    /// The veths that do not count, because they may lead to containers and have no next hop.
    let leftOut: [UInt32]

    init(_ resolver: RouteResolver, _ probes: PathProbes) throws(NetlinkError) {
        let state = resolver.state
        let leadingOut = try resolver.vethsLeadingOut(probes)
        let source = state.mayHaveSource
        all = state.counts.uplinkKinds.filter { index in
            (state.couldCarry(index) || leadingOut.contains(index)) && source.contains(index)
                && state[index].map { !state.endsHere($0) } ?? false
        }
        leftOut = state.counts.uplinkKinds.filter {
            state.mayLeadToGuest($0) && !leadingOut.contains($0)
        }
    }
}

extension RouteResolver {
    /// Creates the resolver of an evaluation. The state then knows of the veths that lead out, if
    /// it depends on them whether a tunnel or an overlay stands for itself.
    convenience init(
        knowingVethsOf state: NetworkState,
        _ probes: PathProbes,
        oracle: any RouteOracle,
        absent: AbsentRoutes? = nil
    ) throws(NetlinkError) {
        var state = state
        if state.desktopPortal == nil, state.counts.carried.live > 0, !state.hasPossibleUplink {
            let resolver = RouteResolver(state: state, oracle: oracle)
            state.vethsLeadingOut = try resolver.vethsLeadingOut(probes)
        }
        self.init(state: state, oracle: oracle, absent: absent)
    }

    /// The number of veths that are asked for a next hop. A machine with more has many containers.
    private static let maximumVeths = 16

    /// The veths whose other end is in another namespace and that lead to a router, such as the
    /// eth0 of a container. (The host's end of a container's cable leads to none.)
    ///
    /// Of many veths, the first ones are asked: those with a usable address before the others.
    func vethsLeadingOut(_ probes: PathProbes) throws(NetlinkError) -> [UInt32] {
        let veths = state.counts.uplinkKinds.filter {
            state.mayLeadToGuest($0) && state.mayLeadOut($0)
        }
        let addressed = veths.filter { state[$0]?.hasUsableAddress == true }
        let others = veths.filter { state[$0]?.hasUsableAddress != true }
        var leadingOut: [UInt32] = []
        for index in (addressed + others).prefix(Self.maximumVeths)
        where try hasNextHop(index, probes) { leadingOut.append(index) }
        return leadingOut
    }

    /// Whether a route to the internet, dead or alive, leads over an interface to a router.
    private func hasNextHop(_ index: UInt32, _ probes: PathProbes) throws(NetlinkError) -> Bool {
        for probe in probes.addresses {
            let query = RouteQuery(destination: probe.bytes, interface: index, matchesEntry: true)
            if case .route(let entry) = try oracle.answer(query),
                entry.nextHops.contains(where: { $0.interface == index && $0.gateway != nil })
            {
                return true
            }
        }
        return false
    }
}
