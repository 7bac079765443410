// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LinuxSystem
import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability

/// Monitors, waits and queues whose paths are checked by a scripted probe.
///
/// On a busy machine a check can take more than ten seconds, and is then repeated. So the tests do not count checks.
@Suite(.timeLimit(.minutes(10))) struct MonitorValidationTests {
    private let network = ScriptedNetwork()
    private let probe = ScriptedProbe()
    private let validated = NetworkConstraints(requiresValidation: true)

    private func monitor(
        interval: Duration = .seconds(300), onMetered: Bool = false
    ) -> PathMonitor {
        PathMonitor(
            network,
            .init(validation: .probe(probe, interval: interval, onMetered: onMetered)))
    }

    /// A path that a consumer receives, in short.
    private static func text(_ path: NetworkPath) -> String {
        "\(path.primary?.name ?? "none") \(path.connectivity.value) \(path.connectivity.source)"
    }

    @Test("A wait of a queue that ended before the monitor was asked leaves no consumer")
    func endedBeforeItWasAdded() {
        let monitor = monitor()
        let queue = DeferralQueue(monitor: monitor)
        let validation = AsyncStream.signals()
        queue.driver.execute(.endValidation(validation))
        queue.driver.execute(.validate(validation))
        let actions = monitor.driver.state.withLock { $0.machine.cancel() }
        guard case .finish(let consumers) = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(consumers.isEmpty)
    }

    @Test("A handler has the path checked, and receives the result")
    func handler() async throws {
        let log = Lock<[String]>([])
        network.connect(.wifi, name: "wlan0")
        let monitor = monitor()
        monitor.pathUpdateHandler = { path in log.withLock { $0.append(Self.text(path)) } }
        monitor.start(queue: DispatchQueue(label: "handlers"))
        await until { probe.checks.last == "wlan0" }
        await until { log.withLock { $0.contains { $0.begins(with: "wlan0 ") } } }
        probe.answer(.portal)
        await until { log.withLock { $0.last } == "wlan0 portal probe" }
        probe.answer(.full)
        network.connect(.ethernet, name: "eth0")
        await until { log.withLock { $0.last } == "eth0 full probe" }
        #expect(Set(probe.checks) == ["wlan0", "eth0"])
        network.disconnect("eth0")
        network.disconnect("wlan0")
        await until { log.withLock { $0.last } == "none unknown none" }
        monitor.cancel()
    }

    @Test("After a suspend the path is checked again, and is not validated before")
    func suspend() async throws {
        network.connect(.wifi, name: "wlan0")
        probe.answer(.full)
        let monitor = monitor()
        #expect(try await monitor.path(when: validated) != nil)
        monitor.pathUpdateHandler = { _ in }
        monitor.start(queue: DispatchQueue(label: "handlers"))
        #expect(monitor.currentPath.connectivity.value == .full)
        probe.answer(nil)
        // As if it had begun before the monitor.
        monitor.driver.state.withLock {
            $0.validation?.suspended = ClockOffset(milliseconds: -3_600_000)
        }
        network.circumstanceObservers.notify()
        #expect(monitor.currentPath.connectivity.value == .unknown)
        probe.answer(.portal)
        await until { monitor.currentPath.connectivity.value == .portal }
        monitor.cancel()
    }

    @Test("Without a waiter, nothing is checked")
    func unasked() async throws {
        probe.answer(.full)
        network.connect(.wifi, name: "wlan0")
        let monitor = monitor()
        #expect(monitor.currentPath.connectivity == .unknown)
        monitor.start(queue: DispatchQueue(label: "handlers"))
        let path = try await monitor.path(when: .connected)
        #expect(path?.connectivity == .unknown)
        let queue = DeferralQueue(monitor: monitor)
        try await queue.run {}
        #expect(probe.checks == [])
    }

    @Test("The check over another path is cancelled, and its result counts nowhere")
    func anotherPath() async throws {
        network.connect(.wifi, name: "wlan0")
        let monitor = monitor()
        var paths = monitor.makeAsyncIterator()
        #expect(await paths.next()?.primary?.name == "wlan0")
        await until { probe.checks.last == "wlan0" }
        network.connect(.ethernet, name: "eth0")
        await until { probe.checks.last == "eth0" }
        probe.answer(.full)
        while let path = await paths.next() {
            if Self.text(path) == "eth0 full probe" { break }
            #expect(path.connectivity.value != .full)
        }
        #expect(monitor.currentPath.connectivity == .init(.full, source: .probe))
    }

    /// A check that ends when it is cancelled.
    private final class EndlessProbe: ConnectivityProbe {
        let begun = Lock<[String]>([])
        let cancelled = Lock<[String]>([])

        func check(over interface: String) async -> ConnectivityAnswer {
            begun.withLock { $0.append(interface) }
            let (stream, end) = AsyncStream<Void>.makeStream()
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                cancelled.withLock { $0.append(interface) }
                end.finish()
            }
            return ConnectivityAnswer(.limited)
        }
    }

    @Test("The task of a check is cancelled when its path goes, and when the monitor is cancelled")
    func cancelledTasks() async throws {
        let probe = EndlessProbe()
        network.connect(.wifi, name: "wlan0")
        let monitor = PathMonitor(network, .init(validation: .probe(probe)))
        monitor.pathUpdateHandler = { _ in }
        monitor.start(queue: DispatchQueue(label: "handlers"))
        await until { probe.begun.withLock { $0.contains("wlan0") } }
        network.connect(.ethernet, name: "eth0")
        await until { probe.cancelled.withLock { $0.contains("wlan0") } }
        await until { probe.begun.withLock { $0.contains("eth0") } }
        monitor.cancel()
        await until { probe.cancelled.withLock { $0.contains("eth0") } }
    }

    @Test("Changes name the connectivity")
    func changes() async throws {
        network.connect(.wifi, name: "wlan0")
        let monitor = monitor()
        var changes = monitor.changes.makeAsyncIterator()
        await until { probe.checks.last == "wlan0" }
        Task { probe.answer(.full) }
        var change = await changes.next()
        // The first path of all may have come before the interface.
        while change?.new.connectivity.value != .full { change = await changes.next() }
        #expect(change?.fields == [.connectivity])
    }

    @Test("Another interface that the path does not use makes no other path to check")
    func otherInterface() {
        network.connect(.ethernet, name: "eth0")
        let subject = PathMonitor(network).currentPath.validationSubject
        #expect(subject?.interface == "eth0")
        network.connect(.wifi, name: "wlan0", metric: 900)
        #expect(PathMonitor(network).currentPath.validationSubject == subject)
        network.disconnect("eth0")
        #expect(PathMonitor(network).currentPath.validationSubject?.interface == "wlan0")
        network.disconnect("wlan0")
        #expect(PathMonitor(network).currentPath.validationSubject == nil)
    }

    @Test("A wait for a validated path ends over the interface that answers")
    func wait() async throws {
        probe.answer(.portal)
        network.connect(.wifi, name: "wlan0")
        let monitor = monitor()
        async let path = monitor.path(when: validated)
        await until { probe.checks.last == "wlan0" }
        probe.answer(.full)
        network.connect(.ethernet, name: "eth0")
        #expect(try await path.map(Self.text) == "eth0 full probe")
        #expect(Set(probe.checks) == ["wlan0", "eth0"])
        // Without a waiter, nothing is checked.
        network.disconnect("eth0")
        await until { monitor.currentPath.primary?.name == "wlan0" }
        #expect(monitor.currentPath.connectivity == .unknown)
    }

    @Test("A wait for a validated path times out behind a portal")
    func timeout() async throws {
        probe.answer(.portal)
        network.connect(.wifi, name: "wlan0")
        let path = try await monitor().path(when: validated, timeout: .milliseconds(50))
        #expect(path == nil)
    }

    @Test("The path is checked again after an interval")
    func interval() async throws {
        probe.answer(.full)
        network.connect(.ethernet, name: "eth0")
        let monitor = monitor(interval: .zero)
        // At least a second passes, whatever the interval.
        #expect(PathMonitor.Validation.probe(probe, interval: .zero).rules.interval == 1000)
        var paths = monitor.makeAsyncIterator()
        while let path = await paths.next(), path.connectivity.value != .full {}
        probe.answer(.limited)
        #expect(await paths.next()?.connectivity.value == .limited)
        #expect(probe.checks.count >= 2)
    }

    @Test("A metered path is checked only if that is allowed", arguments: [false, true])
    func metered(onMetered: Bool) async throws {
        probe.answer(.full)
        network.connect(.wwan, name: "wwan0", metered: .yes)
        let monitor = monitor(onMetered: onMetered)
        let path = try await monitor.path(
            when: validated, timeout: onMetered ? nil : .milliseconds(50))
        #expect((path != nil) == onMetered)
        #expect(Set(probe.checks) == (onMetered ? ["wwan0"] : []))
    }

    @Test("A queue has the path checked while an operation waits for that")
    func queue() async throws {
        network.connect(.wifi, name: "wlan0")
        let monitor = monitor()
        let queue = DeferralQueue(monitor: monitor)
        async let value = queue.run(validated) { "done" }
        await until { probe.checks.last == "wlan0" }
        await until { queue.currentActivity.reasons.map(\.code) == ["notValidated"] }
        probe.answer(.full)
        #expect(try await value == "done")
        // The queue ceases to wait for that a moment later.
        await until {
            monitor.driver.state.withLock { $0.validation?.consumers.isEmpty == true }
        }
        network.connect(.ethernet, name: "eth0")
        try await queue.run {}
        #expect(!probe.checks.contains("eth0"))
        // The next one has the new path checked.
        #expect(try await queue.run(validated) { "done" } == "done")
        #expect(probe.checks.contains("eth0"))
    }

    @Test("Validations are equal if they have one probe and the same rules")
    func equality() {
        let validation = PathMonitor.Validation.probe(probe)
        var other = validation
        #expect(other == validation)
        other.onMetered = true
        #expect(other != validation)
        other = validation
        other.interval = .seconds(60)
        #expect(other != validation)
        #expect(PathMonitor.Validation.probe(probe) != validation)
    }

    @Test(
        "A constraint is met by full alone, whatever has found that",
        arguments: NetworkPath.Connectivity.Value.allCases)
    func constraint(value: NetworkPath.Connectivity.Value) throws {
        network.connect(.wifi, name: "wlan0")
        let connectivity = NetworkPath.Connectivity(value, source: .networkManager)
        let path = PathMonitor(network).currentPath.validated(connectivity)
        let reasons = validated.evaluate(path).reasons
        #expect(reasons == (value == .full ? [] : [.notValidated(connectivity)]))
        #expect(reasons.first.map(\.code) == (value == .full ? nil : "notValidated"))
        #expect(NetworkConstraints.connected.evaluate(path) == .satisfied)
    }

    @Test("A validated path is encoded with its source")
    func encoded() throws {
        network.connect(.wifi, name: "wlan0")
        let path = PathMonitor(network).currentPath.validated(.init(.portal, source: .probe))
        let text = String(decoding: try JSONEncoder().encode(path.connectivity), as: UTF8.self)
        #expect(text.contains(#""source":"probe""#))
        #expect(path != PathMonitor(network).currentPath)
    }

    @Test("Constraints of an older version require no validation")
    func decoded() throws {
        let old = Data(#"{"requiresDNS":true}"#.utf8)
        let constraints = try JSONDecoder().decode(NetworkConstraints.self, from: old)
        #expect(constraints == NetworkConstraints(requiresDNS: true))
        let new = try JSONDecoder().decode(
            NetworkConstraints.self, from: try JSONEncoder().encode(validated))
        #expect(new == validated)
    }

    @Test(
        "A path is not checked before NetworkManager has reported its cost, or the wait for that has ended"
    )
    func pendingCost() throws {
        network.connect(.wifi, name: "wlan0")
        let path = PathMonitor(network).currentPath
        try #require(path.metered.value == .unknown)
        /// The checks that a monitor with a handler starts, and how long it waits.
        func events(_ validation: inout MonitorValidation, at now: Int64) -> [String] {
            validation.takeActions(hasHandler: true, now: now).map { action in
                switch action {
                case .check(let attempt): "check \(attempt.interface)"
                case .cancelCheck: "cancel"
                case .wakeValidation(let delay): "wake \(delay)"
                case let other: "\(other)"
                }
            }
        }
        var validation = MonitorValidation(.probe(probe))
        _ = validation.receive(
            PathUpdate(path: path, resyncs: 0, sequence: 1, awaitsAnswers: true), now: 0)
        #expect(events(&validation, at: 0) == [])
        #expect(validation.isPending)
        _ = validation.receive(PathUpdate(path: path, resyncs: 0, sequence: 2), now: 5)
        #expect(events(&validation, at: 5) == ["check wlan0", "wake 10000"])
    }
}
