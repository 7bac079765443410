// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
package import Netlink

/// A snapshot of the network, with the classification of each interface. A change costs the same
/// with ten interfaces as with ten thousand: only the interfaces above the changed one are
/// classified again.
package struct NetworkState: Sendable {
    /// The interfaces by index, their identity.
    private(set) var interfaces = InterfaceTable<Interface>()
    /// The counts of the interfaces, for the evaluation.
    private(set) var counts = InterfaceCounts()
    /// The policy rules, in the order in which the kernel evaluates them.
    var rules: [RuleMessage] = []
    /// Why the snapshot may be incomplete or outdated: changes interrupted a dump at each attempt.
    var interruption: NetlinkError?
    /// The report of xdg-desktop-portal, while the kernel cannot be queried and nothing else is known; `nil` otherwise.
    var desktopPortal: DesktopPortalReport?
    /// Why nl80211 could not be queried, if the query failed.
    var wirelessFailure: String?
    /// The configuration of the name servers, as text; ``nameServers`` is parsed from it.
    package var resolver = ResolverConfiguration(nameServers: []) {
        didSet {
            nameServers = resolver.nameServers.compactMap(NameServer.init)
            // Every evaluation looks up the interfaces of the zones.
            if nameServers.contains(where: { $0.zone != nil }) { learnNames() }
        }
    }
    private(set) var nameServers: [NameServer] = []
    /// The veths with an end in another namespace over which a route leads to a router, as far as an
    /// evaluation needs to know them (``RouteResolver/vethsLeadingOut(_:)``). They are no part of a
    /// snapshot.
    var vethsLeadingOut: [UInt32] = []
    /// The next hops of the routes in use. They are followed, and are no part of a snapshot.
    var nextHops = NextHops()
    /// The hardware addresses of routers. They are followed, and are no part of a snapshot.
    var routers = RouterAddresses()
    /// The reports about interfaces, one value for each program.
    private var reports: [any ExternalReports] = []
    /// The stacking of the interfaces.
    private(set) var topology = InterfaceTopology()
    /// The links of a dump whose classification depends on the interfaces below, which may follow
    /// later in the dump.
    private var unclassified: [UInt32] = []

    /// Creates an empty state.
    package init() {}

    /// Creates a state from a dump of links.
    init(links: [LinkMessage]) {
        for link in links { add(dumped: link) }
        endDump()
    }

    /// Adds a link of a dump, before anything else; a dump may have many thousands. Most links do
    /// not depend on other links, so they are classified immediately.
    mutating func add(dumped link: consuming LinkMessage) {
        // A dump that a change interrupted may have a link twice.
        if let old = interfaces[link.index] { topology.remove(old.link) }
        topology.insert(link)
        let index = link.index
        if LinkKind(link.kind).isStacked {
            unclassified.append(index)
            interfaces[index] = Interface(link: link)
        } else {
            let classification = Classification.classify(InterfaceFacts(link))
            interfaces[index] = Interface(link: link, classification)
        }
    }

    /// Classifies the remaining links and counts all interfaces at the end of a dump of links.
    mutating func endDump() {
        for index in unclassified { classify(index, isCounted: false) }
        unclassified = []
        // In the order of the indexes, so that each insertion appends to the end of a list.
        interfaces.forEach { counts.insert($1) }
    }

    /// Adds a dump of addresses, after a dump of links.
    mutating func add(dumped addresses: Dump<AddressMessage>) {
        interruption = interruption ?? addresses.interruption
        // Sorting is stable, so the addresses of one interface keep their order.
        var rest = addresses.elements.sorted { $0.interface < $1.interface }[...]
        while let index = rest.first?.interface {
            let own = rest.prefix { $0.interface == index }
            // An interrupted dump may have an address twice.
            set(own.lazy.map(InterfaceAddress.init), of: index)
            rest = rest.dropFirst(own.count)
        }
    }

    /// Returns the interface with an index.
    subscript(index: UInt32) -> Interface? { interfaces[index] }

    /// Returns the index of the interface with a name.
    func index(ofName name: String) -> UInt32? {
        guard !topology.knowsNames else { return topology.index(ofName: name) }
        var found: UInt32?
        interfaces.forEach { index, interface in
            if interface.name.isSameText(as: name) { found = index }
        }
        return found
    }

    /// Adds a link, or replaces the link of a known interface.
    mutating func set(_ link: LinkMessage) {
        guard let interface = self[link.index] else {
            insert(link)
            classify(link.index)
            return
        }
        if !interface.isLinked(like: link) { exchange(interface, for: link) }
    }

    /// Replaces the link of an interface.
    ///
    /// - Returns: whether only the link's condition differs, and the classification cannot.
    @discardableResult
    mutating func exchange(_ interface: Interface, for link: LinkMessage) -> Bool {
        if interface.isOfSameMake(as: link) {
            var new = interface
            new.link = link
            // The classification stays; an interface above may have lost its carrier.
            if !interface.isInSameState(as: link) {
                counts.exchange(interface, for: new)
            }
            interfaces[link.index] = new
            if new.hasCarrier != interface.hasCarrier {
                for above in topology.above(link) { classify(above) }
            }
            return true
        }
        let old = interface.link
        topology.remove(old)
        change(link.index) { $0.link = link }
        topology.insert(link)
        if !interface.isNamed(like: link) || link.hardwareAddress != old.hardwareAddress {
            updateReports(of: link.index)
        }
        classify(link.index)
        // Also classify the interfaces above the old link.
        for above in topology.above(old) { classify(above) }
        return false
    }

    /// Removes an interface.
    mutating func removeInterface(_ index: UInt32) {
        guard let old = interfaces[index] else { return }
        interfaces[index] = nil
        counts.remove(old)
        nextHops.removeInterface(index)
        routers.removeInterface(index)
        topology.remove(old.link)
        topology.remove(index, namedOn: old.device?.lowerInterfaces ?? [])
        for above in topology.above(old.link) { classify(above) }
    }

    /// Replaces all addresses of an interface.
    package mutating func set(_ addresses: some Sequence<InterfaceAddress>, of index: UInt32) {
        change(index) { $0.addresses = AddressList(addresses) }
        addressesChanged(of: index)
    }

    /// Adds an address, or replaces the same address with other flags.
    mutating func set(_ address: InterfaceAddress, of index: UInt32) {
        change(index) { $0.addresses.insertOrReplace(address) }
        addressesChanged(of: index)
    }

    /// Removes an address.
    mutating func remove(_ address: InterfaceAddress, of index: UInt32) {
        change(index) { $0.addresses.remove(address) }
        addressesChanged(of: index)
    }

    /// Updates what depends on the addresses of an interface.
    private mutating func addressesChanged(of index: UInt32) {
        updateReports(of: index)
        if self[index]?.isClassifiedByOtherAddresses == true { classify(index) }
    }

    /// Sets the properties of an interface from sysfs.
    package mutating func set(_ device: NetworkDevice?, of index: UInt32) {
        guard let old = self[index] else { return }
        if device?.lowerInterfaces.isEmpty == false { learnNames() }
        topology.remove(index, namedOn: old.device?.lowerInterfaces ?? [])
        topology.insert(index, namedOn: device?.lowerInterfaces ?? [])
        change(index) { $0.device = device }
        classify(index)
    }

    /// Sets the properties of an interface from nl80211.
    package mutating func set(_ wireless: WirelessInterface) {
        change(wireless.index) { $0.inheritable.wireless = wireless }
        updateReports(of: wireless.index)
        classify(wireless.index)
    }

    /// Sets the transport of a PPP interface.
    mutating func set(_ transport: PPPTransport?, of index: UInt32) {
        change(index) { $0.pppTransport = transport }
        updateReports(of: index)
        classify(index)
    }

    /// Builds the index of names, which every later change updates.
    private mutating func learnNames() {
        guard !topology.knowsNames else { return }
        var names: [ExactText: UInt32] = [:]
        interfaces.forEach { index, interface in
            if let name = interface.link.name { names[ExactText(name)] = index }
        }
        topology.learn(names: names)
    }

    private mutating func insert(_ link: LinkMessage) {
        let interface = Interface(link: link)
        interfaces[link.index] = interface
        counts.insert(interface)
        topology.insert(link)
        updateReports(of: link.index)
    }

    /// Changes an interface. An equal value is not stored: copies of the table detect differences
    /// by identity.
    private mutating func change(_ index: UInt32, _ body: (inout Interface) -> Void) {
        guard let old = interfaces[index] else { return }
        var new = old
        body(&new)
        guard new != old || !new.isNamed(like: old.link) else { return }
        counts.exchange(old, for: new)
        interfaces[index] = new
    }

    /// The limit of the kernel for stacked interfaces (`MAX_NEST_DEV`). It ends a cycle, which two
    /// messages from different times can show.
    private static let maximumDepth = 8

    /// Classifies an interface again, and all interfaces above it.
    ///
    /// - Parameter isCounted: whether the interfaces are already counted.
    private mutating func classify(_ index: UInt32, isCounted: Bool = true) {
        var level = [index]
        for _ in 0...Self.maximumDepth where !level.isEmpty {
            var above: Set<UInt32> = []
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
                above.formUnion(topology.above(interface.link))
            }
            level = above.sorted()
        }
    }
}

