// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What carries the packets that a tunnel makes of packets.
enum Underlay {
    /// Nothing of this namespace could: the tunnel was made elsewhere and moved here, and its
    /// packets leave there.
    case elsewhere
    /// The route that they take.
    case route(LiveRoute)
    /// Nothing that could carry them has a live route; the way that they would take, if there is
    /// one.
    case none(Way?)
}

extension Underlay {
    /// Finds it. A tunnel's packets are told apart from those that go into it by a mark: wg-quick's
    /// rule sends what does *not* have it into the tunnel, Tailscale's lets what has it pass. Where
    /// no mark leads anywhere, the kernel's first choice among the uplinks is taken, which is right
    /// for tunnels that cover the default route with two halves.
    ///
    /// - Parameter direct: the ways of packets without a mark.
    static func find(
        _ probes: Probes,
        direct: [LiveRoute],
        _ uplinks: LiveRoutes,
        _ finder: Wayfinder
    ) throws(NetlinkError) -> Underlay {
        guard finder.hasPossibleUplink else { return .elsewhere }
        var failure: Way?
        for family in IPAddress.Family.allCases {
            for mark in finder.state.marks(family) {
                for probe in probes.addresses(family) {
                    switch try finder.way(to: probe, mark: mark) {
                    case .live(let route):
                        if !finder.isTunnel(route.interface) { return .route(route) }
                    case .dead(let interface):
                        failure = failure ?? .dead(interface: interface)
                    case .noSource(let interface):
                        failure = failure ?? .noSource(interface: interface)
                    case .nowhere, .refused: break
                    }
                }
            }
        }
        // Where the marks' way is dead, packets of the other family may still have their own.
        let route = failure == nil ? uplinks.first : direct.first { !finder.isTunnel($0.interface) }
        return route.map(Underlay.route) ?? .none(failure)
    }
}

extension NetworkState {
    /// The marks that rules of a family ask for: first those that set packets apart from a tunnel.
    fileprivate func marks(_ family: IPAddress.Family) -> [UInt32] {
        let marked = rules.filter { $0.mark != 0 && IPAddress.Family($0.family) == family }
        let marks = marked.filter(\.isInverted).map(\.mark) + marked.map(\.mark)
        var seen: Set<UInt32> = []
        return marks.filter { seen.insert($0).inserted }
    }
}

extension IPAddress.Family {
    fileprivate init(_ family: AddressBytes.Family) {
        switch family {
        case .ipv4: self = .ipv4
        case .ipv6: self = .ipv6
        }
    }
}

extension Underlay {
    /// The route that the packets take, if it is one of this namespace.
    var route: LiveRoute? {
        switch self {
        case .route(let route): route
        case .elsewhere, .none: nil
        }
    }

    /// The interface that the packets leave by, if it is one of this namespace.
    var interface: UInt32? { route?.interface }
}

extension Wayfinder {
    /// Whether an interface is a tunnel, or made on one.
    func isTunnel(_ index: UInt32) -> Bool { topology.classifications[index]?.type == .vpn }

    /// Whether some interface could lead to the internet by itself, though it may not now. An
    /// overlay could not: the kernel's fallback devices (gretap0, erspan0) are in every namespace
    /// once their module is loaded.
    fileprivate var hasPossibleUplink: Bool {
        state.interfaces.keys.contains { index in
            canBePath(index) && !isTunnel(index)
                && topology.classifications[index]?.traits.contains(.overlay) == false
        }
    }

    /// Whether an interface could lead to the internet: its kind can, and it is not a part of a
    /// bridge or a bond. (What belongs to a VRF keeps its own routes.)
    private func canBePath(_ index: UInt32) -> Bool {
        guard topology.classifications[index]?.canBePath == true else { return false }
        guard let master = state[index]?.link.master else { return true }
        return state[master]?.link.kind == "vrf"
    }

    /// The interfaces that may have a live route.
    private var candidates: [UInt32] {
        state.interfaces.compactMap { index, interface in
            interface.isUp && interface.hasCarrier && canBePath(index) ? index : nil
        }
    }

    /// The live routes through interfaces that are tunnels, or that are none.
    func liveRoutes(
        throughTunnels: Bool,
        known: [IPAddress.Family: [LiveRoute]],
        _ probes: Probes
    ) throws(NetlinkError) -> LiveRoutes {
        let interfaces = candidates.filter { isTunnel($0) == throughTunnels }
        return try LiveRoutes(through: interfaces, known: known, probes, self)
    }
}
