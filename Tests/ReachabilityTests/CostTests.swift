// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import Reachability

/// What a path costs, by everyone who says something of it.
@Suite struct CostTests {
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
        (.unknown, .unknown, .nobody),
    ])
    func networkManagerOnWiFi(
        _ word: NetworkManagerMetered, value: Metered.Value, source: Metered.Source
    ) throws {
        let path = try Self.path(by: 6, [Self.wlan0]) {
            _ = $0.set(networkManager: ["wlan0": NetworkManagerWord(answer: .says(word))])
        }
        #expect(path.metered.value == value)
        #expect(path.metered.source == source)
    }

    @Test(
        "Where NetworkManager may know the cost and is not heard, nothing is guessed to be free",
        arguments: [
            // Ethernet hardware is guessed to be free where there is no NetworkManager.
            (2, NetworkManagerSilence.absent("it does not run"), nil, .guessNo),
            (2, .unheard("it is silent"), nil, .unknown),
            // It has answered for this device, and not for all.
            (2, .unheard("it is silent"), .yes, .yes),
            (2, .unheard("it is silent"), .no, .no),
            (2, .unheard("it is silent"), .guessYes, .guessYes),
            (2, .unheard("it is silent"), .guessNo, .unknown),
            (2, .unheard("it is silent"), .unknown, .unknown),
            (6, .unheard("it is silent"), .guessNo, .unknown),
            (3, .unheard("it is silent"), nil, .guessYes),
        ] as [(UInt32, NetworkManagerSilence, NetworkManagerMetered?, Metered.Value)])
    func unheard(
        index: UInt32, silence: NetworkManagerSilence, word: NetworkManagerMetered?,
        value: Metered.Value
    ) throws {
        let links = [Self.eth0, Self.modem, Self.wlan0]
        let path = try Self.path(by: index, links) { state in
            let name = state[index]?.name ?? ""
            let words = word.map { [name: NetworkManagerWord(answer: .says($0))] } ?? [:]
            _ = state.set(networkManager: words, silence: silence)
        }
        #expect(path.metered.value == value)
        if value == .unknown {
            #expect(path.metered.source == .nobody)
            #expect(path.metered.detail == "it is silent")
        }
    }

    @Test("An interface that comes while NetworkManager is silent is not guessed to be free")
    func anInterfaceThatComesMeanwhile() throws {
        let path = try Self.path(by: 8, []) { state in
            _ = state.set(networkManager: [:], silence: .unheard("it is silent"))
            state.set(link(8, "eth1", bus: "pci"))
            let address = IPAddress("192.0.2.7")!
            state.set([InterfaceAddress(address: address, prefixLength: 24)], of: 8)
        }
        #expect(path.metered.detail == "it is silent")
    }

    @Test("That NetworkManager is heard again is a change of every interface")
    func heardAgain() throws {
        var state = network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]])
        let silences: [NetworkManagerSilence?] = [
            .unheard("it is silent"), .unheard("it is silent"), .absent("it does not run"), nil,
        ]
        let differences = silences.map { state.set(networkManager: [:], silence: $0) }
        #expect(differences == [true, false, true, false])
    }

    @Test("A tunnel costs what is unknown as long as its underlay does")
    func aTunnelOverWhatIsUnheard() throws {
        let path = try Self.path(by: 4, [Self.eth0, Self.wg0]) {
            _ = $0.set(networkManager: [:], silence: .unheard("it is silent"))
        }
        #expect(path.metered.value == .unknown)
    }

    /// NetworkManager guesses "no" by the class of the bridge.
    @Test func aMeteredUnderlayBeatsAGuess() throws {
        var port = Self.modem
        port.master = 7
        let path = try Self.path(by: 7, [port, link(7, "br0", kind: "bridge")]) {
            _ = $0.set(networkManager: ["br0": NetworkManagerWord(answer: .says(.guessNo))])
        }
        #expect(
            path.metered
                == Metered(.guessYes, source: .underlay, detail: "wwan0: a cellular network"))
    }

    @Test(
        "Where NetworkManager is not heard of a port, what stands on it is not guessed to be free",
        arguments: [
            // What NetworkManager says of the bridge, and then of the bond below it.
            (NetworkManagerMetered.guessNo, NetworkManagerMetered.guessNo, Metered.Value.unknown),
            (.guessNo, .yes, .yes),
            (.unknown, .unknown, .unknown),
            (.no, .guessNo, .no),
            (.guessYes, .guessNo, .guessYes),
        ])
    func anUnheardPort(
        ofBridge: NetworkManagerMetered, ofBond: NetworkManagerMetered, value: Metered.Value
    ) throws {
        var port = Self.eth0
        port.master = 5
        var bond = link(5, "bond0", kind: "bond")
        bond.master = 7
        let links = [port, bond, link(7, "br0", kind: "bridge")]
        let path = try Self.path(by: 7, links) {
            _ = $0.set(networkManager: [
                "eth0": NetworkManagerWord(answer: .unheard("it is connecting")),
                "bond0": NetworkManagerWord(answer: .says(ofBond)),
                "br0": NetworkManagerWord(answer: .says(ofBridge)),
            ])
        }
        #expect(path.metered.value == value)
        if value == .unknown {
            #expect(path.metered.source == .nobody)
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

    @Test func aNameThatComesLaterIsKnown() throws {
        let path = try Self.path(by: 8, []) { state in
            let words = ["wlan1": NetworkManagerWord(answer: .says(.yes))]
            let isDifferent = state.set(networkManager: words)
            #expect(!isDifferent)
            state.set(link(8, "new", bus: "pci"))
            state.set(link(8, "wlan1", bus: "pci"))
            state.set([InterfaceAddress(address: IPAddress("192.0.2.7")!, prefixLength: 24)], of: 8)
        }
        #expect(path.metered.source == .networkManager)
    }

    /// The bus may be another network namespace's.
    @Test(arguments: [
        ("02:00:00:00:00:06", Metered.Source.networkManager), ("02:00:00:00:00:AA", .nobody),
        ("", .networkManager),
    ])
    func anInterfaceOfTheSameName(hardwareAddress: String, source: Metered.Source) throws {
        var wlan0 = Self.wlan0
        wlan0.hardwareAddress = [2, 0, 0, 0, 0, 6]
        let path = try Self.path(by: 6, [wlan0]) {
            _ = $0.set(networkManager: [
                "wlan0": NetworkManagerWord(answer: .says(.yes), hardwareAddress: hardwareAddress)
            ])
        }
        #expect(path.metered.source == source)
    }

    @Test(arguments: [
        ("192.0.2.7", "ANDROID_METERED", Metered.Source.dhcp),
        ("192.0.2.7", "x ANDROID_METERED y", .dhcp),
        // Of another network, long ago.
        ("192.0.2.8", "ANDROID_METERED", .nobody),
    ])
    func leases(address: String, information: String, source: Metered.Source) throws {
        let lease = Self.lease(address, information)
        #expect(lease.isMetered)
        let path = try Self.path(by: 6, [Self.wlan0]) { _ = $0.set(meteredLeases: [lease]) }
        #expect(path.metered.source == source)
        #expect(path.isExpensive == (source == .dhcp))
    }

    @Test(arguments: [
        (NetworkCost.unrestricted, Metered.Source.nobody), (.fixed, .accessPoint),
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
        "The user's word",
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
            _ = $0.set(networkManager: ["wlan0": NetworkManagerWord(answer: .says(.yes))])
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
        "A word on the tunnel decides over what is below it",
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

    /// A port's cost changes the bridge's, of which no other word has changed.
    @Test func whatStandsOnAnInterfaceDiffersWithItsCost() throws {
        var state = network([Self.lo, Self.eth0, link(7, "br0", kind: "bridge")])
        var port = link(8, "veth0", kind: "veth")
        port.master = 7
        state.set(port)
        let oracle = ScriptedRoutes(routes: [])
        let before = try NetworkPath.evaluate(state, oracle: oracle)
        _ = state.set(networkManager: ["veth0": NetworkManagerWord(answer: .says(.yes))])
        let after = try NetworkPath.evaluate(state, oracle: oracle)
        #expect(
            after.showsOtherInterfaces(than: before) { path, index in
                path.interface(UInt32(index))?.name == "br0"
            })
    }

    @Test func anExplanationShowsEveryRung() throws {
        var state = network([Self.lo, Self.wlan0], addresses: [6: ["192.0.2.7"]])
        _ = state.set(networkManager: ["wlan0": NetworkManagerWord(answer: .says(.guessNo))])
        _ = state.set(meteredLeases: [Self.lease("192.0.2.7", "ANDROID_METERED")])
        let explanation = try PathExplanation.evaluate(
            state, PathQuestion(overrides: [InterfaceOverride(interface: "eth*", isMetered: true)]),
            oracle: ScriptedRoutes(routes: []))
        let answer = try #require(
            explanation.answers.first { $0.question == .metered && $0.subject == "wlan0" })
        #expect(answer.answer == "guessYes")
        #expect(answer.evidence.count == MeteredRung.allCases.count)
        #expect(
            answer.evidence.filter(\.decided).map(\.fact) == [
                "dhcp says guessYes: the DHCP server says so (ANDROID_METERED)"
            ])
        #expect(
            answer.evidence.map(\.fact).contains(
                "networkManager says guessNo: NetworkManager says guess-no"))
    }
}
