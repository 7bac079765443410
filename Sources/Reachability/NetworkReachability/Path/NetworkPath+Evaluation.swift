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
            .readingPlans(of: question)
    }

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
        guard let primary else {
            let reason = NetworkPath.UnsatisfiedReason(self, state)
            let decision = NetworkPath.Decision(status: .unsatisfied, unsatisfiedReason: reason)
            return NetworkPath.Parts(
                decision: decision,
                passage: passage,
                settings: PathSettings(question, at: nil, over: [], state.interfaces),
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

        var decision = NetworkPath.Decision(
            status: .satisfied,
            connection: connection(of: isTunnel ? media(passage) : tops, state),
            supportsIPv4: hasRoute(.ipv4),
            supportsIPv6: hasRoute(.ipv6),
            supportsDNS: reachesNameServer,
            isVPN: primaries.contains { $0.map { state.isVPN($0) } == true }
                || isTunnel && passage.tunnels.contains(where: state.isVPN),
            isDegraded: isDegraded(state),
            connectivity: state.connectivity(of: primaries, below: below),
            isRoaming: state.interfaces.isRoaming(over: used),
            primaries: primaries,
            underlay: below,
            used: used)
        decision.carriers = carriers(of: primary, state)
        for router in routers(state) {
            guard let name = state[router.interface]?.name else { continue }
            let gateway = NetworkPath.Gateway(address: IPAddress(router.address), interface: name)
            decision.gateways.append(gateway)
            decision.hardwareAddresses[gateway] = state.routers[router]
        }
        decision.place = question.places.first(
            having: decision.carriers.map { CarryingNetwork($0, of: state.interfaces, decision) })
        let settings = PathSettings(
            question, at: decision.place, over: decision.carriers, state.interfaces)
        var metering = InterfaceMetering(state.interfaces, passage, settings)
        decision.constraint = metering.constraint(used: legs)
        decision.metered = metering.metered(path: primary, used: legs)
        return NetworkPath.Parts(
            decision: decision, order: order, carried: carried, passage: passage,
            settings: settings, matchedPlans: metering.plans(used: used))
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

extension NetworkPath.Parts {
    /// Creates the parts of a path from the report of xdg-desktop-portal: there are no interfaces.
    ///
    /// - Parameters:
    ///   - report: the portal's report. It is about the internet, and counts for every host.
    ///   - allowsAll: whether interfaces of every type count. If not, no path is known over those that do.
    ///   - hasNameServer: whether a name server is configured.
    init(_ report: DesktopPortalReport, allowsAll: Bool, hasNameServer: Bool) {
        kernelRefusal = report.refusal
        guard report.isSatisfied, allowsAll else {
            decision = NetworkPath.Decision(
                status: .unsatisfied,
                unsatisfiedReason: report.isSatisfied ? .noInterface : .noRoute)
            return
        }
        decision = NetworkPath.Decision(
            status: .satisfied, connection: .other, supportsDNS: hasNameServer,
            metered: report.metered, connectivity: report.finding)
    }
}

extension DesktopPortalReport {
    /// Whether there is a route to the internet. Behind a captive portal, a network does not count as available (of
    /// NetworkManager's states, only `NM_STATE_CONNECTED_GLOBAL` does), but there is a route.
    fileprivate var isSatisfied: Bool { isAvailable || finding.value != .unknown }

    /// The portal never says that a network is free, and `metered` may be a guess.
    fileprivate var metered: Metered {
        isMetered
            ? Metered(
                .guessYes, source: .desktopPortal, detail: "xdg-desktop-portal says it is metered")
            : Metered(
                .unknown, source: .desktopPortal,
                detail: "xdg-desktop-portal does not say that it is metered")
    }

    /// The finding about the internet. A portal's report that the internet answers counts as unknown, because it may be
    /// a guess by the routes.
    fileprivate var finding: NetworkPath.Connectivity {
        switch connectivity {
        case Self.limited: NetworkPath.Connectivity(.limited, source: .desktopPortal)
        case Self.captivePortal: NetworkPath.Connectivity(.portal, source: .desktopPortal)
        default: .unknown
        }
    }

    /// The portal's report, in words.
    var text: String {
        let says =
            switch connectivity {
            case Self.limited: "the network is limited"
            case Self.captivePortal: "the network has a captive portal"
            default: isAvailable ? "a network is available" : "no network is available"
            }
        return isMetered ? "\(says), and is metered" : says
    }
}

extension NetworkPath.UnsatisfiedReason {
    /// Determines why there is no path: the dead link that the kernel chooses, if it chooses one;
    /// otherwise the first condition that no interface meets. Tunnels depend on their underlay, so
    /// they count only if there is no other interface.
    ///
    /// - Parameter evaluation: the evaluation, with the outcomes of the probes.
    init(_ evaluation: PathEvaluation, _ state: NetworkState) {
        if evaluation.deadChoice != nil {
            self = .noCarrier
            return
        }
        let furthest =
            if case .noUplink(let leftOut) = evaluation.underlay?.exit,
                evaluation.question.allowsAll
            {
                state.stepsBelowTunnels(leftOut)
            } else {
                state.steps(where: evaluation.question.allows)
            }
        if furthest.pathKinds == 0 {
            self = .noInterface
        } else if furthest.live == 0 {
            self = .noCarrier
        } else if furthest.addressed == 0, !state.counts.hasUsableLoopback {
            self = .noAddress
        } else if evaluation.outcomes.contains(where: { $0.contains(where: \.isRejected) }) {
            self = .routeRejected
        } else {
            self = .noRoute
        }
    }
}

extension NetworkState {
    /// The numbers for the interfaces of some types. Tunnels and overlays are counted only if there
    /// is nothing else.
    fileprivate func steps(where allows: (InterfaceType) -> Bool) -> InterfaceCounts.Steps {
        var all = InterfaceCounts.Steps()
        var tunnels = InterfaceCounts.Steps()
        for type in InterfaceType.allCases where allows(type) {
            all += counts.steps(of: type)
            tunnels += counts.carriedSteps(of: type)
        }
        return all.pathKinds == tunnels.pathKinds ? tunnels : all - tunnels
    }

    /// The numbers for the interfaces that could carry a tunnel, members of bridges included that
    /// do not lead to containers and virtual machines.
    ///
    /// - Parameter leftOut: the interfaces that are not counted.
    fileprivate func stepsBelowTunnels(_ leftOut: [UInt32]) -> InterfaceCounts.Steps {
        var steps = InterfaceCounts.Steps()
        let leftOut = Set(leftOut)
        for index in counts.uplinkKinds
        where !leftOut.contains(index) && !leadsToGuestsOnly(index) {
            steps.pathKinds += 1
            if counts.live.contains(index) { steps.live += 1 }
            if counts.addressed.contains(index) { steps.addressed += 1 }
        }
        return steps
    }
}
