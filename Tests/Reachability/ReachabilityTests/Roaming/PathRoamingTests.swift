// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// Where a modem is registered, by what ModemManager says.
@Suite struct ModemRegistrationTests {
    @Test(
        "Each state of MMModem3gppRegistrationState is roaming, at home, or neither",
        arguments: [
            (0, "idle", nil), (1, "home", false), (2, "searching", nil), (3, "denied", nil),
            (4, "unknown", nil), (5, "roaming", true), (6, "home, SMS only", false),
            (7, "roaming, SMS only", true), (8, "emergency calls only", nil),
            (9, "home, CSFB not preferred", false), (10, "roaming, CSFB not preferred", true),
            (11, "restricted local operator services", nil), (12, "unknown", nil),
            (.max, "unknown", nil),
        ] as [(UInt32, String, Bool?)])
    func threeGPP(state: UInt32, word: String, isRoaming: Bool?) {
        let registration = ModemRegistration.of(threeGPP: state)
        #expect(registration.word == word)
        #expect(registration.isRoaming == isRoaming)
    }

    @Test(
        "Of several registrations the one that is roaming decides, and then the one at home",
        arguments: [
            (nil, [], nil), (nil, [0], nil), (nil, [1], nil), (nil, [2], false), (nil, [3], true),
            (nil, [2, 3], true), (nil, [1, 2], false), (nil, [4], nil), (1, [3], true),
            (5, [2], true), (2, [2], false), (0, [1], nil),
        ] as [(UInt32?, [UInt32], Bool?)])
    func several(threeGPP: UInt32?, cdma: [UInt32], isRoaming: Bool?) {
        #expect(ModemRegistration.of(threeGPP: threeGPP, cdma: cdma).isRoaming == isRoaming)
    }
}

