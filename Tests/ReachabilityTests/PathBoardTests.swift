// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reachability

/// Who is told which answers.
@Suite struct PathBoardTests {
    private final class Subscriber: PathSubscriber {
        let question: PathQuestion

        init(_ question: PathQuestion) { self.question = question }

        func receive(_ update: PathUpdate) {}
    }

    private var board = PathBoard()
    private let wired = PathQuestion(requiredType: .ethernet)

    @Test mutating func whoeverAsksLaterIsToldWhatIsKnown() {
        #expect(board.add(Subscriber(PathQuestion())).isEmpty)
        #expect(board.publish([(PathQuestion(), .free)], resyncs: 0).count == 1)
        #expect(board.publish([(PathQuestion(), .free)], resyncs: 0).isEmpty)
        #expect(board.add(Subscriber(PathQuestion())).map(\.update.path) == [.free])
    }

    @Test mutating func anAnswerToNobodyIsNotKept() {
        _ = board.add(Subscriber(PathQuestion()))
        let first = Subscriber(wired)
        _ = board.add(first)
        let isEmpty = board.remove(first)
        #expect(!isEmpty)
        let told = board.publish([(PathQuestion(), .free), (wired, .free)], resyncs: 0)
        #expect(told.map(\.subscriber.question) == [PathQuestion()])
        #expect(board.add(Subscriber(wired)).isEmpty)
    }
}
