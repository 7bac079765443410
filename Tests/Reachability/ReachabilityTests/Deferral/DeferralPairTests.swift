// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// The machine of a queue, where one option meets another.
@Suite struct DeferralPairTests {
    private var bench = MachineBench()

    // MARK: Unique work

    @Test("Calls with the same key share the result of the first one")
    mutating func sharedResult() {
        #expect(bench.add(key: "a") == [])
        #expect(bench.add(key: "a") == [])
        #expect(bench.reasons == ["existingWork", "offline"])
        #expect(bench.receive(.free) == [.start(1)])
        #expect(bench.add(key: "a") == [])
        #expect(
            bench.ended(1) == [
                .result(1), .finish(2, .outcome(of: 1)), .finish(3, .outcome(of: 1)),
            ])
        #expect(bench.add(key: "a") == [.start(4)])
    }

    @Test("The next call takes the place of a cancelled first one")
    mutating func successor() {
        #expect(bench.add(.unmetered, key: "a") == [])
        #expect(bench.add(.connected, key: "a") == [])
        #expect(bench.add(.connected, key: "a") == [])
        #expect(bench.add(.connected, key: "a", existing: .append) == [])
        // It has its own constraints, and precedes the appended operation.
        #expect(bench.receive(.costly) == [])
        #expect(bench.cancel(1) == [.finish(1, .cancelled), .start(2)])
        // One that runs must end first.
        #expect(bench.cancel(2) == [.stop(2)])
        #expect(bench.ended(2, .cancelled) == [.finish(2, .cancelled), .start(3)])
        #expect(bench.ended(3) == [.result(3), .start(4)])
    }

    @Test("A call that shares a result can be cancelled alone")
    mutating func cancelledFollower() {
        #expect(bench.add(key: "a") == [])
        #expect(bench.add(key: "a") == [])
        #expect(bench.cancel(2) == [.finish(2, .cancelled)])
        #expect(bench.receive(.free) == [.start(1)])
        #expect(bench.ended(1) == [.result(1)])
        #expect(bench.machine.isEmpty)
    }

    @Test("The deadline of a call that shares a result applies once it takes the first place")
    mutating func deadlineOfASuccessor() {
        #expect(
            bench.add(key: "a", options: .init(deadline: .fail(after: .seconds(10)))) == [])
        #expect(
            bench.add(key: "a", options: .init(deadline: .run(after: .seconds(5)))) == [])
        #expect(bench.pass(.seconds(9)) == [])
        let reason = DeferralQueue.WaitingReason.network(.offline(.noInterface))
        #expect(
            bench.pass(.seconds(1)) == [.finish(1, .deadlineExceeded([reason])), .start(2)])
    }

    @Test("Calls that share a result share its error")
    mutating func sharedError() {
        bench = MachineBench(path: .free)
        #expect(
            bench.add(
                key: "a", options: .init(maxAttempts: 2, backoff: .linear(first: .seconds(1))))
                == [.start(1)])
        #expect(bench.fail(1) == [])
        #expect(bench.add(key: "a") == [])
        #expect(bench.pass(.seconds(1)) == [.start(1)])
        #expect(bench.fail(1) == [.result(1), .finish(2, .outcome(of: 1))])
    }

    @Test("A waiting operation is replaced at once")
    mutating func replacedWhileWaiting() {
        #expect(bench.add(key: "a") == [])
        #expect(bench.add(key: "a") == [])
        #expect(bench.add(key: "a", existing: .append) == [])
        #expect(
            Set(bench.add(key: "a", existing: .replace)) == [
                .finish(1, .replaced), .finish(2, .replaced), .finish(3, .replaced),
            ])
        #expect(bench.receive(.free) == [.start(4)])
    }

    @Test("A running operation is replaced after it has ended")
    mutating func replacedWhileRunning() {
        bench = MachineBench(limit: 9, path: .free)
        #expect(bench.add(key: "a", options: .init(maxAttempts: 9)) == [.start(1)])
        #expect(bench.add(key: "a") == [])
        #expect(
            bench.add(key: "a", existing: .replace) == [.stop(1), .finish(2, .replaced)])
        // The replaced operation is not kept any more.
        #expect(bench.add(key: "a") == [])
        #expect(bench.add(key: "a", existing: .replace).count == 2)
        #expect(bench.fail(1) == [.finish(1, .replaced), .start(5)])
        #expect(bench.add(key: "a", existing: .replace) == [.stop(5)])
        // It ended with a value although it was replaced.
        #expect(bench.ended(5) == [.result(5), .start(6)])
    }

    @Test(
        "An appended operation starts however the one before ended",
        arguments: [DeferralMachine.Outcome.succeeded, .cancelled, .failed(isTransient: false)])
    mutating func appended(
        outcome: DeferralMachine.Outcome
    ) {
        bench = MachineBench(limit: 9, path: .free)
        #expect(bench.add(key: "a") == [.start(1)])
        #expect(bench.add(key: "a", existing: .append) == [])
        #expect(bench.add(key: "a", existing: .append) == [])
        #expect(bench.add(key: "b", existing: .append) == [.start(4)])
        #expect(bench.reasons == ["existingWork"])
        #expect(bench.ended(1, outcome).last == .start(2))
        #expect(bench.ended(2) == [.result(2), .start(3)])
    }

    @Test("The deadline of an appended operation counts from its call")
    mutating func deadlineOfAnAppended() {
        bench = MachineBench(limit: 9, path: .free)
        #expect(bench.add(key: "a") == [.start(1)])
        #expect(
            bench.add(
                key: "a", existing: .append,
                options: .init(deadline: .fail(after: .seconds(5)))) == [])
        // The deadline lifts the constraints, not the order under the key.
        #expect(
            bench.add(
                .unmetered, key: "a", existing: .append,
                options: .init(deadline: .run(after: .seconds(5)))) == [])
        #expect(
            bench.pass(.seconds(5)) == [.finish(2, .deadlineExceeded([.existingWork]))])
        _ = bench.receive(.offline)
        #expect(bench.ended(1) == [.result(1), .start(3)])
    }

    // MARK: Deadlines

    @Test("A deadline with the action run does not override a hold")
    mutating func aDeadlineWhileHeld() {
        #expect(bench.hold() == [])
        #expect(bench.add(options: .init(deadline: .run(after: .seconds(5)))) == [])
        #expect(bench.add(options: .init(deadline: .fail(after: .seconds(6)))) == [])
        let offline = DeferralQueue.WaitingReason.network(.offline(.noInterface))
        #expect(
            bench.pass(.seconds(10)) == [.finish(2, .deadlineExceeded([offline, .held]))])
        #expect(bench.resume() == [.start(1)])
    }

    @Test("A deadline does not shorten the minimum latency")
    mutating func aDeadlineBeforeTheMinimumLatency() {
        let options = DeferralQueue.Options(
            minimumLatency: .seconds(10), deadline: .run(after: .seconds(5)))
        #expect(bench.add(options: options) == [])
        #expect(bench.pass(.seconds(9)) == [])
        #expect(bench.pass(.seconds(1)) == [.start(1)])
    }

    @Test("A deadline during a backoff ends or releases the operation, as its action says")
    mutating func aDeadlineDuringBackoff() {
        _ = bench.receive(.free)
        let backoff = Backoff.linear(first: .seconds(10))
        #expect(
            bench.add(
                options: .init(
                    deadline: .fail(after: .seconds(5)), maxAttempts: 9, backoff: backoff))
                == [.start(1)])
        #expect(bench.fail(1) == [])
        #expect(bench.pass(.seconds(5)) == [.finish(1, .deadlineExceeded([.backoff]))])

        #expect(
            bench.add(
                options: .init(
                    deadline: .run(after: .seconds(5)), maxAttempts: 9, backoff: backoff))
                == [.start(2)])
        #expect(bench.fail(2) == [])
        _ = bench.receive(.offline)
        #expect(bench.pass(.seconds(9)) == [])
        #expect(bench.pass(.seconds(1)) == [.start(2)])
    }

    @Test("An operation whose deadline passed while it ran is not retried")
    mutating func deadlineEndsAttempts() {
        _ = bench.receive(.free)
        let options = DeferralQueue.Options(
            deadline: .fail(after: .seconds(5)), onLoss: .stop, maxAttempts: 9)
        #expect(bench.add(options: options) == [.start(1)])
        #expect(bench.pass(.seconds(6)) == [])
        #expect(bench.fail(1) == [.result(1)])

        #expect(bench.add(options: options) == [.start(2)])
        #expect(bench.pass(.seconds(6)) == [])
        #expect(bench.receive(.offline) == [.stop(2)])
        let offline = DeferralQueue.WaitingReason.network(.offline(.noInterface))
        #expect(
            bench.ended(2, .cancelled) == [.finish(2, .deadlineExceeded([offline]))])
    }

    @Test("After a deadline with the action run, a loss of the network does not stop the operation")
    mutating func noLossAfterADeadline() {
        _ = bench.receive(.free)
        let options = DeferralQueue.Options(
            deadline: .run(after: .seconds(5)), stability: .seconds(1), onLoss: .stop)
        #expect(bench.add(options: options) == [])
        #expect(bench.pass(.seconds(1)) == [.start(1)])
        #expect(bench.receive(.offline) == [.stop(1)])
        #expect(bench.pass(.seconds(4)) == [])
        #expect(bench.ended(1, .cancelled) == [.start(1)])
        #expect(bench.receive(.free) == [])
        #expect(bench.receive(.offline) == [])
        #expect(bench.ended(1) == [.result(1)])
    }

    @Test("The deadline still applies after a loss of the network")
    mutating func deadlineAfterALoss() {
        _ = bench.receive(.free)
        #expect(
            bench.add(options: .init(deadline: .run(after: .seconds(5)), onLoss: .stop))
                == [.start(1)])
        #expect(bench.pass(.seconds(5)) == [])
        #expect(bench.receive(.offline) == [])
    }

    // MARK: Loss

    @Test("A loss of the network during a backoff makes the operation wait")
    mutating func lossDuringBackoff() {
        _ = bench.receive(.free)
        #expect(
            bench.add(
                options: .init(maxAttempts: 2, backoff: .linear(first: .seconds(10))))
                == [.start(1)])
        #expect(bench.fail(1) == [])
        #expect(bench.receive(.offline) == [])
        #expect(bench.pass(.seconds(10)) == [])
        #expect(bench.reasons == ["offline"])
        #expect(bench.receive(.free) == [.start(1)])
    }

    @Test("A loss of the network does not count as a failed attempt")
    mutating func lossIsNoAttempt() {
        _ = bench.receive(.free)
        #expect(
            bench.add(
                options: .init(
                    onLoss: .stop, maxAttempts: 2, backoff: .linear(first: .seconds(10))))
                == [.start(1)])
        for _ in 0..<3 {
            #expect(bench.receive(.offline) == [.stop(1)])
            #expect(bench.fail(1) == [])
            #expect(bench.receive(.free) == [.start(1)])
        }
        #expect(bench.fail(1) == [])
        #expect(bench.pass(.seconds(10)) == [.start(1)])
        #expect(bench.fail(1) == [.result(1)])
    }

    @Test("An operation stopped by a loss while the queue is on hold starts after resume")
    mutating func lossWhileHeld() {
        _ = bench.receive(.free)
        #expect(bench.add(options: .init(onLoss: .stop)) == [.start(1)])
        #expect(bench.hold() == [])
        #expect(bench.receive(.offline) == [.stop(1)])
        #expect(bench.ended(1, .cancelled) == [])
        #expect(bench.receive(.free) == [])
        #expect(bench.resume() == [.start(1)])
    }

    @Test("A loss at the moment when stability is reached keeps the operation waiting")
    mutating func lossAtTheMomentWhenStabilityIsReached() {
        #expect(bench.add(options: .init(stability: .seconds(5))) == [])
        #expect(bench.receive(.free) == [])
        #expect(bench.pass(.milliseconds(4999)) == [])
        #expect(bench.receive(.offline) == [])
        #expect(bench.pass(.seconds(5)) == [])
    }

    @Test("An operation can be cancelled while it is being stopped")
    mutating func cancelledWhileStopped() {
        _ = bench.receive(.free)
        #expect(bench.add(key: "a", options: .init(onLoss: .stop)) == [.start(1)])
        #expect(bench.receive(.offline) == [.stop(1)])
        #expect(bench.cancel(1) == [])
        #expect(bench.ended(1, .cancelled) == [.finish(1, .cancelled)])
        #expect(bench.machine.isEmpty)
    }

    // MARK: Latency

    @Test("An operation whose latency passes during a hold starts after resume")
    mutating func heldWhileTheLatencyPasses() {
        _ = bench.receive(.free)
        #expect(bench.add(options: .init(minimumLatency: .seconds(5))) == [])
        #expect(bench.hold() == [])
        #expect(bench.pass(.seconds(5)) == [])
        #expect(bench.resume() == [.start(1)])
    }

    @Test("The minimum latency of an appended operation counts from its call")
    mutating func latencyOfAnAppended() {
        _ = bench.receive(.free)
        #expect(bench.add(key: "a") == [.start(1)])
        #expect(
            bench.add(
                key: "a", existing: .append, options: .init(minimumLatency: .seconds(5))) == [])
        #expect(bench.pass(.seconds(4)) == [])
        #expect(bench.ended(1) == [.result(1)])
        #expect(bench.reasons == ["minimumLatency"])
        #expect(bench.pass(.seconds(1)) == [.start(2)])
    }
}
