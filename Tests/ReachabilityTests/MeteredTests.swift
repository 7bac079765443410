// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import Reachability

@Suite struct MeteredTests {
    private static func classification(
        _ type: InterfaceType,
        isVirtual: Bool = false,
        traits: Classification.Traits = [],
        decidedBy: Fact = .nothing
    ) -> Classification {
        Classification(
            type: type, isVirtual: isVirtual, confidence: .high, decidedBy: decidedBy,
            traits: traits)
    }

    @Test(
        "What a type says",
        arguments: [
            (classification(.wwan), Metered.Value.guessYes, Metered.Source.interfaceType),
            (classification(.bluetooth), .guessYes, .interfaceType),
            (
                classification(.wwan, decidedBy: .pppTransport(.serial(terminal: "/dev/ttyUSB0"))),
                .guessYes, .interfaceType
            ),
            (classification(.ethernet, traits: .tethered), .guessYes, .tethering),
            (classification(.ethernet), .guessNo, .interfaceType),
        ])
    func types(_ classification: Classification, value: Metered.Value, source: Metered.Source) {
        let statement = Metered.statement(of: classification)
        #expect(statement?.metered.value == value)
        #expect(statement?.metered.source == source)
    }

    @Test(
        "What says nothing",
        arguments: [
            classification(.wifi), classification(.ethernet, isVirtual: true),
            classification(.vpn, isVirtual: true), classification(.other),
            classification(.loopback, isVirtual: true),
        ])
    func silence(_ classification: Classification) {
        #expect(Metered.statement(of: classification) == nil)
        let metered = Metered.unknown(of: classification, below: [])
        #expect(metered.value == .unknown)
        #expect(metered.source == .nobody)
    }

    /// Each rung against each other: the higher one decides, whatever they say.
    @Test(arguments: MeteredRung.allCases, MeteredRung.allCases)
    func theHigherRungDecides(_ one: MeteredRung, _ other: MeteredRung) {
        for (first, second) in [(Metered.Value.yes, Metered.Value.no), (.no, .yes)] {
            let statements = [
                MeteredStatement(rung: one, metered: Metered(first, source: .nobody, detail: "")),
                MeteredStatement(
                    rung: other, metered: Metered(second, source: .nobody, detail: "")),
            ]
            let expected: Metered.Value =
                one == other ? .yes : one < other ? first : second
            #expect(statements.deciding?.metered.value == expected)
        }
    }

    @Test func nothingSaidNothingDecided() {
        #expect([MeteredStatement]().deciding == nil)
    }

    @Test(
        "What NetworkManager's word is worth",
        arguments: [
            (
                NetworkManagerMetered.yes, InterfaceType.wifi, MeteredRung.networkManager,
                Metered.Value.yes
            ),
            (.no, .wwan, .networkManager, .no),
            (.guessYes, .ethernet, .announced, .guessYes),
            (.guessYes, .vpn, .announced, .guessYes),
            (.guessNo, .ethernet, .networkManagerGuess, .guessNo),
            (.guessNo, .wifi, .networkManagerGuess, .guessNo),
        ])
    func networkManager(
        _ word: NetworkManagerMetered, of type: InterfaceType, rung: MeteredRung,
        value: Metered.Value
    ) {
        let statement = word.statement(of: type)
        #expect(statement?.rung == rung)
        #expect(statement?.metered.value == value)
        #expect(statement?.metered.source == .networkManager)
    }

    @Test(
        "Where NetworkManager's guess goes by the class of a device alone",
        arguments: [InterfaceType.vpn, .other, .wwan, .bluetooth, .loopback])
    func worthlessGuess(_ type: InterfaceType) {
        #expect(NetworkManagerMetered.guessNo.statement(of: type) == nil)
        #expect(NetworkManagerMetered.unknown.statement(of: type) == nil)
    }

    @Test(
        "Of several interfaces the dearest counts",
        arguments: [
            ([Metered.Value.guessNo, .guessYes], Metered.Value.guessYes),
            ([.guessYes, .yes, .no], .yes),
            ([.no, .guessNo], .guessNo),
        ])
    func below(_ values: [Metered.Value], dearest: Metered.Value) {
        let lower = values.map {
            NamedMetered(
                name: "eth0", metered: Metered($0, source: .networkManager, detail: "it says so"),
                isStacked: false)
        }
        let statement = Metered.statement(below: lower)
        #expect(statement?.rung == .underlay)
        #expect(
            statement?.metered == Metered(dearest, source: .underlay, detail: "eth0: it says so"))
    }

    @Test func whatIsBelowAndUnknownSaysNothing() {
        let lower = NamedMetered(
            name: "wlan0", metered: Metered(.unknown, source: .nobody, detail: "no word"),
            isStacked: false)
        #expect(Metered.statement(below: [lower]) == nil)
        #expect(Metered.statement(below: []) == nil)
        let tunnel = Self.classification(.vpn, isVirtual: true)
        #expect(Metered.unknown(of: tunnel, below: [lower]).detail == "wlan0: no word")
    }

    @Test func theReasonNamesTheInterfaceAtTheBottom() {
        let bridge = NamedMetered(
            name: "br0",
            metered: Metered(.guessYes, source: .underlay, detail: "wwan0: a cellular network"),
            isStacked: true)
        #expect(Metered.statement(below: [bridge])?.metered.detail == "wwan0: a cellular network")
    }

    @Test(arguments: [
        (Metered.Value.yes, true), (.guessYes, true), (.no, false), (.guessNo, false),
        (.unknown, false),
    ])
    func expensive(value: Metered.Value, isExpensive: Bool) {
        #expect(Metered(value, source: .nobody, detail: "").isExpensive == isExpensive)
    }
}
