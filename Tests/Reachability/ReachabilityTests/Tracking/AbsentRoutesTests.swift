// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability

/// Interfaces without a route are not asked about until there may be one.
@Suite("Absent routes")
struct AbsentRoutesTests {
    private let kernel = ScriptedKernel()

    /// Makes a network of interfaces with an address each. The first one has a default route.
    private func makeLoop(interfaces: Int) -> TrackingDriver<ScriptedKernel> {
        let indexes = 2..<UInt32(interfaces + 2)
        let addresses = indexes.map {
            ($0, ["192.0.\($0 / 200).\($0 % 200 + 1)", "2001:db8::\($0)"])
        }
        kernel.state = network(
            indexes.map { link($0, "eth\($0)", bus: "pci") },
            addresses: Dictionary(uniqueKeysWithValues: addresses))
        for index in indexes { kernel.state.set(NetworkDevice(), of: index) }
        setRoute(isMade: true)
        return TrackingDriver([PathQuestion()], of: kernel, showsAll: false)
    }

    /// Adds or removes a default route. There is one of IPv6 always.
    private func setRoute(isMade: Bool, through interface: UInt32 = 2) {
        let ipv6 = KernelTable.Entry(.ipv6, through: 2)
        kernel.routes = KernelTable(
            isMade ? [KernelTable.Entry(.ipv4, through: interface), ipv6] : [ipv6])
        kernel.report([.event(.route(.ipv4, isMade: isMade, interface: interface))])
    }

    /// Reports that an interface has no carrier, or has one again.
    private func setCarrier(_ hasCarrier: Bool, of index: UInt32) {
        kernel.report([.event(.link(link(index, "eth\(index)", carrier: hasCarrier, bus: "pci")))])
    }

    private func run(_ loop: inout TrackingDriver<ScriptedKernel>) {
        loop.wake()
        while loop.next() != nil {}
    }

    /// The number of lookups for the events of each kind: the default route goes and comes, one of IPv6 comes again, the
    /// carrier of another interface goes and comes, an address of it goes.
    private func lookups(besideInterfaces count: Int) -> [Int] {
        var loop = makeLoop(interfaces: count)
        func cost(_ change: () -> Void) -> Int {
            let before = loop.statistics.lookups
            change()
            run(&loop)
            return loop.statistics.lookups - before
        }
        // What the first evaluations asked is dropped when it was of no use for long.
        for _ in 0..<40 {
            _ = cost { setRoute(isMade: false) }
            _ = cost { setRoute(isMade: true) }
        }
        var address = AddressMessage(
            interface: 4, address: AddressBytes(family: .ipv4, high: 0, low: 0xC000_0005))
        address.isRemoval = true
        return [
            cost { setRoute(isMade: false) }, cost { setRoute(isMade: true) },
            cost { kernel.report([.event(.route(.ipv6, isMade: false, interface: 2))]) },
            cost { setCarrier(false, of: 4) }, cost { setCarrier(true, of: 4) },
            cost { kernel.report([.event(.address(address))]) },
        ]
    }

    @Test("An event causes as many lookups beside 300 interfaces with addresses as beside three")
    func scale() {
        let few = lookups(besideInterfaces: 3)
        #expect(few.allSatisfy { $0 < 40 })
        #expect(lookups(besideInterfaces: 300) == few)
    }

    @Test("A new route through an interface is found, also if its event comes before the route")
    func newRoute() {
        var loop = makeLoop(interfaces: 20)
        setRoute(isMade: false)
        run(&loop)
        setRoute(isMade: true, through: 9)
        run(&loop)
        #expect(loop.path(PathQuestion())?.primary?.name == "eth9")
        setCarrier(false, of: 7)
        run(&loop)
        kernel.announce([.event(.link(link(7, "eth7", bus: "pci")))]) { kernel in
            kernel.routes = KernelTable([.init(.ipv4, through: 9), .init(.ipv4, through: 7)])
        }
        run(&loop)
        let carried = loop.path(PathQuestion())?.interfaces.filter(\.carriesIPv4).map(\.name)
        #expect(carried.map(Set.init) == ["eth9", "eth7"])
    }

    private static let probe = AddressBytes(family: .ipv6, high: 0x2001 << 48, low: 1)

    /// What is known of interface 3 is that it has no route; of interface 4, that a route may be hidden.
    @Test(
        "A change makes those interfaces be asked again through which a route may be new",
        arguments: [
            ("nothing of it", .family(.ipv4), .all, []),
            ("an IPv6 route over another interface", .family(.ipv6), .interfaces([2]), [4]),
            ("an IPv6 route over the interface", .choices(.ipv6), .interfaces([3]), [3, 4]),
            ("anything", .all, .all, [3, 4]),
        ] as [(String, StaleRoutes, RouteScope, [UInt32])])
    func forget(name: String, part: StaleRoutes, scope: RouteScope, asked: [UInt32]) {
        let absent = AbsentRoutes()
        absent.note(3, to: Self.probe, mayBeHidden: false)
        absent.note(4, to: Self.probe, mayBeHidden: true)
        var all = InterfaceSet()
        for index in 3...4 as ClosedRange<UInt32> { all.insert(index) }
        #expect(absent.remaining(of: all, to: Self.probe).isEmpty)
        absent.forget(part, newThrough: scope)
        #expect(Array(absent.remaining(of: all, to: Self.probe)) == asked)
        #expect(absent.generation == (asked.isEmpty ? 0 : 1))
        let query = RouteQuery(destination: Self.probe, interface: 4, matchesEntry: true)
        #expect(absent.cover(query) == !asked.contains(4))
    }

