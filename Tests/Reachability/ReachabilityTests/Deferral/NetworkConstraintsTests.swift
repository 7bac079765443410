// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// Which paths meet which constraints, and why not.
@Suite struct NetworkConstraintsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var constraints: @Sendable (inout NetworkConstraints) -> Void
        var network: @Sendable (inout NetworkScript) -> Void
        /// The codes of the reasons.
        var lacks: [String]
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "no network", constraints: { _ in }, network: { _ in }, lacks: ["offline"]),
        Row(
            name: "no network, and much asked for",
            constraints: {
                $0.allowsExpensiveNetworkAccess = false
                $0.requiresIPv6 = true
            }, network: { _ in }, lacks: ["offline"]),
        Row(
            name: "connected", constraints: { _ in },
            network: { $0.connect(.wwan, name: "wwan0") }, lacks: []),
        Row(
            name: "metered", constraints: { $0.allowsExpensiveNetworkAccess = false },
            network: { $0.connect(.wifi, name: "wlan0", metered: .yes) }, lacks: ["metered"]),
        Row(
            name: "probably metered", constraints: { $0.allowsExpensiveNetworkAccess = false },
            network: { $0.connect(.wifi, name: "wlan0", metered: .guessYes) },
            lacks: ["metered"]),
        Row(
            name: "probably not metered",
            constraints: {
                $0.allowsExpensiveNetworkAccess = false
                $0.unknownMetering = .deny
            }, network: { $0.connect(.wifi, name: "wlan0", metered: .guessNo) }, lacks: []),
        Row(
            name: "unknown, allowed", constraints: { $0.allowsExpensiveNetworkAccess = false },
            network: { $0.connect(.wifi, name: "wlan0", metered: .unknown) }, lacks: []),
        Row(
            name: "unknown, denied",
            constraints: {
                $0.allowsExpensiveNetworkAccess = false
                $0.unknownMetering = .deny
            }, network: { $0.connect(.wifi, name: "wlan0", metered: .unknown) },
            lacks: ["unknownMetering"]),
        Row(
            name: "unknown, denied, but it may cost",
            constraints: { $0.unknownMetering = .deny },
            network: { $0.connect(.wifi, name: "wlan0", metered: .unknown) }, lacks: []),
        Row(
            name: "a type that is allowed",
            constraints: { $0.allowedInterfaceTypes = [.wifi, .ethernet] },
            network: { $0.connect(.wifi, name: "wlan0") }, lacks: []),
        Row(
            name: "a type that is not",
            constraints: { $0.allowedInterfaceTypes = [.wifi, .ethernet] },
            network: { $0.connect(.wwan, name: "wwan0") }, lacks: ["typeNotAllowed"]),
        Row(
            name: "no type is allowed", constraints: { $0.allowedInterfaceTypes = [] },
            network: { $0.connect(.wwan, name: "wwan0") }, lacks: ["typeNotAllowed"]),
        Row(
            name: "a type below a VPN",
            constraints: { $0.allowedInterfaceTypes = [.wifi] },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.connect(.vpn, name: "wg0")
            }, lacks: []),
        Row(
            name: "a VPN is asked for, and there",
            constraints: { $0.allowedInterfaceTypes = [.vpn] },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.connect(.vpn, name: "wg0")
            }, lacks: []),
        Row(
            name: "a VPN is asked for, and not there",
            constraints: { $0.allowedInterfaceTypes = [.vpn] },
            network: { $0.connect(.other, name: "x0") }, lacks: ["typeNotAllowed"]),
        Row(
            name: "a type that is prohibited",
            constraints: { $0.prohibitedInterfaceTypes = [.bluetooth, .wwan] },
            network: { $0.connect(.wwan, name: "wwan0") }, lacks: ["typeProhibited"]),
        Row(
            name: "a prohibited type is there, but not used",
            constraints: { $0.prohibitedInterfaceTypes = [.wwan] },
            network: {
                $0.connect(.wwan, name: "wwan0")
                $0.connect(.wifi, name: "wlan0")
            }, lacks: []),
        Row(
            name: "a prohibited type carries the other family",
            constraints: { $0.prohibitedInterfaceTypes = [.wwan] },
            network: {
                $0.connect(.wwan, name: "wwan0", families: [.ipv6])
                $0.connect(.wifi, name: "wlan0", families: [.ipv4])
            }, lacks: ["typeProhibited"]),
        Row(
            name: "a prohibited type below a VPN",
            constraints: { $0.prohibitedInterfaceTypes = [.wwan, .vpn] },
            network: {
                $0.connect(.wwan, name: "wwan0")
                $0.connect(.vpn, name: "wg0")
            }, lacks: ["typeProhibited", "typeProhibited"]),
        Row(
            name: "the primary's name", constraints: { $0.requiredInterface = "wlan0" },
            network: { $0.connect(.wifi, name: "wlan0") }, lacks: []),
        Row(
            name: "the name of the other family's primary",
            constraints: { $0.requiredInterface = "wlan0" },
            network: {
                $0.connect(.wifi, name: "wlan0", families: [.ipv6])
                $0.connect(.ethernet, name: "eth0", families: [.ipv4])
            }, lacks: []),
        Row(
            name: "the name of what carries a VPN",
            constraints: { $0.requiredInterface = "wlan0" },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.connect(.vpn, name: "wg0")
            }, lacks: []),
        Row(
            name: "the name of one that is not used",
            constraints: { $0.requiredInterface = "wlan0" },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.connect(.ethernet, name: "eth0")
            }, lacks: ["otherInterface"]),
        Row(
            name: "a name that nothing has", constraints: { $0.requiredInterface = "usb0" },
            network: { $0.connect(.ethernet, name: "eth0") }, lacks: ["otherInterface"]),
        Row(
            name: "both families",
            constraints: {
                $0.requiresIPv4 = true
                $0.requiresIPv6 = true
            }, network: { $0.connect(.ethernet, name: "eth0", families: [.ipv4, .ipv6]) },
            lacks: []),
        Row(
            name: "IPv6 alone", constraints: { $0.requiresIPv4 = true },
            network: { $0.connect(.ethernet, name: "eth0", families: [.ipv6]) },
            lacks: ["noIPv4"]),
        Row(
            name: "IPv4 alone", constraints: { $0.requiresIPv6 = true },
            network: { $0.connect(.ethernet, name: "eth0") }, lacks: ["noIPv6"]),
        Row(
            name: "a name server", constraints: { $0.requiresDNS = true },
            network: { $0.connect(.ethernet, name: "eth0") }, lacks: []),
        Row(
            name: "no name server", constraints: { $0.requiresDNS = true },
            network: {
                $0.connect(.ethernet, name: "eth0")
                $0.hasNameServer = false
            }, lacks: ["noDNS"]),
        Row(
            name: "no VPN is wanted", constraints: { $0.allowsVPN = false },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.connect(.vpn, name: "wg0")
            }, lacks: ["vpn"]),
        Row(
            name: "roaming is not wanted", constraints: { $0.allowsRoaming = false },
            network: {
                $0.connect(.wwan, name: "wwan0")
                $0.setRoaming(true, of: "wwan0")
            }, lacks: ["roaming"]),
        Row(
            name: "a tunnel over a modem that roams", constraints: { $0.allowsRoaming = false },
            network: {
                $0.connect(.wwan, name: "wwan0")
                $0.connect(.vpn, name: "wg0")
                $0.setRoaming(true, of: "wwan0")
            }, lacks: ["roaming"]),
        Row(
            name: "a modem at home", constraints: { $0.allowsRoaming = false },
            network: {
                $0.connect(.wwan, name: "wwan0")
                $0.setRoaming(false, of: "wwan0")
            }, lacks: []),
        Row(
            name: "it is unknown whether the modem roams",
            constraints: { $0.allowsRoaming = false },
            network: { $0.connect(.wwan, name: "wwan0") }, lacks: []),
        Row(
            name: "a modem that roams beside the path", constraints: { $0.allowsRoaming = false },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.connect(.wwan, name: "wwan0")
                $0.setRoaming(true, of: "wwan0")
            }, lacks: []),
        Row(
            name: "everything that is lacking is reported, in order",
            constraints: {
                $0.allowsExpensiveNetworkAccess = false
                $0.allowedInterfaceTypes = [.ethernet]
                $0.requiresIPv6 = true
                $0.requiredInterface = "eth0"
            }, network: { $0.connect(.wwan, name: "wwan0", metered: .yes) },
            lacks: ["metered", "typeNotAllowed", "otherInterface", "noIPv6"]),
    ]

    @Test("An evaluation lists every constraint that the path does not meet", arguments: rows)
    func evaluation(row: Row) {
        let network = ScriptedNetwork()
        network.change(row.network)
        var constraints = NetworkConstraints.connected
        row.constraints(&constraints)
        let evaluation = constraints.evaluate(PathMonitor(network).currentPath)
        #expect(evaluation.reasons.map(\.code) == row.lacks)
        #expect((evaluation == .satisfied) == row.lacks.isEmpty)
    }

    @Test(
        "The predefined constraints accept the expected paths",
        arguments: [
            (.connected, .costly, []), (.unmetered, .costly, ["metered"]),
            (.unmetered, .unclear, []), (.unmetered, .constrained, []),
            (.discretionary, .constrained, ["constrained"]),
            (.discretionary, .costly, ["metered"]), (.discretionary, .free, []),
            (.connected, .offline, ["offline"]),
        ] as [(NetworkConstraints, NetworkPath, [String])])
    func presets(constraints: NetworkConstraints, path: NetworkPath, lacks: [String]) {
        #expect(constraints.evaluate(path).reasons.map(\.code) == lacks)
    }

    @Test("An override that constrains a network applies to discretionary work")
    func theUsersWordOnTraffic() {
        let network = ScriptedNetwork()
        network.connect(.wifi, name: "wlan0", metered: .no, ssid: "Train")
        let question = PathQuestion(overrides: [
            InterfaceOverride(ssid: "Train", isConstrained: true)
        ])
        let path = PathMonitor(question: question, of: network).currentPath
        #expect(NetworkConstraints.discretionary.evaluate(path).reasons == [.constrained])
    }

    @Test("Reasons have descriptions")
    func reasonsInWords() {
        let reasons = NetworkConstraints.unmetered.evaluate(.costly).reasons
        #expect(reasons.map(\.description) == ["metered: the test says so"])
        #expect(
            NetworkConstraints.connected.evaluate(.offline).reasons.map(\.description)
                == ["offline: there is no network interface"])
    }

    @Test(
        "A condition says that it assumes a modem not to be roaming if that is unknown",
        arguments: [
            (
                InterfaceType.wwan, nil, false,
                "unknown whether the modem is roaming, counted as not roaming"
            ),
            (.wwan, false, false, nil), (.wwan, nil, true, nil), (.wifi, nil, false, nil),
        ] as [(InterfaceType, Bool?, Bool, String?)])
    func roamingAssumption(
        type: InterfaceType, isRoaming: Bool?, allowsRoaming: Bool, text: String?
    ) {
        let network = ScriptedNetwork()
        network.change {
            $0.connect(type, name: "net0")
            $0.setRoaming(isRoaming, of: "net0")
        }
        let condition = Condition(constraints: NetworkConstraints(allowsRoaming: allowsRoaming))
        #expect(condition.assumption(on: network.look(PathQuestion())) == text)
    }

    @Test("Constraints survive encoding and decoding")
    func writtenAndRead() throws {
        var constraints = NetworkConstraints.discretionary
        constraints.unknownMetering = .deny
        constraints.allowedInterfaceTypes = [.wifi, .ethernet, .bluetooth]
        constraints.prohibitedInterfaceTypes = [.wwan]
        constraints.requiredInterface = "wlan0"
        constraints.requiresIPv4 = true
        constraints.requiresIPv6 = true
        constraints.requiresDNS = true
        constraints.allowsVPN = false
        constraints.allowsRoaming = false
        for constraints in [constraints, .connected, .unmetered] {
            let data = try JSONEncoder().encode(constraints)
            #expect(try JSONDecoder().decode(NetworkConstraints.self, from: data) == constraints)
        }
    }

    @Test("A condition that an older version stored allows roaming")
    func storedCondition() throws {
        let old = #"{"constraints": {"allowsVPN": false}, "demands": [], "isNegated": false}"#
        let condition = try JSONDecoder().decode(Condition.self, from: Data(old.utf8))
        #expect(condition.constraints == NetworkConstraints(allowsVPN: false))
        let new = Condition(constraints: NetworkConstraints(allowsRoaming: false))
        #expect(try JSONDecoder().decode(Condition.self, from: JSONEncoder().encode(new)) == new)
    }

    /// Each row: a condition of the command, and its words.
    @Test(
        "The words of a condition leave nothing out",
        arguments: [
            (Condition(), "connected"),
            (Condition(constraints: .unmetered, isNegated: true), "not (connected, unmetered)"),
            (Condition(demands: [.metered, .vpn]), "connected, metered, a VPN"),
            (Condition(demands: [.offline]), "offline"),
            (
                Condition(
                    constraints: NetworkConstraints(requiresIPv6: true),
                    host: HostName("example.org")), "connected, IPv6, to example.org"
            ),
        ])
    func conditionWords(condition: Condition, words: String) {
        #expect("\(condition)" == words)
    }

    @Test("A missing key has its default, and an unknown value is an error")
    func whatIsNotSaidIsAsUsual() throws {
        let json = Data(#"{"allowsExpensiveNetworkAccess": false}"#.utf8)
        #expect(try JSONDecoder().decode(NetworkConstraints.self, from: json) == .unmetered)
        #expect(
            try JSONDecoder().decode(NetworkConstraints.self, from: Data("{}".utf8)) == .connected)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                NetworkConstraints.self, from: Data(#"{"unknownMetering": "maybe"}"#.utf8))
        }
    }
}