/// Reports of programs, which identify interfaces in different ways.
extension NetworkState {
    /// Replaces the reports of a program.
    ///
    /// - Returns: whether the report about any interface changed.
    mutating func replaceReports<Reports: ExternalReports>(with new: Reports) -> Bool {
        let place = reports.firstIndex { $0 is Reports }
        let old = place.flatMap { reports[$0] as? Reports }
        guard new != old else { return false }
        if let place { reports[place] = new } else { reports.append(new) }
        let indexes: [UInt32]
        if let names = new.namesDiffering(from: old) {
            if !names.isEmpty { learnNames() }
            indexes = names.compactMap { index(ofName: $0) }
        } else {
            indexes = interfaces.indexes
        }
        var isDifferent = false
        for index in indexes where updateReports(of: index) { isDifferent = true }
        return isDifferent
    }

    /// The last reports of a program; `nil` if there are none.
    func reports<Reports: ExternalReports>(_ type: Reports.Type) -> Reports? {
        reports.lazy.compactMap { $0 as? Reports }.first
    }

    /// Sets the report about one interface.
    package mutating func setReport<Report: Sendable & Hashable>(
        _ report: Report?, of index: UInt32
    ) {
        change(index) { $0.inheritable.reports[Report.self] = report }
    }

    /// Updates the reports about an interface.
    ///
    /// - Returns: whether a report changed.
    @discardableResult
    private mutating func updateReports(of index: UInt32) -> Bool {
        guard !reports.isEmpty, let interface = self[index] else { return false }
        var updated = interface.inheritable.reports
        for reports in reports { reports.update(&updated, of: interface) }
        guard updated != interface.inheritable.reports else { return false }
        change(index) { $0.inheritable.reports = updated }
        return true
    }
}
