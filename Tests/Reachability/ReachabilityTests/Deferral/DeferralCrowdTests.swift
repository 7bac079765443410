// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

/// Queues with much to do at once, and for long.
@Suite(.timeLimit(.minutes(10))) struct DeferralCrowdTests {
    private struct Broken: Error {}

    private let bench = QueueBench()
    private var network: ScriptedNetwork { bench.network }
    private var clock: ManualClock { bench.clock }
    private var log: Log { bench.log }

    /// `DeferralScaleTests` has 10,000 of them.
    @Test("500 waiting operations run in the order of their priorities")
    func order() async throws {
        let count = 500
        let queue = bench.queue(limit: 1)
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                let priority = DeferralQueue.Priority.allCases[number % 3]
                group.addTask {
                    try await queue.run(.unmetered, options: .init(priority: priority)) {
                        log.append("\(priority.rawValue)")
                    }
                }
            }
            await until { queue.currentActivity.waiting == count }
            bench.connect()
            try await group.waitForAll()
        }
        #expect(log.all.count == count)
        #expect(log.all == log.all.sorted(by: >))
        #expect(queue.currentActivity == .init(finished: count))
    }

    @Test("Operations deferred by hours run in their hour, with one alarm for all")
    func aDayOfDeferral() async throws {
        let queue = bench.queue()
        let start = clock.now
        try await withThrowingTaskGroup { group in
            for hour in 1...24 {
                group.addTask {
                    try await queue.run(
                        .unmetered, options: .init(minimumLatency: .seconds(3600 * hour))
                    ) {
                        log.append("\(start.duration(to: clock.now).components.seconds / 3600)")
                    }
                }
            }
            await until { queue.currentActivity.waiting == 24 }
            for hour in 1...24 {
                // Only the queue's one alarm waits for the clock.
                await until { clock.sleepers == 1 }
                bench.connect()
                clock.advance(by: .seconds(3600))
                await until { queue.currentActivity.finished == hour }
                network.disconnect("wlan0")
            }
            try await group.waitForAll()
        }
        #expect(log.all == (1...24).map { "\($0)" })
        await until { clock.sleepers == 0 }
    }

    /// Many callers, cancelled or not, on a network that comes and goes.
    @Test("Of 200 concurrent callers, at most one operation with the same key runs at a time")
    func everythingAtOnce() async {
        let queue = bench.queue { _ in .run }
        let running = Lock<[Int: Int]>([:])
        await withTaskGroup { group in
            for caller in 0..<200 {
                group.addTask {
                    let key = caller % 7
                    let task = Task {
                        try await queue.run(
                            caller.isMultiple(of: 2) ? .connected : .unmetered, key: key,
                            existing: DeferralQueue.ExistingWorkPolicy.allCases[caller % 3],
                            options: .init(
                                deadline: caller.isMultiple(of: 5)
                                    ? .run(after: .seconds(caller)) : nil,
                                onLoss: caller.isMultiple(of: 4) ? .stop : .finish,
                                maxAttempts: 3, backoff: .linear(first: .seconds(1)))
                        ) {
                            let count = running.withLock {
                                $0[key, default: 0] += 1
                                return $0[key] ?? 0
                            }
                            #expect(count == 1)
                            defer { running.withLock { $0[key, default: 0] -= 1 } }
                            await Task.yield()
                            if caller.isMultiple(of: 11) { throw Broken() }
                        }
                    }
                    for _ in 0..<caller { await Task.yield() }
                    if caller.isMultiple(of: 3) { task.cancel() }
                    _ = await task.result
                }
            }
            group.addTask {
                while queue.currentActivity.finished < 200 {
                    network.connect(.wwan, name: "wwan0")
                    queue.hold()
                    await Task.yield()
                    bench.connect()
                    queue.resume()
                    clock.advance(by: .seconds(1))
                    await Task.yield()
                    network.disconnect("wlan0")
                    network.disconnect("wwan0")
                    await Task.yield()
                }
            }
            group.addTask {
                for await activity in queue.activity {
                    #expect(activity.running <= 4)
                    if activity.finished == 200 { break }
                }
            }
        }
        #expect(queue.currentActivity == .init(finished: 200))
    }
}
