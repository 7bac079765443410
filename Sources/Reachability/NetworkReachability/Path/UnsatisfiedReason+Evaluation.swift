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
