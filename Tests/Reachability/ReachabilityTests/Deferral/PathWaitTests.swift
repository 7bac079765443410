// SPDX-License-Identifier: Apache-2.0

import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability

/// Waits for a path that meets constraints: the gate with a deadline, then monitors of a scripted network.
@Suite(.timeLimit(.minutes(10))) struct PathWaitTests {
    /// A wait for an unmetered path. Times are in seconds.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var timeout: Int?
        var stability = 0
        /// When a path was received, and whether it meets the constraints.
        var paths: [(at: Int, meets: Bool)]
        var now: Int
        /// The next step: `waits until TIME`, `found`, or `timed out`.
        var step: String
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "no path yet", timeout: nil, paths: [], now: 0, step: "waits"),
        Row(
            name: "no path yet, and the time has passed", timeout: 5, paths: [], now: 9,
            step: "waits until 10"),
        Row(
            name: "no path yet, long after the time", timeout: 5, paths: [], now: 10,
            step: "timed out"),
        Row(
            name: "the path as it is", timeout: nil, paths: [(0, true)], now: 0, step: "found"),
        Row(
            name: "the path as it is, without time", timeout: 0, paths: [(1, true)], now: 1,
            step: "found"),
        Row(
            name: "another path, without time", timeout: 0, paths: [(1, false)], now: 1,
            step: "timed out"),
        Row(
            name: "another path, without limit", timeout: nil, paths: [(0, false)], now: 9,
            step: "waits"),
        Row(
            name: "another path, with time left", timeout: 5, paths: [(0, false)], now: 1,
            step: "waits until 5"),
        Row(
            name: "a path in time", timeout: 5, paths: [(0, false), (4, true)], now: 4,
            step: "found"),
        Row(
            name: "a path too late", timeout: 5, paths: [(0, false), (6, true)], now: 6,
            step: "timed out"),
        Row(
            name: "not stable yet", timeout: nil, stability: 3, paths: [(1, true)], now: 2,
            step: "waits until 4"),
        Row(
            name: "stable", timeout: nil, stability: 3, paths: [(1, true), (2, true)], now: 4,
            step: "found"),
        Row(
            name: "interrupted", timeout: nil, stability: 3,
            paths: [(1, true), (2, false), (3, true)], now: 4, step: "waits until 6"),
        Row(
            name: "stable at the last moment", timeout: 4, stability: 3, paths: [(1, true)],
            now: 9, step: "found"),
        Row(
            name: "not stable in time", timeout: 3, stability: 3, paths: [(1, true)], now: 2,
            step: "waits until 3"),
        Row(
            name: "stable too late", timeout: 3, stability: 3, paths: [(1, true)], now: 9,
            step: "timed out"),
        Row(
            name: "durations without bound", timeout: .max, stability: .max,
            paths: [(0, true)], now: 1, step: "waits until 3155760000"),
        Row(
            name: "negative durations", timeout: -1, stability: -1, paths: [(0, true)], now: 1,
            step: "found"),
    ]

    @Test("The next step follows from the paths so far", arguments: rows)
    func step(row: Row) {
        var gate = ConditionGate(stability: Duration.seconds(row.stability).bounded)
        for (time, meets) in row.paths {
            if meets { gate.hold(at: .seconds(time)) } else { gate.lose(at: .seconds(time)) }
        }
        let deadline = PathMonitor.deadline(
            row.timeout.map { .seconds($0) }, firstPath: row.paths.first.map { .seconds($0.at) })
        let step =
            switch gate.next(at: .seconds(row.now), deadline: deadline) {
            case .wait(nil): "waits"
            case .wait(let until?): "waits until \(until.components.seconds)"
            case .timedOut: "timed out"
            case .open: "found"
            }
        #expect(step == row.step)
    }

    private let network = ScriptedNetwork()
    private let clock = ManualClock()

    @Test("The current path is returned at once if it meets the constraints")
    func itHoldsAlready() async throws {
        network.connect(.wifi, name: "wlan0", metered: .no)
        let path = try await PathMonitor(network).path(when: .unmetered, timeout: .zero)
        #expect(path?.primary?.name == "wlan0")
        #expect(path?.isSatisfied == true && path?.satisfies(.unmetered) == true)
    }

    @Test(
        "The first answers on what the path costs are waited for, also without time",
        arguments: [(.guessYes, false), (.unknown, true)] as [(Metered.Value, Bool)])
    func answers(metered: Metered.Value, isFound: Bool) async throws {
        network.setAwaitsAnswers(true)
        network.connect(.wifi, name: "wlan0", metered: .unknown)
        let monitor = PathMonitor(network)
        async let path = monitor.path(when: .unmetered, timeout: .zero, clock: clock)
        // It waits at most five seconds for the path.
        await until { clock.sleepers == 1 }
        network.connect(.wifi, name: "wlan0", metered: metered)
        #expect(clock.sleepers == 1)
        network.setAwaitsAnswers(false)
        #expect(try await path?.connection == (isFound ? .wifi : nil))
    }

    @Test("A path is returned as soon as it meets the constraints")
    func itComes() async throws {
        network.connect(.wwan, name: "wwan0", metered: .yes)
        let monitor = PathMonitor(network)
        async let path = monitor.path(when: .unmetered, timeout: .seconds(60), clock: clock)
        await until { clock.sleepers == 1 }
        #expect(!monitor.currentPath.satisfies(.unmetered))
        network.connect(.wifi, name: "wlan0", metered: .no)
        #expect(try await path?.primary?.name == "wlan0")
        #expect(clock.sleepers == 0)
    }

    @Test("After the timeout there is no path")
    func timeout() async throws {
        let monitor = PathMonitor(network)
        async let path = monitor.path(when: .connected, timeout: .seconds(60), clock: clock)
        await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(60))
        #expect(try await path == nil)
        // The monitor continues.
        network.connect(.wifi, name: "wlan0")
        #expect(try await monitor.path(when: .connected)?.connection == .wifi)
    }

    @Test("Paths that do not meet the constraints set no further alarm")
    func oneAlarm() async throws {
        let monitor = PathMonitor(network)
        var paths = monitor.makeAsyncIterator()
        _ = await paths.next()
        async let path = monitor.path(when: .unmetered, timeout: .seconds(60), clock: clock)
        await until { clock.sleepers == 1 }
        for number in 0..<10 {
            network.connect(.wwan, name: "wwan\(number)", metered: .yes, metric: 10 - number)
            #expect(await paths.next()?.primary?.name == "wwan\(number)")
        }
        clock.advance(by: .seconds(60))
        #expect(try await path == nil)
        #expect(clock.sleepsSinceStart == 1)
    }

    @Test("An interruption starts the stable time again")
    func stability() async throws {
        network.connect(.wifi, name: "wlan0")
        let monitor = PathMonitor(network)
        var paths = monitor.makeAsyncIterator()
        async let path = monitor.path(when: .connected, stability: .seconds(10), clock: clock)
        await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(9))
        network.disconnect("wlan0")
        await until { clock.sleepers == 0 }
        network.connect(.wwan, name: "wwan0")
        await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        #expect(try await path?.connection == .wwan)
        #expect(await paths.next()?.connection == .wwan)
    }

    @Test("Without bound, durations neither trap nor pass")
    func withoutBound() async throws {
        let monitor = PathMonitor(network)
        async let path = monitor.path(when: .connected, timeout: .seconds(Int64.max))
        var paths = monitor.makeAsyncIterator()
        _ = await paths.next()
        network.connect(.wifi, name: "wlan0")
        #expect(try await path?.connection == .wifi)
    }

    @Test("The cancellation of the task or of the monitor ends a wait with an error")
    func cancellation() async {
        let monitor = PathMonitor(network)
        let task = Task { [clock] in
            try await monitor.path(when: .connected, timeout: .seconds(60), clock: clock)
        }
        await until { clock.sleepers == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await until { clock.sleepers == 0 }
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await monitor.path(when: .connected, timeout: .zero)
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        let other = Task { try await monitor.path(when: .connected) }
        monitor.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
        await #expect(throws: CancellationError.self) {
            try await monitor.path(when: .connected, timeout: .zero)
        }
    }

    @Test("A wait leaves no consumer behind")
    func nothingIsLeft() async throws {
        network.connect(.wifi, name: "wlan0")
        let observer = PathMonitor(network)
        do {
            let monitor = PathMonitor(network)
            _ = try await monitor.path(when: .connected)
            #expect(observer.mode == .events)
        }
        await until { observer.mode == .idle }
    }
}
