// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import ReachabilityTesting
import Testing

/// Queues on a scripted network, and on a clock that stands still until it is moved.
struct QueueBench: Sendable {
    let network = ScriptedNetwork()
    let clock = ManualClock()
    let log = Log()

    func queue(
        limit: Int = 4,
        confirm: DeferralQueue.Confirm? = nil
    ) -> DeferralQueue {
        DeferralQueue(
            monitor: PathMonitor(network), maxConcurrentOperationCount: limit, clock: clock,
            confirm: confirm)
    }

    func connect() { network.connect(.wifi, name: "wlan0", metered: .no) }
}

/// The events, in order.
final class Log: Sendable {
    private let entries = Lock<[String]>([])

    func append(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
}

/// Lets everybody pass once it is open.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }
    func pass() async {
        for await _ in stream {}
    }
}

/// Until the task is cancelled.
func forever() async throws {
    try await Task.sleep(for: .seconds(86_400))
}
