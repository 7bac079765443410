// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import Reachability

/// What monitors are told while their thread has no descriptor to spare.
@Suite struct KernelPathsTests {
    private final class Subscriber: PathSubscriber {
        let question: PathQuestion

        init(_ question: PathQuestion = PathQuestion()) { self.question = question }

        func receive(_ update: PathUpdate) {}
    }

    private var state = KernelPaths.State()
    private let failure = SystemError(operation: "wait", errno: 24)

    @Test("Nobody asks any more: the mode does not say that nothing can be followed")
    mutating func nobodyAsks() {
        let subscriber = Subscriber()
        _ = state.add(subscriber)
        _ = state.board.remove(subscriber)
        let deliveries = state.publish(unavailable: failure)
        #expect(deliveries.isEmpty)
        #expect(state.mode == .idle)
    }

    @Test("A new question is answered at once while the thread can follow nothing")
    mutating func newQuestion() {
        state.isRunning = true
        _ = state.add(Subscriber())
        _ = state.publish(unavailable: failure)
        let deliveries = state.add(Subscriber(PathQuestion(requiredType: .wifi)))
        #expect(deliveries.map(\.update.path) == [.unknown])
        #expect(deliveries.map(\.subscriber.question.requiredType) == [.wifi])
    }

    @Test("A new question waits for its answer before the thread has begun")
    mutating func beforeTheThread() {
        state.isRunning = true
        let deliveries = state.add(Subscriber())
        #expect(deliveries.isEmpty)
    }
}
