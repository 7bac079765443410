// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// What a path costs, by everyone who says something of it.
@Suite struct PathMeteringTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let modem = link(3, "wwan0", kind: "wwan", hardwareType: 65534)
    private static let wg0 = link(4, "wg0", kind: "wireguard", hardwareType: 65534)
    private static let wlan0 = link(6, "wlan0", bus: "pci")

    /// A network in which one interface has an address and the default route.
    private static func path(
        by index: UInt32,
        _ links: [LinkMessage],
        overrides: [InterfaceOverride] = [],
        _ change: (inout NetworkState) -> Void = { _ in }
    ) throws -> NetworkPath {
        var state = network([lo] + links, addresses: [index: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Cafe".utf8)))
        change(&state)
        let route = ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(index, via: "192.0.2.1")], source: "192.0.2.7")
        return try NetworkPath.evaluate(
            state, PathQuestion(overrides: overrides), oracle: ScriptedRoutes(routes: [route]))
    }

    private static func lease(_ address: String, _ information: String) -> DHCPLease {
        DHCPLease(
            holder: .name("wlan0"), address: address, vendorInformation: Array(information.utf8))
    }

    @Test(arguments: [
        (NetworkManagerMetered.yes, Metered.Value.yes, Metered.Source.networkManager),
        (.no, .no, .networkManager),
        (.guessYes, .guessYes, .networkManager),
        (.guessNo, .guessNo, .networkManager),
        (.unknown, .unknown, .noSource),
    ])
    func networkManagerOnWiFi(
        _ answer: NetworkManagerMetered, value: Metered.Value, source: Metered.Source
    ) throws {
        let path = try Self.path(by: 6, [Self.wlan0]) {
            _ = $0.replaceReports(with: NetworkManagerReports(["wlan0": answer]))
        }
        #expect(path.metered.value == value)
        #expect(path.metered.source == source)
    }

    @Test(
        "Where NetworkManager may know the cost and its answer is missing, nothing is guessed to be free",
        arguments: [
            // Ethernet hardware is guessed to be free where there is no NetworkManager.
            (2, ServiceAvailability.notRunning("it does not run"), nil, .guessNo),
            (2, .missing("it does not answer"), nil, .unknown),
            // It has answered for this device, and not for all.
            (2, .missing("it does not answer"), .yes, .yes),
            (2, .missing("it does not answer"), .no, .no),
            (2, .missing("it does not answer"), .guessYes, .guessYes),
            (2, .missing("it does not answer"), .guessNo, .unknown),
            (2, .missing("it does not answer"), .unknown, .unknown),
            (6, .missing("it does not answer"), .guessNo, .unknown),
            (3, .missing("it does not answer"), nil, .guessYes),
        ] as [(UInt32, ServiceAvailability, NetworkManagerMetered?, Metered.Value)])
    func missingAnswer(
        index: UInt32, availability: ServiceAvailability, answer: NetworkManagerMetered?,
        value: Metered.Value
    ) throws {
        let links = [Self.eth0, Self.modem, Self.wlan0]
        let path = try Self.path(by: index, links) { state in
            let name = ExactText(state[index]?.name ?? "")
            let devices = answer.map { [name: NetworkManagerReport(answer: .metered($0))] } ?? [:]
            _ = state.replaceReports(
                with: NetworkManagerReports(devices: devices, availability: availability))
        }
        #expect(path.metered.value == value)
        if value == .unknown {
            #expect(path.metered.source == .noSource)
            #expect(path.metered.detail == "it does not answer")
        }
    }

    @Test("An interface that comes while NetworkManager does not answer is not guessed to be free")
    func anInterfaceThatComesMeanwhile() throws {
        let path = try Self.path(by: 8, []) { state in
            _ = state.replaceReports(
                with: NetworkManagerReports(availability: .missing("it does not answer")))
            state.set(link(8, "eth1", bus: "pci"))
            let address = IPAddress("192.0.2.7")!
            state.set([InterfaceAddress(address: address, prefixLength: 24)], of: 8)
        }
        #expect(path.metered.detail == "it does not answer")
    }

    @Test("An answer that is missing, or comes, is a change of every interface")
    func answersAgain() throws {
        var state = network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]])
        let availabilities: [ServiceAvailability] = [
            .missing("it does not answer"), .missing("it does not answer"),
            .notRunning("it does not run"), .answered,
        ]
        let differences = availabilities.map {
            state.replaceReports(with: NetworkManagerReports(availability: $0))
        }
        #expect(differences == [true, false, true, false])
    }

    @Test("A tunnel costs what is unknown as long as its underlay does")
    func aTunnelOverAMissingAnswer() throws {
        let path = try Self.path(by: 4, [Self.eth0, Self.wg0]) {
            _ = $0.replaceReports(
                with: NetworkManagerReports(availability: .missing("it does not answer")))
        }
        #expect(path.metered.value == .unknown)
    }

    /// NetworkManager guesses "no" by the class of the bridge.
    @Test func aMeteredUnderlayBeatsAGuess() throws {
        var port = Self.modem
        port.master = 7
        let path = try Self.path(by: 7, [port, link(7, "br0", kind: "bridge")]) {
            _ = $0.replaceReports(with: NetworkManagerReports(["br0": .guessNo]))
        }
        #expect(
            path.metered
                == Metered(.guessYes, source: .underlay, detail: "wwan0: a cellular network"))
    }

    @Test(
        "Where the answer for a port is missing, the interface above is not guessed to be free",
        arguments: [
            // What NetworkManager says of the bridge, and then of the bond below it.
            (NetworkManagerMetered.guessNo, NetworkManagerMetered.guessNo, Metered.Value.unknown),
            (.guessNo, .yes, .yes),
            (.unknown, .unknown, .unknown),
            (.no, .guessNo, .no),
            (.guessYes, .guessNo, .guessYes),
        ])
    func aMissingAnswerForAPort(
        ofBridge: NetworkManagerMetered, ofBond: NetworkManagerMetered, value: Metered.Value
    ) throws {
        var port = Self.eth0
        port.master = 5
        var bond = link(5, "bond0", kind: "bond")
        bond.master = 7
        let links = [port, bond, link(7, "br0", kind: "bridge")]
        let path = try Self.path(by: 7, links) {
            _ = $0.replaceReports(
                with:
                    NetworkManagerReports(devices: [
                        "eth0": NetworkManagerReport(answer: .missing("it is connecting")),
                        "bond0": NetworkManagerReport(answer: .metered(ofBond)),
                        "br0": NetworkManagerReport(answer: .metered(ofBridge)),
                    ]))
        }
        #expect(path.metered.value == value)
        if value == .unknown {
            #expect(path.metered.source == .noSource)
            #expect(path.metered.detail == "eth0: it is connecting")
        }
    }

    @Test(
        "An interrupted dump of Wi-Fi networks that lacks the joined one is read again",
        arguments: [
            (isJoined: true, isInterrupted: true, isReadAgain: false),
            (isJoined: false, isInterrupted: true, isReadAgain: true),
            (isJoined: false, isInterrupted: false, isReadAgain: false),
        ])
    func interruptedNetworks(isJoined: Bool, isInterrupted: Bool, isReadAgain: Bool) {
        var state = network([Self.lo, Self.wlan0], addresses: [6: ["192.0.2.7"]])
        var joined = WirelessNetwork()
        joined.isJoined = true
        joined.ssid = Array("Cafe".utf8)
        var networks = Dump(elements: isJoined ? [WirelessNetwork(), joined] : [WirelessNetwork()])
        if isInterrupted {
            networks.interruption = NetlinkError(
                .dumpWirelessNetworks, .interrupted(attempts: 5))
        }
        state.set(WirelessInterface(index: 6, mode: 2), heard: networks)
        #expect(state[6]?.wireless?.ssid == (isJoined ? joined.ssid : nil))
        #expect((state.interruption != nil) == isReadAgain)
    }

    @Test("The name of a network is the interface's own, and the cost that of the joined network")
    func joinedNetwork() {
        let earlier = NetlinkError(.dumpAddresses, .interrupted(attempts: 5))
        var state = network([Self.lo, Self.wlan0], addresses: [6: ["192.0.2.7"]])
        state.interruption = earlier
        var joined = WirelessNetwork()
        joined.isJoined = true
        joined.ssid = Array("Heard".utf8)
        joined.cost = .unrestricted
        var networks = Dump(elements: [joined])
        networks.interruption = NetlinkError(.dumpWirelessNetworks, .interrupted(attempts: 5))
        let wireless = WirelessInterface(index: 6, mode: 2, ssid: Array("Own".utf8))
        state.set(wireless, heard: networks)
        #expect(state[6]?.wireless?.ssid == wireless.ssid)
        #expect(state[6]?.wireless?.cost == .unrestricted)
        networks.elements = []
        state.set(wireless, heard: networks)
        #expect(state[6]?.wireless?.cost == nil)
        #expect(state.interruption == earlier)
    }

    @Test func aNameThatComesLaterIsKnown() throws {
        let path = try Self.path(by: 8, []) { state in
            let isDifferent = state.replaceReports(with: NetworkManagerReports(["wlan1": .yes]))
            #expect(!isDifferent)
            state.set(link(8, "new", bus: "pci"))
            state.set(link(8, "wlan1", bus: "pci"))
            state.set([InterfaceAddress(address: IPAddress("192.0.2.7")!, prefixLength: 24)], of: 8)
        }
        #expect(path.metered.source == .networkManager)
    }

    /// The bus may be another network namespace's.
    @Test(arguments: [
        ("02:00:00:00:00:06", Metered.Source.networkManager), ("02:00:00:00:00:AA", .noSource),
        ("", .networkManager),
    ])
    func anInterfaceOfTheSameName(hardwareAddress: String, source: Metered.Source) throws {
        var wlan0 = Self.wlan0
        wlan0.hardwareAddress = [2, 0, 0, 0, 0, 6]
        let path = try Self.path(by: 6, [wlan0]) {
            _ = $0.replaceReports(
                with:
                    NetworkManagerReports(devices: [
                        "wlan0": NetworkManagerReport(
                            answer: .metered(.yes), hardwareAddress: hardwareAddress)
                    ]))
        }
        #expect(path.metered.source == source)
    }

    @Test(arguments: [
        ("192.0.2.7", "ANDROID_METERED", Metered.Source.dhcp),
        ("192.0.2.7", "x ANDROID_METERED y", .dhcp),
        // Of another network, long ago.
        ("192.0.2.8", "ANDROID_METERED", .noSource),
    ])
    func leases(address: String, information: String, source: Metered.Source) throws {
        let lease = Self.lease(address, information)
        #expect(lease.isMetered)
        let path = try Self.path(by: 6, [Self.wlan0]) {
            _ = $0.replaceReports(with: DHCPLeaseReports(leases: [lease]))
        }
        #expect(path.metered.source == source)
        #expect(path.isExpensive == (source == .dhcp))
    }

    @Test(arguments: [
        (NetworkCost.unrestricted, Metered.Source.noSource), (.fixed, .accessPoint),
        (.variable, .accessPoint),
    ])
    func accessPoints(_ cost: NetworkCost, source: Metered.Source) throws {
        let path = try Self.path(by: 6, [Self.wlan0]) {
            $0.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Cafe".utf8), cost: cost))
        }
        #expect(path.metered.source == source)
        #expect(path.isExpensive == (source == .accessPoint))
    }

    @Test(
        "An override decides over NetworkManager, and the first that fits counts",
        arguments: [
            ([InterfaceOverride(interface: "wlan0", isMetered: true)], true),
            ([InterfaceOverride(interface: "wl*", isMetered: true)], true),
            ([InterfaceOverride(interface: "wlan[1-9]", isMetered: true)], nil),
            ([InterfaceOverride(ssid: "Cafe", isMetered: false)], false),
            ([InterfaceOverride(ssid: "Caf", isMetered: false)], nil),
            ([InterfaceOverride(interface: "eth*", ssid: "Cafe", isMetered: false)], nil),
            // The first that fits counts.
            (
                [
                    InterfaceOverride(interface: "wlan?", isMetered: false),
                    InterfaceOverride(ssid: "Cafe", isMetered: true),
                ], false
            ),
            ([InterfaceOverride(isConstrained: true), InterfaceOverride(isMetered: true)], nil),
        ] as [([InterfaceOverride], Bool?)])
    func overrides(_ overrides: [InterfaceOverride], isMetered: Bool?) throws {
        let path = try Self.path(by: 6, [Self.wlan0], overrides: overrides) {
            $0.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Cafe".utf8)))
            _ = $0.replaceReports(with: NetworkManagerReports(["wlan0": .yes]))
        }
        #expect(path.metered.source == (isMetered == nil ? .networkManager : .override))
        #expect(path.metered.value == (isMetered == false ? .no : .yes))
    }

    /// A path by a WireGuard tunnel over a modem.
    private static func tunnel(_ overrides: [InterfaceOverride]) throws -> NetworkPath {
        let state = network(
            [lo, modem, wg0], addresses: [3: ["192.0.2.7"], 4: ["10.8.0.2"]],
            rules: [
                RuleMessage(family: .ipv4, priority: 1, mark: 0xCA6C, isInverted: true, table: 7)
            ])
        return try NetworkPath.evaluate(
            state, PathQuestion(overrides: overrides),
            oracle: ScriptedRoutes(
                routes: [(3, 0xCA6C, 254), (4, nil, 7), (3, nil, 254)].map { index, mark, table in
                    ScriptedRoutes.Route(
                        destination: .ipv4, hops: [hop(index, via: "192.0.2.1")],
                        source: index == 3 ? "192.0.2.7" : "10.8.0.2", mark: mark, table: table)
                }))
    }

    @Test(
        "An override of the tunnel decides over what is below it",
        arguments: [
            ([], Metered.Value.guessYes, Metered.Source.underlay, false),
            ([InterfaceOverride(interface: "wg0", isMetered: false)], .no, .override, false),
            (
                [InterfaceOverride(interface: "wwan0", isMetered: false)], .no, .underlay, false
            ),
            (
                [InterfaceOverride(interface: "wwan0", isConstrained: true)], .guessYes, .underlay,
                true
            ),
            (
                [
                    InterfaceOverride(interface: "wg0", isConstrained: false),
                    InterfaceOverride(interface: "wwan0", isConstrained: true),
                ], .guessYes, .underlay, false
            ),
        ] as [([InterfaceOverride], Metered.Value, Metered.Source, Bool)])
    func tunnels(
        _ overrides: [InterfaceOverride], value: Metered.Value, source: Metered.Source,
        isConstrained: Bool
    ) throws {
        let path = try Self.tunnel(overrides)
        #expect(path.isVPN)
        #expect(path.metered.value == value)
        #expect(path.metered.source == source)
        #expect(path.isConstrained == isConstrained)
    }

    @Test("A report of a device counts as long as the interface has the device's hardware address")
    func anotherHardwareAddress() {
        var wlan0 = Self.wlan0
        let device = NetworkManagerReport(
            answer: .metered(.yes), hardwareAddress: "02:00:00:00:00:06")
        var state = network([Self.lo, wlan0])
        _ = state.replaceReports(with: NetworkManagerReports(devices: ["wlan0": device]))
        let isMetered = [6, 7, 6].map { (byte: UInt8) in
            wlan0.hardwareAddress = [2, 0, 0, 0, 0, byte]
            _ = state.apply(.link(wlan0))
            return state[6]?.inheritable.reports[NetworkManagerAnswer.self] != nil
        }
        #expect(isMetered == [true, false, true])
    }

    @Test("A lease that is called by a Wi-Fi network counts in that network alone")
    func aLeaseOfANetwork() {
        let lease = DHCPLease(
            holder: .nameOrNetwork("wlan0-Cafe"), address: "192.0.2.7",
            vendorInformation: Array("ANDROID_METERED".utf8))
        var state = network([Self.lo, Self.wlan0], addresses: [6: ["192.0.2.7"]])
        _ = state.replaceReports(with: DHCPLeaseReports(leases: [lease]))
        let isMetered = ["Home", "Cafe", "Home"].map { ssid in
            state.set(WirelessInterface(index: 6, mode: 2, ssid: Array(ssid.utf8)))
            return state[6]?.inheritable.reports[DHCPLeaseReports.Report.self] != nil
        }
        #expect(isMetered == [false, true, false])
    }

    @Test("A lease counts from when the interface has its address, as long as it has it")
    func aLeaseAndItsAddress() throws {
        let address = InterfaceAddress(address: IPAddress("192.0.2.7")!, prefixLength: 24)
        let other = InterfaceAddress(address: IPAddress("192.0.2.8")!, prefixLength: 24)
        var state = network([Self.lo, Self.wlan0])
        _ = state.replaceReports(
            with: DHCPLeaseReports(leases: [Self.lease("192.0.2.7", "ANDROID_METERED")]))
        var changes: [(inout NetworkState) -> Void] = []
        changes.append { $0.set(other, of: 6) }
        changes.append { $0.set(address, of: 6) }
        changes.append { $0.remove(other, of: 6) }
        changes.append { $0.remove(address, of: 6) }
        changes.append { $0.set([address, other], of: 6) }
        changes.append { $0.set([other], of: 6) }
        let isMetered = changes.map { change in
            change(&state)
            var metering = InterfaceMetering(state.interfaces, TunnelPassage(), PathSettings())
            return metering.metered(6).isExpensive
        }
        #expect(isMetered == [false, true, true, false, true, false])
    }

    /// What changes what is known of a bridge's port: of a Wi-Fi interface, or of the network card beside it.
    enum PortChange: String, CaseIterable {
        case networkManager, lease, lostLease, accessPoint, network, script, nameOfOther
    }

    /// None of the bridge's own facts has changed.
    @Test("A bridge differs with the cost of a port and its name", arguments: PortChange.allCases)
    func aBridgeDiffersWithItsPorts(_ change: PortChange) throws {
        var port = Self.wlan0
        var other = Self.eth0
        (port.master, other.master) = (7, 7)
        let address = InterfaceAddress(address: IPAddress("192.0.2.7")!, prefixLength: 24)
        let override = InterfaceOverride(ssid: "Cafe", isMetered: true)
        var state = network([Self.lo, port, other, link(7, "br0", kind: "bridge")])
        state.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Home".utf8)))
        state.set([address], of: 6)
        let leases = DHCPLeaseReports(leases: [Self.lease("192.0.2.7", "ANDROID_METERED")])
        if change == .lostLease { _ = state.replaceReports(with: leases) }
        func path() throws -> NetworkPath {
            try NetworkPath.evaluate(
                state, PathQuestion(overrides: [override]), oracle: ScriptedRoutes(routes: []))
        }
        let before = try path()
        switch change {
        case .networkManager: _ = state.replaceReports(with: NetworkManagerReports(["wlan0": .yes]))
        case .lease: _ = state.replaceReports(with: leases)
        case .lostLease: state.remove(address, of: 6)
        case .accessPoint:
            let ssid = Array("Home".utf8)
            state.set(WirelessInterface(index: 6, mode: 2, ssid: ssid, cost: .variable))
        case .network:
            state.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Cafe".utf8)))
        case .script:
            let metered = Metered(.yes, source: .override, detail: "")
            state.setReport(MeteredStatement(priority: .override, metered: metered), of: 6)
        case .nameOfOther:
            other.name = "eth1"
            _ = state.apply(.link(other))
        }
        let after = try path()
        let bridge: (NetworkPath, Int) -> Bool = { path, index in
            path.interface(UInt32(index))?.name == "br0"
        }
        #expect(after.showsOtherInterfaces(than: before, where: bridge))
        #expect(!after.showsOtherInterfaces(than: try path(), where: bridge))
    }

    @Test("An explanation has a line for each priority")
    func explanation() throws {
        var state = network([Self.lo, Self.wlan0], addresses: [6: ["192.0.2.7"]])
        _ = state.replaceReports(with: NetworkManagerReports(["wlan0": .guessNo]))
        _ = state.replaceReports(
            with: DHCPLeaseReports(leases: [Self.lease("192.0.2.7", "ANDROID_METERED")]))
        let explanation = try PathExplanation.evaluate(
            state, PathQuestion(overrides: [InterfaceOverride(interface: "eth*", isMetered: true)]),
            oracle: ScriptedRoutes(routes: []))
        let answer = try #require(
            explanation.answers.first { $0.question == .metered && $0.subject == "wlan0" })
        #expect(answer.answer == "guessYes")
        #expect(answer.evidence.count == MeteredPriority.allCases.count)
        #expect(
            answer.evidence.map(\.fact).contains(
                "override: no override matches"))
        #expect(
            answer.evidence.filter(\.decided).map(\.fact) == [
                "dhcp says guessYes: the DHCP server reports a metered network (ANDROID_METERED)"
            ])
        #expect(
            answer.evidence.map(\.fact).contains(
                "NetworkManager says guess-no"))
    }
}

extension NetworkManagerReports {
    /// What NetworkManager says of devices, by name.
    init(_ metered: [ExactText: NetworkManagerMetered]) {
        self.init(devices: metered.mapValues { NetworkManagerReport(answer: .metered($0)) })
    }
}
