// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

/// Queues on a scripted network, and on a clock that stands still until it is moved.
@Suite(.timeLimit(.minutes(10))) struct DeferralQueueTests {
    private struct Broken: Error, Equatable {}

    private let bench = QueueBench()
    private var network: ScriptedNetwork { bench.network }
    private var clock: ManualClock { bench.clock }
    private var log: Log { bench.log }

    @Test("An operation runs at once if its constraints hold, and returns its value")
    func runsAtOnceWhereTheNetworkIsRight() async throws {
        bench.connect()
        let value = try await bench.queue().run(.unmetered) { 42 }
        #expect(value == 42)
        let nothing: Int? = try await bench.queue().run(.unmetered, key: "a") { nil }
        #expect(nothing == nil)
        try await bench.queue().run {}
        let url = try #require(URL(string: "https://example.org/film"))
        @Sendable func download(_ url: URL) async throws -> Data {
            Data(url.lastPathComponent.utf8)
        }
        let data = try await bench.queue().run(.unmetered, key: url) { try await download(url) }
        #expect(data == Data("film".utf8))
    }

    @Test("A waiting operation is reported with its reasons")
    func waitsWithAReason() async throws {
        let queue = bench.queue()
        var activities = queue.activity.makeAsyncIterator()
        #expect(await activities.next() == DeferralQueue.Activity())
        let gate = Gate()
        async let value = queue.run(.unmetered) {
            await gate.pass()
            return 42
        }
        await until { queue.currentActivity.reasons.map(\.code) == ["offline"] }
        network.connect(.wwan, name: "wwan0")
        await until { queue.currentActivity.reasons.map(\.code) == ["metered"] }
        bench.connect()
        while let activity = await activities.next(), activity.running == 0 {
            #expect(activity.waiting <= 1)
        }
        gate.open()
        #expect(try await value == 42)
        while let activity = await activities.next(), activity.finished == 0 {}
        #expect(queue.currentActivity.finished == 1)
        #expect(queue.currentActivity.waiting + queue.currentActivity.running == 0)
    }

    @Test("A call throws the error of its operation")
    func theOperationsErrorIsItsCallers() async {
        bench.connect()
        await #expect(throws: Broken()) { try await bench.queue().run { throw Broken() } }
    }

    @Test("An operation can be called and run on an actor")
    func calledFromAnActor() async throws {
        bench.connect()
        let queue = bench.queue()
        let value = try await Task { @MainActor in
            try await queue.run(key: 1) { @MainActor in 42 }
        }.value
        #expect(value == 42)
    }

    // MARK: Cancellation

    @Test("A waiting operation can be cancelled")
    func cancelledWhileItWaits() async {
        let queue = bench.queue()
        let task = Task { try await queue.run { log.append("ran") } }
        await until { queue.currentActivity.waiting == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(queue.currentActivity == .init(finished: 1))
        bench.connect()
        #expect(log.all == [])
    }

    @Test("A call in a cancelled task runs nothing", arguments: [InterfaceType.wifi, .wwan])
    func cancelledBeforeTheCall(type: InterfaceType) async throws {
        let queue = bench.queue { [log] _ in
            log.append("asked")
            return .run
        }
        bench.connect()
        // The path is known, and the operation's turn comes with the call.
        try await queue.run {}
        network.change {
            $0.remove("wlan0")
            $0.connect(type, name: "if0", metered: type == .wifi ? .no : .yes)
        }
        await until { queue.currentActivity.finished == 1 }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.run { log.append("ran") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.all == [])
    }

    @Test("A cancelled call returns after its operation has ended")
    func aCallerThatIsCancelledWaitsForTheEndOfItsOperation() async {
        bench.connect()
        let queue = bench.queue()
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

    @Test("Cancelling the queue ends all operations and sequences")
    func theEndOfTheQueueIsTheEndOfEverything() async {
        bench.connect()
        let queue = bench.queue()
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
        await begun.pass()
        // What comes first must wait, for what follows it runs at once without it.
        await until { queue.currentActivity.waiting == 1 }
        let following = Task { try await queue.run(key: "a") {} }
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

    @Test("A queue ends when its monitor is cancelled")
    func aQueueEndsWithItsMonitor() async {
        let monitor = PathMonitor(network)
        let queue = DeferralQueue(monitor: monitor, clock: clock)
        let task = Task { try await queue.run {} }
        await until { queue.currentActivity.waiting == 1 }
        monitor.cancel()
        await #expect(throws: DeferralError.queueCancelled) { try await task.value }
    }

    @Test("An unreferenced queue ends with its monitor and alarm")
    func unreferencedQueue() async throws {
        bench.connect()
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

    @Test("Calls with the same key share one run")
    func sharedResult() async throws {
        let queue = bench.queue()
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
        bench.connect()
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

    @Test("The next call runs its own operation if the first one is cancelled")
    func successor() async throws {
        let queue = bench.queue()
        let first = Task { try await queue.run(key: "a") { 1 } }
        await until { queue.currentActivity.waiting == 1 }
        let second = Task { try await queue.run(key: "a") { 2 } }
        await until { queue.currentActivity.waiting == 2 }
        first.cancel()
        bench.connect()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value == 2)
    }

    @Test("A running operation is replaced after it has ended")
    func replacedWhileRunning() async throws {
        bench.connect()
        let queue = bench.queue()
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

    @Test("Appended operations run one after the other")
    func appendedOperationsRunOneAfterTheOther() async throws {
        bench.connect()
        let queue = bench.queue()
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

    @Test("A queue sleeps only until the next timer")
    func theClockIsWaitedForAndNothingElse() async throws {
        let queue = bench.queue()
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
        bench.connect()
        // Without a deadline, at once.
        #expect(try await overdue.value == "overdue")
        #expect(try await failed.value == "failed")
        await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(10))
        #expect(try await late.value == "late")
        await until { clock.sleepers == 0 }
    }

    @Test("A deadline runs or fails a waiting operation")
    func deadlines() async throws {
        let queue = bench.queue()
        let running = Task {
            try await queue.run(options: .init(deadline: .run(after: .seconds(10)))) { 42 }
        }
        let failing = Task {
            try await queue.run(options: .init(deadline: .fail(after: .seconds(10)))) { 42 }
        }
        await until { queue.currentActivity.reasons.map(\.code) == ["offline"] }
        await until { queue.currentActivity.waiting == 2 }
        clock.advance(by: .seconds(10))
        #expect(try await running.value == 42)
        await #expect(throws: DeferralError.deadlineExceeded([.network(.offline(.noInterface))])) {
            try await failing.value
        }
    }

    @Test("A failed operation is retried after its backoff")
    func attempts() async throws {
        bench.connect()
        let queue = bench.queue()
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
            await until { queue.currentActivity.reasons.map(\.code) == ["backoff"] }
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

    @Test("An operation that loses its network runs again")
    func stopsAtALoss() async throws {
        bench.connect()
        let queue = bench.queue()
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

    @Test("No operation starts while the queue is on hold")
    func hold() async throws {
        bench.connect()
        let queue = bench.queue()
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

    @Test(
        "The confirmation closure is called before a metered run, and its answer applies",
        arguments: DeferralQueue.Confirmation.allCases)
    func somebodyIsAskedBeforeAMeteredRun(answer: DeferralQueue.Confirmation) async throws {
        network.connect(.wwan, name: "wwan0")
        let queue = bench.queue { [log] request in
            log.append("\(request.key as? String ?? "") over \(request.path.connection)")
            return answer
        }
        let task = Task { try await queue.run(key: "film") { 42 } }
        switch answer {
        case .run: #expect(try await task.value == 42)
        case .wait:
            await until { queue.currentActivity.reasons.map(\.code) == ["metered"] }
            bench.connect()
            #expect(try await task.value == 42)
        case .cancel:
            await #expect(throws: DeferralError.declined) { try await task.value }
        }
        #expect(log.all == ["film over wwan"])
    }

    @Test("The confirmation task is cancelled when the network is no longer metered")
    func theQuestionIsWithdrawnWhenNothingCostsAnyMore() async throws {
        network.connect(.wwan, name: "wwan0")
        let queue = bench.queue { [log] _ in
            log.append("asked")
            try? await forever()
            log.append("withdrawn")
            return .wait
        }
        let task = Task { try await queue.run { 42 } }
        await until { log.all == ["asked"] }
        #expect(queue.currentActivity.reasons == [.confirmation])
        bench.connect()
        #expect(try await task.value == 42)
        #expect(log.all == ["asked", "withdrawn"])
    }

    @Test("A call can be cancelled during confirmation")
    func cancelledDuringTheQuestion() async {
        network.connect(.wwan, name: "wwan0")
        let queue = bench.queue { [log] _ in
            log.append("asked")
            try? await forever()
            log.append("withdrawn")
            return .run
        }
        let task = Task { try await queue.run { log.append("ran") } }
        await until { log.all == ["asked"] }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.all == ["asked", "withdrawn"])
    }

    // MARK: The kernel's network and clock

    @Test("A queue with the system's network and clock runs an operation at its deadline")
    func aQueueOfItsOwn() async throws {
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

/// Operations that call their own queue.
@Suite(.timeLimit(.minutes(10))) struct NestedOperationTests {
    private let bench = QueueBench()

    init() { bench.connect() }

    @Test(
        "A call with the key of its own operation is an error",
        arguments: DeferralQueue.ExistingWorkPolicy.allCases)
    func ownKey(existing: DeferralQueue.ExistingWorkPolicy) async {
        let queue = bench.queue()
        await #expect(throws: DeferralError.waitsForItself) {
            try await queue.run(key: "a") {
                try await queue.run(key: "a", existing: existing) {}
            }
        }
        #expect(queue.currentActivity.waiting == 0)
    }

    @Test("A call with the key of an outer operation is an error")
    func keyFurtherOut() async {
        let (queue, other) = (bench.queue(), bench.queue())
        await #expect(throws: DeferralError.waitsForItself) {
            try await queue.run(key: "a") {
                try await other.run {
                    try await queue.run(key: "b") { try await queue.run(key: "a") {} }
                }
            }
        }
    }

    @Test("A call that only its own outer operations keep from running is an error")
    func lastPlace() async {
        let queue = bench.queue(limit: 2)
        await #expect(throws: DeferralError.waitsForItself) {
            try await queue.run { try await queue.run { try await queue.run {} } }
        }
    }

    @Test("A call with another key, or in another queue, runs inside an operation")
    func others() async throws {
        let (queue, other) = (bench.queue(limit: 2), bench.queue(limit: 1))
        let value = try await queue.run(key: "a") {
            try await queue.run(key: "b") { try await other.run(key: "a") { 42 } }
        }
        #expect(value == 42)
    }

    @Test("An operation can start a task that runs the next operation with its key")
    func nextOfItsKey() async throws {
        let queue = bench.queue(limit: 1)
        let next = try await queue.run(key: "a") {
            Task { try await queue.run(key: "a", existing: .append) { 42 } }
        }
        #expect(try await next.value == 42)
    }

    @Test("A task that outlives its operation is not inside it")
    func afterTheEnd() async throws {
        let queue = bench.queue(limit: 1)
        let gate = Gate()
        let left = try await queue.run(key: "a") {
            Task {
                await gate.pass()
                return try await queue.run(key: "a") { 42 }
            }
        }
        gate.open()
        #expect(try await left.value == 42)
    }
}
