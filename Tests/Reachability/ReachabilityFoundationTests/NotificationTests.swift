// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Reachability
import ReachabilityFoundation
import ReachabilityTesting
import Testing

/// Notifications of a scripted network.
@Suite(.timeLimit(.minutes(10))) struct NotificationTests {
    private let network = ScriptedNetwork()
    private let queue = DispatchQueue(label: "notifications")
    private let log = Log<String>()

    /// Waits until what was put on the queue before has run.
    private func drain() { queue.sync {} }

    private func reachability() -> Reachability {
        Reachability(network, notificationQueue: queue)
    }

    /// Logs what is posted.
    private func observe(
        _ reachability: Reachability?,
        in center: NotificationCenter = .default,
        as prefix: String = ""
    ) -> any NSObjectProtocol {
        center.addObserver(forName: .reachabilityChanged, object: reachability, queue: nil) {
            [log, queue] note in
            dispatchPrecondition(condition: .onQueue(queue))
            let reachability = note.object as? Reachability
            log.append("\(prefix)\(reachability?.connection.description ?? "no object")")
        }
    }

    @Test("One notification is posted for each change until the notifier stops")
    func isPostedOnceForEachChangeUntilTheEnd() throws {
        let reachability = reachability()
        reachability.whenReachable = { [log] in log.append("closure \($0.connection)") }
        let observer = observe(reachability)
        defer { NotificationCenter.default.removeObserver(observer) }
        network.connect(.wifi, name: "wlan0")
        drain()
        #expect(log.all == [])

        try reachability.startNotifier()
        drain()
        var expected = ["closure WiFi", "WiFi"]
        #expect(log.all == expected)

        // A name server more is another path, and the same connection.
        network.change { $0.hasNameServer = false }
        drain()
        #expect(log.all == expected)

        network.disconnect("wlan0")
        drain()
        expected += ["No Connection"]
        #expect(log.all == expected)

        network.connect(.wwan, name: "wwan0")
        drain()
        expected += ["closure Cellular", "Cellular"]
        #expect(log.all == expected)

        reachability.stopNotifier()
        network.disconnect("wwan0")
        drain()
        #expect(log.all == expected)
    }

    @Test("The object of a notification is its notifier")
    func theObjectIsTheNotifier() throws {
        let (one, other) = (reachability(), Reachability.forLocalWiFi(network))
        let observer = observe(one)
        defer { NotificationCenter.default.removeObserver(observer) }
        network.connect(.ethernet, name: "eth0")
        try one.startNotifier()
        try other.startNotifier()
        drain()
        #expect(log.all == ["Ethernet"])
    }

    @Test("An observer that is added later receives the following changes")
    func aLateObserverGetsLaterChanges() throws {
        let reachability = reachability()
        try reachability.startNotifier()
        drain()
        let observer = observe(reachability)
        defer { NotificationCenter.default.removeObserver(observer) }
        network.connect(.ethernet, name: "eth0")
        drain()
        #expect(log.all == ["Ethernet"])
    }

    @Test("A notifier with its own notification center posts only there")
    func isPostedToACenterOfOnesOwn() throws {
        let (reachability, center) = (reachability(), NotificationCenter())
        #expect(reachability.notificationCenter === NotificationCenter.default)
        reachability.notificationCenter = center
        let observers = [
            observe(reachability, as: "default: "), observe(nil, in: center, as: "own: "),
        ]
        defer { NotificationCenter.default.removeObserver(observers[0]) }
        try reachability.startNotifier()
        drain()
        #expect(log.all == ["own: No Connection"])
        center.removeObserver(observers[1])
    }

    @Test("The notification has the name of Reachability.swift's")
    func itsNameIsThatOfReachabilitySwift() {
        #expect(Notification.Name.reachabilityChanged.rawValue == "reachabilityChanged")
    }
}
