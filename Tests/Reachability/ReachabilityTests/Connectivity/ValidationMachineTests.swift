// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// When a path is checked, and which result counts.
@Suite struct ValidationMachineTests {
    /// Something that happens to a machine.
    enum Event: Sendable {
        /// The path leads over an interface and a gateway, free of charge.
        case path(String, gateway: String = "192.0.2.1")
        /// The path is metered.
        case metered(String)
        case offline
        /// Whether results are awaited.
        case awaited(Bool)
        /// The machine has been suspended.
        case slept
        /// A path that is found after a suspend.
        case pathAfterSleep(String)
        /// The result of the check with a number.
        case answered(Int, NetworkPath.Connectivity.Value)
        /// Nothing but the time.
        case time
    }

    /// Events at some times, in seconds, with the consequence of each.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var rules = ValidationMachine.Rules()
        /// The time, the event, then the actions, the connectivity, and when the machine is to be called next.
        var steps: [(at: Int64, event: Event, then: String)]
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "Nothing is checked while no result is awaited",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (1, .path("wlan0"), "; -; never"),
                (2, .time, "; -; never"),
            ]),
        Row(
            name: "Nothing is checked while there is no path",
            steps: [(0, .awaited(true), "; -; never"), (1, .offline, "; -; never")]),
        Row(
            name: "A path is checked at once, and after full at each interval",
            steps: [
                (0, .awaited(true), "; -; never"),
                (1, .path("eth0"), "check 1 over eth0; unknown; 11"),
                (2, .answered(1, .full), "; full; 302"),
                (302, .time, "check 2 over eth0; full; 312"),
                (303, .answered(2, .full), "; full; 603"),
            ]),
        Row(
            name: "The interval is the user's",
            rules: .init(interval: 60_000),
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .answered(1, .full), "; full; 61"),
            ]),
        Row(
            name: "After a portal the path is checked again, from 5 s to 5 min",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (0, .answered(1, .portal), "; portal; 5"),
                (4, .time, "; portal; 5"),
                (5, .time, "check 2 over eth0; portal; 15"),
                (5, .answered(2, .portal), "; portal; 15"),
                (15, .time, "check 3 over eth0; portal; 25"),
                (15, .answered(3, .limited), "; limited; 35"),
                (35, .time, "check 4 over eth0; limited; 45"),
                (35, .answered(4, .limited), "; limited; 75"),
                (75, .time, "check 5 over eth0; limited; 85"),
                (75, .answered(5, .limited), "; limited; 155"),
                (155, .time, "check 6 over eth0; limited; 165"),
                (155, .answered(6, .limited), "; limited; 315"),
                (315, .time, "check 7 over eth0; limited; 325"),
                (315, .answered(7, .limited), "; limited; 615"),
                (615, .time, "check 8 over eth0; limited; 625"),
                (615, .answered(8, .limited), "; limited; 915"),
                (915, .time, "check 9 over eth0; limited; 925"),
                // A success begins the delays again.
                (915, .answered(9, .full), "; full; 1215"),
                (1215, .time, "check 10 over eth0; full; 1225"),
                (1215, .answered(10, .portal), "; portal; 1220"),
            ]),
        Row(
            name: "A result about another path is forgotten, and the new path is checked at once",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .answered(1, .full), "; full; 301"),
                (2, .path("wlan0"), "check 2 over wlan0; unknown; 12"),
                (3, .answered(2, .portal), "; portal; 8"),
                (4, .path("wlan0", gateway: "192.0.2.2"), "check 3 over wlan0; unknown; 14"),
                (5, .answered(3, .full), "; full; 305"),
            ]),
        Row(
            name: "The delays begin again with another path",
            steps: [
                (0, .path("wlan0"), "; -; never"),
                (0, .awaited(true), "check 1 over wlan0; unknown; 10"),
                (0, .answered(1, .portal), "; portal; 5"),
                (5, .time, "check 2 over wlan0; portal; 15"),
                (5, .answered(2, .portal), "; portal; 15"),
                (6, .path("eth0"), "check 3 over eth0; unknown; 16"),
                (7, .answered(3, .portal), "; portal; 12"),
            ]),
        Row(
            name: "A path that returns is another path",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .answered(1, .full), "; full; 301"),
                (2, .offline, "; -; never"),
                (3, .path("eth0"), "check 2 over eth0; unknown; 13"),
            ]),
        Row(
            name: "The same path again is no reason to check",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .path("eth0"), "; unknown; 10"),
                (2, .answered(1, .portal), "; portal; 7"),
                (3, .path("eth0"), "; portal; 7"),
            ]),
        Row(
            name: "The result of a check that was cancelled is ignored",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .path("wlan0"), "cancel, check 2 over wlan0; unknown; 11"),
                (2, .answered(1, .full), "; unknown; 11"),
                (3, .answered(2, .portal), "; portal; 8"),
                (4, .answered(2, .full), "; portal; 8"),
            ]),
        Row(
            name: "A check without a result is limited after 10 s",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (9, .time, "; unknown; 10"),
                (10, .time, "cancel; limited; 15"),
                (11, .answered(1, .full), "; limited; 15"),
                (15, .time, "check 2 over eth0; limited; 25"),
            ]),
        Row(
            name: "A metered path is not checked",
            steps: [
                (0, .awaited(true), "; -; never"),
                (0, .metered("wwan0"), "; -; never"),
                (1, .path("wwan0"), "check 1 over wwan0; unknown; 11"),
                (2, .answered(1, .full), "; full; 302"),
                (3, .metered("wwan0"), "; -; never"),
                (4, .path("wwan0"), "check 2 over wwan0; unknown; 14"),
                (5, .metered("wwan0"), "cancel; -; never"),
            ]),
        Row(
            name: "A metered path is checked if the user allows it",
            rules: .init(onMetered: true),
            steps: [
                (0, .awaited(true), "; -; never"),
                (0, .metered("wwan0"), "check 1 over wwan0; unknown; 10"),
                (1, .answered(1, .full), "; full; 301"),
                (2, .path("wwan0"), "; full; 301"),
            ]),
        Row(
            name:
                "Once no result is awaited nothing is checked, and a result counts until it is out of date",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .awaited(false), "cancel; -; never"),
                (2, .awaited(true), "check 2 over eth0; unknown; 12"),
                (3, .answered(2, .full), "; full; 303"),
                (4, .awaited(false), "; full; never"),
                (5, .awaited(true), "; full; 303"),
                (6, .awaited(false), "; full; never"),
                (303, .time, "; -; never"),
                (304, .awaited(true), "check 3 over eth0; unknown; 314"),
            ]),
        Row(
            name:
                "After a suspend a finding is forgotten for the same path, also when a check is due",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .answered(1, .full), "; full; 301"),
                (400, .pathAfterSleep("eth0"), "check 2 over eth0; unknown; 410"),
                (401, .pathAfterSleep("eth1"), "cancel, check 3 over eth1; unknown; 411"),
            ]),
        Row(
            name: "What was found before a suspend is forgotten, and the path is checked at once",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .answered(1, .full), "; full; 301"),
                (2, .slept, "check 2 over eth0; unknown; 12"),
                // A check that was under way may have failed for the suspend.
                (3, .slept, "cancel, check 3 over eth0; unknown; 13"),
                (4, .answered(2, .limited), "; unknown; 13"),
                (5, .answered(3, .portal), "; portal; 10"),
                (10, .time, "check 4 over eth0; portal; 20"),
                (11, .answered(4, .portal), "; portal; 21"),
                // The delays begin again.
                (12, .slept, "check 5 over eth0; unknown; 22"),
                (13, .answered(5, .portal), "; portal; 18"),
            ]),
        Row(
            name: "After a suspend nothing is known that is not awaited",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (1, .answered(1, .full), "; full; 301"),
                (2, .awaited(false), "; full; never"),
                (3, .slept, "; -; never"),
                (4, .awaited(true), "check 2 over eth0; unknown; 14"),
            ]),
        Row(
            name: "A suspend without a path to check has no effect",
            steps: [
                (0, .awaited(true), "; -; never"), (1, .slept, "; -; never"),
                (2, .metered("wwan0"), "; -; never"), (3, .slept, "; -; never"),
            ]),
        Row(
            name: "The wait for a repetition lasts however often a wait begins",
            steps: [
                (0, .path("eth0"), "; -; never"),
                (0, .awaited(true), "check 1 over eth0; unknown; 10"),
                (0, .answered(1, .portal), "; portal; 5"),
                (1, .awaited(false), "; portal; never"),
                (2, .awaited(true), "; portal; 5"),
            ]),
    ]

    @Test("Paths are checked while results are awaited", arguments: rows)
    func steps(row: Row) {
        var machine = ValidationMachine(row.rules)
        for (number, step) in row.steps.enumerated() {
            let now = step.at * 1000
            let actions = machine.receive(step.event, now: now)
            let connectivity = machine.connectivity(now: now)?.value.rawValue ?? "-"
            let due = machine.due.map { "\($0 / 1000)" } ?? "never"
            let then =
                actions.map(\.text).joined(separator: ", ") + "; \(connectivity); \(due)"
            #expect(then == step.then, "step \(number) at \(step.at) s")
        }
    }

    @Test("A result is the probe's")
    func source() {
        var machine = ValidationMachine()
        _ = machine.receive(.path("eth0"), now: 0)
        _ = machine.receive(.awaited(true), now: 0)
        #expect(machine.connectivity(now: 0) == .unknown)
        _ = machine.receive(.answered(1, .full), now: 0)
        #expect(machine.connectivity(now: 0) == .init(.full, source: .probe))
    }
}

extension ValidationMachine {
    fileprivate mutating func receive(
        _ event: ValidationMachineTests.Event, now: Int64
    ) -> [Action] {
        switch event {
        case .path(let interface, let gateway):
            pathChanged(
                ValidationSubject(interface: interface, gateways: [gateway]), isMetered: false,
                now: now)
        case .metered(let interface):
            pathChanged(
                ValidationSubject(interface: interface, gateways: ["192.0.2.1"]), isMetered: true,
                now: now)
        case .offline: pathChanged(nil, isMetered: false, now: now)
        case .awaited(let isAwaited): setAwaited(isAwaited, now: now)
        case .answered(let number, let value):
            answered(number, ConnectivityAnswer(value), now: now)
        case .slept: slept(now: now)
        case .pathAfterSleep(let interface):
            pathChanged(
                ValidationSubject(interface: interface, gateways: ["192.0.2.1"]), isMetered: false,
                hasSlept: true, now: now)
        case .time: timeCame(now: now)
        }
    }
}

extension ValidationMachine.Action {
    fileprivate var text: String {
        switch self {
        case .check(let attempt): "check \(attempt.number) over \(attempt.interface)"
        case .cancel: "cancel"
        }
    }
}