    /// Queries through a VRF and its members find routes through other interfaces, too.
    @Test("A VRF and its members are always asked")
    func vrf() throws {
        let state = network(
            [
                link(2, "eth0", bus: "pci"), link(3, "vrf0", kind: "vrf"),
                link(4, "eth1", bus: "pci", master: 3), link(5, "eth2", bus: "pci"),
            ],
            addresses: [
                2: ["192.0.2.2"], 3: ["192.0.2.3"], 4: ["192.0.2.4"], 5: ["192.0.2.5"],
            ])
        let (question, absent) = (PathQuestion(), AbsentRoutes())
        _ = try PathEvaluation(
            state, question, oracle: KernelTable([.init(.ipv4, through: 2)]), absent: absent)
        let probe = try #require(question.probes.addresses.first { $0.family == .ipv4 })
        let asked = absent.remaining(of: state.counts.addressed(.ipv4), to: probe.bytes)
        #expect(Array(asked) == [2, 3, 4])
    }

    /// The second address is not asked about while the first one finds a route through another interface.
    @Test("A route from the second address of an interface is found once no other is")
    func secondSource() {
        kernel.state = network(
            [link(2, "eth0", bus: "pci"), link(3, "eth1", bus: "pci")],
            addresses: [2: ["192.0.2.2", "2001:db8:2::1"], 3: ["2001:db8:3::1", "2001:db8:4::1"]])
        for index in 2...3 as ClosedRange<UInt32> { kernel.state.set(NetworkDevice(), of: index) }
        let from = KernelTable.Entry(
            .ipv6, through: 3, from: IPAddress("2001:db8:4::1")?.bytes)
        let ipv4 = KernelTable.Entry(.ipv4, through: 2)
        kernel.routes = KernelTable([ipv4, .init(.ipv6, through: 2), from])
        var loop = TrackingDriver([PathQuestion()], of: kernel, showsAll: false)
        kernel.routes = KernelTable([ipv4, from])
        kernel.report([.event(.route(.ipv6, isMade: false, interface: 2))])
        run(&loop)
        let carried = loop.path(PathQuestion())?.interfaces.filter(\.carriesIPv6).map(\.name)
        #expect(carried == ["eth1"])
    }

    /// In any order of events, the path is the one that a new evaluation finds. Where the cache of paths does not notice that
    /// an absent route may have come back, four of these seeds fail.
    @Test("After any changes the path equals that of a new evaluation", arguments: 0..<45)
    func changesConverge(seed: Int) throws {
        var world = RandomNetwork(seed: UInt64(seed), kernel)
        let question = PathQuestion()
        var loop = TrackingDriver([question], of: kernel, showsAll: true)
        for step in 0..<60 {
            let count = Int.random(in: 1...2, using: &world.random)
            let changes = (0..<count).map { _ in world.change() }
            run(&loop)
            let expected = try NetworkPath.evaluate(
                world.state, question, oracle: world.table)
            let path = loop.path(question)
            try #require(path == expected, "step \(step): \(changes.joined(separator: ", "))")
        }
    }
}

/// Routing tables that answer as the kernel does where a query names an interface: IPv4, and IPv6 without a source
/// address, find routes through it alone. Routes that reject packets count for IPv4, and for IPv6 with a source. Routes
/// from the source are preferred.
private struct KernelTable: RouteOracle {
    struct Entry: Equatable {
        var family: AddressBytes.Family
        /// The interface; `nil` of a route that rejects packets.
        var interface: UInt32?
        /// The source of the packets; `nil` for all.
        var from: AddressBytes?

        init(_ family: AddressBytes.Family, through interface: UInt32?, from: AddressBytes? = nil) {
            self.family = family
            self.interface = interface
            self.from = from
        }
    }

    /// The entries, in the order of preference.
    var entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    func answer(_ query: RouteQuery) -> RouteAnswer {
        let family = query.destination.family
        let isStrict = query.interface != nil && (family == .ipv4 || query.source == nil)
        let inOrder = entries.filter { $0.from != nil } + entries.filter { $0.from == nil }
        let found = inOrder.enumerated().first { _, entry in
            guard entry.family == family else { return false }
            if let from = entry.from, from != query.source { return false }
            guard isStrict else { return true }
            return entry.interface.map { $0 == query.interface } ?? (family == .ipv4)
        }
        guard let (position, entry) = found else {
            return .refused(family == .ipv4 && query.interface != nil ? .unreachable : .noRoute)
        }
        guard let interface = entry.interface else { return .refused(.unreachable) }
        return .route(
            RouteReply(
                prefixLength: query.matchesEntry ? 0 : family == .ipv4 ? 32 : 128,
                sourcePrefixLength: entry.from == nil ? 0 : 128,
                metric: query.matchesEntry ? UInt32(position) : 0,
                source: query.matchesEntry
                    ? nil : query.source ?? RandomNetwork.address(of: interface, family),
                nextHops: [RouteReply.NextHop(interface: interface)]))
    }
}

