// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LinuxSystem
import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability
@testable import Reachability

/// Hosts that have a name, on a scripted network.
@Suite(.timeLimit(.minutes(10))) struct ReachabilityHostTests {
    /// A resolver that answers on demand.
    private final class SlowResolver: HostResolving {
        private struct State {
            var listeners: [HostResolver.Listener] = []
            var lookups = 0
        }

        private let state = Lock(State())

        func resolve(_ host: HostName, _ listener: @escaping HostResolver.Listener) {
            state.withLock { state in
                state.lookups += 1
                state.listeners.append(listener)
            }
        }

        /// How many lookups there were.
        var lookups: Int { state.withLock(\.lookups) }

        /// Answers those who wait.
        func answer(_ addresses: String...) {
            let waiting = state.withLock { state in
                defer { state.listeners = [] }
                return state.listeners
            }
            for listener in waiting {
                listener(
                    addresses.isEmpty
                        ? .failure(ResolutionError("cannot resolve it")) : .success(addresses))
            }
        }
    }

    private let network = ScriptedNetwork()
    private let resolver = SlowResolver()
    private let queue = DispatchQueue(label: "closures")
    private let log = Log()

    private func drain() { queue.sync {} }

    private func logged(_ reachability: Reachability) -> Reachability {
        reachability.whenReachable = { [log] in log.append("+ \($0.connection)") }
        reachability.whenUnreachable = { [log] in
            log.append("- \($0.unavailableReason?.description ?? "")")
        }
        return reachability
    }

    private func slow(firstPatience: Int64? = nil) throws -> Reachability {
        logged(
            Reachability(
                try ReachabilityTarget(hostname: "nas.example"), deliveringOn: queue,
                source: network, resolver: resolver, firstPatience: firstPatience))
    }

    @Test("A host is resolved without the notifier")
    func resolvedWithoutTheNotifier() throws {
        network.connect(.wifi, name: "wlan0")
        let reachability = try slow()
        #expect(reachability.connection == .unavailable)
        #expect(reachability.unavailableReason == .resolving)
        let answered = MonotonicClock.milliseconds
        resolver.answer()
        #expect(reachability.unavailableReason == .unresolved("cannot resolve it"))
        // It is looked up again when it is due and read: after a second.
        #expect(resolver.lookups == 1 || MonotonicClock.milliseconds - answered >= 1000)
    }

    @Test("The first event waits for a fast resolver")
    func theFirstEventWaitsForAPromptResolver() throws {
        network.connect(.wifi, name: "wlan0")
        let reachability = try slow(firstPatience: 3_600_000)
        try reachability.startNotifier()
        drain()
        #expect(log.all == [])
        resolver.answer("192.0.2.7")
        drain()
        #expect(log.all == ["+ WiFi"])
        #expect(reachability.connection == .wifi)
    }

    @Test("The first event does not wait for a slow resolver")
    func theFirstEventDoesNotWaitForASlowResolver() async throws {
        network.connect(.wifi, name: "wlan0")
        let reachability = try slow()
        try reachability.startNotifier()
        await until { !log.all.isEmpty }
        resolver.answer("192.0.2.7")
        drain()
        #expect(log.all == ["- the name of the host is being resolved", "+ WiFi"])
        #expect(reachability.connection == .wifi)
    }

    @Test("A host is resolved again after each change of the path")
    func resolvedAgainWheneverThePathChanges() async throws {
        let reachability = try slow(firstPatience: 3_600_000)
        try reachability.startNotifier()
        resolver.answer()
        drain()
        #expect(log.all == ["- cannot resolve it"])
        network.connect(.wifi, name: "wlan0")
        await until {
            resolver.answer("192.0.2.7", "2001:db8::7")
            return log.all.count > 1
        }
        #expect(log.all == ["- cannot resolve it", "+ WiFi"])
        // While the name is looked up in the new network, its addresses are those that it had.
        network.connect(.ethernet, name: "eth0")
        drain()
        #expect(log.all.last == "+ Ethernet")
        await until {
            // Those that were under way when the network changed do not count.
            resolver.answer()
            return log.all.last == "- cannot resolve it"
        }
        withExtendedLifetime(reachability) {}
    }

    @Test("A failed lookup is repeated automatically")
    func failuresAreTriedAgainByThemselves() async throws {
        network.connect(.wifi, name: "wlan0")
        let reachability = logged(
            try Reachability(network, hostname: "nas.example", notificationQueue: queue))
        try reachability.startNotifier()
        drain()
        #expect(
            log.all == ["- cannot resolve nas.example: the script does not know it"])
        network.change { $0.hosts["nas.example"] = ["192.0.2.7"] }
        await until { log.all.count > 1 }
        #expect(log.all.last == "+ WiFi")
    }

    @Test("A host is reachable if one of its addresses is")
    func oneReachableAddressWillDo() throws {
        network.change { script in
            script.connect(.ethernet, name: "eth0", families: [.ipv6])
            script.hosts["nas.example"] = ["192.0.2.7", "2001:db8::7"]
            script.hosts["old.example"] = ["192.0.2.7"]
        }
        #expect(try Reachability(network, hostname: "nas.example").connection == .ethernet)
        let old = try Reachability(network, hostname: "old.example")
        #expect(old.connection == .unavailable)
        #expect(old.unavailableReason == .noPath(.noRoute))
    }

    @Test("A stopped notifier causes no lookup")
    func noLookupAfterAStop() async throws {
        let reachability = try slow()
        try reachability.startNotifier()
        resolver.answer()
        reachability.stopNotifier()
        // On a busy machine, the lookup may have been repeated before the stop.
        resolver.answer()
        network.connect(.wifi, name: "wlan0")
        let lookups = resolver.lookups
        // A second one that is started after it retries after it.
        let other = SlowResolver()
        let second = Reachability(
            try ReachabilityTarget(hostname: "nas.example"), deliveringOn: queue,
            source: network, resolver: other)
        try second.startNotifier()
        other.answer()
        await until { other.lookups > 1 }
        #expect(resolver.lookups == lookups)
        // Started again, it is resolved again.
        try reachability.startNotifier()
        await until { resolver.lookups > lookups }
        resolver.answer("192.0.2.7")
        drain()
        #expect(reachability.connection == .wifi)
        withExtendedLifetime(second) {}
    }

    @Test("An unreferenced notifier ends during a lookup")
    func endsWithoutReferencesWhileItIsResolved() throws {
        var reachability: Reachability? = try slow()
        weak let held = reachability
        try reachability?.startNotifier()
        reachability = nil
        drain()
        #expect(held == nil)
        resolver.answer("192.0.2.7")
        #expect(PathMonitor(network).mode == .idle)
    }
}
