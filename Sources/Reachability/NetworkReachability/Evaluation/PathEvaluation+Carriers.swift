// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces that carry a path, below its tunnels.
extension PathEvaluation {
    /// The interface that the kernel chooses for packets to the destination: IPv4's if both families have one; `nil` if there
    /// is none.
    var primary: UInt32? { live.first?.interface }

    /// The interfaces whose routes the packets take at the bottom: that of the primary or, below a tunnel, those whose media
    /// count. Of several, it may be unknown which one.
    func carriers(of primary: UInt32, _ state: NetworkState) -> [UInt32] {
        guard state.isTunnel(primary) else { return [primary] }
        let media = media(passage)
        // A tunnel that nothing of this namespace carries stands for itself.
        return media.isEmpty ? [primary] : media
    }

    /// The interfaces at the bottom of a tunnel whose media count.
    func media(_ passage: TunnelPassage) -> [UInt32] {
        guard passage.alternatives.isEmpty else { return passage.alternatives }
        guard let routes = underlay?.routes, !routes.isEmpty else {
            return Array(passage.exits.prefix(1))
        }
        return routes.map(\.interface)
    }

    /// The next hops by which packets leave, IPv4 first; none without a path.
    ///
    /// They are the next hops of the routes to a tunnel's servers, if these are known. Otherwise they
    /// are those of the kernel's choices over the interface, and for a family without such a choice,
    /// of the interface's own route.
    ///
    /// - Parameter state: the state, completed by what the evaluation knows (``completing(_:)``).
    func routers(_ state: NetworkState) -> [Neighbor] {
        guard let primary else { return [] }
        let passage = state.isTunnel(primary) ? passage : TunnelPassage(exits: [primary])
        var routers: [Neighbor] = []
        func add(_ route: LiveRoute) {
            for leg in route.legs {
                guard let address = leg.gateway else { continue }
                let router = Neighbor(interface: leg.interface, address: address)
                if !routers.contains(router) { routers.append(router) }
            }
        }
        if !passage.tunnels.isEmpty, case .routes(let routes) = underlay?.exit,
            !routes.leadToInternet
        {
            for route in routes.all { add(route) }
            return routers
        }
        let alternatives = passage.isOneOfExits ? passage.exits : []
        for index in alternatives.isEmpty ? [passage.exits.first ?? primary] : alternatives {
            for family in IPAddress.Family.allCases {
                var isChosen = false
                for route in live where route.family == family && route.interface == index {
                    isChosen = true
                    add(route)
                }
                if !isChosen, let route = routes.routes(of: index)[family] { add(route) }
            }
        }
        return routers
    }
}
