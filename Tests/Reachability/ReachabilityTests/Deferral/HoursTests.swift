// SPDX-License-Identifier: Apache-2.0

import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability

/// Queues and waits with hours of the day, on a local clock that stands still until it is moved.
@Suite(.timeLimit(.minutes(10))) struct HoursTests {
    private let bench = QueueBench()
    private var network: ScriptedNetwork { bench.network }
    private var clock: ManualClock { bench.clock }
    private let atNight: NetworkConstraints

    init() {
        var constraints = NetworkConstraints.connected
        constraints.hours = DailyHours("23:00-06:00")
        atNight = constraints
        bench.connect()
        network.setLocalTime(hour: 22, minute: 59, running: bench.clock)
    }

    private func reasons(_ queue: DeferralQueue) -> [String] {
        queue.currentActivity.reasons.map(\.code)
    }

    @Test("An operation waits until the hours begin, and the queue sleeps until then")
    func begins() async throws {
        let queue = bench.queue()
        async let value = queue.run(atNight) { 42 }
        await until { reasons(queue) == ["outsideHours"] && clock.sleepers == 1 }
        #expect(
            queue.currentActivity.reasons.map(\.description)
                == ["it is 22:59, outside 23:00-06:00"])
        clock.advance(by: .milliseconds(59_999))
        #expect(clock.sleepers == 1 && queue.currentActivity.waiting == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await value == 42)
        await until { clock.sleepers == 0 }
    }

    @Test("An operation is stopped when the hours end, and runs again when they begin")
    func ends() async throws {
        network.setLocalTime(hour: 5, minute: 59, running: clock)
        let queue = bench.queue()
        let gate = Gate()
        async let value = queue.run(atNight, options: .init(onLoss: .stop)) {
            bench.log.append("runs")
            if bench.log.all.count == 1 { try await forever() }
            await gate.pass()
            return bench.log.all.count
        }
        await until { bench.log.all == ["runs"] && clock.sleepers == 1 }
        clock.advance(by: .seconds(60))
        await until { reasons(queue) == ["outsideHours"] && clock.sleepers == 1 }
        clock.advance(by: .seconds(17 * 3600))
        await until { bench.log.all == ["runs", "runs"] }
        gate.open()
        #expect(try await value == 2)
    }

    @Test("When the clock is set, waiting and running operations are evaluated again")
    func clockSet() async throws {
        let queue = bench.queue()
        let (gate, log) = (Gate(), bench.log)
        async let value = queue.run(atNight, options: .init(onLoss: .stop)) {
            log.append("runs")
            if log.all.count == 1 { try await forever() }
            await gate.pass()
            return log.all.count
        }
        await until { reasons(queue) == ["outsideHours"] }
        network.setLocalTime(hour: 23, minute: 30, running: clock)
        await until { log.all == ["runs"] }
        network.setLocalTime(hour: 12, minute: 0, running: clock)
        await until { reasons(queue) == ["outsideHours"] }
        network.setLocalTime(hour: 0, minute: 0, running: clock)
        await until { log.all == ["runs", "runs"] }
        gate.open()
        #expect(try await value == 2)
    }

    @Test("Stability counts from the beginning of the hours")
    func stability() async throws {
        let queue = bench.queue()
        async let value = queue.run(atNight, options: .init(stability: .seconds(30))) { 42 }
        await until { reasons(queue) == ["outsideHours"] && clock.sleepers == 1 }
        clock.advance(by: .seconds(60))
        await until { reasons(queue) == ["stability"] && clock.sleepers == 1 }
        clock.advance(by: .seconds(30))
        #expect(try await value == 42)
    }

    @Test("A wait for a path ends when the hours begin")
    func path() async throws {
        let monitor = PathMonitor(network)
        async let path = monitor.path(when: atNight, clock: clock)
        await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(60))
        #expect(try await path?.primary?.name == "wlan0")
    }

    @Test("A wait for a path is evaluated again when the clock is set, and ends after its timeout")
    func pathAndClock() async throws {
        let monitor = PathMonitor(network)
        async let path = monitor.path(when: atNight, clock: clock)
        await until { clock.sleepers == 1 }
        network.setLocalTime(hour: 1, minute: 0)
        #expect(try await path?.isSatisfied == true)
        network.setLocalTime(hour: 12, minute: 0, running: clock)
        async let none = monitor.path(when: atNight, timeout: .seconds(60), clock: clock)
        await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(60))
        #expect(try await none == nil)
    }

    @Test("Without hours nothing wakes, whatever the clock shows")
    func noHours() async throws {
        network.disconnect("wlan0")
        let queue = bench.queue()
        async let value = queue.run(.unmetered) { 42 }
        await until { reasons(queue) == ["offline"] }
        network.setLocalTime(hour: 5, minute: 59, running: clock)
        #expect(clock.sleepers == 0)
        bench.connect()
        #expect(try await value == 42)
    }
}
