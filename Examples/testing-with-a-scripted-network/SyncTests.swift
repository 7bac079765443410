// SPDX-License-Identifier: Apache-2.0
//
// Tests without a network: a test scripts the network and the time, and the library evaluates the script as
// it evaluates a real network.

import Reachability
import ReachabilityTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SyncTests {
    private let network = ScriptedNetwork()

    /// Waits for a state, because the code under test runs in its own task.
    private func expect(_ state: Sync.State, of sync: Sync) async {
        while await sync.state != state { await Task.yield() }
    }

    @Test("Works only while the network is not metered")
    func worksWhileUnmetered() async {
        let sync = Sync(monitor: PathMonitor(network))
        let running = Task { await sync.run() }
        await expect(.waiting, of: sync)
        network.connect(.ethernet, name: "eth0")
        await expect(.working(over: "eth0"), of: sync)
        // The hotspot of a phone replaces the cable.
        network.change { script in
            script.disconnect("eth0")
            script.connect(.wifi, name: "wlan0", metered: .guessYes, ssid: "Phone")
        }
        await expect(.waiting, of: sync)
        running.cancel()
    }

    @Test("Several changes can be made at once")
    func severalChanges() {
        let monitor = PathMonitor(network)
        network.change { script in
            script.connect(.wifi, name: "wlan0", families: [.ipv4, .ipv6])
            script.connect(.vpn, name: "wg0")
            script.hasNameServer = false
        }
        let path = monitor.currentPath
        #expect(path.isVPN && path.usesInterfaceType(.wifi) && !path.supportsDNS)
    }

    @Test("A scripted host has the scripted addresses")
    func scriptedHosts() throws {
        network.change { script in
            script.connect(.ethernet, name: "eth0")
            script.hosts["nas.example"] = ["192.0.2.7"]
        }
        #expect(try Reachability(network, hostname: "nas.example").connection == .ethernet)
        let unknown = try Reachability(network, hostname: "unknown.example")
        #expect(unknown.connection == .unavailable)
    }

    @Test("A deadline of one hour passes at once with a manual clock")
    func manualTime() async throws {
        let clock = ManualClock()
        let queue = DeferralQueue(monitor: PathMonitor(network), clock: clock)
        network.connect(.wwan, name: "wwan0")
        let result = Task {
            try await queue.run(
                .unmetered, options: .init(deadline: .run(after: .seconds(3600)))
            ) { "done" }
        }
        // The operation waits as soon as the queue sleeps.
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(3600))
        #expect(try await result.value == "done")
    }
}
