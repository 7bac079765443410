// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces that can lead to the internet, or carry a tunnel.
extension NetworkState {
    /// Whether a bridge has its carrier only from ports that are never a path, such as an access
    /// point of this machine: the stations can be reached, and nothing beyond them. (A port that
    /// leads to a virtual machine may lead to the internet: the virtual machine may be the router.)
    func endsHere(_ interface: NetworkState.Interface) -> Bool {
        guard interface.link.kind == "bridge", !interface.lower.isEmpty else { return false }
        return !interface.lower.contains { self[$0]?.hasCarrier == true && isPathKind($0) }
    }

    /// Whether an interface is of a kind that can lead to the internet.
    func isPathKind(_ index: UInt32) -> Bool {
        self[index]?.canBePath == true
    }

    /// Whether an interface's packets leave inside the packets of another interface: it is a
    /// tunnel, or it is an Ethernet overlay or a translator and another interface could carry it;
    /// or it is stacked on such an interface.
    ///
    /// An overlay that is alone is the way out of its namespace, such as the tap of a container
    /// without privileges (slirp4netns).
    func isTunnel(_ index: UInt32) -> Bool {
        guard let classification = self[index]?.classification, classification.isCarried else {
            return false
        }
        return classification.type == .vpn || hasPossibleUplink
    }

    /// Whether an interface translates addresses (CLAT).
    func isTranslator(_ index: UInt32) -> Bool {
        self[index]?.classification.traits.contains(.translator) == true
    }

    /// Whether a path over an interface uses a VPN. A translator is none.
    func isVPN(_ index: UInt32) -> Bool { isTunnel(index) && !isTranslator(index) }

    /// Whether an interface could lead to the internet, now or later: its kind can, and it is not a
    /// member of a bridge or a bond. (A member of a VRF keeps its own routes.)
    func mayLeadOut(_ index: UInt32) -> Bool {
        guard isPathKind(index) else { return false }
        return self[index]?.link.master == nil || isInVRF(index)
    }

    /// Whether an interface is a member of a VRF: only sockets that are bound to the VRF use its
    /// routes.
    func isInVRF(_ index: UInt32) -> Bool {
        self[index]?.link.master.flatMap { self[$0]?.link.kind } == "vrf"
    }

    /// Whether some interface could carry a tunnel's packets, now or later. Overlays do not count:
    /// the kernel's fallback devices (gretap0, erspan0) are in every namespace once their module is
    /// loaded.
    var hasPossibleUplink: Bool { counts.uplinkKinds.contains(where: couldCarry) }

    /// Whether an interface of ``InterfaceCounts/uplinkKinds`` could carry a tunnel's packets, now
    /// or later: it may lead out, and not only to containers and virtual machines. A veth that may
    /// be the host's end of a container's cable counts only if it is known to lead out.
    func couldCarry(_ index: UInt32) -> Bool {
        mayLeadOut(index) && !leadsToGuestsOnly(index)
            && (!mayLeadToGuest(index) || vethsLeadingOut.contains(index))
    }

    /// Whether an interface may be the host's end of a container's cable: a veth whose other end is
    /// in another namespace.
    func mayLeadToGuest(_ index: UInt32) -> Bool {
        guard let link = self[index]?.link else { return false }
        return link.isLinkInOtherNamespace && LinkKind(link.kind) == .peer
    }

    /// Whether an interface is a bridge that leads only to containers and virtual machines, or a
    /// port of a bridge that leads to one of them.
    func leadsToGuestsOnly(_ index: UInt32) -> Bool {
        guard let interface = self[index] else { return false }
        if let master = interface.link.master, self[master]?.link.kind == "bridge" {
            return interface.classification.leadsToGuest
        }
        guard interface.link.kind == "bridge" else { return false }
        return interface.lower.allSatisfy { self[$0]?.classification.leadsToGuest == true }
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
