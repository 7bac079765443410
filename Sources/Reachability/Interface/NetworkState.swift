// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
package import Netlink

/// All that was seen of the network, and what each interface was found to be. A change costs the
/// same with ten interfaces as with ten thousand: only what stands on the changed one is looked at
/// again.
package struct NetworkState: Sendable {
    /// The interfaces by index, which is what identifies them.
    private(set) var interfaces = InterfaceTable<Interface>()
    /// How far they came.
    private(set) var census = Census()
    /// The policy rules, in the order in which the kernel asks them.
    var rules: [RuleMessage] = []
    /// Why something may be missing, or have gone: changes interrupted a dump at each attempt.
    var interruption: NetlinkError?
    /// Why nl80211 could not be asked, if it could not.
    var wirelessFailure: String?
    /// Why NetworkManager says nothing, or not everything.
    var networkManagerSilence: NetworkManagerSilence? { announcements.networkManagerSilence }
    /// The name servers, as they are written and as they are read.
    package var resolver = ResolverConfiguration(nameServers: []) {
        didSet {
            nameServers = resolver.nameServers.compactMap(NameServer.init)
            // Every look asks which interface a zone names.
            if nameServers.contains(where: { $0.zone != nil }) { learnNames() }
        }
    }
    private(set) var nameServers: [NameServer] = []
    /// What is said of interfaces from outside the kernel.
    private var announcements = Announcements()
    /// Which interface stands on which.
    private(set) var stacking = Stacking()
    /// Those links of a dump that are what the interfaces below them are, which may come later in it.
    private var unclassified: [UInt32] = []

    /// Nothing was seen.
    package init() {}

    /// Takes in a dump of links.
    init(links: [LinkMessage]) {
        for link in links { take(dumped: link) }
        endDump()
    }

    /// Takes in a link of a dump, before anything else; there may be many thousands. Most are what they are
    /// by themselves, so that it is found at once.
    mutating func take(dumped link: consuming LinkMessage) {
        // A dump that changes interrupt may have it twice.
        if let old = interfaces[link.index] { stacking.remove(old.link) }
        stacking.insert(link)
        let index = link.index
        if LinkKind(link.kind).isStacked {
            unclassified.append(index)
            interfaces[index] = Interface(link: link)
        } else {
            let classification = Classification.classify(InterfaceFacts(link))
            interfaces[index] = Interface(link: link, classification)
        }
    }

    /// Concludes what follows from all links of a dump.
    mutating func endDump() {
        for index in unclassified { classify(index, isCounted: false) }
        unclassified = []
        // In the order of their indexes, and as what they were found to be: each goes to the end of a list.
        interfaces.forEach { census.insert($1) }
    }

    /// Takes in a dump of addresses, after one of links.
    mutating func take(dumped addresses: Dump<AddressMessage>) {
        interruption = interruption ?? addresses.interruption
        // Those of one interface stay in their order: sorting is stable.
        var rest = addresses.elements.sorted { $0.interface < $1.interface }[...]
        while let index = rest.first?.interface {
            let own = rest.prefix { $0.interface == index }.map(InterfaceAddress.init)
            if addresses.interruption == nil {
                set(own, of: index)
            } else {
                // It may have one twice.
                for address in own { set(address, of: index) }
            }
            rest = rest.dropFirst(own.count)
        }
    }

    /// What was seen of an interface.
    subscript(index: UInt32) -> Interface? { interfaces[index] }

    /// The index of the interface with a name.
    func index(ofName name: some StringProtocol) -> UInt32? {
        guard !stacking.knowsNames else { return stacking.index(ofName: String(name)) }
        var found: UInt32?
        interfaces.forEach { index, interface in if interface.name == name { found = index } }
        return found
    }

    /// Takes in a link, new or in the place of what was known of it.
    mutating func set(_ link: LinkMessage) {
        guard let interface = self[link.index] else {
            insert(link)
            classify(link.index)
            return
        }
        if !interface.isLinked(like: link) { exchange(interface, for: link) }
    }

    /// Takes in another link of an interface.
    ///
    /// - Returns: whether it is what it was, and its condition alone is another.
    @discardableResult
    mutating func exchange(_ interface: Interface, for link: LinkMessage) -> Bool {
        if interface.isOfSameMake(as: link) {
            var new = interface
            new.link = link
            // It is what it was; what stands on it may have lost what carries it.
            if !interface.isInSameState(as: link) {
                census.exchange(interface, for: new)
            }
            interfaces[link.index] = new
            if new.hasCarrier != interface.hasCarrier {
                for above in stacking.above(link) { classify(above) }
            }
            return true
        }
        let old = interface.link
        stacking.remove(old)
        change(link.index) { $0.link = link }
        stacking.insert(link)
        if link.name != old.name || link.hardwareAddress != old.hardwareAddress {
            annotate(link.index)
        }
        classify(link.index)
        // What it has left.
        for above in stacking.above(old) { classify(above) }
        return false
    }

    /// Takes in that an interface has gone.
    mutating func removeInterface(_ index: UInt32) {
        guard let old = interfaces[index] else { return }
        interfaces[index] = nil
        census.remove(old)
        stacking.remove(old.link)
        stacking.remove(index, namedOn: old.device?.lowerInterfaces ?? [])
        for above in stacking.above(old.link) { classify(above) }
    }

    /// Takes in all addresses of an interface, in the place of those that were known.
    package mutating func set(_ addresses: [InterfaceAddress], of index: UInt32) {
        change(index) { $0.addresses = [InterfaceAddress](dumped: addresses) }
    }

    /// Takes in an address, in the place of the same one with other flags.
    mutating func set(_ address: InterfaceAddress, of index: UInt32) {
        change(index) { $0.addresses.take(address) }
    }

    /// Takes in that an address has gone.
    mutating func remove(_ address: InterfaceAddress, of index: UInt32) {
        change(index) { $0.addresses.removeAll { $0.isSame(as: address) } }
    }

    /// Takes in what sysfs says of an interface.
    package mutating func set(_ device: NetworkDevice?, of index: UInt32) {
        guard let old = self[index] else { return }
        if device?.lowerInterfaces.isEmpty == false { learnNames() }
        stacking.remove(index, namedOn: old.device?.lowerInterfaces ?? [])
        stacking.insert(index, namedOn: device?.lowerInterfaces ?? [])
        change(index) { $0.device = device }
        classify(index)
    }

    /// Takes in what nl80211 says of an interface.
    package mutating func set(_ wireless: WirelessInterface) {
        change(wireless.index) { $0.wireless = wireless }
        annotate(wireless.index)
        classify(wireless.index)
    }

    /// Takes in what sources beside the system say of an interface's cost.
    package mutating func set(_ statements: [MeteredStatement], of index: UInt32) {
        change(index) { $0.statements = statements }
    }

    /// Takes in what a PPP interface runs over.
    mutating func set(_ transport: PPPTransport?, of index: UInt32) {
        change(index) { $0.pppTransport = transport }
        classify(index)
    }

    /// Finds out which name belongs to which interface, and keeps it in step from now on.
    private mutating func learnNames() {
        guard !stacking.knowsNames else { return }
        var names: [String: UInt32] = [:]
        interfaces.forEach { index, interface in
            if let name = interface.link.name { names[name] = index }
        }
        stacking.learn(names: names)
    }

    private mutating func insert(_ link: LinkMessage) {
        let interface = Interface(link: link)
        interfaces[link.index] = interface
        census.insert(interface)
        stacking.insert(link)
        annotate(link.index)
    }

    /// Changes what is known of an interface. What stays the same is not touched: the table's copies
    /// tell by that what differs.
    private mutating func change(_ index: UInt32, _ body: (inout Interface) -> Void) {
        guard let old = interfaces[index] else { return }
        var new = old
        body(&new)
        guard new != old else { return }
        census.exchange(old, for: new)
        interfaces[index] = new
    }

    /// The kernel allows no more interfaces on top of each other (`MAX_NEST_DEV`). A guard: two
    /// messages can show a circle that never was.
    private static let maximumDepth = 8

    /// Finds out again what an interface is, and what all that stand on it are.
    ///
    /// - Parameter isCounted: whether they are in the census by now.
    private mutating func classify(_ index: UInt32, isCounted: Bool = true) {
        var level = SortedIndexes([index])
        for _ in 0...Self.maximumDepth where !level.isEmpty {
            var above = SortedIndexes()
            for index in level {
                guard var interface = self[index] else { continue }
                let lower = lower(of: interface)
                let seen = lowerInterfaces(lower, of: interface)
                interface.classify(
                    Classification.classify(interface.facts, lower: seen), lower: lower,
                    counting: Classification.counting(seen).map(\.index))
                if isCounted {
                    change(index) { $0 = interface }
                } else {
                    interfaces[index] = interface
                }
                for index in stacking.above(interface.link) { above.insert(index) }
            }
            level = above
        }
    }
}

