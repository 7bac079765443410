// SPDX-License-Identifier: Apache-2.0

// snippet.waits
import Reachability
import ReachabilityTesting
import Testing

@Test("An upload waits for a network that is not metered", .timeLimit(.minutes(1)))
func waitsForUnmetered() async throws {
    let network = ScriptedNetwork()
    network.connect(.wwan, name: "wwan0")
    let queue = DeferralQueue(monitor: PathMonitor(network))
    let upload = Task { try await queue.run(.unmetered) { "uploaded" } }
    while queue.currentActivity.reasons.map(\.code) != ["metered"] { await Task.yield() }

    network.connect(.ethernet, name: "eth0")
    #expect(try await upload.value == "uploaded")
}
// snippet.end

// snippet.deadline
@Test("After one hour, an upload no longer waits", .timeLimit(.minutes(1)))
func deadline() async throws {
    let network = ScriptedNetwork()
    network.connect(.wwan, name: "wwan0")
    let clock = ManualClock()
    let queue = DeferralQueue(monitor: PathMonitor(network), clock: clock)
    let upload = Task {
        try await queue.run(.unmetered, options: .init(deadline: .run(after: .seconds(3600)))) {
            "uploaded"
        }
    }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(3600))
    #expect(try await upload.value == "uploaded")
}
// snippet.end

// snippet.loss
@Test("An upload starts again after the network was lost", .timeLimit(.minutes(1)))
func loss() async throws {
    let network = ScriptedNetwork()
    network.connect(.wifi, name: "wlan0", metered: .no, ssid: "Home")
    let queue = DeferralQueue(monitor: PathMonitor(network))
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let upload = Task {
        try await queue.run(.unmetered, options: .init(onLoss: .stop)) {
            start.yield()
            // An upload that ends only by cancellation.
            try await Task.sleep(for: .seconds(3600))
        }
    }
    var started = starts.makeAsyncIterator()
    await started.next()

    network.disconnect("wlan0")
    while queue.currentActivity.waiting == 0 { await Task.yield() }
    #expect(queue.currentActivity.reasons == [.network(.offline(.noCarrier))])

    network.connect(.wifi, name: "wlan0", metered: .no, ssid: "Home")
    await started.next()
    upload.cancel()
}
// snippet.end

// snippet.several
@Test("A handover from cable to hotspot is one change")
func handover() {
    let network = ScriptedNetwork()
    network.connect(.ethernet, name: "eth0")
    let monitor = PathMonitor(network)
    network.change { script in
        script.disconnect("eth0")
        script.connect(.wifi, name: "wlan0", metered: .guessYes, ssid: "Phone")
        script.hosts["nas.example"] = ["192.0.2.7"]
    }
    #expect(monitor.currentPath.connection == .wifi)
    #expect(monitor.currentPath.isExpensive)
}
// snippet.end

// snippet.debounce
@Test("A loss that is shorter than the debounce is not delivered", .timeLimit(.minutes(1)))
func debounce() async {
    let network = ScriptedNetwork()
    network.connect(.ethernet, name: "eth0")
    let monitor = PathMonitor(network, .init(debounce: .seconds(1)))
    var paths = monitor.makeAsyncIterator()
    #expect(await paths.next()?.connection == .ethernet)

    network.disconnect("eth0")
    // The debounce holds back what is delivered, and not what the monitor knows.
    #expect(!monitor.currentPath.isSatisfied)
    network.connect(.wifi, name: "wlan0")
    #expect(await paths.next()?.connection == .wifi)
}
// snippet.end
