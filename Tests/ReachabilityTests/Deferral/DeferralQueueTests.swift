// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Reachability
import ReachabilityTesting
import Testing

/// Queues on a scripted network, and on a clock that stands still until it is moved.
@Suite(.timeLimit(.minutes(2))) struct DeferralQueueTests {
    private struct Broken: Error, Equatable {}

    private let network = ScriptedNetwork()
    private let clock = ManualClock()
    private let log = Log()

    private func queue(
        limit: Int = 4,
        confirm: DeferralQueue.Confirm? = nil
    ) -> DeferralQueue {
        DeferralQueue(
            monitor: PathMonitor(network), maxConcurrentOperationCount: limit, clock: clock,
            confirm: confirm)
    }

    private func connect() { network.connect(.wifi, name: "wlan0", metered: .no) }

    @Test func runsAtOnceWhereTheNetworkIsRight() async throws {
        connect()
        let value = try await queue().run(.unmetered) { 42 }
        #expect(value == 42)
        let nothing: Int? = try await queue().run(.unmetered, key: "a") { nil }
        #expect(nothing == nil)
        try await queue().run {}
        let url = try #require(URL(string: "https://example.org/film"))
        @Sendable func download(_ url: URL) async throws -> Data {
            Data(url.lastPathComponent.utf8)
        }
        let data = try await queue().run(.unmetered, key: url) { try await download(url) }
        #expect(data == Data("film".utf8))
    }

    @Test func waitsAndTellsWhy() async throws {
        let queue = queue()
        var activities = queue.activity.makeAsyncIterator()
        #expect(await activities.next() == DeferralQueue.Activity())
        let gate = Gate()
        async let value = queue.run(.unmetered) {
            await gate.pass()
            return 42
        }
        await until { queue.currentActivity.reasons.map(\.word) == ["offline"] }
        network.connect(.wwan, name: "wwan0")
        await until { queue.currentActivity.reasons.map(\.word) == ["metered"] }
        connect()
        while let activity = await activities.next(), activity.running == 0 {
            #expect(activity.waiting <= 1)
        }
        gate.open()
        #expect(try await value == 42)
        while let activity = await activities.next(), activity.finished == 0 {}
        #expect(queue.currentActivity.finished == 1)
        #expect(queue.currentActivity.waiting + queue.currentActivity.running == 0)
    }

    @Test func theOperationsErrorIsItsCallers() async {
        connect()
        await #expect(throws: Broken()) { try await queue().run { throw Broken() } }
    }

    @Test func whoeverCallsFromAnActor() async throws {
        connect()
        let queue = queue()
        let value = try await Task { @MainActor in
            try await queue.run(key: 1) { @MainActor in 42 }
        }.value
        #expect(value == 42)
    }

    // MARK: Cancellation

    @Test func cancelledWhileItWaits() async {
        let queue = queue()
        let task = Task { try await queue.run { log.append("ran") } }
        await until { queue.currentActivity.waiting == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(queue.currentActivity == .init(finished: 1))
        connect()
        #expect(log.all == [])
    }

    @Test func cancelledBeforeTheCall() async {
        connect()
        let queue = queue()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.run { log.append("ran") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.all == [])
    }

    @Test func aCallerThatIsCancelledWaitsForTheEndOfItsOperation() async {
        connect()
        let queue = queue()
        let (begun, end) = (Gate(), Gate())
        let task = Task {
            defer { log.append("returned") }
            try await queue.run {
                begun.open()
                await end.pass()
                log.append("ended, cancelled: \(Task.isCancelled)")
                try Task.checkCancellation()
            }
        }
        await begun.pass()
        task.cancel()
        end.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.all == ["ended, cancelled: true", "returned"])
    }

    @Test func theEndOfTheQueueIsTheEndOfEverything() async {
        connect()
        let queue = queue()
        let begun = Gate()
        let running = Task {
            try await queue.run {
                begun.open()
                try await forever()
            }
        }
        let waiting = Task {
            try await queue.run(
                key: "a",
                options: .init(deadline: .fail(after: .seconds(9)), stability: .seconds(9))
            ) {}
        }
        let following = Task { try await queue.run(key: "a") {} }
        await begun.pass()
        await until { queue.currentActivity.waiting == 2 }
        await until { clock.sleepers == 1 }
        queue.cancel()
        for task in [running, waiting, following] {
            await #expect(throws: DeferralError.queueCancelled) { try await task.value }
        }
        await #expect(throws: DeferralError.queueCancelled) { try await queue.run {} }
        for await _ in queue.activity { Issue.record("something after the end") }
        await until { clock.sleepers == 0 }
    }

    @Test func aQueueEndsWithItsMonitor() async {
        let monitor = PathMonitor(network)
        let queue = DeferralQueue(monitor: monitor, clock: clock)
        let task = Task { try await queue.run {} }
        await until { queue.currentActivity.waiting == 1 }
        monitor.cancel()
        await #expect(throws: DeferralError.queueCancelled) { try await task.value }
    }

    @Test func nothingOutlivesTheQueue() async throws {
        connect()
        let observer = PathMonitor(network)
        let isGone: @Sendable () -> Bool
        do {
            let monitor = PathMonitor(network)
            let queue = DeferralQueue(monitor: monitor, clock: clock)
            isGone = { [weak queue, weak monitor] in queue == nil && monitor == nil }
            let task = Task { [queue] in
                try await queue.run(options: .init(minimumLatency: .seconds(9))) {}
            }
            await until { clock.sleepers == 1 }
            #expect(observer.mode == .events)
            task.cancel()
            _ = await task.result
        }
        await until(isGone)
        await until { observer.mode == .idle && clock.sleepers == 0 }
    }

    // MARK: Unique work

    @Test func whatIsKeptRunsForAll() async throws {
        let queue = queue()
        let tasks = (0..<5).map { number in
            Task {
                try await queue.run(key: "a") {
                    log.append("\(number)")
                    return number
                }
            }
        }
        let stranger = Task { try await queue.run(key: "a") { "a string" } }
        await until { queue.currentActivity.waiting == 6 }
        connect()
        var values: Set<Int> = []
        do {
            for task in tasks { values.insert(try await task.value) }
            await #expect(throws: DeferralError.mismatchedResult) { try await stranger.value }
        } catch DeferralError.mismatchedResult {
            // The one with the string was first.
            #expect(try await stranger.value == "a string")
        }
        #expect(values.count <= 1)
        #expect(log.all.count == values.count)
    }

    @Test func whoFollowsRunsItsOwnWhenTheFirstIsCancelled() async throws {
        let queue = queue()
        let first = Task { try await queue.run(key: "a") { 1 } }
        await until { queue.currentActivity.waiting == 1 }
        let second = Task { try await queue.run(key: "a") { 2 } }
        await until { queue.currentActivity.waiting == 2 }
        first.cancel()
        connect()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value == 2)
    }

    @Test func whatRunsIsReplacedOnceItHasEnded() async throws {
        connect()
        let queue = queue()
        let begun = Gate()
        let first = Task {
            try await queue.run(key: "a") {
                begun.open()
                defer { log.append("first ended") }
                try await forever()
                return 1
            }
        }
        await begun.pass()
        let second = try await queue.run(key: "a", existing: .replace) {
            log.append("second began")
            return 2
        }
        #expect(second == 2)
        await #expect(throws: DeferralError.replaced) { try await first.value }
        #expect(log.all == ["first ended", "second began"])
    }

    @Test func appendedOperationsRunOneAfterTheOther() async throws {
        connect()
        let queue = queue()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    try await queue.run(key: "a", existing: .append) {
                        log.append("begin")
                        await Task.yield()
                        log.append("end")
                    }
                    _ = number
                }
            }
            try await group.waitForAll()
        }
        #expect(log.all == Array(repeating: ["begin", "end"], count: 20).flatMap(\.self))
    }

    // MARK: Time

    @Test func theClockIsWaitedForAndNothingElse() async throws {
        let queue = queue()
        let late = Task {
            try await queue.run(options: .init(minimumLatency: .seconds(10))) { "late" }
        }
        let overdue = Task {
            try await queue.run(options: .init(deadline: .run(after: .seconds(20)))) { "overdue" }
        }
        let failed = Task {
            try await queue.run(options: .init(deadline: .fail(after: .seconds(30)))) { "failed" }
        }
        await until { queue.currentActivity.waiting == 3 && clock.sleepers == 1 }
        connect()
        // Without a deadline, at once.
        #expect(try await overdue.value == "overdue")
        #expect(try await failed.value == "failed")
        await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(10))
        #expect(try await late.value == "late")
        await until { clock.sleepers == 0 }
    }

    @Test func deadlines() async throws {
        let queue = queue()
        let running = Task {
            try await queue.run(options: .init(deadline: .run(after: .seconds(10)))) { 42 }
        }
        let failing = Task {
            try await queue.run(options: .init(deadline: .fail(after: .seconds(10)))) { 42 }
        }
        await until { queue.currentActivity.reasons.map(\.word) == ["offline"] }
        await until { queue.currentActivity.waiting == 2 }
        clock.advance(by: .seconds(10))
        #expect(try await running.value == 42)
        await #expect(throws: DeferralError.deadlineExceeded([.network(.offline(.noInterface))])) {
            try await failing.value
        }
    }

    @Test func attempts() async throws {
        connect()
        let queue = queue()
        let options = DeferralQueue.Options(
            maxAttempts: 3, backoff: .linear(first: .seconds(10)),
            isTransient: { $0 is Broken })
        let task = Task {
            try await queue.run(options: options) {
                log.append("attempt")
                if log.all.count < 3 { throw Broken() }
                return log.all.count
            }
        }
        for attempt in 1..<3 {
            await until { queue.currentActivity.reasons.map(\.word) == ["backoff"] }
            await until { log.all.count == attempt && clock.sleepers == 1 }
            clock.advance(by: .seconds(10 * attempt))
        }
        #expect(try await task.value == 3)

        struct Unknown: Error {}
        await #expect(throws: Unknown.self) {
            try await queue.run(options: options) {
                log.append("for good")
                throw Unknown()
            }
        }
        #expect(log.all.filter { $0 == "for good" }.count == 1)
    }

    // MARK: Loss

    @Test func whatLosesItsNetworkRunsAgain() async throws {
        connect()
        let queue = queue()
        let end = Gate()
        let task = Task {
            try await queue.run(.unmetered, options: .init(onLoss: .stop)) {
                log.append("begin")
                if log.all.count == 1 { try await forever() }
                await end.pass()
                return log.all.count
            }
        }
        await until { log.all.count == 1 }
        network.change { $0.setMetered(.yes, of: "wlan0") }
        await until { queue.currentActivity.waiting == 1 }
        network.change { $0.setMetered(.no, of: "wlan0") }
        await until { log.all.count == 2 }
        end.open()
        #expect(try await task.value == 2)
    }

    // MARK: Hold

    @Test func nothingBeginsWhileHeld() async throws {
        connect()
        let queue = queue()
        queue.hold()
        #expect(queue.isHeld)
        let task = Task { try await queue.run { log.append("ran") } }
        await until { queue.currentActivity.reasons == [.held] }
        #expect(log.all == [])
        queue.resume()
        try await task.value
        #expect(!queue.isHeld)
    }

    // MARK: Confirmation

    @Test(arguments: DeferralQueue.Confirmation.allCases)
    func somebodyIsAskedBeforeAMeteredRun(answer: DeferralQueue.Confirmation) async throws {
        network.connect(.wwan, name: "wwan0")
        let queue = queue { [log] request in
            log.append("\(request.key as? String ?? "") over \(request.path.connection)")
            return answer
        }
        let task = Task { try await queue.run(key: "film") { 42 } }
        switch answer {
        case .run: #expect(try await task.value == 42)
        case .wait:
            await until { queue.currentActivity.reasons.map(\.word) == ["metered"] }
            connect()
            #expect(try await task.value == 42)
        case .cancel:
            await #expect(throws: DeferralError.declined) { try await task.value }
        }
        #expect(log.all == ["film over wwan"])
    }

    @Test func theQuestionIsWithdrawnWhenNothingCostsAnyMore() async throws {
        network.connect(.wwan, name: "wwan0")
        let queue = queue { [log] _ in
            log.append("asked")
            try? await forever()
            log.append("withdrawn")
            return .wait
        }
        let task = Task { try await queue.run { 42 } }
        await until { log.all == ["asked"] }
        #expect(queue.currentActivity.reasons == [.confirmation])
        connect()
        #expect(try await task.value == 42)
        #expect(log.all == ["asked", "withdrawn"])
    }

    @Test func cancelledWhileSomebodyIsAsked() async {
        network.connect(.wwan, name: "wwan0")
        let queue = queue { [log] _ in
            try? await forever()
            log.append("withdrawn")
            return .run
        }
        let task = Task { try await queue.run { log.append("ran") } }
        await until { queue.currentActivity.reasons == [.confirmation] }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.all == ["withdrawn"])
    }

    // MARK: Much at once

    @Test func tenThousandAtOnce() async throws {
        let count = 10_000
        let queue = queue(limit: 1)
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
            connect()
            try await group.waitForAll()
        }
        #expect(log.all.count == count)
        #expect(log.all == log.all.sorted(by: >))
        #expect(queue.currentActivity == .init(finished: count))
    }

    @Test func aDayOfDeferral() async throws {
        let queue = queue()
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
                // Nobody but the queue's one alarm waits for the clock.
                await until { clock.sleepers == 1 }
                connect()
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
    @Test func everythingAtOnce() async {
        let queue = queue { _ in .run }
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
                    connect()
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

    // MARK: The kernel's network and clock

    @Test func aQueueOfItsOwn() async throws {
        let queue = DeferralQueue()
        // It runs even where there is no network.
        let value = try await queue.run(
            .unmetered, key: "a", options: .init(deadline: .run(after: .milliseconds(20)))
        ) { 42 }
        #expect(value == 42)
        // The system's clock has no such time.
        let never = Task {
            try await queue.run(options: .init(minimumLatency: .seconds(Int64.max))) {}
        }
        await until { queue.currentActivity.reasons == [.minimumLatency] }
        never.cancel()
        await #expect(throws: CancellationError.self) { try await never.value }
    }
}

/// What happened, in order.
private final class Log: Sendable {
    private let entries = Lock<[String]>([])

    func append(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
}

/// Lets everybody pass once it is open.
private final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }
    func pass() async {
        for await _ in stream {}
    }
}

/// Until the task is cancelled.
private func forever() async throws {
    try await Task.sleep(for: .seconds(86_400))
}

/// Waits for a condition; the suite's time limit ends a wait in vain.
private func until(_ condition: @Sendable () -> Bool) async {
    while !condition() {
        // It throws where the time limit has cancelled the test.
        guard (try? await Task.sleep(for: .milliseconds(1))) != nil else {
            Issue.record("waited in vain")
            return
        }
    }
}
