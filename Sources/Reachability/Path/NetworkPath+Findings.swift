// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension NetworkPath {
    /// Decides the path from what was seen and what the oracle answers.
    package static func evaluate(
        _ state: NetworkState,
        _ question: PathQuestion = PathQuestion(),
        oracle: any RouteOracle
    ) throws(NetlinkError) -> NetworkPath {
        let finder = Wayfinder(state: state, oracle: oracle)
        return NetworkPath(try PathFindings(finder, question), finder)
    }

    /// The path where the network cannot be looked at.
    package static let unknown = NetworkPath(
        Parts(decision: Decision(status: .unsatisfied, unsatisfiedReason: .noInterface)))

    /// Puts the path together from what was found.
    init(_ findings: PathFindings, _ finder: Wayfinder) {
        let tunnelsLeaveBy = findings.underlay?.route?.interfaces ?? []
        var parts = Parts(
            decision: Decision(status: .unsatisfied),
            tunnelsLeaveBy: tunnelsLeaveBy,
            overrides: findings.question.overrides,
            seen: finder.state.interfaces,
            ofInterest: finder.state.census.ofInterest,
            isDoubtful: findings.isDoubtful(finder.state))
        guard let primary = findings.live.first?.interface else {
            parts.decision.unsatisfiedReason = UnsatisfiedReason(findings, finder.state)
            parts.deadChoice = findings.deadChoice
            self.init(parts)
            return
        }
        // What carries the path: a tunnel's packets leave by its underlay, or it stands for itself.
        let tops = finder.isTunnel(primary) ? tunnelsLeaveBy : [primary]
        var order = [primary]
        for top in tops { order.add(top, finder.state.carriers(of: top)) }
        let underlay = Array(order.dropFirst())
        parts.order =
            order + findings.routes.inOrder.map(\.interface).filter { !order.contains($0) }
        parts.carried = findings.carried

        var legs: [UInt32] = []
        for route in findings.live { legs.add(route.interface, route.legs.map(\.interface)) }
        legs.sort()
        var used = legs
        for leg in legs { used.add(leg, finder.state.carriers(of: leg)) }
        for index in underlay { used.add(index) }
        used.sort()

        var metering = InterfaceMetering(
            finder.state.interfaces, tunnelsLeaveBy: tunnelsLeaveBy, findings.question.overrides)
        parts.decision = Decision(
            status: .satisfied,
            connection: Connection(
                tops.first.flatMap { finder.state[$0]?.classification.type } ?? .other),
            supportsIPv4: findings.hasWay(.ipv4),
            supportsIPv6: findings.hasWay(.ipv6),
            supportsDNS: findings.reachesNameServer,
            gateways: findings.gateways(of: tops.first ?? primary, finder),
            isVPN: findings.primaries.contains { $0.map(finder.isTunnel) == true },
            isDegraded: findings.isDegraded(finder),
            isConstrained: metering.isConstrained(used: legs),
            metered: metering.metered(path: primary, used: legs),
            primaries: findings.primaries,
            underlay: underlay,
            used: used)
        self.init(parts)
    }
}

extension [UInt32] {
    /// Appends those of some interfaces that are not among them yet. There are few.
    fileprivate mutating func add(_ index: UInt32, _ more: [UInt32] = []) {
        if !contains(index) { append(index) }
        for index in more where !contains(index) { append(index) }
    }
}
