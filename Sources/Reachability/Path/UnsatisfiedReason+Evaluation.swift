// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkPath.UnsatisfiedReason {
    /// Why there is no path: where the kernel chooses a dead link, that; else the step after the
    /// furthest that an interface reached. Tunnels are as alive as what carries them, so they count
    /// only where there is nothing else.
    ///
    /// - Parameter findings: what became of the probes.
    init(_ findings: PathFindings, _ finder: Wayfinder) {
        if findings.deadChoice != nil {
            self = .noCarrier
            return
        }
        var uplinks = Census.Steps()
        var tunnels = Census.Steps()
        for type in InterfaceType.allCases where findings.question.allows(type) {
            let steps = finder.state.census.steps(of: type)
            if type == .vpn { tunnels += steps } else { uplinks += steps }
        }
        let furthest = uplinks.pathKinds == 0 ? tunnels : uplinks
        if furthest.pathKinds == 0 {
            self = .noInterface
        } else if furthest.live == 0 {
            self = .noCarrier
        } else if furthest.addressed == 0, !finder.state.census.hasUsableLoopback {
            self = .noAddress
        } else if findings.ways.contains(where: { $0.contains(where: \.isRejected) }) {
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
