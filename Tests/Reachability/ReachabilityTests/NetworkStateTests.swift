// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import TestSupport
import Testing

@testable import NetworkReachability

/// The state after single changes is compared with the state from a dump.
@Suite struct NetworkStateTests {
    private func types(_ state: NetworkState) -> [UInt32: InterfaceType] {
        Dictionary(
            uniqueKeysWithValues: state.interfaces.indexes.map { index in
                (index, state[index]?.classification.type ?? .other)
            })
    }

    @Test("A change of an interface reclassifies the interfaces above it")
    func whatStandsOnAChangedInterfaceChangesWithIt() {
        var state = network([
            link(2, "eth0", bus: "pci"), link(3, "eth0.10", kind: "vlan", on: 2),
            link(4, "br0", kind: "bridge"),
        ])
        #expect(types(state) == [2: .ethernet, 3: .ethernet, 4: .ethernet])

        var port = link(3, "eth0.10", kind: "vlan", on: 2)
        port.master = 4
        state.set(port)
        #expect(state[4]?.lower == [3])
        #expect(state.carriers(of: 4) == [3, 2])

        // The card is a modem: nl80211 and sysfs are read after the link.
        var modem = NetworkDevice()
        modem.deviceType = "wwan"
        state.set(modem, of: 2)
        #expect(types(state) == [2: .wwan, 3: .wwan, 4: .wwan])

        state.removeInterface(2)
        #expect(state[3]?.lower == [])
        #expect(types(state) == [3: .other, 4: .other])

        state.removeInterface(3)
        #expect(state[4]?.lower == [])
        #expect(types(state) == [4: .ethernet])
    }

    @Test("An interface is reclassified when the interface below it appears")
    func whatIsBelowMayComeLater() {
        var state = network([link(3, "eth0.10", kind: "vlan", on: 2)])
        #expect(types(state) == [3: .other])
        state.set(link(2, "wwan0", kind: "wwan"))
        #expect(types(state) == [2: .wwan, 3: .wwan])
    }

    @Test(
        "An interface below may be known from sysfs only",
        arguments: [[2, 3], [3, 2]] as [[UInt32]])
    func sysfsNamesWhatIsBelow(order: [UInt32]) {
        var channel = NetworkDevice()
        channel.lowerInterfaces = ["wwan0"]
        var modem = NetworkDevice()
        modem.deviceType = "wwan"
        var state = network([link(2, "wwan0"), link(3, "qmimux0", hardwareType: 65534)])
        for index in order { state.set(index == 2 ? modem : channel, of: index) }
        #expect(types(state) == [2: .wwan, 3: .wwan])
        #expect(state[3]?.lower == [2])
    }

    /// The index of names is built on demand, and updated from then on.
    @Test("An interface is identified by its index, not by its name", arguments: [false, true])
    func anInterfaceIsItsIndex(learnsNames: Bool) {
        var state = network([link(2, "eth0", bus: "pci")], addresses: [2: ["192.0.2.7"]])
        #expect(state.index(ofName: "eth0") == 2)
        if learnsNames {
            let isDifferent = state.replaceReports(with: NetworkManagerReports(["eth0": .yes]))
            #expect(isDifferent)
        }
        state.set(link(2, "uplink", bus: "pci"))
        #expect(state.index(ofName: "uplink") == 2)
        #expect(state.index(ofName: "eth0") == nil)
        #expect(state[2]?.addresses.count == 1)

        // Another interface gets the name before the removal of the old interface is reported.
        state.set(link(3, "uplink", kind: "veth"))
        state.removeInterface(2)
        #expect(state.index(ofName: "uplink") == 3)
        #expect(state[3]?.addresses.isEmpty == true)
    }

