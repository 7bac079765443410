// SPDX-License-Identifier: Apache-2.0
//
// Tests of a program's own code without a network: the test says what there is, and the library's code
// decides as it would on a machine that has it. Time is the test's too.

import Reachability
import ReachabilityTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SyncTests {
    private let network = ScriptedNetwork()

    /// Waits for what follows from a change: the code under test has tasks of its own.
    private func expect(_ state: Sync.State, of sync: Sync) async {
        while await sync.state != state { await Task.yield() }
    }

    @Test func worksWhereItCostsNothing() async {
        let sync = Sync(monitor: PathMonitor(network))
        let running = Task { await sync.run() }
        await expect(.waiting, of: sync)
        network.connect(.ethernet, name: "eth0")
        await expect(.working(over: "eth0"), of: sync)
        // A phone that shares its connection takes the cable's place.
        network.change { script in
            script.disconnect("eth0")
            script.connect(.wifi, name: "wlan0", metered: .guessYes, ssid: "Phone")
        }
        await expect(.waiting, of: sync)
        running.cancel()
    }

    @Test func severalThingsChangeAtOnce() {
        let monitor = PathMonitor(network)
        network.change { script in
            script.connect(.wifi, name: "wlan0", families: [.ipv4, .ipv6])
            script.connect(.vpn, name: "wg0")
            script.hasNameServer = false
        }
        let path = monitor.currentPath
        #expect(path.isVPN && path.usesInterfaceType(.wifi) && !path.supportsDNS)
    }

    @Test func hostsHaveTheAddressesThatTheTestGivesThem() throws {
        network.change { script in
            script.connect(.ethernet, name: "eth0")
            script.hosts["nas.example"] = ["192.0.2.7"]
        }
        #expect(try Reachability(network, hostname: "nas.example").connection == .ethernet)
        let unknown = try Reachability(network, hostname: "unknown.example")
        #expect(unknown.connection == .unavailable)
    }

    @Test func nobodyWaitsForAnHour() async throws {
        let clock = ManualClock()
        let queue = DeferralQueue(monitor: PathMonitor(network), clock: clock)
        network.connect(.wwan, name: "wwan0")
        let result = Task {
            try await queue.run(
                .unmetered, options: .init(deadline: .run(after: .seconds(3600)))
            ) { "done" }
        }
        // Once it sleeps, it is waiting for its time.
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(3600))
        #expect(try await result.value == "done")
    }
}
