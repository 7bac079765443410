// SPDX-License-Identifier: Apache-2.0

internal import Netlink

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
        var uplinks = InterfaceCounts.Steps()
        var tunnels = InterfaceCounts.Steps()
        for type in InterfaceType.allCases where evaluation.question.allows(type) {
            let steps = state.counts.steps(of: type)
            if type == .vpn { tunnels += steps } else { uplinks += steps }
        }
        let furthest = uplinks.pathKinds == 0 ? tunnels : uplinks
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

extension RouteOutcome {
    /// Whether a route rejects the packet, in contrast to no route.
    fileprivate var isRejected: Bool {
        switch self {
        case .refused(.unreachable), .refused(.prohibited), .refused(.blackhole): true
        case .refused(.noRoute), .refused(.local), .refused(.notUnicast), .live, .dead, .noSource,
            .nowhere:
            false
        }
    }
}