    /// é as one character, and as e with an accent.
    @Test("Names are the same if their bytes are", arguments: [false, true])
    func equivalentNames(learnsNames: Bool) {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        var state = network([link(2, composed, bus: "pci"), link(3, decomposed, bus: "pci")])
        if learnsNames {
            let devices: [ExactText: NetworkManagerReport] = [
                ExactText(composed): .init(answer: .metered(.yes)),
                ExactText(decomposed): .init(answer: .metered(.no)),
            ]
            _ = state.replaceReports(with: NetworkManagerReports(devices: devices))
        }
        func answer(_ index: UInt32) -> NetworkManagerAnswer? {
            state[index]?.inheritable.reports[NetworkManagerAnswer.self]
        }
        if learnsNames { #expect(answer(2) == .metered(.yes) && answer(3) == .metered(.no)) }
        #expect(state.index(ofName: composed) == 2)
        #expect(state.index(ofName: decomposed) == 3)
        state.set(link(3, "eth0", bus: "pci"))
        state.set(link(2, decomposed, bus: "pci"))
        #expect(state.index(ofName: composed) == nil)
        #expect(state.index(ofName: decomposed) == 2)
        if learnsNames { #expect(answer(2) == .metered(.no) && answer(3) == nil) }
    }

    @Test("An address is identified by its value and prefix length")
    func addresses() throws {
        let address = try #require(IPAddress("2001:db8::7"))
        func with(_ flags: InterfaceAddress.Flags, _ length: Int = 64) -> InterfaceAddress {
            InterfaceAddress(address: address, prefixLength: length, flags: flags)
        }
        var state = network([link(2, "eth0")])
        state.set(with(.tentative), of: 2)
        #expect(state[2]?.hasUsableAddress(.ipv6) == false)
        // Duplicate address detection is complete: the same address with other flags.
        state.set(with([]), of: 2)
        #expect(state[2]?.addresses.ordered == [with([])])
        state.set(with([], 128), of: 2)
        #expect(state[2]?.addresses.count == 2)
        state.remove(with(.deprecated), of: 2)
        #expect(state[2]?.addresses.ordered == [with([], 128)])
        state.set(with([]), of: 99)
        #expect(state[99] == nil)
    }

    @Test(
        "An IPv4 address is listed once for each peer, an IPv6 address once",
        arguments: [
            ("10.0.0.1", 32, ["10.0.0.2", "10.0.0.3"], ["10.0.0.2"]),
            ("2001:db8::1", 128, ["2001:db8::2", "2001:db8::3"], []),
        ])
    func peers(address: String, length: Int, peers: [String], left: [String]) throws {
        let address = try #require(IPAddress(address))
        let all = peers.map { peer in
            InterfaceAddress(address: address, peer: IPAddress(peer), prefixLength: length)
        }
        var state = network([link(2, "ppp0")])
        for one in all { state.set(one, of: 2) }
        let last = try #require(all.last)
        state.remove(last, of: 2)
        #expect(state[2]?.addresses.map { $0.peer?.description } == left)
    }

    private static let card = link(2, "eth0", bus: "pci")

    private static func changed(_ change: (inout LinkMessage) -> Void) -> KernelEvent {
        var link = card
        change(&link)
        return .link(link)
    }

    private static let address = AddressMessage(
        interface: 2, address: AddressBytes(family: .ipv4, high: 0, low: 0xC000_0207))

    /// An address that expires.
    private static let leased = AddressMessage(
        interface: 2, address: AddressBytes(family: .ipv6, high: 0x2001_0DB8_0000_0000, low: 7))

    private static func changedAddress(_ change: (inout AddressMessage) -> Void) -> KernelEvent {
        var message = address
        change(&message)
        return .address(message)
    }

    private static let ofCard = Invalidation.routes(changing: [2])

    @Test(
        "A change makes only the dependent parts stale",
        arguments: [
            ("the same link again", changed { _ in }, .nothing),
            ("another size", changed { $0.mtu = 1400 }, .presentation),
            ("another address", changed { $0.hardwareAddress = [2, 0, 0, 0, 0, 1] }, .paths),
            ("another name", changed { $0.name = "lan" }, .paths + .device),
            ("switched off", changed { $0.flags = [] }, .presentation + ofCard),
            ("another group, by which rules go", changed { $0.group = 7 }, .presentation + ofCard),
            ("no carrier", changed { $0.operationalState = 2 }, .presentation + ofCard),
            ("a part of a bridge", changed { $0.master = 7 }, .presentation + ofCard),
            ("gone", changed { $0.isRemoval = true }, .paths + ofCard),
            (
                "another one", .link(link(3, "eth1")),
                .paths + .routes(changing: [3]) + .device
            ),
            (
                "next to nothing",
                changed { $0 = LinkMessage(index: 2, hardwareType: 1, flags: $0.flags) },
                .nothing
            ),
            (
                "next to nothing of an unknown interface",
                .link(LinkMessage(index: 9, hardwareType: 1)), .nothing
            ),
            (
                "gone, of an unknown interface",
                .link(LinkMessage(index: 9, hardwareType: 1, isRemoval: true)),
                .nothing
            ),
            ("the same address again", changedAddress { _ in }, .nothing),
            (
                "other flags of an address", changedAddress { $0.flags = 0x20 },
                .paths + ofCard
            ),
            ("an address has gone", changedAddress { $0.isRemoval = true }, .paths + ofCard),
            (
                "an IPv6 address again, whose lifetime may be another", .address(Self.leased),
                .routes(.ipv6, .underLock, newThrough: .interfaces([2]))
            ),
            ("an address of an unknown interface", changedAddress { $0.interface = 9 }, .nothing),
            ("an IPv4 route that is there", .route(.ipv4, isMade: true), .routes(.ipv4, .once)),
            ("an IPv4 route that goes", .route(.ipv4, isMade: false), .routes(.ipv4, .untilGone)),
            ("an IPv6 route", .route(.ipv6, isMade: false), .routes(.ipv6, .underLock)),
            (
                "an IPv4 route over an interface", .route(.ipv4, isMade: true, interface: 7),
                .routes(.ipv4, .once, newThrough: .interfaces([7]))
            ),
            (
                "an IPv6 route over an interface", .route(.ipv6, isMade: false, interface: 7),
                .routes(.ipv6, .underLock, newThrough: .interfaces([7]))
            ),
            ("a route of another kind", .route(nil, isMade: false), .routes),
            ("a next hop", .nextHop, .routes),
            ("a setting", .setting, .routes),
            ("a router's advertisement", .routerAdvertisement, .routes(.ipv6, .underLock)),
            (
                "a rule", .rule(RuleMessage(family: .ipv4, priority: 5, table: 7)), .routes
            ),
        ] as [(String, KernelEvent, Invalidation)])
    func invalidation(name: String, event: KernelEvent, invalidation: Invalidation) {
        var state = network([Self.card])
        state.set(NetworkDevice(), of: 2)
        _ = state.apply(.address(Self.address))
        _ = state.apply(.address(Self.leased))
        #expect(state.apply(event) == invalidation)
        // The same event again makes nothing stale.
        if invalidation.paths || invalidation.presentation {
            #expect(state.apply(event) == .nothing)
        }
    }

    private static let down = changed {
        $0.flags = []
        $0.operationalState = 2
    }

    /// An address of eth0, or of loopback.
    private static func address(
        _ text: String, interface: UInt32 = 2, isRemoval: Bool = false, flags: UInt32 = 0
    ) -> KernelEvent {
        let bytes = IPAddress(text)?.bytes ?? AddressBytes(family: .ipv4, high: 0, low: 0)
        var message = AddressMessage(interface: interface, address: bytes)
        message.isRemoval = isRemoval
        message.flags = flags
        return .address(message)
    }

    /// Each row: what was reported before, the change, and whether its routes are queried once unless one is in use.
    @Test(
        "A change of an interface that has no usable address, and had none, is that of a bystander",
        arguments: [
            ([], Self.down, true),
            ([Self.address("fe80::7")], Self.down, true),
            ([Self.address("2001:db8::7", flags: 0x40)], Self.down, true),
            ([Self.address("192.0.2.7")], Self.down, false),
            // Packets may leave with an address of loopback.
            ([Self.address("192.0.2.7", interface: 1)], Self.down, false),
            ([], Self.address("fe80::7"), true),
            ([Self.address("fe80::7")], Self.address("fe80::7", isRemoval: true), true),
            ([], Self.address("192.0.2.7"), false),
            ([Self.address("192.0.2.7")], Self.address("192.0.2.7", isRemoval: true), false),
            ([], Self.changed { $0.isRemoval = true }, true),
            ([Self.address("192.0.2.7")], Self.changed { $0.isRemoval = true }, false),
            ([], Self.changed { $0.hardwareAddress = [2, 0, 0, 0, 0, 1] }, nil),
        ] as [([KernelEvent], KernelEvent, Bool?)])
    func bystanders(before: [KernelEvent], change: KernelEvent, isBystander: Bool?) {
        var loopback = link(1, "lo")
        loopback.hardwareType = 772
        var state = network([loopback, Self.card])
        state.set(NetworkDevice(), of: 2)
        for event in before { _ = state.apply(event) }
        let invalidation = state.apply(change)
        let requery: Invalidation.Requery =
            isBystander.map { $0 ? .once : .underLock } ?? .never
        #expect(invalidation.routes == PerFamily(requery))
        #expect(invalidation.bystanders == (isBystander == true ? [2] : []))
    }

    /// When the routes of a family are queried again after several changes.
    @Test(
        "One removed route is confirmed by its absence, other changes under the lock",
        arguments: [
            ([.route(.ipv4, isMade: false)], .untilGone, .never),
            ([.route(.ipv4, isMade: true)], .once, .never),
            ([.route(.ipv4, isMade: true), .route(.ipv4, isMade: true)], .once, .never),
            (
                [.route(.ipv4, isMade: false), .route(.ipv4, isMade: false)], .underLock, .never
            ),
            ([.route(.ipv4, isMade: false), .route(.ipv4, isMade: true)], .underLock, .never),
            ([.route(.ipv4, isMade: true), .route(.ipv4, isMade: false)], .underLock, .never),
            (Array(repeating: .route(.ipv4, isMade: false), count: 3), .underLock, .never),
            ([.route(.ipv6, isMade: false), .route(.ipv6, isMade: false)], .never, .underLock),
            (
                [.route(.ipv4, isMade: false), .route(.ipv6, isMade: false)], .untilGone,
                .underLock
            ),
            ([.route(.ipv4, isMade: false), .setting], .underLock, .underLock),
            ([.route(.ipv4, isMade: true), .nextHop], .underLock, .underLock),
            ([.route(.ipv4, isMade: false), .route(nil, isMade: false)], .underLock, .underLock),
        ] as [([KernelEvent], Invalidation.Requery, Invalidation.Requery)])
    func severalChanges(
        events: [KernelEvent], ipv4: Invalidation.Requery, ipv6: Invalidation.Requery
    ) {
        var state = network([Self.card])
        var invalidation = Invalidation.nothing
        for event in events { invalidation.add(state.apply(event)) }
        #expect(invalidation.routes.ipv4 == ipv4)
        #expect(invalidation.routes.ipv6 == ipv6)
    }

    @Test("A partial message changes only the properties that it has")
    func aPartialMessageChangesOnlyWhatItCarries() {
        var state = network([Self.card])
        _ = state.apply(.link(LinkMessage(index: 2, hardwareType: 1, flags: [.up])))
        #expect(state[2]?.link.name == "eth0")
        #expect(state[2]?.link.mtu == 1500)
        #expect(state[2]?.link.parentBus == "pci")
        #expect(state[2]?.link.flags == [.up])
    }

    @Test("If an interrupted dump has a link twice, the last message counts")
    func dumpedTwice() {
        var port = link(2, "eth0", bus: "pci")
        port.master = 4
        let bridge = link(4, "br0", kind: "bridge")
        let last = link(2, "lan0", bus: "pci")
        let state = NetworkState(links: [port, bridge, last])
        let fresh = NetworkState(links: [bridge, last])
        #expect(state.counts == fresh.counts)
        #expect(state[2] == fresh[2])
        #expect(state[4] == fresh[4])
    }

    @Test("If an interrupted dump has an address twice, it is listed once")
    func addressDumpedTwice() {
        var dump = Dump(elements: [Self.address, Self.leased, Self.address])
        dump.interruption = NetlinkError(.dumpAddresses, .interrupted(attempts: 5))
        var state = network([Self.card])
        state.add(dumped: dump)
        #expect(state[2]?.addresses.count == 2)
        #expect(state.interruption == dump.interruption)
    }

    @Test("Rules stay in the kernel's order")
    func rulesStayInTheKernelsOrder() {
        func rule(_ priority: UInt32, _ family: AddressBytes.Family = .ipv4) -> RuleMessage {
            RuleMessage(family: family, priority: priority, table: 7)
        }
        var state = network([])
        state.rules = [rule(0), rule(32766), rule(0, .ipv6), rule(32766, .ipv6)]
        _ = state.apply(.rule(rule(5)))
        _ = state.apply(.rule(rule(6, .ipv6)))
        _ = state.apply(.rule(rule(5)))
        #expect(
            state.rules == [
                rule(0), rule(5), rule(32766), rule(0, .ipv6), rule(6, .ipv6), rule(32766, .ipv6),
            ])
        var gone = rule(5)
        gone.isRemoval = true
        _ = state.apply(.rule(gone))
        _ = state.apply(.rule(gone))
        #expect(state.rules.count == 5)
    }

    @Test("After a removal and after a second equal rule, it is uncertain which rules there are")
    func uncertainRules() {
        let rule = RuleMessage(family: .ipv4, priority: 5, table: 7)
        var gone = rule
        gone.isRemoval = true
        func isUncertain(_ event: RuleMessage, _ rules: [RuleMessage]) -> Bool {
            var state = network([])
            state.rules = rules
            var summary = ChangeSummary()
            summary.apply(.rule(event), to: &state)
            return summary.hasUncertainRules
        }
        #expect(!isUncertain(rule, []))
        #expect(isUncertain(rule, [rule]))
        #expect(isUncertain(gone, [rule]))
        // The rules may have been read after the message was sent.
        #expect(isUncertain(gone, []))
    }

    @Test("Of two rules that differ in unknown attributes, one stays")
    func rulesThatAreAlike() {
        let rules = ([1, 2] as [UInt8]).map { number in
            var rule = RuleMessage(family: .ipv4, priority: 5, mark: 9, table: 7)
            rule.content = [number]
            return rule
        }
        var state = network([])
        for rule in rules { _ = state.apply(.rule(rule)) }
        var gone = rules[0]
        gone.isRemoval = true
        _ = state.apply(.rule(gone))
        #expect(state.rules == [rules[1]])
    }

    /// After any changes in any order, the state equals a new snapshot.
    @Test("After any changes the state equals a new snapshot", arguments: 0..<25)
    func changesConverge(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var state = NetworkState()
        var truth: [UInt32: LinkMessage] = [:]
        for _ in 0..<400 {
            let index = UInt32.random(in: 2...9, using: &random)
            if Int.random(in: 0..<6, using: &random) == 0 {
                truth[index] = nil
                state.removeInterface(index)
                continue
            }
            let kind =
                ["vlan", "bridge", "bond", "macvlan", "veth", "wireguard", nil, "wwan"]
                .randomElement(using: &random) ?? nil
            var changed = link(
                index, "if\(Int.random(in: 0..<12, using: &random))", kind: kind,
                carrier: Bool.random(using: &random), bus: kind == nil ? "pci" : nil)
            // No cycles: the interface below has a lower index.
            let other = UInt32.random(in: 2...9, using: &random)
            if kind == "vlan" || kind == "macvlan", other < index { changed.link = other }
            if other > index, Bool.random(using: &random) { changed.master = other }
            truth[index] = changed
            state.set(changed)
        }
        let fresh = NetworkState(links: truth.values.sorted { $0.index < $1.index })
        #expect(state.interfaces.indexes == truth.keys.sorted())
        #expect(state.counts == fresh.counts)
        // The kernel's dump of links has no guaranteed order.
        let shuffled = NetworkState(links: truth.values.shuffled(using: &random))
        #expect(shuffled.counts == fresh.counts)
        for index in truth.keys {
            #expect(state[index] == fresh[index])
            #expect(shuffled[index] == fresh[index])
            #expect(state.carriers(of: index) == fresh.carriers(of: index))
        }
    }
}
