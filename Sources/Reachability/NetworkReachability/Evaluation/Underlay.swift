// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces that carry a tunnel's own packets: other tunnels, and the interfaces by which the
/// packets leave.
struct Underlay {
    /// How the tunnel's packets leave.
    enum Exit {
        /// In another namespace: no interface of this namespace could carry the packets, because
        /// the tunnel was created in another one and moved here.
        case elsewhere
        /// By routes.
        case routes(Routes)
        /// By an interface without a route to the internet. A host route to the tunnel's server is
        /// enough, or a server on the same link.
        case interface(UInt32)
        /// By one of several such interfaces; which one is unknown.
        case oneOfSeveral([UInt32])
        /// Nowhere, because of the outcome of their route.
        case nowhere(RouteOutcome)
        /// Nowhere: no interface that could carry the packets is alive. The interfaces that were left
        /// out lead to containers.
        case noUplink(leftOut: [UInt32])
    }

    /// The routes of a tunnel's packets, over different interfaces.
    struct Routes {
        private(set) var all: [LiveRoute]
        /// Whether the packets take all of these routes. If not, they take one of them, and it is
        /// unknown which one.
        let areAllTaken: Bool
        /// Whether the routes lead to the internet. If not, to the tunnel's servers.
        let leadToInternet: Bool
        /// Whether some of the packets cannot leave: one of several servers cannot be reached.
        var isPartial: Bool

        init(
            _ routes: [LiveRoute], areAllTaken: Bool, leadToInternet: Bool = true,
            isPartial: Bool = false
        ) {
            all = []
            for route in routes
            where !all.contains(where: { Set($0.interfaces) == Set(route.interfaces) }) {
                all.append(route)
            }
            self.areAllTaken = areAllTaken || all.count == 1
            self.leadToInternet = leadToInternet
            self.isPartial = isPartial
        }
    }

    /// The tunnel, and the tunnels below it, from top to bottom.
    let tunnels: [UInt32]
    let exit: Exit

    /// The routes that the packets take, or may take.
    var routes: [LiveRoute] {
        switch exit {
        case .routes(let routes): routes.all
        case .elsewhere, .interface, .oneOfSeveral, .nowhere, .noUplink: []
        }
    }

    /// The routes among these that lead to the internet.
    var routesToInternet: [LiveRoute] {
        switch exit {
        case .routes(let routes): routes.leadToInternet ? routes.all : []
        case .elsewhere, .interface, .oneOfSeveral, .nowhere, .noUplink: []
        }
    }

    /// The interfaces that the packets pass through, as far as they are known.
    var passage: TunnelPassage {
        var passage = TunnelPassage(tunnels: tunnels)
        switch exit {
        case .routes(let routes):
            for index in routes.all.flatMap(\.interfaces) where !passage.exits.contains(index) {
                passage.exits.append(index)
            }
            passage.isOneOfExits = !routes.areAllTaken
        case .interface(let index): passage.exits = [index]
        case .oneOfSeveral(let indexes): passage.candidates = indexes
        case .elsewhere, .nowhere, .noUplink: break
        }
        return passage
    }

    /// Whether the tunnel is alive.
    var isAlive: Bool { exit.failure == nil }

    /// Whether some of the packets cannot leave, or none.
    var isDegraded: Bool {
        switch exit {
        case .routes(let routes): routes.isPartial || routes.all.contains(where: \.hasDeadLeg)
        case .nowhere, .noUplink: true
        case .elsewhere, .interface, .oneOfSeveral: false
        }
    }
}

extension [Underlay] {
    /// The underlay of a tunnel, if it was searched for.
    func of(_ tunnel: UInt32) -> Underlay? { first { $0.tunnels.first == tunnel } }
}

extension Underlay.Exit {
    /// Why packets cannot leave; `nil` if they can.
    var failure: RouteOutcome? {
        switch self {
        case .elsewhere, .routes, .interface, .oneOfSeveral: nil
        case .nowhere(let outcome): outcome
        case .noUplink: .refused(.noRoute)
        }
    }

    /// Joins the ways by which a tunnel's packets leave or may leave.
    ///
    /// - Parameters:
    ///   - areAllTaken: whether the packets take all of the ways.
    ///   - isPartial: whether there are other packets, which cannot leave.
    static func joined(
        _ exits: [Underlay.Exit], areAllTaken: Bool, isPartial: Bool = false
    ) -> Underlay.Exit {
        let alive = exits.filter { $0.failure == nil }
        guard let first = alive.first else {
            return exits.first ?? .nowhere(.refused(.noRoute))
        }
        var isPartial = isPartial || areAllTaken && alive.count < exits.count
        if alive.count == 1 {
            guard isPartial, case .routes(var routes) = first else { return first }
            routes.isPartial = true
            return .routes(routes)
        }
        var routes: [LiveRoute] = []
        var others: [UInt32] = []
        var isCertain = areAllTaken
        var leadToInternet = true
        for exit in alive {
            switch exit {
            case .routes(let more):
                routes += more.all
                if !more.areAllTaken { isCertain = false }
                if !more.leadToInternet { leadToInternet = false }
                if more.isPartial { isPartial = true }
            case .interface(let index): others.append(index)
            case .oneOfSeveral(let indexes): others += indexes
            case .elsewhere, .nowhere, .noUplink: break
            }
        }
        let interfaces = routes.flatMap(\.interfaces)
        // An interface whose route is known is no other.
        guard !others.allSatisfy(interfaces.contains) else {
            return .routes(
                Underlay.Routes(
                    routes, areAllTaken: isCertain && others.isEmpty,
                    leadToInternet: leadToInternet, isPartial: isPartial))
        }
        for index in interfaces where !others.contains(index) {
            others.append(index)
        }
        return others.count == 1 ? .interface(others[0]) : .oneOfSeveral(others)
    }
}
