// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// The table of requirements, row by row.
@Suite struct RequirementTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The member of stored constraints; that of `--online` is "online".
        var name: String
        /// A condition with this requirement alone.
        var condition: Condition
        /// A network that does not meet it; `nil` if there is none.
        var network: (@Sendable (inout NetworkScript) -> Void)?
        /// The codes of the reasons there.
        var codes: [String] = []
        /// Whether a connection must stay on the interface of the path.
        var isBound = false
        /// What the condition depends on beside the path.
        var circumstances = Circumstances.current
        var testDescription: String { name }
    }

    private static func constrained(_ change: (inout NetworkConstraints) -> Void) -> Condition {
        var condition = Condition()
        change(&condition.constraints)
        return condition
    }

    private static func powered(_ state: PowerState?) -> Circumstances {
        Circumstances(now: 0, power: { state })
    }

    static let rows = [
        Row(name: "online", condition: Condition(), network: { _ in }, codes: ["offline"]),
        Row(name: "requiresPath", condition: constrained { $0.requiresPath = false }),
        Row(
            name: "offline", condition: Condition(demands: [.offline]),
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["online"]),
        Row(
            name: "allowsExpensiveNetworkAccess", condition: Condition(constraints: .unmetered),
            network: { $0.connect(.wifi, name: "wlan0", metered: .yes) }, codes: ["metered"],
            isBound: true),
        Row(
            name: "metered", condition: Condition(demands: [.metered]),
            network: { $0.connect(.wifi, name: "wlan0", metered: .no) }, codes: ["notMetered"],
            isBound: true),
        Row(
            name: "allowsConstrainedNetworkAccess",
            condition: constrained { $0.allowsConstrainedNetworkAccess = false }, isBound: true),
        Row(name: "unknownMetering", condition: constrained { $0.unknownMetering = .deny }),
        Row(name: "requiresCertainty", condition: constrained { $0.requiresCertainty = true }),
        Row(
            name: "withinPlan", condition: constrained { $0.withinPlan = true },
            network: { $0.connect(.wwan, name: "wwan0") }, codes: ["metered"], isBound: true),
        Row(
            name: "onPace", condition: constrained { $0.onPace = true },
            network: { $0.connect(.wwan, name: "wwan0") }, codes: ["metered"], isBound: true),
        Row(
            name: "allowedInterfaceTypes",
            condition: constrained { $0.allowedInterfaceTypes = [.wifi] },
            network: { $0.connect(.wwan, name: "wwan0") }, codes: ["typeNotAllowed"], isBound: true),
        Row(
            name: "prohibitedInterfaceTypes",
            condition: constrained { $0.prohibitedInterfaceTypes = [.wwan] },
            network: { $0.connect(.wwan, name: "wwan0") }, codes: ["typeProhibited"], isBound: true),
        Row(
            name: "requiredInterface",
            condition: constrained { $0.requiredInterface = "eth0" },
            network: { $0.connect(.wwan, name: "wwan0") }, codes: ["otherInterface"], isBound: true),
        Row(
            name: "ssids", condition: constrained { $0.ssids = ["Home", "Work*"] },
            network: { $0.connect(.wifi, name: "wlan0", ssid: "Cafe") }, codes: ["otherSSID"],
            isBound: true),
        Row(
            name: "gateway", condition: Condition(gateway: GatewayAddress("203.0.113.1")),
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["otherGateway"], isBound: true),
        Row(
            name: "places", condition: constrained { $0.places = ["home", "work"] },
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["otherPlace"], isBound: true),
        Row(
            name: "prohibitedPlaces", condition: constrained { $0.prohibitedPlaces = ["home"] },
            isBound: true),
        Row(
            name: "allowsUltraConstrainedNetworkAccess",
            condition: constrained { $0.allowsUltraConstrainedNetworkAccess = false }, isBound: true
        ),
        Row(
            name: "requiresIPv4", condition: constrained { $0.requiresIPv4 = true },
            network: { $0.connect(.wifi, name: "wlan0", families: [.ipv6]) }, codes: ["noIPv4"]),
        Row(
            name: "requiresIPv6", condition: constrained { $0.requiresIPv6 = true },
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["noIPv6"]),
        Row(
            name: "requiresDNS", condition: constrained { $0.requiresDNS = true },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.hasNameServer = false
            }, codes: ["noDNS"]),
        Row(
            name: "vpn", condition: Condition(demands: [.vpn]),
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["noVPN"]),
        Row(
            name: "allowsVPN", condition: constrained { $0.allowsVPN = false },
            network: {
                $0.connect(.wifi, name: "wlan0")
                $0.connect(.vpn, name: "wg0")
            }, codes: ["vpn"], isBound: true),
        Row(
            name: "allowsRoaming", condition: constrained { $0.allowsRoaming = false },
            network: {
                $0.connect(.wwan, name: "wwan0")
                $0.setRoaming(true, of: "wwan0")
            }, codes: ["roaming"], isBound: true),
        Row(
            name: "requiresValidation", condition: constrained { $0.requiresValidation = true },
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["notValidated"], isBound: true),
        Row(
            name: "hours", condition: constrained { $0.hours = DailyHours("23:00-06:00") },
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["outsideHours"],
            circumstances: Circumstances(now: 50_700_000) { WallClock { _ in 0 } }),
        Row(
            name: "requiresExternalPower",
            condition: constrained { $0.requiresExternalPower = true },
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["onBattery"],
            circumstances: powered(PowerState(isOnBattery: true))),
        Row(
            name: "batteryLevelAbove", condition: constrained { $0.batteryLevelAbove = 30 },
            network: { $0.connect(.wifi, name: "wlan0") }, codes: ["batteryLow"],
            circumstances: powered(PowerState(batteryLevel: 30))),
        Row(name: "to", condition: Condition(host: HostName("192.0.2.1"))),
    ]

    @Test("Each requirement has a row here, and each property of constraints is a requirement")
    func complete() {
        #expect(Requirement.all.map { $0.member ?? "online" } == Self.rows.map(\.name))
        let properties = Mirror(reflecting: NetworkConstraints()).children.compactMap(\.label)
        #expect(
            Set(Requirement.all.filter { $0.constraint != nil }.compactMap(\.member))
                == Set(properties))
        #expect(Requirement.all.compactMap(\.demand?.name) == Condition.Demand.allCases)
        #expect(Set(Requirement.all.compactMap(\.option?.name)).count == Self.rows.count - 3)
    }

    @Test("The article about tests names the code of each reason of a constraint")
    func documentedCodes() throws {
        let article = URL(filePath: #filePath).appending(
            path:
                "../../../../../Sources/Reachability/NetworkReachability/NetworkReachability.docc/Articles/TestingYourProgram.md"
        )
        let text = try String(contentsOf: article.standardized, encoding: .utf8)
        for code in Requirement.all.filter({ $0.constraint != nil }).flatMap(\.codes) {
            #expect(text.contains("`\(code)`"), "\(code)")
        }
    }

    @Test("A condition with one requirement has that, and its reasons have codes", arguments: rows)
    func alone(row: Row) throws {
        let requirement = try #require(
            Requirement.all.first { ($0.member ?? "online") == row.name })
        // What is required anyway is no property of a condition.
        let required = row.condition.requirements.compactMap(\.member)
        #expect(required == (row.name == "online" ? [] : [row.name]))
        #expect(row.condition.isAboutInterface == row.isBound)
        #expect(Set(row.codes).isSubset(of: requirement.codes))
        if let script = row.network {
            let network = ScriptedNetwork()
            network.change(script)
            let verdict = row.condition.verdict(
                on: network.look(PathQuestion()), row.circumstances)
            #expect(verdict.reasons.map(\.code) == row.codes)
            #expect(verdict.reasons.allSatisfy { !$0.text.isEmpty })
            let isLossAtOnce = requirement.constraint?.isLostAtOnce == true
            #expect(verdict.isLossAtOnce == (isLossAtOnce && !row.codes.isEmpty))
        }
        // The result of the others changes with the path alone.
        let change = row.condition.constraints.nextChange(row.circumstances)
        #expect((change == nil) == (requirement.constraint?.nextChange == nil))
        if requirement.option?.value == nil, requirement.option != nil {
            var condition = Condition()
            requirement.require(&condition)
            #expect(condition == row.condition)
        }
    }

    @Test("A requirement is in the words and the encoding of a condition", arguments: rows)
    func encoding(row: Row) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(row.condition)
        #expect(try JSONDecoder().decode(Condition.self, from: data) == row.condition)
        let isPlain = row.name == "online"
        #expect(("\(row.condition)" == "\(Condition())") == isPlain)
        #expect((data == (try encoder.encode(Condition()))) == isPlain)
    }

    @Test(
        "Where certainty is required, neither a guess nor an unknown cost suffices",
        arguments: [
            (.no, .allow, [], ["notMetered"]), (.guessNo, .allow, ["notCertain"], ["notMetered"]),
            (.guessNo, .deny, ["notCertain"], ["notMetered"]),
            (.unknown, .allow, ["notCertain"], ["notMetered"]),
            (.unknown, .deny, ["unknownMetering"], ["notCertain"]),
            (.guessYes, .allow, ["metered"], ["notCertain"]), (.yes, .allow, ["metered"], []),
        ] as [(Metered.Value, NetworkConstraints.UnknownMetering, [String], [String])])
    func certainty(
        value: Metered.Value, rule: NetworkConstraints.UnknownMetering, unmetered: [String],
        metered: [String]
    ) {
        let network = ScriptedNetwork()
        network.connect(.wifi, name: "wlan0", metered: value)
        let path = network.look(PathQuestion())
        let constraints = NetworkConstraints(unknownMetering: rule, requiresCertainty: true)
        var condition = Condition(constraints: constraints)
        #expect(condition.verdict(on: path).holds)
        condition.demands = [.metered]
        #expect(condition.verdict(on: path).reasons.map(\.code) == metered)
        condition.demands = []
        condition.constraints.allowsExpensiveNetworkAccess = false
        #expect(condition.verdict(on: path).reasons.map(\.code) == unmetered)
        #expect(condition.constraints.evaluate(path).reasons.map(\.code) == unmetered)
        condition.isNegated = true
        #expect(condition.verdict(on: path).holds == !unmetered.isEmpty)
    }

    @Test(
        "Power and hours need no path, unless that is required or another requirement is about it",
        arguments: [
            (constrained { $0.requiresExternalPower = true }, false),
            (constrained { $0.batteryLevelAbove = 30 }, false),
            (constrained { $0.hours = DailyHours("23:00-06:00") }, false), (Condition(), false),
            (constrained { $0.requiresIPv4 = true }, true),
            (constrained { $0.allowsExpensiveNetworkAccess = false }, true),
            (Condition(demands: [.vpn]), true), (Condition(host: HostName("192.0.2.1")), true),
            (Condition(gateway: GatewayAddress("192.0.2.1")), true),
        ])
    func pathless(condition: Condition, needsPath: Bool) {
        let network = ScriptedNetwork()
        let path = network.look(PathQuestion())
        let circumstances = Circumstances(now: 0, clock: { WallClock { _ in 0 } }) { PowerState() }
        #expect(condition.verdict(on: path, circumstances).reasons.map(\.code) == ["offline"])
        var condition = condition
        condition.constraints.requiresPath = false
        #expect(
            condition.verdict(on: path, circumstances).reasons.map(\.code)
                == (needsPath ? ["offline"] : []))
    }

    @Test(
        "A battery must be above the level, and what is not known does not hold",
        arguments: [
            (PowerState(batteryLevel: 30), ["the battery is at 30 %, not above 30 %"]),
            (PowerState(batteryLevel: 29.9), ["the battery is at 29 %, not above 30 %"]),
            (PowerState(batteryLevel: 30.5), []), (PowerState(), []),
            (PowerState(isOnBattery: true), ["the machine runs on battery"]),
            (
                PowerState(isOnBattery: true, batteryLevel: 7),
                ["the machine runs on battery", "the battery is at 7 %, not above 30 %"]
            ),
            (nil, ["the machine runs on battery", "the level of the battery is not known yet"]),
        ] as [(PowerState?, [String])])
    func power(state: PowerState?, texts: [String]) {
        let network = ScriptedNetwork()
        network.connect(.wifi, name: "wlan0")
        let path = network.look(PathQuestion())
        let constraints = NetworkConstraints(requiresExternalPower: true, batteryLevelAbove: 30)
        let circumstances = Self.powered(state)
        #expect(constraints.evaluate(path, circumstances).reasons.map(\.description) == texts)
        let reasons = Condition(constraints: constraints).verdict(on: path, circumstances).reasons
        #expect(reasons.map(\.text) == texts)
        // The text of a wait stays the same while the battery charges.
        let waiting = reasons.filter { $0.code == "batteryLow" }.map(\.waitingText)
        #expect(waiting.allSatisfy { $0 == "the battery is not above 30 % (--battery-above)" })
    }

    @Test("The text of hours does not change while they are waited for")
    func waitingForHours() {
        let network = ScriptedNetwork()
        network.connect(.wifi, name: "wlan0")
        let condition = Self.constrained { $0.hours = DailyHours("23:00-06:00") }
        func reasons(at minute: Int64) -> [Verdict.Reason] {
            let circumstances = Circumstances(now: minute * 60_000) { WallClock { _ in 0 } }
            return condition.verdict(on: network.look(PathQuestion()), circumstances).reasons
        }
        #expect(reasons(at: 845).map(\.text) == ["it is 14:05, outside 23:00-06:00"])
        for minute in [845, 846, 1379, 360] as [Int64] {
            #expect(
                reasons(at: minute).map(\.waitingText)
                    == ["outside 23:00-06:00, until 23:00 (--between)"])
        }
        #expect(reasons(at: 1380).isEmpty && reasons(at: 359).isEmpty)
    }
}
