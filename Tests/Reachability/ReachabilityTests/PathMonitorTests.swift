// SPDX-License-Identifier: Apache-2.0

import Dispatch
import NetworkReachability
import ReachabilityTesting
import LinuxSystem
import TestSupport
import Testing

/// Monitors of a scripted network, and of the kernel's network where no change is needed.
@Suite struct PathMonitorTests {
    /// The values that a handler received.
    private final class Log: Sendable {
        private let entries = Lock<[String]>([])

        func append(_ entry: String) { entries.withLock { $0.append(entry) } }
        var all: [String] { entries.withLock { $0 } }
    }

    private let network = ScriptedNetwork()
    private let queue = DispatchQueue(label: "handlers")

    /// Waits until the blocks that are already on the queue have run.
    private func drain() { queue.sync {} }

    @Test("The current path is valid before the start")
    func thePathIsValidBeforeTheStart() {
        let monitor = PathMonitor(network)
        #expect(monitor.currentPath.unsatisfiedReason == .noInterface)
        network.connect(.wifi, name: "wlan0", metered: .guessYes, ssid: "Cafe")
        #expect(monitor.currentPath.connection == .wifi)
        #expect(monitor.currentPath.isExpensive)
        #expect(monitor.currentPath.primary?.ssid == "Cafe")
        #expect(monitor.mode == .idle)
    }

    @Test("The handler receives the current path, and then each change")
    func theHandlerIsGivenThePathAsItIsAndThenItsChanges() {
        let log = Log()
        let monitor = PathMonitor(network)
        monitor.pathUpdateHandler = { log.append("\($0.connection)") }
        monitor.start(queue: queue)
        drain()
        #expect(log.all == ["unavailable"])
        for change in [
            { network.connect(.wwan, name: "wwan0") },
            { network.connect(.wifi, name: "wlan0") },
            { network.disconnect("wlan0") },
            { network.remove("wwan0") },
        ] {
            change()
            drain()
        }
        // The path does not differ, so it is not delivered.
        network.disconnect("wwan0")
        drain()
        #expect(log.all == ["unavailable", "wwan", "wifi", "wwan", "unavailable"])
        #expect(monitor.mode == .events)
    }

    @Test("After a cancellation on the handler's queue the handler is not called")
    func nothingIsCalledOnceItIsCancelledOnTheSameQueue() {
        let log = Log()
        let monitor = PathMonitor(network)
        monitor.pathUpdateHandler = { log.append("\($0.connection)") }
        monitor.start(queue: queue)
        queue.sync {
            network.connect(.wifi, name: "wlan0")
            monitor.cancel()
        }
        network.connect(.wwan, name: "wwan0", metric: 1)
        drain()
        #expect(log.all.count <= 1)
        #expect(monitor.pathUpdateHandler == nil)
    }

    @Test("A handler can cancel its monitor")
    func cancelledFromItsHandler() {
        let log = Log()
        let monitor = PathMonitor(network)
        monitor.pathUpdateHandler = { [weak monitor] path in
            log.append("\(path.connection)")
            monitor?.cancel()
            monitor?.cancel()
        }
        monitor.start(queue: queue)
        drain()
        network.connect(.wifi, name: "wlan0")
        drain()
        #expect(log.all == ["unavailable"])
    }

    @Test("A cancelled monitor delivers nothing, and its sequences end")
    func cancelledBeforeTheStart() async {
        let monitor = PathMonitor(network)
        monitor.pathUpdateHandler = { _ in Issue.record("called") }
        monitor.cancel()
        monitor.start(queue: queue)
        network.connect(.wifi, name: "wlan0")
        drain()
        for await _ in monitor { Issue.record("a path after the end") }
        for await _ in monitor.changes { Issue.record("a change after the end") }
    }

    @Test("A slow consumer misses only intermediate paths")
    func whoIsSlowMissesNothingButWhatCameBetween() async {
        let monitor = PathMonitor(network)
        var paths = monitor.makeAsyncIterator()
        #expect(await paths.next()?.connection == .unavailable)
        network.connect(.wwan, name: "wwan0")
        network.connect(.wifi, name: "wlan0")
        network.connect(.ethernet, name: "eth0")
        #expect(await paths.next()?.connection == .ethernet)
        // A change and its reversal: no two successive paths are equal.
        network.disconnect("eth0")
        network.connect(.ethernet, name: "eth0")
        network.connect(.vpn, name: "wg0")
        #expect(await paths.next()?.isVPN == true)
    }

