// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The interfaces below each interface.
extension NetworkState {
    /// Returns the indexes of the interfaces directly below an interface.
    func lower(of interface: Interface) -> [UInt32] {
        let below = topology.lower(of: interface.link)
        let named = interface.device?.lowerInterfaces.compactMap(topology.index) ?? []
        return (below + named).filter(interfaces.contains)
    }

    /// Returns the interfaces directly below an interface.
    func lowerInterfaces(of interface: Interface) -> [LowerInterface] {
        lowerInterfaces(interface.lower, of: interface)
    }

    /// Returns the interfaces with some indexes, as interfaces below another one.
    func lowerInterfaces(_ lower: [UInt32], of interface: Interface) -> [LowerInterface] {
        lower.compactMap { below in
            self[below].map { LowerInterface($0, below: interface) }
        }
    }

    /// Returns the interfaces that carry an interface's packets: those directly below it that
    /// determine the medium and have a carrier, and in turn the interfaces that carry those, from
    /// top to bottom.
    func carriers(of index: UInt32) -> [UInt32] {
        guard self[index]?.counting.isEmpty == false else { return [] }
        var seen: Set<UInt32> = [index]
        var carriers: [UInt32] = []
        var level = [index]
        while !level.isEmpty {
            level = level.flatMap { self[$0]?.counting ?? [] }.filter { below in
                self[below]?.hasCarrier == true && seen.insert(below).inserted
            }
            carriers += level
        }
        return carriers
    }
}

extension LowerInterface {
    fileprivate init(_ lower: NetworkState.Interface, below interface: NetworkState.Interface) {
        self.init(
            index: lower.link.index,
            name: lower.name,
            classification: lower.classification,
            hasCarrier: lower.hasCarrier,
            isActive: interface.link.bondActiveMember.map { $0 == lower.link.index }
                ?? lower.link.isActiveBondMember)
    }
}
