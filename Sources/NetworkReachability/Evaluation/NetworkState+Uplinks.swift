// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces that can lead to the internet, or carry a tunnel.
extension NetworkState {
    /// Whether a bridge has its carrier only from ports that are never a path, such as an access
    /// point of this machine: the stations can be reached, and nothing beyond them. (A port that
    /// leads to a virtual machine may lead to the internet: the virtual machine may be the router.)
    func endsHere(_ interface: NetworkState.Interface) -> Bool {
        guard interface.link.kind == "bridge", !interface.lower.isEmpty else { return false }
        return !interface.lower.contains { self[$0]?.hasCarrier == true && isPathKind($0) }
    }

    /// Whether an interface is of a kind that can lead to the internet.
    func isPathKind(_ index: UInt32) -> Bool {
        self[index]?.canBePath == true
    }

    /// Whether an interface is a tunnel, or is stacked on one.
    func isTunnel(_ index: UInt32) -> Bool { self[index]?.type == .vpn }

    /// Whether an interface could lead to the internet, now or later: its kind can, and it is not a
    /// member of a bridge or a bond. (A member of a VRF keeps its own routes.)
    func mayLeadOut(_ index: UInt32) -> Bool {
        guard isPathKind(index) else { return false }
        return self[index]?.link.master == nil || isInVRF(index)
    }

    /// Whether an interface is a member of a VRF: only sockets that are bound to the VRF use its
    /// routes.
    func isInVRF(_ index: UInt32) -> Bool {
        self[index]?.link.master.flatMap { self[$0]?.link.kind } == "vrf"
    }

    /// Whether some interface could carry a tunnel's packets, now or later. Overlays do not count:
    /// the kernel's fallback devices (gretap0, erspan0) are in every namespace once their module is
    /// loaded.
    var hasPossibleUplink: Bool { counts.uplinkKinds.contains(where: mayLeadOut) }

    /// The interfaces that could carry a tunnel's packets now, although none has a route to the
    /// internet: up, with a carrier and a source address. A bridge that leads only to containers
    /// and virtual machines counts only if there is no other interface.
    var possibleUplinks: [UInt32] {
        let all = counts.uplinkKinds.filter(mayLeadOut)
        let outward = all.filter { !leadsToGuestsOnly($0) }
        let source = mayHaveSource
        return (outward.isEmpty ? all : outward).filter { index in
            source.contains(index) && self[index].map { !endsHere($0) } ?? false
        }
    }

    private func leadsToGuestsOnly(_ index: UInt32) -> Bool {
        guard let interface = self[index], interface.link.kind == "bridge" else { return false }
        return interface.lower.allSatisfy { self[$0]?.classification.leadsToGuest == true }
    }
}
