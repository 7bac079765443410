// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// Which questions are followed for gates that come and go.
@Suite("Path questions") struct PathQuestionsTests {
    private func question(_ number: Int) -> PathQuestion {
        let address = IPAddress("198.51.\(100 + number / 250).\(number % 250 + 1)")
        return PathQuestion(probes: PathProbes([address].compactMap(\.self)), destination: .host)
    }

    @Test("Many questions are followed in portions, and each once")
    func portions() {
        var questions = PathQuestions()
        for gate in 0..<600 { questions.add(gate, question(gate % 550)) }
        var counts: [Int] = []
        while questions.hasNew { counts.append(questions.next().new.count) }
        #expect(counts == [256, 256, 38])
        #expect(questions.gates(of: question(3)) == [3, 553])
        #expect(questions.isFollowed(question(549)))
    }

    @Test("A question whose gate has gone before its turn is not followed")
    func void() {
        var questions = PathQuestions()
        questions.add(1, question(1))
        questions.add(2, question(2))
        questions.remove(1, question(1))
        #expect(questions.next().new == [question(2)])
        #expect(!questions.isFollowed(question(1)))
    }

    @Test("One that is wanted now does not wait for its turn, and has none later")
    func now() {
        var questions = PathQuestions()
        for gate in 0..<3 { questions.add(gate, question(gate)) }
        #expect(questions.follow(question(2)) == true)
        #expect(questions.follow(question(2)) == false)
        #expect(questions.follow(question(9)) == false)
        #expect(questions.next().new == [question(0), question(1)])
    }

    @Test("Questions of no use are dropped when they are many, and those that came back are not")
    func idle() {
        var questions = PathQuestions()
        for gate in 0..<100 { questions.add(gate, question(gate)) }
        #expect(questions.next().new.count == 100)
        for gate in 0..<50 { questions.remove(gate, question(gate)) }
        #expect(questions.next().old.isEmpty)
        questions.add(200, question(0))
        for gate in 50..<60 { questions.remove(gate, question(gate)) }
        let old = questions.next().old
        #expect(Set(old) == Set((1..<60).map(question)))
        #expect(questions.isFollowed(question(0)))
        // One that was dropped is new again.
        questions.add(300, question(1))
        #expect(questions.next().new == [question(1)])
    }
}