    @Test("A scripted network can be exchanged for another one, and for an earlier one")
    func exchangedScript() {
        let monitor = PathMonitor(network)
        network.connect(.ethernet, name: "eth0")
        var saved = NetworkScript()
        network.change { script in
            saved = script
            script.connect(.wifi, name: "wlan0", metric: 1)
        }
        #expect(monitor.currentPath.connection == .wifi)
        network.change { $0 = saved }
        #expect(monitor.currentPath.connection == .ethernet)
        #expect(monitor.currentPath.interfaces.map(\.name) == ["eth0"])
        var other = NetworkScript()
        other.connect(.wwan, name: "wwan0")
        network.change { $0 = other }
        #expect(monitor.currentPath.connection == .wwan)
        network.change { script in
            let before = script
            script.connect(.ethernet, name: "eth1")
            script = before
            script.connect(.wifi, name: "wlan1", metric: 1)
        }
        #expect(monitor.currentPath.interfaces.map(\.name) == ["wlan1", "wwan0"])
        #expect(monitor.statistics.resyncs == 0)
    }

    @Test("A change is relative to the last path that the consumer received")
    func changesAreAgainstTheLastPathThatThisConsumerWasGiven() async {
        let monitor = PathMonitor(network)
        var changes = monitor.changes.makeAsyncIterator()
        network.connect(.wifi, name: "wlan0", metered: .no)
        let connected = await changes.next()
        #expect(connected?.new.connection == .wifi)
        #expect(connected?.fields.contains(.status) == true)
        network.change(losingMessages: true) { $0.setMetered(.yes, of: "wlan0") }
        let dearer = await changes.next()
        #expect(dearer?.old == connected?.new)
        #expect(dearer?.fields == [.metered, .interfaces])
        #expect(dearer?.isResync == true)
        #expect(monitor.statistics.resyncs == 1)
        network.change { $0.hasNameServer = false }
        let mute = await changes.next()
        #expect(mute?.fields == [.supportsDNS])
        #expect(mute?.isResync == false)
    }

