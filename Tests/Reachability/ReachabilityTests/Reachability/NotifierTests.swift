// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LinuxSystem
import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability
@testable import Reachability

/// The class, on a scripted network.
@Suite(.timeLimit(.minutes(10))) struct NotifierTests {
    private let network = ScriptedNetwork()
    private let queue = DispatchQueue(label: "closures")
    private let log = Log()

    /// Waits until what was put on the queue before has run.
    private func drain() { queue.sync {} }

    /// One whose closures write to the log.
    private func logged(_ reachability: Reachability? = nil) -> Reachability {
        let reachability = reachability ?? Reachability(network, notificationQueue: queue)
        reachability.whenReachable = { [log] in log.append("+ \($0.connection)") }
        reachability.whenUnreachable = { [log] in log.append("- \($0.connection)") }
        return reachability
    }

    @Test(
        "A notifier that is started while another thread stops it gets the path",
        arguments: [true, false])
    func startedWhileItStops(stopsFirst: Bool) async throws {
        network.connect(.wifi, name: "wlan0")
        let reachability = logged()
        try reachability.startNotifier()
        await until { log.all == ["+ WiFi"] }
        let driver = reachability.driver
        let (stop, start) = driver.state.withLock { state in
            let stop = state.machine.stopNotifier(now: 0) + ReachabilityDriver.conclude(&state)
            return (
                stop, state.machine.startNotifier(now: 0) + ReachabilityDriver.conclude(&state)
            )
        }
        for action in stopsFirst ? stop + start : start + stop { driver.execute(action) }
        await until { log.all == ["+ WiFi", "+ WiFi"] }
    }

    @Test(
        "Connections and statuses by network",
        arguments: [
            (.wifi, .wifi, .reachableViaWiFi, "WiFi"),
            (.wwan, .wwan, .reachableViaWWAN, "Cellular"),
            (.ethernet, .ethernet, .reachableViaEthernet, "Ethernet"),
            (.bluetooth, .bluetooth, .reachableViaWiFi, "Bluetooth"),
            (.other, .other, .reachableViaWiFi, "Other"),
            (nil, .unavailable, .notReachable, "No Connection"),
        ] as [(InterfaceType?, Reachability.Connection, Reachability.NetworkStatus, String)])
    func connections(
        _ type: InterfaceType?,
        connection: Reachability.Connection,
        status: Reachability.NetworkStatus,
        words: String
    ) throws {
        if let type { network.connect(type, name: "if0") }
        let targets = [
            Reachability(network), try Reachability(network, address: "192.0.2.7"),
            try Reachability(network, hostname: "192.0.2.7"),
        ]
        for reachability in targets {
            #expect(reachability.connection == connection)
            #expect(reachability.currentReachabilityStatus == status)
            #expect(reachability.currentReachabilityString == words)
            #expect(reachability.isReachable == (type != nil))
            #expect(reachability.isReachableViaWiFi == (type == .wifi))
            #expect(reachability.isReachableViaWWAN == (type == .wwan))
            #expect(reachability.isReachableViaEthernet == (type == .ethernet))
            #expect((reachability.unavailableReason == nil) == (type != nil))
        }
        #expect(targets.map(\.description).first == "internet: \(words)")
    }

    @Test("The connection of a VPN is the medium below it")
    func aVPNIsWhatCarriesIt() {
        let reachability = Reachability(network)
        network.connect(.wwan, name: "wwan0")
        network.connect(.vpn, name: "wg0")
        #expect(reachability.connection == .cellular)
    }

    @Test(
        "Cellular is another name of wwan, also in a switch",
        arguments: Reachability.Connection.allCases)
    func cellularIsAnotherNameAndASwitchTakesIt(_ connection: Reachability.Connection) {
        let isCellular =
            switch connection {
            case .wifi, .unavailable: false
            case .cellular: true
            default: false
            }
        #expect(isCellular == (connection == .wwan))
    }

    @Test("The local Wi-Fi network needs a carrier and an address, but no route")
    func theLocalWiFiNeedsACarrierAndAnAddressAndNoRoute() {
        let reachability = Reachability.forLocalWiFi(network)
        network.connect(.ethernet, name: "eth0")
        #expect(reachability.connection == .unavailable)
        #expect(reachability.unavailableReason == .noLocalWiFi)
        network.connect(.wifi, name: "wlan0", families: [])
        #expect(reachability.connection == .unavailable)
        // The kernel prefers Ethernet.
        network.connect(.wifi, name: "wlan0")
        #expect(reachability.connection == .wifi)
        #expect(reachability.currentReachabilityStatus == .reachableViaWiFi)
        network.disconnect("wlan0")
        #expect(reachability.connection == .unavailable)
    }

    @Test("A change of the local Wi-Fi network is reported")
    func localWiFi() throws {
        let reachability = logged(
            Reachability.forLocalWiFi(network, notificationQueue: queue))
        network.connect(.ethernet, name: "eth0")
        try reachability.startNotifier()
        drain()
        for change in [
            { network.connect(.wifi, name: "wlan0") }, { network.connect(.vpn, name: "wg0") },
            { network.disconnect("wlan0") },
        ] {
            change()
            drain()
        }
        #expect(log.all == ["- No Connection", "+ WiFi", "- No Connection"])
    }

    @Test("The closures receive the current connection, then each change")
    func theClosuresAreGivenTheConnectionAsItIsAndThenEveryOther() throws {
        let reachability = logged()
        try reachability.startNotifier()
        drain()
        #expect(log.all == ["- No Connection"])
        for change in [
            { network.connect(.wwan, name: "wwan0") },
            { network.connect(.wifi, name: "wlan0") },
            // Another path by the same connection.
            { network.connect(.wifi, name: "wlan1", metric: 1) },
            { network.remove("wlan1") },
            { network.disconnect("wlan0") },
            { network.remove("wwan0") },
        ] {
            change()
            drain()
        }
        #expect(
            log.all == ["- No Connection", "+ Cellular", "+ WiFi", "+ Cellular", "- No Connection"])
    }

    @Test("Starting or stopping twice has no further effect")
    func startingAndStoppingAgainChangesNothing() throws {
        let reachability = logged()
        reachability.stopNotifier()
        #expect(!reachability.notifierRunning)
        network.connect(.wifi, name: "wlan0")
        try reachability.startNotifier()
        try reachability.startNotifier()
        #expect(reachability.notifierRunning)
        drain()
        try reachability.startNotifier()
        drain()
        #expect(log.all == ["+ WiFi"])
        reachability.stopNotifier()
        reachability.stopNotifier()
        #expect(!reachability.notifierRunning)
        network.connect(.ethernet, name: "eth0")
        drain()
        #expect(log.all == ["+ WiFi"])
        #expect(reachability.connection == .ethernet)
        // Started again, it notifies again.
        try reachability.startNotifier()
        drain()
        #expect(log.all == ["+ WiFi", "+ Ethernet"])
    }

    @Test("No closure is called after a stop on the same queue")
    func stopOnTheSameQueue() throws {
        let reachability = logged()
        try reachability.startNotifier()
        drain()
        queue.sync {
            network.connect(.wifi, name: "wlan0")
            reachability.stopNotifier()
        }
        drain()
        #expect(log.all == ["- No Connection"])
    }

    @Test("A notifier can be stopped and started in a closure")
    func stoppedAndStartedFromAClosure() throws {
        let reachability = Reachability(network, notificationQueue: queue)
        reachability.whenUnreachable = { [log] reachability in
            log.append("-")
            reachability.stopNotifier()
        }
        try reachability.startNotifier()
        drain()
        network.connect(.wifi, name: "wlan0")
        drain()
        #expect(log.all == ["-"])
        reachability.whenReachable = { [log] reachability in
            log.append("+")
            reachability.stopNotifier()
            if log.all.count < 4 { try? reachability.startNotifier() }
        }
        try reachability.startNotifier()
        for _ in 0..<5 { drain() }
        #expect(log.all == ["-", "+", "+", "+"])
    }

    @Test("Setting allowsCellularConnection is reported like a change of the network")
    func allowsCellularIsAChange() throws {
        network.connect(.wwan, name: "wwan0")
        let reachability = logged()
        reachability.allowsCellularConnection = false
        #expect(reachability.connection == .unavailable)
        #expect(reachability.unavailableReason == .cellularNotAllowed)
        try reachability.startNotifier()
        drain()
        reachability.allowsCellularConnection = true
        drain()
        reachability.allowsCellularConnection = true
        drain()
        reachability.allowsCellularConnection = false
        drain()
        network.connect(.wifi, name: "wlan0")
        drain()
        network.remove("wwan0")
        drain()
        #expect(log.all == ["- No Connection", "+ Cellular", "- No Connection", "+ WiFi"])
        #expect(!reachability.allowsCellularConnection)
    }

    @Test("An unreferenced notifier ends")
    func endsWithoutReferences() throws {
        var reachability: Reachability? = logged()
        weak let held = reachability
        try reachability?.startNotifier()
        drain()
        #expect(PathMonitor(network).mode == .events)
        reachability = nil
        drain()
        #expect(held == nil)
        #expect(PathMonitor(network).mode == .idle)
        network.connect(.wifi, name: "wlan0")
        drain()
        #expect(log.all == ["- No Connection"])
    }

    @Test("A closure that blocks does not delay other notifiers")
    func aClosureThatBlocksStopsNoOther() throws {
        let gate = DispatchSemaphore(value: 0)
        let blocked = Reachability(network, notificationQueue: DispatchQueue(label: "blocked"))
        blocked.whenUnreachable = { _ in gate.wait() }
        let reachability = logged()
        try blocked.startNotifier()
        try reachability.startNotifier()
        drain()
        network.connect(.wifi, name: "wlan0")
        drain()
        #expect(log.all == ["- No Connection", "+ WiFi"])
        #expect(blocked.connection == .wifi)
        gate.signal()
    }

    /// Without a queue of the caller's, closures are called on one whose work the target does.
    @Test("Closures are called on the queue of the initializer")
    func theQueueOfTheClosures() async throws {
        let key = DispatchSpecificKey<String>()
        let target = DispatchQueue(label: "target")
        target.setSpecific(key: key, value: "target")
        queue.setSpecific(key: key, value: "given")
        DispatchQueue.main.setSpecific(key: key, value: "main")
        let all = [
            try Reachability(queueQoS: .utility, targetQueue: target, notificationQueue: nil),
            try Reachability(notificationQueue: queue), try Reachability(),
            try Reachability(address: "192.0.2.7", targetQueue: target, notificationQueue: nil),
            try Reachability.forInternetConnection(notificationQueue: queue),
            try Reachability.forLocalWiFi(notificationQueue: queue),
            try Reachability.forLocalWiFi(notificationQueue: nil),
        ]
        for (number, reachability) in all.enumerated() {
            let note: Reachability.NetworkReachable = { [log] _ in
                log.append("\(number) \(DispatchQueue.getSpecific(key: key) ?? "its own")")
            }
            reachability.whenReachable = note
            reachability.whenUnreachable = note
            try reachability.startNotifier()
        }
        await until { log.all.count >= all.count }
        for reachability in all { reachability.stopNotifier() }
        #expect(
            Set(log.all) == [
                "0 target", "1 given", "2 main", "3 target", "4 given", "5 given", "6 its own",
            ])
    }

    @Test("Each task receives the current connection, then the newest one")
    func everyTaskIsGivenTheConnectionAsItIsAndThenTheNewest() async {
        let reachability = Reachability(network)
        var first = reachability.connections.makeAsyncIterator()
        #expect(await first.next() == .unavailable)
        network.connect(.wwan, name: "wwan0")
        network.connect(.wifi, name: "wlan0")
        var second = reachability.connections.makeAsyncIterator()
        #expect(await second.next() == .wifi)
        network.connect(.ethernet, name: "eth0")
        #expect(await first.next() == .ethernet)
        #expect(await second.next() == .ethernet)
        #expect(!reachability.notifierRunning)
    }

    @Test("Cancelling a task ends its sequence and the observation")
    func aCancelledTaskEndsItsSequence() async {
        let reachability = Reachability(network)
        let task = Task { [log] in
            for await connection in reachability.connections { log.append("\(connection)") }
        }
        await until { !log.all.isEmpty }
        task.cancel()
        await task.value
        await until { PathMonitor(network).mode == .idle }
    }

    @Test("A sequence keeps its notifier alive until it ends")
    func sequenceKeepsNotifier() async {
        var connections: Reachability.Connections.AsyncIterator? =
            Reachability(network).connections.makeAsyncIterator()
        #expect(await connections?.next() == .unavailable)
        network.connect(.wifi, name: "wlan0")
        #expect(await connections?.next() == .wifi)
        connections = nil
        #expect(PathMonitor(network).mode == .idle)
    }

    @Test("The notifier and sequences are independent")
    func theNotifierAndTasksDoNotDisturbOneAnother() async throws {
        let reachability = logged()
        var connections: Reachability.Connections.AsyncIterator? =
            reachability.connections.makeAsyncIterator()
        _ = await connections?.next()
        try reachability.startNotifier()
        drain()
        reachability.stopNotifier()
        network.connect(.wifi, name: "wlan0")
        #expect(await connections?.next() == .wifi)
        try reachability.startNotifier()
        connections = nil
        network.connect(.ethernet, name: "eth0")
        drain()
        #expect(log.all.first == "- No Connection" && log.all.last == "+ Ethernet")
    }

    /// Many threads change the network, start, stop, iterate and ask at once; in the end everybody
    /// knows the same connection, and nothing follows it any longer.
    @Test("Concurrent use from many tasks is safe")
    func everythingAtOnce() async throws {
        network.change { $0.hosts["nas.example"] = ["192.0.2.7"] }
        let hosts = try (0..<3).map { _ in
            try Reachability(network, hostname: "nas.example", notificationQueue: .global())
        }
        let all = [Reachability(network, notificationQueue: .global())] + hosts
        let last = Log()
        for reachability in all {
            reachability.whenReachable = { [log] reachability in
                log.append("\(reachability.connection)")
                if reachability.connection == .ethernet { last.append("end") }
            }
        }
        await withTaskGroup { [network] group in
            for reachability in all {
                group.addTask {
                    for round in 0..<100 {
                        try? reachability.startNotifier()
                        reachability.allowsCellularConnection = round.isMultiple(of: 3)
                        await Task.yield()
                        reachability.stopNotifier()
                    }
                }
                group.addTask {
                    for await connection in reachability.connections where connection == .ethernet {
                        break
                    }
                    try? reachability.startNotifier()
                }
            }
            group.addTask {
                for round in 0..<200 {
                    network.connect(round.isMultiple(of: 2) ? .wifi : .wwan, name: "if0")
                    if round.isMultiple(of: 5) {
                        let short = Reachability(network, notificationQueue: .global())
                        short.whenReachable = { [log] in log.append("\($0.connection)") }
                        try? short.startNotifier()
                    }
                    await Task.yield()
                }
                network.connect(.ethernet, name: "eth0")
            }
        }
        for reachability in all { try reachability.startNotifier() }
        for reachability in all { #expect(reachability.connection == .ethernet) }
        await until { last.all.count >= all.count }
        for reachability in all { reachability.stopNotifier() }
        await until { PathMonitor(network).mode == .idle }
    }
}
