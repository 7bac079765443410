// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability

/// The deliveries to monitors while their thread has no descriptor.
@Suite struct SharedPathSourceTests {
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

    @Test("A new question waits for its answer before the thread starts")
    mutating func beforeTheThread() {
        state.isRunning = true
        let deliveries = state.add(Subscriber())
        #expect(deliveries.isEmpty)
    }
}
