// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Which interface stands on which, by their links: the members of bridges and bonds, what VLANs and
/// their like are made on; and which name belongs to which, once that is asked.
struct Stacking: Sendable {
    /// The members of each master, in the order of their indexes. The master need not be known yet.
    private var members: [UInt32: SortedIndexes] = [:]
    /// What is made on each interface.
    private var madeOn: [UInt32: Set<UInt32>] = [:]
    /// What stands on the interface of each name, of which netlink says nothing: sysfs calls that
    /// `lower_NAME`.
    private var namedOn: [String: Set<UInt32>] = [:]
    /// Which name belongs to which; `nil` as long as nobody has asked.
    private var names: [String: UInt32]?

    /// Takes in a link.
    mutating func insert(_ link: LinkMessage) {
        if let name = link.name { names?[name] = link.index }
        if let master = link.master {
            members[master, default: SortedIndexes()].insert(link.index)
        }
        if let lower = link.madeOn { madeOn[lower, default: []].insert(link.index) }
    }

    /// Takes out a link, as it was taken in.
    mutating func remove(_ link: LinkMessage) {
        // Another interface may have taken the name in the meantime.
        if let name = link.name, names?[name] == link.index { names?[name] = nil }
        if let master = link.master {
            members[master]?.remove(link.index)
            if members[master]?.isEmpty == true { members[master] = nil }
        }
        if let lower = link.madeOn {
            madeOn[lower]?.remove(link.index)
            if madeOn[lower]?.isEmpty == true { madeOn[lower] = nil }
        }
    }

    /// Takes in that an interface stands on those of some names.
    mutating func insert(_ index: UInt32, namedOn lower: [String]) {
        for name in lower { namedOn[name, default: []].insert(index) }
    }

    /// Takes that out again.
    mutating func remove(_ index: UInt32, namedOn lower: [String]) {
        for name in lower {
            namedOn[name]?.remove(index)
            if namedOn[name]?.isEmpty == true { namedOn[name] = nil }
        }
    }

    /// The index of the interface with a name, if the names are known.
    func index(ofName name: String) -> UInt32? { names?[name] }

    /// Whether the names are known. Few machines have anything that asks for one.
    var knowsNames: Bool { names != nil }

    /// Learns the names that all interfaces have.
    mutating func learn(names: [String: UInt32]) { self.names = names }

    /// The interfaces directly below a link, whether they are known or not.
    func lower(of link: LinkMessage) -> [UInt32] {
        if LinkKind(link.kind).isMadeOf { return members[link.index].map(Array.init) ?? [] }
        return link.madeOn.map { [$0] } ?? []
    }

    /// The interfaces that stand directly on a link.
    func above(_ link: LinkMessage) -> [UInt32] {
        (link.master.map { [$0] } ?? []) + (madeOn[link.index] ?? [])
            + (link.name.flatMap { namedOn[$0] } ?? [])
    }
}

extension LinkMessage {
    /// The interface of this namespace that it is made on and whose medium it has.
    fileprivate var madeOn: UInt32? {
        guard
            let link, link != index, !isLinkInOtherNamespace, LinkKind(kind) == .madeOn
        else { return nil }
        return link
    }
}
