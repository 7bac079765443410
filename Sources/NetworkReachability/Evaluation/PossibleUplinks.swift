// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces that could carry a tunnel's packets now, although none has a live route to the
/// internet: up, with a carrier and a source address.
///
/// A veth whose other end is in another namespace may be the host's end of a container's cable. If it
/// has no next hop, it counts only if there is no better interface. A bridge that leads only to
/// containers and virtual machines counts only if there is nothing else.
struct PossibleUplinks {
    /// The interfaces, in the order of their indexes.
    let all: [UInt32]
    /// The veths that do not count.
    let leftOut: [UInt32]

    /// The number of veths that are asked for a next hop. A machine with more has many containers,
    /// and none of the veths counts beside another interface.
    private static let maximumVeths = 16

    init(_ resolver: RouteResolver, _ probes: PathProbes) throws(NetlinkError) {
        let state = resolver.state
        let kinds = state.counts.uplinkKinds.filter(state.mayLeadOut)
        let outward = kinds.filter { !state.leadsToGuestsOnly($0) }
        let veths = outward.filter(state.mayLeadToGuest)
        var guests = veths
        if veths.count <= Self.maximumVeths {
            guests = []
            for index in veths {
                if try !resolver.hasNextHop(index, probes) { guests.append(index) }
            }
        }
        let best = outward.filter { !guests.contains($0) }
        let candidates = [best, outward].first { !$0.isEmpty } ?? kinds
        leftOut = best.isEmpty ? [] : guests
        let source = state.mayHaveSource
        all = candidates.filter { index in
            source.contains(index) && state[index].map { !state.endsHere($0) } ?? false
        }
    }
}

extension RouteResolver {
    /// Whether a route to the internet, dead or alive, leads over an interface to a router.
    fileprivate func hasNextHop(_ index: UInt32, _ probes: PathProbes) throws(NetlinkError) -> Bool
    {
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
