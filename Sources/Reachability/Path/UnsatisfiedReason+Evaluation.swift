// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkPath.UnsatisfiedReason {
    /// Why there is no path: where the kernel chooses a dead link, that; else the step after the
    /// furthest that an interface reached. Tunnels are as alive as what carries them, so they count
    /// only where there is nothing else.
    ///
    /// - Parameter ways: what became of the probes.
    init(_ ways: [Way], _ finder: Wayfinder) {
        if ways.contains(where: { if case .dead = $0 { true } else { false } }) {
            self = .noCarrier
            return
        }
        let paths = finder.state.interfaces.keys.filter {
            finder.state[$0]?.classification.canBePath == true
        }
        let uplinks = paths.filter { !finder.isTunnel($0) }
        let considered = (uplinks.isEmpty ? paths : uplinks).compactMap { finder.state[$0] }
        let live = considered.filter { $0.isUp && $0.hasCarrier }
        if considered.isEmpty {
            self = .noInterface
        } else if live.isEmpty {
            self = .noCarrier
        } else if !live.contains(where: { $0.addresses.contains(where: \.isUsable) }) {
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