/// Whether a path is roaming, seen through tunnels and stacked interfaces.
@Suite struct PathRoamingTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let wwan0 = link(3, "wwan0", kind: "wwan", hardwareType: 65534)
    private static let wg0 = link(4, "wg0", kind: "wireguard", hardwareType: 65534)
    private static let wwan1 = link(5, "wwan1", kind: "wwan", hardwareType: 65534)
    private static let channel = link(6, "qmimux0", hardwareType: 65534)
    private static let vlan = link(7, "wwan0.7", kind: "vlan", on: 6)

    private static func reports(_ modems: [(ports: Set<String>, isRoaming: Bool?)])
        -> RoamingReports
    {
        RoamingReports(
            modems: modems.map { ports, isRoaming in
                RoamingReports.Modem(
                    ports: ports,
                    registration: isRoaming.map { ModemRegistration(isRoaming: $0) }
                        ?? .of(threeGPP: 2))
            })
    }

    private static func route(_ index: UInt32, source: String = "192.0.2.7") -> ScriptedRoutes.Route
    {
        ScriptedRoutes.Route(destination: .ipv4, hops: [hop(index)], source: source)
    }

    private static func path(
        over index: UInt32, _ links: [LinkMessage],
        _ modems: [(ports: Set<String>, isRoaming: Bool?)]
    ) throws -> NetworkPath {
        var addresses: [UInt32: [String]] = [3: ["192.0.2.8"], 5: ["198.51.100.7"]]
        addresses[index] = ["192.0.2.7"]
        var state = network([lo] + links, addresses: addresses)
        if links.contains(channel) {
            var device = NetworkDevice()
            device.lowerInterfaces = ["wwan0"]
            state.set(device, of: channel.index)
        }
        _ = state.replaceReports(with: reports(modems))
        return try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: [route(index)]))
    }

    @Test(
        "A path is roaming if a modem is that carries it, and unknown if one does not tell",
        arguments: [
            ("no modem", 2, [eth0], [], nil),
            ("a modem beside the path", 2, [eth0, wwan0], [(["wwan0"], true)], nil),
            ("a modem abroad", 3, [wwan0], [(["cdc-wdm0", "wwan0"], true)], true),
            ("a modem at home", 3, [wwan0], [(["wwan0"], false)], false),
            ("a modem that searches", 3, [wwan0], [(["wwan0"], nil)], nil),
            ("a modem that ModemManager does not know", 3, [wwan0], [(["wwan7"], true)], nil),
            ("a channel of a modem", 6, [wwan0, channel], [(["wwan0"], true)], true),
            (
                "a channel that ModemManager knows itself", 6, [wwan0, channel],
                [(["qmimux0"], false)], false
            ),
            ("two layers above a modem", 7, [wwan0, channel, vlan], [(["wwan0"], false)], false),
            ("a tunnel over a modem", 4, [wwan0, wg0], [(["wwan0"], true)], true),
            ("a tunnel over one of two", 4, [wwan0, wwan1, wg0], [(["wwan0"], true)], true),
            (
                "a tunnel over two, and one tells", 4, [wwan0, wwan1, wg0], [(["wwan0"], false)],
                nil
            ),
            (
                "a tunnel over two at home", 4, [wwan0, wwan1, wg0],
                [(["wwan0"], false), (["wwan1"], false)], false
            ),
        ] as [(String, UInt32, [LinkMessage], [(Set<String>, Bool?)], Bool?)])
    func isRoaming(
        name: String, index: UInt32, links: [LinkMessage], modems: [(Set<String>, Bool?)],
        isRoaming: Bool?
    ) throws {
        let path = try Self.path(over: index, links, modems.map { (ports: $0.0, isRoaming: $0.1) })
        #expect(path.isSatisfied)
        #expect(path.isRoaming == isRoaming)
    }

    @Test("Only cellular interfaces say whether their modem is roaming")
    func interfaces() throws {
        let path = try Self.path(
            over: 4, [Self.wwan0, Self.channel, Self.wg0],
            [(ports: ["wwan0", "wg0"], isRoaming: true)])
        let roaming = path.interfaces.reduce(into: [:]) { $0[$1.name] = $1.isRoaming }
        #expect(roaming == ["wwan0": true, "qmimux0": true])
    }

    @Test("PPP belongs to the modem of its serial line", arguments: [true, false])
    func dialUp(isRoaming: Bool) throws {
        let ppp0 = link(8, "ppp0", kind: "ppp", hardwareType: 512)
        var state = network([Self.lo, ppp0], addresses: [8: ["192.0.2.7"]])
        _ = state.replaceReports(with: Self.reports([(ports: ["ttyUSB2"], isRoaming: isRoaming)]))
        // What it runs over is found out later.
        state.set(.serial(terminal: "/dev/ttyUSB2"), of: 8)
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: [Self.route(8)]))
        #expect(path.connection == .wwan)
        #expect(path.isRoaming == isRoaming)
    }

    @Test("A change of the registration changes the path and the interface, and nothing else")
    func change() throws {
        let before = try Self.path(over: 3, [Self.wwan0], [(ports: ["wwan0"], isRoaming: false)])
        let after = try Self.path(over: 3, [Self.wwan0], [(ports: ["wwan0"], isRoaming: true)])
        #expect(PathChange(from: before, to: after)?.fields == [.isRoaming, .interfaces])
        // What was searched for before is shown nowhere.
        let searching = try Self.path(over: 3, [Self.wwan0], [(ports: ["wwan0"], isRoaming: nil)])
        let absent = try Self.path(over: 3, [Self.wwan0], [])
        #expect(PathChange(from: searching, to: absent) == nil)
    }

    @Test("An unsatisfied path has no answer, and its interfaces have")
    func unsatisfied() throws {
        var state = network([Self.lo, Self.wwan0])
        _ = state.replaceReports(with: Self.reports([(ports: ["wwan0"], isRoaming: true)]))
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: []))
        #expect(!path.isSatisfied)
        #expect(path.isRoaming == nil)
        #expect(path.interfaces.first { $0.name == "wwan0" }?.isRoaming == true)
    }

    @Test(
        "An explanation says who was asked about the modem, and what was said",
        arguments: [
            (RoamingReports(modems: reports([(["wwan0"], true)]).modems), "yes", "is: roaming"),
            (
                RoamingReports(modems: reports([(["wwan0"], nil)]).modems), "unknown",
                "is: searching"
            ),
            (RoamingReports(), "unknown", "ModemManager knows no modem with the interface wwan0"),
            (
                RoamingReports(missingAnswerReason: "ModemManager does not run"), "unknown",
                "ModemManager does not run"
            ),
        ])
    func explanation(reports: RoamingReports, answer: String, fact: String) throws {
        var state = network([Self.lo, Self.wwan0], addresses: [3: ["192.0.2.7"]])
        _ = state.replaceReports(with: reports)
        let explanation = try PathExplanation.evaluate(
            state, oracle: ScriptedRoutes(routes: [Self.route(3)]))
        let answers = explanation.answers.filter { $0.question == .roaming }
        #expect(answers.map(\.subject) == ["path", "wwan0"])
        for each in answers {
            #expect(each.answer == answer)
            #expect(each.evidence.count == 1)
            #expect(each.evidence.first?.source == .modemManager)
            #expect(each.evidence.first?.fact.hasSuffix(fact) == true)
            #expect(each.evidence.first?.decided == true)
        }
    }
}
