// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability

/// Queues that hold work back by a data plan, on a scripted network with a scripted usage.
@Suite(.timeLimit(.minutes(10))) struct PlanQueueTests {
    private static let day = Duration.seconds(86_400)
    private static let count = 30
    /// A plan of 30 MB over 30 days, so that each day allows 1 MB.
    private static let plan = DataPlan(
        name: "LTE", interface: "wwan*", limit: Int64(count) * 1_000_000,
        renewal: DataPlan.Renewal("every 30d from 2026-11-01") ?? .never)

    @Test("30 operations on the pace of a plan spread over its period, one each day")
    func spread() async throws {
        let network = ScriptedNetwork()
        let period = try #require(Self.plan.period(at: 1_800_000_000_000))
        let start = Duration.milliseconds(period.from) + .seconds(7200)
        let usage = ScriptedPlanUsage(network, now: start)
        let queue = DeferralQueue(
            monitor: PathMonitor(network, .init(plans: [Self.plan], planUsage: usage)),
            maxConcurrentOperationCount: 1)
        let log = Log()
        @Sendable func isHeldBack() -> Bool {
            queue.currentActivity.reasons.map(\.code) == ["planAheadOfPace"]
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<Self.count {
                group.addTask {
                    try await queue.run(NetworkConstraints(onPace: true)) {
                        log.append("\((usage.now - start).components.seconds / 86_400)")
                        usage.use(1_000_000, of: Self.plan)
                        // The next operation starts by what the queue knows of the plan then.
                        await until { isHeldBack() || queue.currentActivity.waiting == 0 }
                    }
                }
            }
            await until { queue.currentActivity.waiting == Self.count }
            network.connect(.wwan, name: "wwan0")
            for day in 1..<Self.count {
                await until { queue.currentActivity.finished == day && isHeldBack() }
                usage.advance(by: Self.day)
            }
            try await group.waitForAll()
        }
        #expect(log.all == (0..<Self.count).map { "\($0)" })
        #expect(usage.bytesUsed(by: Self.plan) == Self.plan.limit)
    }
}
