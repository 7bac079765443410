// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkCompat
import Reachability
import Testing

/// Programs in the style of public tutorials, in the language mode that these have. Only their imports are changed, and
/// what Linux does not have. They use the network of this machine.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TutorialTests {
    /// Runs a program until it calls the closure that it is given.
    private func firstEvent(_ run: (@escaping @Sendable () -> Void) -> Void) async {
        let (events, event) = AsyncStream.makeStream(of: Void.self)
        run { event.yield() }
        for await _ in events { break }
    }

    private let hasPath = NWPathMonitor().currentPath.status == .satisfied

    @Test("A singleton of NWPathMonitor receives the path")
    func networkMonitor() async {
        let monitor = NetworkMonitor.shared
        await firstEvent { told in
            monitor.onChange = { _ in told() }
            monitor.startMonitoring()
        }
        #expect(monitor.isConnected == hasPath)
        #expect(hasPath || monitor.connectionType == .unknown)
        monitor.stopMonitoring()
    }

    @Test("A program in the style of Apple's documentation describes the path")
    func appleStyle() async {
        let reporter = ConnectionReporter()
        reporter.start()
        let description = await reporter.firstDescription()
        #expect(description.hasPrefix("offline") != hasPath)
    }

    @Test("A manager with Reachability.swift is notified")
    func reachabilityManager() async {
        let manager = ReachabilityManager.shared
        await firstEvent { told in
            manager.onChange = told
            manager.startMonitoring()
        }
        #expect(manager.isNetworkAvailable == hasPath)
        #expect(manager.lastConnection == manager.reachability.connection)
        manager.stopMonitoring()
    }

    @Test("Apple's first sample has a status for each connection")
    func appleSample() {
        let checker = HostChecker()
        checker.start()
        #expect((checker.summary == "Access Not Available") != hasPath)
    }
}
