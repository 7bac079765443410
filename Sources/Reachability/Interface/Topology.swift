// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Which interface stands on which, and so what each of them is.
struct Topology: Sendable {
    /// What each interface was found to be.
    private(set) var classifications: [UInt32: Classification] = [:]
    private var lower: [UInt32: [UInt32]] = [:]
    private let state: NetworkState

    init(_ state: NetworkState) {
        self.state = state
        classifications.reserveCapacity(state.interfaces.count)
        for (index, interface) in state.interfaces {
            let below = state.lowerInterfaces(of: interface)
            if !below.isEmpty { lower[index] = below }
        }
        for index in state.interfaces.keys { _ = classify(index, depth: 0) }
    }

    /// The kernel allows no more interfaces on top of each other (`MAX_NEST_DEV`). A guard: two
    /// dumps can show a circle that never was.
    private static let maximumDepth = 8

    private mutating func classify(_ index: UInt32, depth: Int) -> Classification? {
        if let known = classifications[index] { return known }
        guard let interface = state[index] else { return nil }
        if depth < Self.maximumDepth {
            for below in lower[index] ?? [] { _ = classify(below, depth: depth + 1) }
        }
        let classification = Classification.classify(
            interface.facts, lower: lowerInterfaces(of: index))
        classifications[index] = classification
        return classification
    }

    /// The indexes of the interfaces that it is made on, or of.
    func lower(of index: UInt32) -> [UInt32] { lower[index] ?? [] }

    /// What those interfaces are, as far as they have been classified.
    func lowerInterfaces(of index: UInt32) -> [LowerInterface] {
        let activeMember = state[index]?.link.bondActiveMember
        return lower(of: index).compactMap { below in
            guard let interface = state[below], let classification = classifications[below] else {
                return nil
            }
            return LowerInterface(
                index: below,
                name: interface.name,
                classification: classification,
                hasCarrier: interface.hasCarrier,
                isActive: activeMember.map { $0 == below } ?? interface.link.isActiveBondMember)
        }
    }

    /// The interfaces that carry its packets: those directly below it that tell the medium and have
    /// a carrier, and what carries those in turn. From the nearest to the bottom.
    func carriers(of index: UInt32) -> [UInt32] {
        var seen: Set<UInt32> = [index]
        var carriers: [UInt32] = []
        var level = [index]
        while !level.isEmpty {
            level = level.flatMap { counting(below: $0) }.filter { below in
                state[below]?.hasCarrier == true && seen.insert(below).inserted
            }
            carriers += level
        }
        return carriers
    }

    /// Of the interfaces directly below, those that tell the medium.
    func counting(below index: UInt32) -> [UInt32] {
        Classification.counting(lowerInterfaces(of: index)).map(\.index)
    }
}

extension NetworkState {
    /// The indexes of the interfaces directly below one.
    fileprivate func lowerInterfaces(of interface: Interface) -> [UInt32] {
        let index = interface.link.index
        if let kind = interface.link.kind {
            if Classification.isMadeOf(kind: kind) { return members[index] ?? [] }
            guard
                Classification.isMadeOn(kind: kind), !interface.link.isLinkInOtherNamespace,
                let link = interface.link.link, link != index
            else { return [] }
            return [link]
        }
        // What sysfs calls lower_NAME, of an interface that netlink says nothing of.
        guard let names = interface.device?.lowerInterfaces, !names.isEmpty else { return [] }
        return names.compactMap { name in interfaces.first { $0.value.name == name }?.key }
    }
}
