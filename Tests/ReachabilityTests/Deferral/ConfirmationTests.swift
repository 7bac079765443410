// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reachability

/// What a queue does that asks before a metered run.
@Suite struct ConfirmationTests {
    private var bench = MachineBench(confirms: true)

    @Test(
        "Over which networks somebody is asked",
        arguments: [
            (.free, .allow, false), (.costly, .allow, true), (.unclear, .allow, false),
            (.unclear, .deny, true),
        ] as [(NetworkPath, NetworkConstraints.UnknownMetering, Bool)])
    mutating func asked(
        path: NetworkPath,
        unknownMetering: NetworkConstraints.UnknownMetering,
        isAsked: Bool
    ) {
        var constraints = NetworkConstraints.connected
        constraints.unknownMetering = unknownMetering
        #expect(bench.add(constraints) == [])
        #expect(bench.receive(path) == (isAsked ? [.ask(1)] : [.start(1)]))
        #expect(bench.reasons == (isAsked ? ["confirmation"] : []))
    }

    @Test mutating func runs() {
        _ = bench.receive(.costly)
        #expect(
            bench.add(options: .init(maxAttempts: 2, backoff: .linear(first: .seconds(1))))
                == [.ask(1)])
        #expect(bench.answered(1, .run) == [.start(1)])
        // Once is enough.
        #expect(bench.fail(1) == [])
        #expect(bench.pass(.seconds(1)) == [.start(1)])
        #expect(bench.ended(1) == [.result(1)])
    }

    @Test mutating func waits() {
        _ = bench.receive(.costly)
        #expect(bench.add() == [.ask(1)])
        #expect(bench.add(key: "b") == [])
        #expect(bench.answered(1, .wait) == [.ask(2)])
        #expect(bench.answered(2, .wait) == [])
        #expect(bench.reasons == ["metered"])
        #expect(bench.receive(.offline) == [])
        #expect(bench.receive(.costly) == [])
        #expect(bench.receive(.free) == [.start(1)])
    }

    @Test mutating func declined() {
        _ = bench.receive(.costly)
        #expect(bench.add(key: "a") == [.ask(1)])
        #expect(bench.add(key: "a") == [])
        #expect(
            bench.answered(1, .cancel) == [.finish(1, .declined), .finish(2, .declined)])
    }

    @Test(arguments: DeferralQueue.Confirmation.allCases)
    mutating func cancelledMeanwhile(answer: DeferralQueue.Confirmation) {
        _ = bench.receive(.costly)
        #expect(bench.add(key: "a") == [.ask(1)])
        #expect(bench.add(key: "a") == [])
        #expect(bench.cancel(1) == [.withdraw(1)])
        #expect(bench.answered(1, answer) == [.finish(1, .cancelled), .ask(2)])
    }

    @Test mutating func theQuestionIsMootWhereNothingCosts() {
        _ = bench.receive(.costly)
        #expect(bench.add() == [.ask(1)])
        #expect(bench.receive(.free) == [.withdraw(1)])
        // What is answered to a question that was withdrawn is no wish to wait.
        #expect(bench.answered(1, .wait) == [.start(1)])
    }

    @Test mutating func theQuestionIsMootWhereThereIsNoNetwork() {
        _ = bench.receive(.costly)
        #expect(bench.add() == [.ask(1)])
        #expect(bench.receive(.offline) == [.withdraw(1)])
        #expect(bench.answered(1, .wait) == [])
        #expect(bench.receive(.costly) == [.ask(1)])
        #expect(bench.receive(.offline) == [.withdraw(1)])
        // An answer that came in time all the same counts.
        #expect(bench.answered(1, .run) == [])
        #expect(bench.receive(.costly) == [.start(1)])
    }

    @Test mutating func heldMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add() == [.ask(1)])
        #expect(bench.hold() == [])
        #expect(bench.answered(1, .run) == [])
        #expect(bench.resume() == [.start(1)])
    }

    @Test mutating func replacedMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add(key: "a") == [.ask(1)])
        #expect(bench.add(key: "a", existing: .replace) == [.withdraw(1)])
        #expect(bench.answered(1, .run) == [.finish(1, .replaced), .ask(2)])
    }

    @Test mutating func aDeadlineThatFailsMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add(options: .init(deadline: .fail(after: .seconds(5)))) == [.ask(1)])
        #expect(bench.pass(.seconds(5)) == [.withdraw(1)])
        #expect(
            bench.answered(1, .run) == [.finish(1, .deadlineExceeded([.confirmation]))])
    }

    @Test mutating func aDeadlineThatRunsMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add(options: .init(deadline: .run(after: .seconds(5)))) == [.ask(1)])
        #expect(bench.pass(.seconds(5)) == [])
        #expect(bench.answered(1, .run) == [.start(1)])
    }

    @Test mutating func somebodyIsAskedAgainAtADeadlineThatRuns() {
        _ = bench.receive(.costly)
        #expect(bench.add(options: .init(deadline: .run(after: .seconds(5)))) == [.ask(1)])
        #expect(bench.answered(1, .wait) == [])
        #expect(bench.pass(.seconds(5)) == [.ask(1)])
        #expect(bench.answered(1, .wait) == [])
        #expect(bench.receive(.offline) == [])
        #expect(bench.receive(.free) == [.start(1)])
    }

    @Test mutating func somebodyIsAskedAgainAtADeadlineThatCameDuringBackoff() {
        _ = bench.receive(.costly)
        let options = DeferralQueue.Options(
            deadline: .run(after: .seconds(5)), maxAttempts: 2,
            backoff: .linear(first: .seconds(10)))
        #expect(bench.add(options: options) == [.ask(1)])
        #expect(bench.answered(1, .wait) == [])
        #expect(bench.receive(.free) == [.start(1)])
        #expect(bench.fail(1) == [])
        #expect(bench.receive(.costly) == [])
        #expect(bench.pass(.seconds(10)) == [.ask(1)])
    }
}
