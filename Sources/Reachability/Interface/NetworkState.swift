// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// All that was seen of the network, and what each interface was found to be. A change costs the
/// same with ten interfaces as with ten thousand: only what stands on the changed one is looked at
/// again.
struct NetworkState: Sendable {
    /// The interfaces by index, which is what identifies them.
    private(set) var interfaces: [UInt32: Interface] = [:]
    /// The policy rules, in the order in which the kernel asks them.
    var rules: [RuleMessage] = []
    /// Why nl80211 could not be asked, if it could not.
    var wirelessFailure: String?
    /// The name servers.
    var resolver = ResolverConfiguration(nameServers: [])
    /// Which interface stands on which.
    private var stacking = Stacking()

    init() {}

    /// Takes in a dump of links.
    init(links: [LinkMessage]) {
        interfaces.reserveCapacity(links.count)
        for link in links {
            interfaces[link.index] = Interface(link: link)
            stacking.insert(link)
        }
        for link in links { classify(link.index) }
    }

    /// What was seen of an interface.
    subscript(index: UInt32) -> Interface? { interfaces[index] }

    /// The index of the interface with a name.
    func index(ofName name: some StringProtocol) -> UInt32? { stacking.index(ofName: String(name)) }

    /// Takes in a link, new or in the place of what was known of it.
    mutating func set(_ link: LinkMessage) {
        let old = interfaces[link.index]?.link
        if let old { stacking.remove(old) }
        interfaces[link.index, default: Interface(link: link)].link = link
        stacking.insert(link)
        classify(link.index)
        // What it has left.
        for above in old.map(stacking.above) ?? [] { classify(above) }
    }

    /// Takes in that an interface has gone.
    mutating func removeInterface(_ index: UInt32) {
        guard let old = interfaces.removeValue(forKey: index) else { return }
        stacking.remove(old.link)
        stacking.remove(index, namedOn: old.device?.lowerInterfaces ?? [])
        for above in stacking.above(old.link) { classify(above) }
    }

    /// Takes in an address, in the place of the same one with other flags.
    mutating func set(_ address: InterfaceAddress, of index: UInt32) {
        guard var addresses = interfaces[index]?.addresses else { return }
        if let position = addresses.firstIndex(where: { $0.isSame(as: address) }) {
            addresses[position] = address
        } else {
            addresses.append(address)
        }
        interfaces[index]?.addresses = addresses
    }

    /// Takes in that an address has gone.
    mutating func remove(_ address: InterfaceAddress, of index: UInt32) {
        interfaces[index]?.addresses.removeAll { $0.isSame(as: address) }
    }

    /// Takes in what sysfs says of an interface.
    mutating func set(_ device: NetworkDevice?, of index: UInt32) {
        guard let old = interfaces[index] else { return }
        stacking.remove(index, namedOn: old.device?.lowerInterfaces ?? [])
        stacking.insert(index, namedOn: device?.lowerInterfaces ?? [])
        interfaces[index]?.device = device
        classify(index)
    }

    /// Takes in what nl80211 says of an interface.
    mutating func set(_ wireless: WirelessInterface) {
        interfaces[wireless.index]?.wireless = wireless
        classify(wireless.index)
    }

    /// Takes in what a PPP interface runs over.
    mutating func set(_ transport: PPPTransport?, of index: UInt32) {
        interfaces[index]?.pppTransport = transport
        classify(index)
    }

    /// The kernel allows no more interfaces on top of each other (`MAX_NEST_DEV`). A guard: two
    /// messages can show a circle that never was.
    private static let maximumDepth = 8

    /// Finds out again what an interface is, and what all that stand on it are.
    private mutating func classify(_ index: UInt32) {
        var level: Set = [index]
        for _ in 0...Self.maximumDepth where !level.isEmpty {
            var above: Set<UInt32> = []
            for index in level {
                guard let interface = interfaces[index] else { continue }
                let classification = Classification.classify(
                    interface.facts, lower: lowerInterfaces(of: index))
                interfaces[index]?.classification = classification
                above.formUnion(stacking.above(interface.link))
            }
            level = above
        }
    }
}

/// Which interface stands on which.
extension NetworkState {
    /// The indexes of the interfaces that one is made on, or of.
    func lower(of index: UInt32) -> [UInt32] {
        guard let interface = interfaces[index] else { return [] }
        let below = stacking.lower(of: interface.link)
        let named = interface.device?.lowerInterfaces.compactMap(stacking.index) ?? []
        return (below + named).filter { interfaces[$0] != nil }
    }

    /// What those interfaces are.
    func lowerInterfaces(of index: UInt32) -> [LowerInterface] {
        let activeMember = interfaces[index]?.link.bondActiveMember
        return lower(of: index).compactMap { below in
            interfaces[below].map { interface in
                LowerInterface(
                    index: below,
                    name: interface.name,
                    classification: interface.classification,
                    hasCarrier: interface.hasCarrier,
                    isActive: activeMember.map { $0 == below }
                        ?? interface.link.isActiveBondMember)
            }
        }
    }

    /// Of the interfaces directly below one, those that tell its medium.
    func counting(below index: UInt32) -> [UInt32] {
        Classification.counting(lowerInterfaces(of: index)).map(\.index)
    }

    /// The interfaces that carry its packets: those directly below it that tell the medium and have
    /// a carrier, and what carries those in turn. From the nearest to the bottom.
    func carriers(of index: UInt32) -> [UInt32] {
        var seen: Set<UInt32> = [index]
        var carriers: [UInt32] = []
        var level = [index]
        while !level.isEmpty {
            level = level.flatMap { counting(below: $0) }.filter { below in
                interfaces[below]?.hasCarrier == true && seen.insert(below).inserted
            }
            carriers += level
        }
        return carriers
    }
}
