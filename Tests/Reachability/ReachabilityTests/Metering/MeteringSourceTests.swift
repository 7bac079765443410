// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// What each source says of an interface, and how much it counts.
@Suite struct MeteringSourceTests {
    private static func subject(
        _ type: InterfaceType,
        isVirtual: Bool = false,
        traits: Classification.Traits = [],
        decidedBy: Fact = .nothing,
        override: InterfaceOverride? = nil,
        plan: DataPlan? = nil,
        lower: [LowerMetering] = [],
        _ change: (inout NetworkState.Interface.Inheritable) -> Void = { _ in }
    ) -> MeteringSource.Subject {
        let classification = Classification(
            type: type, isVirtual: isVirtual, confidence: .high, decidedBy: decidedBy,
            traits: traits)
        var interface = NetworkState.Interface.Inheritable(
            name: "eth0", classification: classification)
        change(&interface)
        return MeteringSource.Subject(
            interface: interface, override: override, plan: plan, lower: lower)
    }

    private static func subject(
        _ type: InterfaceType, _ answer: NetworkManagerAnswer
    ) -> MeteringSource.Subject {
        subject(type) { $0.reports[NetworkManagerAnswer.self] = answer }
    }

    private static func lower(
        _ value: Metered.Value, _ detail: String = "it says so", isAnswerMissing: Bool = false
    ) -> LowerMetering {
        LowerMetering(
            name: "wlan0", metered: Metered(value, source: .networkManager, detail: detail),
            isStacked: false, isAnswerMissing: isAnswerMissing)
    }

    private static let script = MeteredStatement(
        priority: .override, metered: Metered(.guessYes, source: .override, detail: "script"))

    /// A statement of each source, at each of its priorities.
    static let statements:
        [(MeteringSource.Subject, MeteredPriority, Metered.Value, Metered.Source)] = [
            (
                subject(.wifi, override: InterfaceOverride(isMetered: true)), .override, .yes,
                .override
            ),
            (
                subject(.wifi, override: InterfaceOverride(isMetered: false)), .override, .no,
                .override
            ),
            (
                subject(.wifi) { $0.reports[MeteredStatement.self] = script }, .override, .guessYes,
                .override
            ),
            (subject(.wwan, plan: DataPlan(name: "LTE", limit: 1)), .plan, .yes, .plan),
            (subject(.wifi, .metered(.yes)), .connectionProfile, .yes, .networkManager),
            (subject(.wwan, .metered(.no)), .connectionProfile, .no, .networkManager),
            (subject(.wifi, .metered(.guessYes)), .announcement, .guessYes, .networkManager),
            (subject(.vpn, .metered(.guessYes)), .announcement, .guessYes, .networkManager),
            (subject(.wifi, .missing("it starts")), .missingAnswer, .unknown, .noSource),
            (subject(.wifi, .metered(.guessNo)), .networkManagerGuess, .guessNo, .networkManager),
            (
                subject(.ethernet, isVirtual: true) {
                    $0.reports[NetworkManagerAnswer.self] = .metered(.guessNo)
                }, .networkManagerGuess, .guessNo, .networkManager
            ),
            (subject(.vpn, lower: [lower(.guessNo)]), .underlay, .guessNo, .underlay),
            (
                subject(.vpn, lower: [lower(.unknown, isAnswerMissing: true)]), .missingAnswer,
                .unknown, .noSource
            ),
            (
                subject(.wifi) {
                    $0.reports[DHCPLeaseReports.Report.self] = .init(isMetered: true)
                },
                .announcement, .guessYes, .dhcp
            ),
            (
                subject(.wifi) {
                    $0.wireless = WirelessInterface(index: 2, mode: 2, cost: .fixed)
                }, .announcement, .guessYes, .accessPoint
            ),
            (
                subject(.wifi) {
                    $0.wireless = WirelessInterface(index: 2, mode: 2, cost: .variable)
                }, .announcement, .guessYes, .accessPoint
            ),
            (subject(.wwan), .interfaceType, .guessYes, .interfaceType),
            (
                subject(.wwan, decidedBy: .pppTransport(.serial(terminal: "/dev/ttyUSB0"))),
                .interfaceType, .guessYes, .interfaceType
            ),
            (subject(.bluetooth), .interfaceType, .guessYes, .interfaceType),
            (subject(.ethernet), .hardware, .guessNo, .interfaceType),
            (subject(.ethernet, traits: .tethered), .tethering, .guessYes, .tethering),
            // A VLAN on a phone.
            (
                subject(.ethernet, isVirtual: true, traits: .tethered), .tethering, .guessYes,
                .tethering
            ),
        ]

    private static func statements(_ subject: MeteringSource.Subject) -> [MeteredStatement] {
        MeteringSource.all.compactMap { $0.statement(subject) }
    }

