// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability

/// Queues and waits with constraints on the power, which a script unplugs.
@Suite(.timeLimit(.minutes(10))) struct PowerWaitTests {
    private let bench = QueueBench()
    private var network: ScriptedNetwork { bench.network }
    private let plugged = NetworkConstraints(requiresExternalPower: true, requiresPath: false)

    private func reasons(_ queue: DeferralQueue) -> [String] {
        queue.currentActivity.reasons.map(\.code)
    }

    @Test("Without a network, an operation waits for the power, and begins with it")
    func begins() async throws {
        network.setPower(onBattery: true, batteryLevel: 50)
        let queue = bench.queue()
        async let value = queue.run(plugged) { 42 }
        await until { reasons(queue) == ["onBattery"] }
        network.setPower(onBattery: false, batteryLevel: 50)
        #expect(try await value == 42)
    }

    @Test("An operation that needs a path waits for both")
    func both() async throws {
        network.setPower(onBattery: true)
        let queue = bench.queue()
        async let value = queue.run(NetworkConstraints(requiresExternalPower: true)) { 42 }
        await until { reasons(queue) == ["offline"] }
        bench.connect()
        await until { reasons(queue) == ["onBattery"] }
        network.setPower(onBattery: false)
        #expect(try await value == 42)
    }

    @Test("An operation is stopped on battery, and runs again on power")
    func stops() async throws {
        let queue = bench.queue()
        async let value = queue.run(plugged, options: .init(onLoss: .stop)) {
            bench.log.append("runs")
            if bench.log.all.count == 1 { try await forever() }
            return bench.log.all.count
        }
        await until { bench.log.all == ["runs"] }
        network.setPower(onBattery: true)
        await until { reasons(queue) == ["onBattery"] }
        network.setPower(onBattery: false)
        #expect(try await value == 2)
    }

    @Test("A monitor waits until the battery is above the level")
    func level() async throws {
        network.setPower(onBattery: true, batteryLevel: 30)
        bench.connect()
        let monitor = PathMonitor(network)
        let constraints = NetworkConstraints(batteryLevelAbove: 30)
        #expect(try await monitor.path(when: constraints, timeout: .zero) == nil)
        async let path = monitor.path(when: constraints)
        network.setPower(onBattery: false, batteryLevel: 31)
        #expect(try await path?.isSatisfied == true)
    }
}

/// What follows the power of this machine.
@Suite(.timeLimit(.minutes(10))) struct PowerFollowerTests {
    private final class Subscriber: PathSubscriber {
        let question = PathQuestion()
        func receive(_ update: PathUpdate) {}
    }

    @Test("The shared thread knows the power while it has a user, and not otherwise")
    func shared() async {
        let source = SharedPathSource()
        let subscriber = Subscriber()
        source.subscribe(subscriber)
        #expect(source.circumstances.power() == nil)
        source.follow(.power, true)
        await until { source.circumstances.power() != nil }
        source.follow(.power, false)
        #expect(source.circumstances.power() == nil)
        source.unsubscribe(subscriber)
    }

    @Test("Without a bus, sysfs is read at once, and again after a minute")
    func looks() throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "power-\(UUID().uuidString)")
        let battery = root.appending(path: "sys/class/power_supply/BAT0")
        try FileManager.default.createDirectory(at: battery, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        for (file, text) in ["type": "Battery", "status": "Discharging", "capacity": "7"] {
            try text.write(
                to: battery.appending(path: file), atomically: false, encoding: .utf8)
        }
        let begin = MonotonicClock.milliseconds
        var follower = PowerFollower(
            address: BusAddress("unix:path=/nonexistent/bus"), root: SystemRoot(root.path))
        follower.setNeeded(true)
        #expect(follower.state == PowerState(isOnBattery: true, batteryLevel: 7))
        // The bus is looked for once more, and then there is nothing to do for a minute.
        let first = follower.receive(PollSet())
        #expect(!first)
        let due = follower.due
        let range = begin + 60_000...MonotonicClock.milliseconds + 60_000
        #expect(due.map(range.contains) == true)
        let second = follower.receive(PollSet())
        #expect(!second)
    }
}
