// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension NetworkPath {
    /// Evaluates the path from a state and the answers of an oracle.
    package static func evaluate(
        _ state: NetworkState,
        _ question: PathQuestion = PathQuestion(),
        oracle: any RouteOracle
    ) throws(NetlinkError) -> NetworkPath {
        NetworkPath(try PathEvaluation(state, question, oracle: oracle), state)
    }

    /// The path if the network cannot be queried.
    package static let unknown = NetworkPath(
        Parts(decision: Decision(status: .unsatisfied, unsatisfiedReason: .noInterface)))

    /// Creates a path from an evaluation.
    init(_ evaluation: PathEvaluation, _ state: NetworkState) {
        let parts = evaluation.parts(evaluation.completing(state))
        self.init(parts, seen: state.interfaces, state.counts)
    }
}

extension PathEvaluation {
    /// The parts of the path.
    fileprivate func parts(_ state: NetworkState) -> NetworkPath.Parts {
        if let report = state.desktopPortal {
            return NetworkPath.Parts(
                report, allowsAll: question.allowsAll, hasNameServer: !state.nameServers.isEmpty)
        }
        let passage = passage
        guard let primary = live.first?.interface else {
            let reason = NetworkPath.UnsatisfiedReason(self, state)
            return NetworkPath.Parts(
                decision: NetworkPath.Decision(status: .unsatisfied, unsatisfiedReason: reason),
                passage: passage,
                overrides: question.overrides,
                deadChoice: deadChoice
                    ?? (reason == .noRoute || reason == .noInterface ? closedChoice : nil))
        }
        // The interfaces that carry the path: for a tunnel its underlay, otherwise the primary
        // itself.
        let isTunnel = state.isTunnel(primary)
        let tops = isTunnel ? passage.exits : [primary]
        var order = [primary]
        for top in (isTunnel ? passage.tunnels : []) + tops {
            order.add(top)
            order.add(state.carriers(of: top))
        }
        let below = Array(order.dropFirst())
        // There may be thousands of interfaces, and each must be listed once.
        let first = order
        for entry in routes.inOrder where !first.contains(entry.interface) {
            order.append(entry.interface)
        }

        var legs: [UInt32] = []
        for route in live {
            legs.add(route.interface)
            for leg in route.legs { legs.add(leg.interface) }
        }
        legs.sort()
        var used = legs
        for leg in legs { used.add(state.carriers(of: leg)) }
        used.add(below)
        // The other family may use another tunnel, and an underlay may be unknown.
        if legs.contains(where: { state.isTunnel($0) }) {
            for index in passage.all {
                used.add([index] + state.carriers(of: index))
            }
        }
        used.sort()

        var metering = InterfaceMetering(
            state.interfaces, passage, question.overrides)
        let decision = NetworkPath.Decision(
            status: .satisfied,
            connection: connection(of: isTunnel ? media(passage) : tops, state),
            supportsIPv4: hasRoute(.ipv4),
            supportsIPv6: hasRoute(.ipv6),
            supportsDNS: reachesNameServer,
            gateways: gateways(
                isTunnel ? passage : TunnelPassage(exits: [primary]), primary, state),
            isVPN: primaries.contains { $0.map { state.isVPN($0) } == true }
                || isTunnel && passage.tunnels.contains(where: state.isVPN),
            isDegraded: isDegraded(state),
            isConstrained: metering.isConstrained(used: legs),
            metered: metering.metered(path: primary, used: legs),
            connectivity: state.connectivity(of: primaries, below: below),
            isRoaming: state.interfaces.isRoaming(over: used),
            primaries: primaries,
            underlay: below,
            used: used)
        return NetworkPath.Parts(
            decision: decision, order: order, carried: carried, passage: passage,
            overrides: question.overrides)
    }

    /// The interfaces at the bottom of a tunnel whose media count.
    private func media(_ passage: TunnelPassage) -> [UInt32] {
        guard passage.alternatives.isEmpty else { return passage.alternatives }
        guard let routes = underlay?.routes, !routes.isEmpty else {
            return Array(passage.exits.prefix(1))
        }
        return routes.map(\.interface)
    }

    /// The next hops by which packets leave, IPv4 first.
    ///
    /// They are the next hops of the routes to a tunnel's servers, if these are known. Otherwise they
    /// are those of the kernel's choices over the interface, and for a family without such a choice,
    /// of the interface's own route.
    private func gateways(
        _ passage: TunnelPassage,
        _ primary: UInt32,
        _ state: NetworkState
    ) -> [NetworkPath.Gateway] {
        var gateways: [NetworkPath.Gateway] = []
        func add(_ route: LiveRoute) {
            for leg in route.legs {
                guard let address = leg.gateway, let interface = state[leg.interface] else {
                    continue
                }
                let gateway = NetworkPath.Gateway(
                    address: IPAddress(address), interface: interface.name)
                if !gateways.contains(gateway) { gateways.append(gateway) }
            }
        }
        if !passage.tunnels.isEmpty, case .routes(let routes) = underlay?.exit,
            !routes.leadToInternet
        {
            for route in routes.all { add(route) }
            return gateways
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
        return gateways
    }

    /// The medium of an interface, or of several: unknown if they differ.
    private func connection(of indexes: [UInt32], _ state: NetworkState) -> NetworkPath.Connection {
        let media = indexes.map { NetworkPath.Connection(state[$0]?.type ?? .other) }
        guard let first = media.first, media.allSatisfy({ $0 == first }) else { return .other }
        return first
    }
}

extension [UInt32] {
    /// Appends an index if the array does not contain it. The arrays are short.
    fileprivate mutating func add(_ index: UInt32) { if !contains(index) { append(index) } }

    /// Appends the indexes that the array does not contain.
    fileprivate mutating func add(_ others: [UInt32]) {
        for index in others { add(index) }
    }
}
