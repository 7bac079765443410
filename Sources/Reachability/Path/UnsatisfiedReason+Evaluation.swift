// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkPath.UnsatisfiedReason {
    /// Why there is no path: where the kernel chooses a dead link, that; else the step after the
    /// furthest that an interface reached. Tunnels are as alive as what carries them, so they count
    /// only where there is nothing else.
    ///
    /// - Parameter findings: what became of the probes.
    init(_ findings: PathFindings, _ state: NetworkState) {
        let ways = findings.ways.inOrder.joined()
        if findings.deadChoice != nil {
            self = .noCarrier
            return
        }
        let all = state.census.steps.filter { findings.question.allows([$0.key]) }
        let uplinks = all.filter { $0.key != .vpn }
        let considered = (uplinks.isEmpty ? all : uplinks).values
        if considered.isEmpty {
            self = .noInterface
        } else if !considered.contains(where: { $0.live > 0 }) {
            self = .noCarrier
        } else if !considered.contains(where: { $0.addressed > 0 }) {
            self = .noAddress
        } else if ways.contains(where: \.isRejected) {
            self = .routeRejected
        } else {
            self = .noRoute
        }
    }
}

extension Way {
    /// Whether a route rejects the packet, as opposed to there being none.
    fileprivate var isRejected: Bool {
        switch self {
        case .refused(.unreachable), .refused(.prohibited), .refused(.blackhole): true
        case .refused(.noRoute), .refused(.local), .refused(.notUnicast), .live, .dead, .noSource,
            .nowhere:
            false
        }
    }
}
