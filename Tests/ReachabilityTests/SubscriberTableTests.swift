// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// The subscribers, and the paths that they receive.
@Suite struct SubscriberTableTests {
    private final class Subscriber: PathSubscriber {
        let question: PathQuestion

        init(_ question: PathQuestion) { self.question = question }

        func receive(_ update: PathUpdate) {}
    }

    private var table = SubscriberTable()
    private let wired = PathQuestion(requiredTypes: [.ethernet])

    @Test("A later subscriber receives the known path")
    mutating func whoeverAsksLaterIsToldWhatIsKnown() {
        #expect(table.add(Subscriber(PathQuestion())).isEmpty)
        #expect(table.publish([(PathQuestion(), .free)], resyncs: 0).count == 1)
        #expect(table.publish([(PathQuestion(), .free)], resyncs: 0).isEmpty)
        #expect(table.add(Subscriber(PathQuestion())).map(\.update.path) == [.free])
    }

    @Test("A path without a subscriber is not kept")
    mutating func anAnswerToNobodyIsNotKept() {
        _ = table.add(Subscriber(PathQuestion()))
        let first = Subscriber(wired)
        _ = table.add(first)
        let isEmpty = table.remove(first)
        #expect(!isEmpty)
        let told = table.publish([(PathQuestion(), .free), (wired, .free)], resyncs: 0)
        #expect(told.map(\.subscriber.question) == [PathQuestion()])
        #expect(table.add(Subscriber(wired)).isEmpty)
    }
}