/// A network whose addresses, carriers and routes change, and are reported as the kernel reports them.
private struct RandomNetwork {
    var random: SeededGenerator
    private(set) var state: NetworkState
    /// The routing tables as they are when all that was reported has been made.
    private final class Truth {
        var table = KernelTable([])
    }

    private let truth = Truth()
    private let kernel: ScriptedKernel

    private static let indexes: ClosedRange<UInt32> = 2...7

    init(seed: UInt64, _ kernel: ScriptedKernel) {
        random = SeededGenerator(seed: seed)
        self.kernel = kernel
        state = network(Self.indexes.map { link($0, "eth\($0)", bus: "pci") })
        for index in Self.indexes { state.set(NetworkDevice(), of: index) }
        kernel.state = state
        kernel.routes = table
    }

    var table: KernelTable {
        get { truth.table }
        nonmutating set { truth.table = newValue }
    }

    static func address(of index: UInt32, _ family: AddressBytes.Family) -> AddressBytes {
        switch family {
        case .ipv4: AddressBytes(family: .ipv4, high: 0, low: 0xC000_0200 + UInt64(index))
        case .ipv6:
            AddressBytes(family: .ipv6, high: 0x2001_0DB8_0000_0000 + UInt64(index), low: 1)
        }
    }

    /// Reports a change that was made; or, if the kernel may report it first, sometimes one that is made later.
    private mutating func report(_ event: KernelEvent, mayComeFirst: Bool = true) {
        _ = state.apply(event)
        if mayComeFirst, Bool.random(using: &random) {
            kernel.announce([.event(event)]) { [truth] in $0.routes = truth.table }
        } else {
            kernel.routes = table
            kernel.report([.event(event)])
        }
    }

    /// Makes a change.
    ///
    /// - Returns: its description.
    mutating func change() -> String {
        let index = UInt32.random(in: Self.indexes, using: &random)
        let family: AddressBytes.Family = Bool.random(using: &random) ? .ipv4 : .ipv6
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return setCarrier(of: index)
        case 2, 3: return setAddress(family, of: index)
        case 4, 5, 6: return addRoute(family, through: index)
        case 7, 8: return removeRoute(at: index)
        default: return addRoute(family, through: nil)
        }
    }

    private mutating func setCarrier(of index: UInt32) -> String {
        let hasCarrier = state[index]?.hasCarrier == false
        // The routes of the link go without a message.
        if !hasCarrier { table.entries.removeAll { $0.interface == index } }
        report(
            .link(link(index, "eth\(index)", carrier: hasCarrier, bus: "pci")),
            mayComeFirst: state[index]?.hasUsableAddress == true)
        return "carrier of \(index): \(hasCarrier)"
    }

    private mutating func setAddress(_ family: AddressBytes.Family, of index: UInt32) -> String {
        let own = IPAddress.Family(family)
        let isRemoval = state[index]?.hasUsableAddress(own) == true
        if isRemoval { table.entries.removeAll { $0.interface == index && $0.family == family } }
        var message = AddressMessage(interface: index, address: Self.address(of: index, family))
        message.isRemoval = isRemoval
        report(.address(message))
        return "\(isRemoval ? "no " : "")address of \(index)"
    }

    /// Adds a route, or puts it in the place of another one of its family.
    private mutating func addRoute(
        _ family: AddressBytes.Family, through index: UInt32?
    ) -> String {
        var entry = KernelTable.Entry(family, through: index)
        if let index {
            guard let interface = state[index], interface.hasCarrier,
                interface.hasUsableAddress(IPAddress.Family(family))
            else { return "" }
            if family == .ipv6, Bool.random(using: &random) {
                let owner = UInt32.random(in: Self.indexes, using: &random)
                entry.from = Self.address(of: owner, family)
            }
        }
        let position = Int.random(in: 0...table.entries.count, using: &random)
        let replaces =
            position < table.entries.count && table.entries[position].family == family
            && Bool.random(using: &random)
        if replaces {
            table.entries[position] = entry
        } else {
            table.entries.insert(entry, at: position)
        }
        report(
            .route(family, isMade: family == .ipv4, interface: replaces ? nil : index),
            mayComeFirst: family == .ipv6)
        return "\(replaces ? "other" : "new") \(entry)"
    }

    private mutating func removeRoute(at number: UInt32) -> String {
        guard !table.entries.isEmpty else { return "" }
        let entry = table.entries.remove(at: Int(number) % table.entries.count)
        report(.route(entry.family, isMade: false, interface: entry.interface))
        return "no \(entry)"
    }
}
