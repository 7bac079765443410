// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// Whether a condition has held for long enough: the gate alone.
@Suite struct ConditionGateTests {
    /// What the gate gets, and when.
    enum Event: Sendable {
        case hold(Int)
        case lose(Int, grace: Int = 0)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var stability = 0
        var events: [Event]
        var now: Int
        var isOpen: Bool
        var opening: Int?
        var closing: Int?
    }

    static let rows = [
        Row(testDescription: "nothing is known", events: [], now: 9, isOpen: false),
        Row(testDescription: "it holds", events: [.hold(1)], now: 1, isOpen: true, opening: 1),
        Row(testDescription: "it does not hold", events: [.lose(1)], now: 1, isOpen: false),
        Row(
            testDescription: "it holds, not yet for long enough", stability: 3, events: [.hold(1)],
            now: 3, isOpen: false, opening: 4),
        Row(
            testDescription: "it has held for long enough", stability: 3,
            events: [.hold(1), .hold(2)], now: 4, isOpen: true, opening: 4),
        Row(
            testDescription: "it was lost before it had held for long enough", stability: 3,
            events: [.hold(1), .lose(3, grace: 5)], now: 3, isOpen: false),
        Row(
            testDescription: "a loss begins the time again", stability: 3,
            events: [.hold(1), .lose(2), .hold(2)], now: 4, isOpen: false, opening: 5),
        Row(
            testDescription: "a loss without grace", events: [.hold(1), .lose(5)], now: 5,
            isOpen: false, closing: 5),
        Row(
            testDescription: "a loss within its grace", events: [.hold(1), .lose(5, grace: 2)],
            now: 6, isOpen: true, closing: 7),
        Row(
            testDescription: "a loss after its grace", events: [.hold(1), .lose(5, grace: 2)],
            now: 7, isOpen: false, closing: 7),
        Row(
            testDescription: "of two losses the earlier end counts",
            events: [.hold(1), .lose(5, grace: 2), .lose(6, grace: 2)], now: 6, isOpen: true,
            closing: 7),
        Row(
            testDescription: "a second loss without grace counts at once",
            events: [.hold(1), .lose(5, grace: 9), .lose(6)], now: 6, isOpen: false, closing: 6),
        Row(
            testDescription: "a loss that was short enough is forgotten", stability: 3,
            events: [.hold(1), .lose(5, grace: 2), .hold(6)], now: 6, isOpen: true, opening: 4),
        Row(
            testDescription: "a loss that was too long begins the time again", stability: 3,
            events: [.hold(1), .lose(5, grace: 2), .hold(7)], now: 9, isOpen: false, opening: 10),
    ]

    @Test(
        "A gate opens after its stable time, and closes after the grace of a loss", arguments: rows)
    func gate(row: Row) {
        var gate = ConditionGate(stability: row.stability)
        for event in row.events {
            switch event {
            case .hold(let time): gate.hold(at: time)
            case .lose(let time, let grace): gate.lose(at: time, grace: grace)
            }
        }
        #expect(gate.isOpen(at: row.now) == row.isOpen)
        #expect(gate.opening == row.opening)
        #expect(gate.closing == row.closing)
        #expect(gate.holds == (row.opening != nil))
    }
}
