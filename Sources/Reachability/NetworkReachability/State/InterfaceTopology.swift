// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The stacking of interfaces, from their links: the members of bridges and bonds, and the
/// interfaces below VLANs and similar interfaces. It also maps names to indexes, once names are
/// needed.
struct InterfaceTopology: Sendable {
    /// The members of each master. The master itself may be unknown.
    private var members: [UInt32: InterfaceSet] = [:]
    /// The interfaces on each interface, by `IFLA_LINK`.
    private var madeOn: [UInt32: Set<UInt32>] = [:]
    /// The interfaces above each interface name, which netlink does not report: they are from sysfs
    /// (`lower_NAME`).
    private var namedOn: [ExactText: Set<UInt32>] = [:]
    /// The index of each name; `nil` until names are needed.
    private var names: [ExactText: UInt32]?

    /// Adds a link.
    mutating func insert(_ link: LinkMessage) {
        if let name = link.name { names?[ExactText(name)] = link.index }
        if let master = link.master {
            members[master, default: InterfaceSet()].insert(link.index)
        }
        if let lower = link.madeOn { madeOn[lower, default: []].insert(link.index) }
    }

    /// Removes a link, with the same values as it was added.
    mutating func remove(_ link: LinkMessage) {
        // Another interface may have taken the name in the meantime.
        if let name = link.name.map({ ExactText($0) }), names?[name] == link.index {
            names?[name] = nil
        }
        if let master = link.master {
            members[master]?.remove(link.index)
            if members[master]?.isEmpty == true { members[master] = nil }
        }
        if let lower = link.madeOn {
            madeOn[lower]?.remove(link.index)
            if madeOn[lower]?.isEmpty == true { madeOn[lower] = nil }
        }
    }

    /// Adds an interface above the interfaces with some names.
    mutating func insert(_ index: UInt32, namedOn lower: [String]) {
        for name in lower.map({ ExactText($0) }) { namedOn[name, default: []].insert(index) }
    }

    /// Removes an interface above the interfaces with some names.
    mutating func remove(_ index: UInt32, namedOn lower: [String]) {
        for name in lower.map({ ExactText($0) }) {
            namedOn[name]?.remove(index)
            if namedOn[name]?.isEmpty == true { namedOn[name] = nil }
        }
    }

    /// Returns the index of the interface with a name, if the names are known.
    func index(ofName name: String) -> UInt32? { names?[ExactText(name)] }

    /// Whether the names are known. Most machines never need them.
    var knowsNames: Bool { names != nil }

    /// Sets the names of all interfaces.
    mutating func learn(names: [ExactText: UInt32]) { self.names = names }

    /// Returns the interfaces directly below a link, known or not.
    func lower(of link: LinkMessage) -> [UInt32] {
        if LinkKind(link.kind).isMadeOf { return members[link.index].map(Array.init) ?? [] }
        return link.madeOn.map { [$0] } ?? []
    }

    /// Returns the interfaces directly above a link.
    func above(_ link: LinkMessage) -> [UInt32] {
        (link.master.map { [$0] } ?? []) + (madeOn[link.index] ?? [])
            + (link.name.flatMap { namedOn[ExactText($0)] } ?? [])
    }
}

extension LinkMessage {
    /// The interface below, in this namespace, whose medium this link inherits.
    fileprivate var madeOn: UInt32? {
        guard
            let link, link != index, !isLinkInOtherNamespace, LinkKind(kind) == .madeOn
        else { return nil }
        return link
    }
}

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

    /// Returns the interfaces that carry an interface's packets (``InterfaceTable/carriers(of:)``).
    func carriers(of index: UInt32) -> [UInt32] { interfaces.carriers(of: index) }
}

extension InterfaceTable<NetworkState.Interface> {
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
