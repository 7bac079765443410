// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import TestSupport
import Testing

@testable import NetworkReachability

/// The deliveries to monitors while their thread has no descriptor, and what the thread follows beside the network.
@Suite(.timeLimit(.minutes(10))) struct SharedPathSourceTests {
    private final class Subscriber: PathSubscriber {
        let question: PathQuestion

        init(_ question: PathQuestion = PathQuestion()) { self.question = question }

        func receive(_ update: PathUpdate) {}
    }

    private var state = SharedPathSource.State()
    private let failure = SystemError(operation: "wait", errno: 24)

    @Test("Without subscribers the mode is not unavailable")
    mutating func withoutQuestions() {
        let subscriber = Subscriber()
        _ = state.add(subscriber)
        _ = state.subscribers.remove(subscriber)
        let deliveries = state.publish(unavailable: failure)
        #expect(deliveries.isEmpty)
        #expect(state.health.mode == .idle)
    }

    @Test("A new question is answered immediately while nothing can be followed")
    mutating func newQuestion() {
        state.isRunning = true
        _ = state.add(Subscriber())
        _ = state.publish(unavailable: failure)
        let deliveries = state.add(Subscriber(PathQuestion(requiredTypes: [.wifi])))
        #expect(deliveries.map(\.update.path) == [.unknown])
        #expect(deliveries.map(\.subscriber.question.requiredTypes) == [[.wifi]])
    }

    /// Each row: the users of the clock, whether the system reports that it was set, and when to look.
    @Test(
        "Where it is not reported that the clock was set, it is looked for while something depends on it",
        arguments: [
            (0, true, nil), (0, false, nil), (1, true, nil), (1, false, 60_005), (2, false, 60_005),
        ] as [(Int, Bool, Int64?)])
    mutating func clock(users: Int, noticesClock: Bool, due: Int64?) {
        // The power is another matter.
        state.follow(.power, true)
        for _ in 0..<users { state.follow(.clock, true) }
        #expect(state.clockDue(noticesClock: noticesClock, now: 5) == due)
        for _ in 0..<users { state.follow(.clock, false) }
        #expect(state.clockDue(noticesClock: noticesClock, now: 5) == nil)
        #expect(state.follows(.power))
    }

    @Test("An operation and a wait with hours follow the clock until they end")
    func hours() async throws {
        let source = SharedPathSource()
        let monitor = PathMonitor(.init(), of: source)
        var never = NetworkConstraints.connected
        let minute = DailyHours.minute(RealTimeClock.milliseconds, WallClock())
        never.hours = DailyHours(
            fromMinute: (minute + 720) % 1440, toMinute: (minute + 721) % 1440)
        let queue = DeferralQueue(monitor: monitor)
        let run = Task { [never] in try await queue.run(never) {} }
        await until { source.follows(.clock) }
        run.cancel()
        await until { !source.follows(.clock) }
        let wait = Task { [never] in try await monitor.path(when: never) }
        await until { source.follows(.clock) }
        wait.cancel()
        await until { !source.follows(.clock) }
        withExtendedLifetime(queue) {}
    }

    @Test("A new question waits for its answer before the thread starts")
    mutating func beforeTheThread() {
        state.isRunning = true
        let deliveries = state.add(Subscriber())
        #expect(deliveries.isEmpty)
    }
}