/// What is said of interfaces from outside the kernel, which names them in its own ways.
extension NetworkState {
    private struct Announcements: Sendable {
        var networkManager: [String: NetworkManagerWord] = [:]
        var networkManagerSilence: NetworkManagerSilence?
        var meteredLeases: [DHCPLease] = []
    }

    /// Takes in what NetworkManager says of each interface, by name, and why it says no more.
    ///
    /// - Returns: whether that differs from what it said before of an interface that is there.
    mutating func set(
        networkManager: [String: NetworkManagerWord],
        silence: NetworkManagerSilence? = nil
    ) -> Bool {
        let old = announcements.networkManager
        let oldSilence = announcements.networkManagerSilence
        announcements.networkManager = networkManager
        announcements.networkManagerSilence = silence
        if silence?.unheardReason != oldSilence?.unheardReason {
            if !networkManager.isEmpty { learnNames() }
            for index in interfaces.indexes { annotate(index) }
            return true
        }
        let names = Set(old.keys).union(networkManager.keys)
            .filter { old[$0] != networkManager[$0] }
        if !names.isEmpty { learnNames() }
        let indexes = names.compactMap { index(ofName: $0) }
        for index in indexes { annotate(index) }
        return !indexes.isEmpty
    }

    /// Takes in the leases of networks that say they are metered.
    ///
    /// - Returns: whether they differ from those before.
    mutating func set(meteredLeases leases: [DHCPLease]) -> Bool {
        guard leases != announcements.meteredLeases else { return false }
        announcements.meteredLeases = leases
        for index in interfaces.indexes { annotate(index) }
        return true
    }

    private mutating func annotate(_ index: UInt32) {
        guard let interface = self[index] else { return }
        let (name, ssid) = (interface.name, interface.wireless?.ssid)
        var answer = announcements.networkManager[name].flatMap { word in
            word.isAbout(interface) ? word.answer : nil
        }
        if let reason = announcements.networkManagerSilence?.unheardReason {
            answer = answer?.whileUnheard(reason) ?? .unheard(reason)
        }
        let leases = announcements.meteredLeases.filter {
            $0.isHeld(byIndex: index, name: name, ssid: ssid)
        }
        change(index) { interface in
            interface.networkManager = answer
            interface.meteredLeases = leases
        }
    }
}