    @Test("What a source says", arguments: statements)
    func says(
        of subject: MeteringSource.Subject, priority: MeteredPriority, value: Metered.Value,
        source: Metered.Source
    ) {
        let statement = Self.statements(subject).deciding
        #expect(statement?.priority == priority)
        #expect(statement?.metered.value == value)
        #expect(statement?.metered.source == source)
    }

    @Test(
        "Where no source says anything, the cost is unknown",
        arguments: [
            subject(.wifi), subject(.ethernet, isVirtual: true), subject(.vpn, isVirtual: true),
            subject(.other), subject(.loopback, isVirtual: true),
            // NetworkManager's guess goes by the class of a device alone.
            subject(.vpn, .metered(.guessNo)), subject(.other, .metered(.guessNo)),
            subject(.loopback, .metered(.guessNo)), subject(.wifi, .metered(.unknown)),
            subject(.loopback, .missing("it starts")),
            subject(.wifi, override: InterfaceOverride(isConstrained: true)),
            subject(.wifi) { $0.wireless = WirelessInterface(index: 2, mode: 2) },
            subject(.wifi) {
                $0.wireless = WirelessInterface(index: 2, mode: 2, cost: .unrestricted)
            },
            subject(.vpn, lower: [lower(.unknown)]),
        ])
    func saysNothing(of subject: MeteringSource.Subject) {
        #expect(Self.statements(subject).isEmpty)
        let metered = Metered.unknown(subject)
        #expect(metered.value == .unknown)
        #expect(metered.source == .noSource)
    }

    @Test("What NetworkManager guesses of a modem and of Bluetooth does not count")
    func guessOfAnExpensiveType() {
        for type in [InterfaceType.wwan, .bluetooth] {
            let statements = Self.statements(Self.subject(type, .metered(.guessNo)))
            #expect(statements.map(\.metered.source) == [.interfaceType])
        }
    }

    @Test(
        "The higher priority decides, whatever the statements say",
        arguments: MeteredPriority.allCases, MeteredPriority.allCases)
    func priorities(_ one: MeteredPriority, _ other: MeteredPriority) {
        for (first, second) in [(Metered.Value.yes, Metered.Value.no), (.no, .yes)] {
            let statements = [
                MeteredStatement(one, first, .noSource, ""),
                MeteredStatement(other, second, .noSource, ""),
            ]
            let expected: Metered.Value = one == other ? .yes : one < other ? first : second
            #expect(statements.deciding?.metered.value == expected)
        }
    }

    @Test("Without a statement nothing is decided")
    func nothingDecided() {
        #expect([MeteredStatement]().deciding == nil)
    }

    @Test(
        "Of several interfaces below, the most expensive counts",
        arguments: [
            ([Metered.Value.guessNo, .guessYes], Metered.Value.guessYes),
            ([.guessYes, .yes, .no], .yes),
            ([.no, .guessNo], .guessNo),
            ([.no, .unknown, .guessYes], .guessYes),
        ])
    func below(_ values: [Metered.Value], mostExpensive: Metered.Value) {
        let subject = Self.subject(.vpn, lower: values.map { Self.lower($0) })
        let metered = Metered(mostExpensive, source: .underlay, detail: "wlan0: it says so")
        #expect(Self.statements(subject).map(\.metered) == [metered])
    }

    @Test("Where an interface below may cost, one whose answer is missing does not hide it")
    func missingAnswerBelow() {
        let lower = [Self.lower(.guessNo, isAnswerMissing: true), Self.lower(.unknown)]
        #expect(Self.statements(Self.subject(.vpn, lower: lower)).first?.priority == .missingAnswer)
    }

    @Test("An unknown cost is explained by the interface below")
    func unknownBelow() {
        let subject = Self.subject(
            .vpn, isVirtual: true, lower: [Self.lower(.unknown, "nothing tells")])
        #expect(Metered.unknown(subject).detail == "wlan0: nothing tells")
    }

    @Test("The reason names the interface at the bottom")
    func detailFromAbove() {
        let bridge = LowerMetering(
            name: "br0",
            metered: Metered(.guessYes, source: .underlay, detail: "wwan0: a cellular network"),
            isStacked: true)
        let statements = Self.statements(Self.subject(.vpn, lower: [bridge]))
        #expect(statements.map(\.metered.detail) == ["wwan0: a cellular network"])
    }

    @Test(
        "Only what is metered, for certain or probably, is expensive",
        arguments: [
            (Metered.Value.yes, true), (.guessYes, true), (.no, false), (.guessNo, false),
            (.unknown, false),
        ])
    func expensive(value: Metered.Value, isExpensive: Bool) {
        #expect(Metered(value, source: .noSource, detail: "").isExpensive == isExpensive)
    }
}
