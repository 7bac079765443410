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
    mutating func aLaterQuestionGetsWhatIsKnown() {
        #expect(table.add(Subscriber(PathQuestion())).isEmpty)
        #expect(table.publish([(PathQuestion(), .free)], resyncs: 0).count == 1)
        #expect(table.publish([(PathQuestion(), .free)], resyncs: 0).isEmpty)
        #expect(table.add(Subscriber(PathQuestion())).map(\.update.path) == [.free])
    }

    @Test("A question is answered until the last of its subscribers leaves, and then forgotten")
    mutating func theLastOneLeaves() {
        let (first, second, stranger) = (
            Subscriber(wired), Subscriber(wired), Subscriber(wired)
        )
        _ = table.add(first)
        _ = table.add(second)
        _ = table.publish([(wired, .free)], resyncs: 0)
        let isEmptyAfterStranger = table.remove(stranger)
        let isEmptyAfterFirst = table.remove(first)
        #expect(!isEmptyAfterStranger && !isEmptyAfterFirst)
        #expect(table.questions == [wired])
        #expect(table.newest(wired) == .free)
        let isEmpty = table.remove(second)
        #expect(isEmpty)
        #expect(table.questions == [])
        #expect(table.newest(wired) == nil)
        #expect(table.add(first).isEmpty)
        #expect(table.questions == [wired])
    }

    @Test("A path without a subscriber is not kept")
    mutating func anAnswerWithoutAQuestionIsNotKept() {
        _ = table.add(Subscriber(PathQuestion()))
        let first = Subscriber(wired)
        _ = table.add(first)
        let isEmpty = table.remove(first)
        #expect(!isEmpty)
        let published = table.publish([(PathQuestion(), .free), (wired, .free)], resyncs: 0)
        #expect(published.map(\.subscriber.question) == [PathQuestion()])
        #expect(table.add(Subscriber(wired)).isEmpty)
    }
}
