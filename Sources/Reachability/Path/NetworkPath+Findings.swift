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
        decision: Decision(status: .unsatisfied, unsatisfiedReason: .noInterface), order: [],
        carried: [:], tunnelsLeaveBy: [], overrides: [], seen: InterfaceTable(),
        ofInterest: SortedIndexes(), deadChoice: nil,
        isDoubtful: false)

    /// Puts the path together from what was found.
    init(_ findings: PathFindings, _ finder: Wayfinder) {
        seen = finder.state.interfaces
        ofInterest = finder.state.census.ofInterest
        tunnelsLeaveBy = findings.underlay?.route?.interfaces ?? []
        overrides = findings.question.overrides
        isDoubtful = findings.isDoubtful(finder.state)
        guard let primary = findings.live.first?.interface else {
            decision = Decision(
                status: .unsatisfied,
                unsatisfiedReason: UnsatisfiedReason(findings, finder.state))
            order = []
            carried = [:]
            deadChoice = findings.deadChoice.map(Int.init)
            return
        }
        // What carries the path: a tunnel's packets leave by its underlay, or it stands for itself.
        let tops = finder.isTunnel(primary) ? tunnelsLeaveBy : [primary]
        var first: Set = [primary]
        let underlay = tops.flatMap { [$0] + finder.state.carriers(of: $0) }
            .filter { first.insert($0).inserted }
        let available = findings.routes.inOrder.map(\.interface)
            .filter { first.insert($0).inserted }
        let legs = Set(findings.live.flatMap(\.interfaces))
        var metering = InterfaceMetering(seen, tunnelsLeaveBy: tunnelsLeaveBy, overrides)

        order = [primary] + underlay + available
        carried = findings.carried
        deadChoice = nil
        decision = Decision(
            status: .satisfied,
            connection: Connection(
                tops.first.flatMap { finder.state[$0]?.classification.type } ?? .other),
            supportsIPv4: !findings.live(.ipv4).isEmpty,
            supportsIPv6: !findings.live(.ipv6).isEmpty,
            supportsDNS: findings.reachesNameServer,
            gateways: findings.gateways(of: tops.first ?? primary, finder),
            isVPN: findings.primaries.inOrder.contains { $0.map(finder.isTunnel) == true },
            isDegraded: findings.isDegraded(finder),
            isConstrained: metering.isConstrained(used: legs.sorted()),
            metered: metering.metered(path: primary, used: legs.sorted()),
            primaries: findings.primaries,
            underlay: underlay,
            used: legs.union(underlay).union(legs.flatMap(finder.state.carriers)))
    }
}