    @Test(
        "Required and prohibited types select the primary",
        arguments: [
            (nil, [], "eth0"), (.wifi, [], "wlan0"), (.wwan, [], "wwan0"),
            (nil, [.ethernet], "wlan0"),
            (nil, [.ethernet, .wifi], "wwan0"), (.wifi, [.wifi], nil), (.bluetooth, [], nil),
        ] as [(InterfaceType?, [InterfaceType], String?)])
    func allowed(required: InterfaceType?, prohibited: [InterfaceType], primary: String?) {
        network.connect(.ethernet, name: "eth0")
        network.connect(.wifi, name: "wlan0")
        network.connect(.wwan, name: "wwan0")
        let monitor = PathMonitor(
            network,
            .init(
                requiredInterfaceTypes: required.map { [$0] },
                prohibitedInterfaceTypes: Set(prohibited)))
        let path = monitor.currentPath
        #expect(path.primary?.name == primary)
        #expect(path.status == (primary == nil ? .unsatisfied : .satisfied))
        #expect(path.availableInterfaces.first?.name == primary)
        if required == .bluetooth { #expect(path.unsatisfiedReason == .noInterface) }
    }

    @Test("A tunnel counts as an interface of its underlay's type")
    func aTunnelUsesWhatCarriesIt() {
        network.connect(.wifi, name: "wlan0")
        network.connect(.vpn, name: "wg0")
        let wifi = PathMonitor(network, .init(requiredInterfaceTypes: [.wifi]))
        #expect(wifi.currentPath.primary?.name == "wg0")
        let notWifi = PathMonitor(network, .init(prohibitedInterfaceTypes: [.wifi]))
        #expect(notWifi.currentPath.status == .unsatisfied)
        network.connect(.wwan, name: "wwan0")
        #expect(notWifi.currentPath.primary?.name == "wwan0")
    }

    @Test("The cancellation of a task ends its sequence")
    func aTaskThatIsCancelledEndsItsSequence() async {
        let monitor = PathMonitor(network)
        let task = Task {
            var count = 0
            for await _ in monitor { count += 1 }
            return count
        }
        var paths = monitor.makeAsyncIterator()
        _ = await paths.next()
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test("An iterator keeps its monitor alive")
    func aSequenceHoldsItsMonitor() async {
        var paths = PathMonitor(network).makeAsyncIterator()
        _ = await paths.next()
        network.connect(.wifi, name: "wlan0")
        #expect(await paths.next()?.connection == .wifi)
    }

    @Test("A released monitor is cancelled")
    func endsWithoutReferences() {
        var monitor: PathMonitor? = PathMonitor(network)
        let log = Log()
        monitor?.pathUpdateHandler = { log.append("\($0.connection)") }
        monitor?.start(queue: queue)
        drain()
        monitor = nil
        network.connect(.wifi, name: "wlan0")
        drain()
        #expect(log.all == ["unavailable"])
    }

    /// An object that its monitor's handler keeps alive, and that uses the monitor when it ends.
    private final class Watcher: Sendable {
        let monitor: PathMonitor

        init(_ monitor: PathMonitor) {
            self.monitor = monitor
            monitor.pathUpdateHandler = { [self] _ in _ = self.monitor }
        }

        deinit {
            _ = monitor.currentPath
            monitor.cancel()
        }
    }

    @Test(
        "An object that ends with the handler can use the monitor",
        arguments: [
            { $0.cancel() }, { $0.pathUpdateHandler = nil },
            { $0.pathUpdateHandler = { _ in } },
        ] as [@Sendable (PathMonitor) -> Void])
    func endOfTheHandler(release: @escaping @Sendable (PathMonitor) -> Void) {
        let monitor = PathMonitor(network)
        weak var watcher: Watcher?
        do {
            let new = Watcher(monitor)
            watcher = new
        }
        #expect(watcher != nil)
        #expect(returns { release(monitor) })
        #expect(watcher == nil)
    }

    @Test("During the quiet period nothing is delivered, and the current path is the newest")
    func debounceHoldsBack() {
        let log = Log()
        let monitor = PathMonitor(network, .init(debounce: .seconds(3600)))
        monitor.pathUpdateHandler = { log.append("\($0.connection)") }
        monitor.start(queue: queue)
        drain()
        for _ in 0..<20 {
            network.connect(.wifi, name: "wlan0")
            drain()
            network.disconnect("wlan0")
            drain()
        }
        network.connect(.wwan, name: "wwan0")
        drain()
        #expect(monitor.currentPath.connection == .wwan)
        #expect(log.all == ["unavailable"])
    }

    @Test("After the quiet period the last of many changes is delivered")
    func debounceDeliversTheLastOfManyChanges() async {
        let monitor = PathMonitor(network, .init(debounce: .milliseconds(50)))
        var paths = monitor.makeAsyncIterator()
        #expect(await paths.next()?.connection == .unavailable)
        network.connect(.wifi, name: "wlan0")
        network.connect(.wwan, name: "wwan0", metric: 1)
        #expect(await paths.next()?.connection == .wwan)
    }

    @Test("A link that flaps without end is delivered nevertheless")
    func debounceEnds() {
        let log = Log()
        let monitor = PathMonitor(network, .init(debounce: .milliseconds(200)))
        network.connect(.wifi, name: "wlan0")
        monitor.pathUpdateHandler = { log.append("\($0.connection)") }
        monitor.start(queue: queue)
        drain()
        let deadline = ContinuousClock.now + .seconds(600)
        while log.all.count < 2, ContinuousClock.now < deadline {
            network.disconnect("wlan0")
            network.connect(.wifi, name: "wlan0")
        }
        #expect(log.all.prefix(2) == ["wifi", "unavailable"])
    }

    /// Many threads change the network, subscribe, start and cancel concurrently; in the end all
    /// monitors have the same path.
    @Test("Concurrent changes, starts and cancellations end with the same path everywhere")
    func everythingAtOnce() async {
        let monitors = (0..<8).map { _ in PathMonitor(network) }
        let log = Log()
        for monitor in monitors {
            monitor.pathUpdateHandler = { [weak monitor] path in
                log.append("\(path.connection)")
                _ = monitor?.currentPath
            }
            monitor.start(queue: .global())
        }
        await withTaskGroup { group in
            for worker in 0..<4 {
                group.addTask { [network] in
                    for round in 0..<100 {
                        let name = "if\(worker)"
                        network.connect(
                            round.isMultiple(of: 2) ? .wifi : .wwan, name: name,
                            metered: round.isMultiple(of: 3) ? .yes : nil)
                        if round.isMultiple(of: 5) { network.remove(name) }
                        await Task.yield()
                    }
                    network.remove("if\(worker)")
                }
            }
            for monitor in monitors.dropFirst(4) {
                group.addTask { [network] in
                    var last: NetworkPath?
                    for await path in monitor {
                        #expect(path != last)
                        last = path
                        if path.primary?.name == "end" { break }
                    }
                    for _ in 0..<50 {
                        let short = PathMonitor(network)
                        short.pathUpdateHandler = { _ in }
                        short.start(queue: .global())
                        Task { short.cancel() }
                    }
                    monitor.cancel()
                }
            }
            group.addTask { [network] in
                for _ in 0..<500 { await Task.yield() }
                network.connect(.ethernet, name: "end", metric: 1)
            }
        }
        for monitor in monitors.prefix(4) {
            #expect(monitor.currentPath.primary?.name == "end")
        }
        for monitor in monitors { monitor.cancel() }
    }

    @Test("A monitor and a single evaluation see the same path of the kernel")
    func theKernelsPathIsThatOfOneLook() async throws {
        let monitor = PathMonitor()
        var paths = monitor.makeAsyncIterator()
        let path = try #require(await paths.next())
        #expect(path.status == (try NetworkPath.current()).status)
        #expect(monitor.mode == .events)
        #expect(monitor.statistics.lookups > 0)
        let other = PathMonitor(requiredInterfaceType: .bluetooth)
        var others = other.makeAsyncIterator()
        #expect(await others.next() != nil)
        monitor.cancel()
        #expect(await paths.next() == nil)
    }
}
