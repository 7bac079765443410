// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// A queue that asks for confirmation before a metered run.
@Suite struct ConfirmationTests {
    private var bench = MachineBench(confirms: true)

    @Test(
        "Confirmation is requested for metered networks, and for unknown ones that count as metered",
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

    @Test("A confirmed operation runs, and its retries need no confirmation")
    mutating func runs() {
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

    @Test("An operation that is not confirmed waits for a free network")
    mutating func waits() {
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

    @Test("A declined operation ends with an error, and so do the operations that share its result")
    mutating func declined() {
        _ = bench.receive(.costly)
        #expect(bench.add(key: "a") == [.ask(1)])
        #expect(bench.add(key: "a") == [])
        #expect(
            bench.answered(1, .cancel) == [.finish(1, .declined), .finish(2, .declined)])
    }

    @Test(
        "An operation that is cancelled during confirmation ends with any answer, and the next one with its key is asked about",
        arguments: DeferralQueue.Confirmation.allCases)
    mutating func cancelledMeanwhile(answer: DeferralQueue.Confirmation) {
        _ = bench.receive(.costly)
        #expect(bench.add(key: "a") == [.ask(1)])
        #expect(bench.add(key: "a") == [])
        #expect(bench.cancel(1) == [.withdraw(1)])
        #expect(bench.answered(1, answer) == [.finish(1, .cancelled), .ask(2)])
    }

    @Test("A confirmation request is withdrawn when the network is free")
    mutating func theQuestionIsMootWhereNothingCosts() {
        _ = bench.receive(.costly)
        #expect(bench.add() == [.ask(1)])
        #expect(bench.receive(.free) == [.withdraw(1)])
        // The answer `wait` to a withdrawn question does not count.
        #expect(bench.answered(1, .wait) == [.start(1)])
    }

    @Test("A confirmation request is withdrawn when the network is lost")
    mutating func theQuestionIsMootWhereThereIsNoNetwork() {
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

    @Test("An operation confirmed while the queue is on hold runs after resume")
    mutating func heldMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add() == [.ask(1)])
        #expect(bench.hold() == [])
        #expect(bench.answered(1, .run) == [])
        #expect(bench.resume() == [.start(1)])
    }

    @Test("An operation can be replaced during confirmation")
    mutating func replacedMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add(key: "a") == [.ask(1)])
        #expect(bench.add(key: "a", existing: .replace) == [.withdraw(1)])
        #expect(bench.answered(1, .run) == [.finish(1, .replaced), .ask(2)])
    }

    @Test("A deadline with the action fail ends an operation during confirmation")
    mutating func aDeadlineThatFailsMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add(options: .init(deadline: .fail(after: .seconds(5)))) == [.ask(1)])
        #expect(bench.pass(.seconds(5)) == [.withdraw(1)])
        #expect(
            bench.answered(1, .run) == [.finish(1, .deadlineExceeded([.confirmation]))])
    }

    @Test("A deadline with the action run does not withdraw the confirmation request")
    mutating func aDeadlineThatRunsMeanwhile() {
        _ = bench.receive(.costly)
        #expect(bench.add(options: .init(deadline: .run(after: .seconds(5)))) == [.ask(1)])
        #expect(bench.pass(.seconds(5)) == [])
        #expect(bench.answered(1, .run) == [.start(1)])
    }

    @Test("Confirmation is requested again at a deadline with the action run")
    mutating func somebodyIsAskedAgainAtADeadlineThatRuns() {
        _ = bench.receive(.costly)
        #expect(bench.add(options: .init(deadline: .run(after: .seconds(5)))) == [.ask(1)])
        #expect(bench.answered(1, .wait) == [])
        #expect(bench.pass(.seconds(5)) == [.ask(1)])
        #expect(bench.answered(1, .wait) == [])
        #expect(bench.receive(.offline) == [])
        #expect(bench.receive(.free) == [.start(1)])
    }

    @Test("Confirmation is requested again after a deadline that passed during a backoff")
    mutating func somebodyIsAskedAgainAtADeadlineThatCameDuringBackoff() {
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
