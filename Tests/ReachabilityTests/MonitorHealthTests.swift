// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// What a diagnostics handler is told: the decision, then the handler of the process.
@Suite(.timeLimit(.minutes(1))) struct MonitorHealthTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var before: @Sendable (inout MonitorHealth) -> Void = { _ in }
        var after: @Sendable (inout MonitorHealth) -> Void = { _ in }
        /// The levels and codes.
        var told: [String]
        var testDescription: String { name }
    }

    private static let refused = NetworkAccessError(SystemError(operation: "socket", errno: 13))
    private static let full = NetworkAccessError(SystemError(operation: "inotify_init1", errno: 24))

    static let rows = [
        Row(name: "nothing changes", told: []),
        Row(name: "the start", before: { $0.mode = .idle }, told: []),
        Row(
            name: "the end", before: { $0.limitations = [full] }, after: { $0 = MonitorHealth() },
            told: []),
        Row(
            name: "polling from the start", before: { $0.mode = .idle },
            after: { $0.mode = .polling(refused) }, told: ["warning polling"]),
        Row(
            name: "netlink is refused", after: { $0.mode = .unavailable(refused) },
            told: ["error unavailable"]),
        Row(
            name: "netlink is still refused", before: { $0.mode = .unavailable(refused) },
            after: { $0.mode = .unavailable(refused) }, told: []),
        Row(
            name: "netlink works again", before: { $0.mode = .unavailable(refused) },
            told: ["notice recovered"]),
        Row(
            name: "a limitation begins", after: { $0.limitations = [full] },
            told: ["warning limited"]),
        Row(
            name: "a limitation ends, another begins", before: { $0.limitations = [full] },
            after: { $0.limitations = [refused] },
            told: ["warning limited", "notice limitationEnded"]),
        Row(
            name: "an overrun", before: { $0.statistics.messages = 5 },
            after: {
                $0.statistics.messages = 9
                $0.statistics.countLoss()
            }, told: ["notice resync"]),
        Row(
            name: "a socket failed", after: { $0.statistics.resyncs = 1 }, told: ["notice resync"]
        ),
        Row(
            name: "a new follower counts from zero",
            before: {
                $0.statistics.messages = 5
                $0.statistics.resyncs = 3
                $0.statistics.drops = 4
            },
            after: { $0.statistics.drops = 1 }, told: ["warning foreignMessages"]),
        Row(
            name: "the filter is open", after: { $0.statistics.isFilterOpen = true },
            told: ["info filterOpen"]),
        Row(
            name: "NetworkManager has not answered yet", before: { $0.mode = .idle },
            after: {
                $0.networkManager = .missing("not yet")
                $0.awaitsNetworkManager = true
            }, told: ["info networkManagerMissing"]),
        Row(
            name: "NetworkManager answers for the first time",
            before: {
                $0.networkManager = .missing("not yet")
                $0.awaitsNetworkManager = true
            }, told: ["info networkManagerAnswered"]),
        Row(
            name: "NetworkManager turns out not to run",
            before: {
                $0.networkManager = .missing("not yet")
                $0.awaitsNetworkManager = true
            }, after: { $0.networkManager = .notRunning("it does not run") }, told: []),
        Row(
            name: "NetworkManager does not run from the start", before: { $0.mode = .idle },
            after: { $0.networkManager = .notRunning("it does not run") }, told: []),
        Row(
            name: "NetworkManager refuses", after: { $0.networkManager = .missing("refused") },
            told: ["warning networkManagerMissing"]),
        Row(
            name: "NetworkManager answers after a failure",
            before: { $0.networkManager = .missing("refused") },
            told: ["notice networkManagerAnswered"]),
        Row(
            name: "the bus is gone", after: { $0.networkManager = .notRunning("no bus") },
            told: ["notice networkManagerEnded"]),
        Row(
            name: "NetworkManager is started", before: { $0.networkManager = .notRunning("no") },
            told: []),
    ]

    @Test("A problem is told when it begins and when it ends", arguments: rows)
    func diagnostics(row: Row) {
        var before = MonitorHealth()
        before.mode = .events
        var after = before
        row.before(&before)
        row.after(&after)
        let told = after.diagnostics(since: before)
        #expect(told.map { "\($0.level) \($0.code)" } == row.told)
        for diagnostic in told {
            #expect(diagnostic.description.hasSuffix(".") && !"\(diagnostic)".contains(".."))
        }
    }

    @Test("The handler of the process is told that a monitor lost messages")
    func handler() async {
        let log = Log()
        NetworkDiagnostic.handler = { log.append("\($0.level) \($0.code)") }
        defer { NetworkDiagnostic.handler = nil }
        let network = ScriptedNetwork()
        var paths = PathMonitor(network).makeAsyncIterator()
        _ = await paths.next()
        network.change(losingMessages: true) { $0.connect(.wifi, name: "wlan0") }
        // Other tests may lose messages, too.
        #expect(log.all.contains("notice resync"))
        #expect(await paths.next()?.connection == .wifi)
    }
}
