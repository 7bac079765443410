// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// The validation of a monitor as a value.
@Suite struct MonitorValidationStateTests {
    private let network = ScriptedNetwork()
    private var validation = MonitorValidation(.probe(ScriptedProbe()))

    private func path(over name: String, metered: Metered.Value? = nil) -> NetworkPath {
        network.connect(.wifi, name: name, metered: metered)
        return PathMonitor(network).currentPath
    }

    /// The actions for a monitor with a handler, in short.
    private mutating func actions(now: Int64) -> [String] {
        validation.takeActions(hasHandler: true, now: now).map { action in
            switch action {
            case .check(let attempt): "check \(attempt.number) \(attempt.interface)"
            case .cancelCheck: "cancel"
            case .wakeValidation: "wake"
            case let other: "\(other)"
            }
        }
    }

    @Test("An update that was overtaken is no path to check")
    mutating func overtakenUpdate() {
        let old = PathUpdate(path: path(over: "wlan0"), resyncs: 0, sequence: 1)
        network.disconnect("wlan0")
        let new = PathUpdate(path: path(over: "wlan1"), resyncs: 0, sequence: 2)
        _ = validation.receive(new, now: 0)
        let first = actions(now: 0)
        #expect(first == ["check 1 wlan1", "wake"])
        for overtaken in [old, PathUpdate(path: old.path, resyncs: 0, sequence: 2)] {
            let returned = validation.receive(overtaken, now: 1)
            #expect(returned.path == old.path)
            #expect(validation.path(now: 1)?.primary?.name == "wlan1")
            let further = actions(now: 1)
            #expect(further == [])
        }
    }

    @Test("A cost that is known already is not waited for")
    mutating func knownCost() {
        let path = path(over: "wlan0", metered: .no)
        _ = validation.receive(
            PathUpdate(path: path, resyncs: 0, sequence: 1, awaitsAnswers: true), now: 0)
        let first = actions(now: 0)
        #expect(first == ["check 1 wlan0", "wake"])
    }

    @Test("What was found before a suspend is forgotten")
    mutating func suspend() {
        _ = validation.receive(
            PathUpdate(path: path(over: "wlan0"), resyncs: 0, sequence: 1), now: 0)
        let first = actions(now: 0)
        #expect(first == ["check 1 wlan0", "wake"])
        validation.answered(1, ConnectivityAnswer(.full), now: 1)
        let second = actions(now: 1)
        #expect(second == [])
        #expect(validation.path(now: 2)?.connectivity.value == .full)
        validation.suspended = ClockOffset(milliseconds: -3_600_000)
        let third = actions(now: 2)
        #expect(third == ["check 2 wlan0"])
        #expect(validation.path(now: 2)?.connectivity.value == .unknown)
    }

    @Test("The task of the check that is under way is cancelled, and no other")
    mutating func tasks() {
        let task = Task {}
        _ = validation.receive(
            PathUpdate(path: path(over: "wlan0"), resyncs: 0, sequence: 1), now: 0)
        let first = actions(now: 0)
        #expect(first == ["check 1 wlan0", "wake"])
        let isOtherWanted = validation.started(2, task)
        #expect(!isOtherWanted)
        let isWanted = validation.started(1, task)
        #expect(isWanted)
        // The result of another check is not that of this one.
        validation.answered(2, ConnectivityAnswer(.full), now: 1)
        network.disconnect("wlan0")
        _ = validation.receive(
            PathUpdate(path: path(over: "wlan1"), resyncs: 0, sequence: 2), now: 2)
        let second = actions(now: 2)
        #expect(second == ["cancel", "check 2 wlan1"])
        // The task of a check that has ended is let go.
        let isNextWanted = validation.started(2, task)
        #expect(isNextWanted)
        validation.answered(2, ConnectivityAnswer(.full), now: 3)
        network.disconnect("wlan1")
        _ = validation.receive(
            PathUpdate(path: path(over: "wlan2"), resyncs: 0, sequence: 3), now: 4)
        let third = actions(now: 4)
        #expect(!third.contains("cancel"))
    }
}
