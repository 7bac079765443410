// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// The machine of a queue, step by step: each option alone.
@Suite struct DeferralMachineTests {
    private var bench = MachineBench()

    @Test("An operation waits until its constraints hold")
    mutating func waitsForItsConstraints() {
        #expect(bench.add(.unmetered) == [])
        #expect(bench.reasons == ["offline"])
        #expect(bench.receive(.costly) == [])
        #expect(bench.reasons == ["metered"])
        #expect(bench.receive(.free) == [.start(1)])
        #expect(bench.activity.running == 1)
        #expect(bench.ended(1) == [.result(1)])
        #expect(bench.activity.finished == 1)
        #expect(bench.activity.waiting == 0)
    }

    @Test("No operation starts before the first path")
    mutating func startsAfterTheFirstPath() {
        bench = MachineBench(path: nil)
        #expect(bench.add() == [])
        #expect(bench.reasons == ["unknownPath"])
        #expect(bench.receive(.costly) == [.start(1)])
    }

    @Test(
        "An operation that depends on the cost waits for the first answers of NetworkManager and ModemManager",
        arguments: [
            (.connected, false), (.unmetered, true), (.noRoaming, true), (.away, true),
            (NetworkConstraints(prohibitedInterfaceTypes: [.wifi]), false),
        ] as [(NetworkConstraints, Bool)])
    mutating func waitsForAnswers(constraints: NetworkConstraints, waits: Bool) {
        #expect(bench.add(constraints) == [])
        #expect(bench.receive(.unclear, awaitsAnswers: true) == (waits ? [] : [.start(1)]))
        #expect(bench.reasons == (waits ? ["unknownMetering"] : []))
        // The same path: there are no answers after all.
        #expect(bench.receive(.unclear) == (waits ? [.start(1)] : []))
    }

    @Test("Whether the user is asked is decided after the answers")
    mutating func confirmationAfterAnswers() {
        bench = MachineBench(confirms: true)
        #expect(bench.add(.connected) == [])
        #expect(bench.receive(.unclear, awaitsAnswers: true) == [])
        #expect(bench.reasons == ["unknownMetering"])
        #expect(bench.receive(.costly) == [.ask(1)])
    }

    @Test("An operation does not start over a path that turns out to be metered")
    mutating func answersThatCost() {
        #expect(bench.add(.unmetered) == [])
        #expect(bench.receive(.unclear, awaitsAnswers: true) == [])
        #expect(bench.receive(.costly) == [])
        #expect(bench.reasons == ["metered"])
    }

    @Test("Operations start by priority, then in the order of their calls")
    mutating func priorities() {
        for priority in [.normal, .low, .high, .normal, .high] as [DeferralQueue.Priority] {
            #expect(bench.add(options: .init(priority: priority)) == [])
        }
        var order: [DeferralMachine.Action] = bench.receive(.free)
        for id in [3, 5, 1, 4] as [DeferralMachine.OperationID] { order += bench.ended(id) }
        #expect(
            order == [
                .start(3), .result(3), .start(5), .result(5), .start(1), .result(1),
                .start(4), .result(4), .start(2),
            ])
    }

    @Test("Priority applies among operations with different constraints")
    mutating func priorityAcrossConstraints() {
        _ = bench.add(.connected, options: .init(priority: .low))
        _ = bench.add(.unmetered, options: .init(priority: .high))
        #expect(bench.receive(.free) == [.start(2)])
        #expect(bench.ended(2) == [.result(2), .start(1)])
    }

    @Test("No more operations run than the limit allows")
    mutating func limit() {
        bench = MachineBench(limit: 2, path: .free)
        #expect(bench.add() == [.start(1)])
        #expect(bench.add() == [.start(2)])
        #expect(bench.add() == [])
        #expect(bench.reasons == ["limit"])
        #expect(bench.ended(1) == [.result(1), .start(3)])
    }

    @Test("An operation does not start before its minimum latency is over")
    mutating func minimumLatency() {
        bench = MachineBench(path: .free)
        #expect(bench.add(options: .init(minimumLatency: .seconds(10))) == [])
        #expect(bench.reasons == ["minimumLatency"])
        #expect(bench.alarm == .seconds(10))
        #expect(bench.pass(.seconds(9)) == [])
        #expect(bench.pass(.seconds(1)) == [.start(1)])
        #expect(bench.alarm == nil)
    }

    @Test("A deadline with the action run starts an operation on any network")
    mutating func deadlineRuns() {
        #expect(bench.add(.unmetered, options: .init(deadline: .run(after: .seconds(10)))) == [])
        #expect(bench.pass(.seconds(9)) == [])
        #expect(bench.pass(.seconds(1)) == [.start(1)])
    }

    @Test("A deadline with the action fail ends a waiting operation")
    mutating func deadlineFails() {
        #expect(bench.add(.unmetered, options: .init(deadline: .fail(after: .seconds(10)))) == [])
        #expect(bench.receive(.costly) == [])
        let reason = NetworkConstraints.Reason.metered(NetworkPath.costly.metered)
        #expect(
            bench.pass(.seconds(10)) == [.finish(1, .deadlineExceeded([.network(reason)]))])
        #expect(bench.receive(.free) == [])
    }

    @Test(
        "A deadline does not affect a running operation",
        arguments: [DeferralQueue.Deadline.Action.run, .fail])
    mutating func deadlineWhileRunning(action: DeferralQueue.Deadline.Action) {
        bench = MachineBench(path: .free)
        let deadline = DeferralQueue.Deadline(duration: .seconds(10), action: action)
        #expect(bench.add(options: .init(deadline: deadline)) == [.start(1)])
        #expect(bench.alarm == nil)
        #expect(bench.pass(.seconds(20)) == [])
        #expect(bench.ended(1) == [.result(1)])
    }

    @Test("An operation that requires stability does not start on a flapping network")
    mutating func stabilityOutlastsFlapping() {
        #expect(bench.add(options: .init(stability: .seconds(5))) == [])
        // Shorter than it takes.
        for _ in 0..<3 {
            #expect(bench.receive(.free) == [])
            #expect(bench.reasons == ["stability"])
            #expect(bench.pass(.seconds(4)) == [])
            #expect(bench.receive(.offline) == [])
            #expect(bench.alarm == nil)
            #expect(bench.pass(.seconds(60)) == [])
        }
        // A change over which the constraints hold does not count.
        #expect(bench.receive(.free) == [])
        #expect(bench.pass(.seconds(3)) == [])
        #expect(bench.receive(.costly) == [])
        #expect(bench.pass(.seconds(2)) == [.start(1)])
    }

    @Test("Stability includes the time before the call")
    mutating func stabilityBeforeTheCall() {
        _ = bench.receive(.free)
        #expect(bench.pass(.seconds(60)) == [])
        #expect(bench.add(options: .init(stability: .seconds(5))) == [.start(1)])
    }

    @Test("With the loss policy finish, an operation continues when the network is lost")
    mutating func finishesAfterALoss() {
        bench = MachineBench(path: .free)
        #expect(bench.add(.unmetered) == [.start(1)])
        #expect(bench.receive(.costly) == [])
        #expect(bench.ended(1) == [.result(1)])
    }

    @Test("With the loss policy stop, an operation is cancelled and run again")
    mutating func stopsAtALoss() {
        bench = MachineBench(path: .free)
        #expect(bench.add(.unmetered, options: .init(onLoss: .stop)) == [.start(1)])
        #expect(bench.receive(.constrained) == [])
        #expect(bench.receive(.costly) == [.stop(1)])
        #expect(bench.receive(.offline) == [])
        #expect(bench.ended(1, .cancelled) == [])
        #expect(bench.reasons == ["offline"])
        #expect(bench.receive(.free) == [.start(1)])
        // A value that is returned after the stop is the result.
        #expect(bench.receive(.offline) == [.stop(1)])
        #expect(bench.ended(1) == [.result(1)])
    }

    @Test("A stopped operation starts again only after it has ended")
    mutating func startsAgainAfterItsEnd() {
        bench = MachineBench(path: .free)
        #expect(bench.add(options: .init(onLoss: .stop)) == [.start(1)])
        #expect(bench.receive(.offline) == [.stop(1)])
        #expect(bench.receive(.free) == [])
        #expect(bench.fail(1) == [.start(1)])
        #expect(bench.receive(.offline) == [.stop(1)])
    }

    @Test("Linear backoff grows by the first interval each time")
    mutating func linearBackoff() {
        bench = MachineBench(path: .free)
        let backoff = Backoff.linear(first: .seconds(10), limit: .seconds(25))
        #expect(bench.add(options: .init(maxAttempts: 5, backoff: backoff)) == [.start(1)])
        for seconds in [10, 20, 25, 25] {
            #expect(bench.fail(1) == [])
            #expect(bench.reasons == ["backoff"])
            #expect(bench.pass(.seconds(seconds) - .milliseconds(1)) == [])
            #expect(bench.pass(.milliseconds(1)) == [.start(1)])
        }
        #expect(bench.fail(1) == [.result(1)])
    }

    @Test(
        "The delay of an error applies if it is longer than the interval",
        arguments: [
            (Duration.seconds(120), Duration.seconds(120)), (.seconds(5), .seconds(10)),
            (.zero, .seconds(10)), (.seconds(-5), .seconds(10)),
        ])
    mutating func delayOfAnError(delay: Duration, waited: Duration) {
        bench = MachineBench(path: .free)
        let backoff = Backoff.linear(first: .seconds(10))
        #expect(bench.add(options: .init(maxAttempts: 5, backoff: backoff)) == [.start(1)])
        #expect(bench.ended(1, .failed(isTransient: true, delay: delay)) == [])
        #expect(bench.reasons == ["backoff"])
        #expect(bench.pass(waited - .milliseconds(1)) == [])
        #expect(bench.pass(.milliseconds(1)) == [.start(1)])
    }

    @Test("Exponential backoff doubles each time")
    mutating func exponentialBackoff() {
        bench = MachineBench(path: .free)
        let backoff = Backoff.exponential(first: .seconds(10), limit: .seconds(60), jitter: 0)
        #expect(bench.add(options: .init(maxAttempts: 5, backoff: backoff)) == [.start(1)])
        for seconds in [10, 20, 40, 60] {
            #expect(bench.fail(1) == [])
            #expect(bench.pass(.seconds(seconds) - .milliseconds(1)) == [])
            #expect(bench.pass(.milliseconds(1)) == [.start(1)])
        }
        #expect(bench.fail(1) == [.result(1)])
    }

    @Test("An error that is not transient is not retried")
    mutating func permanentError() {
        bench = MachineBench(path: .free)
        #expect(bench.add(options: .init(maxAttempts: 5)) == [.start(1)])
        #expect(bench.ended(1, .failed(isTransient: false)) == [.result(1)])
    }

    @Test("An operation that throws CancellationError is not retried")
    mutating func ownCancellation() {
        bench = MachineBench(path: .free)
        #expect(bench.add(options: .init(maxAttempts: 5)) == [.start(1)])
        #expect(bench.ended(1, .cancelled) == [.finish(1, .cancelled)])
    }

    @Test("No operation starts while the queue is on hold")
    mutating func hold() {
        _ = bench.receive(.free)
        #expect(bench.add() == [.start(1)])
        #expect(bench.hold() == [])
        #expect(bench.add() == [])
        #expect(bench.reasons == ["held"])
        #expect(bench.ended(1) == [.result(1)])
        #expect(bench.hold() == [])
        #expect(bench.resume() == [.start(2)])
        #expect(bench.resume() == [])
    }

    @Test("A waiting operation can be cancelled")
    mutating func cancelledWhileItWaits() {
        #expect(bench.add(options: .init(deadline: .fail(after: .seconds(9)))) == [])
        #expect(bench.cancel(1) == [.finish(1, .cancelled)])
        #expect(bench.cancel(1) == [])
        #expect(bench.alarm == nil)
        #expect(bench.receive(.free) == [])
    }

    @Test("A cancelled running operation ends when its task has ended")
    mutating func cancelledWhileItRuns() {
        bench = MachineBench(path: .free)
        #expect(bench.add(options: .init(maxAttempts: 9)) == [.start(1)])
        #expect(bench.cancel(1) == [.stop(1)])
        #expect(bench.cancel(1) == [])
        #expect(bench.fail(1) == [.finish(1, .cancelled)])
        #expect(bench.add() == [.start(2)])
        #expect(bench.cancel(2) == [.stop(2)])
        #expect(bench.ended(2) == [.result(2)])
    }

    @Test("Cancelling the queue ends all operations, also later ones")
    mutating func cancelAll() {
        bench = MachineBench(limit: 2, path: .free)
        #expect(bench.add(key: "a") == [.start(1)])
        #expect(bench.add(.unmetered) == [.start(2)])
        #expect(bench.add(options: .init(deadline: .fail(after: .seconds(9)))) == [])
        #expect(bench.add(key: "a") == [])
        #expect(
            Set(bench.cancelAll()) == [
                .stop(1), .stop(2), .finish(3, .queueCancelled), .finish(4, .queueCancelled),
            ])
        #expect(bench.cancelAll() == [])
        #expect(bench.fail(1) == [.finish(1, .queueCancelled)])
        #expect(bench.ended(2) == [.result(2)])
        #expect(bench.add() == [.finish(5, .queueCancelled)])
        #expect(bench.activity.finished == 5)
        #expect(bench.alarm == nil)
    }

    @Test("Extreme durations do not overflow")
    mutating func extremeDurations() {
        let forever = Duration.seconds(Int64.max)
        #expect(
            bench.add(
                options: .init(minimumLatency: .zero - forever, deadline: .run(after: forever)))
                == [])
        #expect(bench.add(options: .init(minimumLatency: forever, stability: forever)) == [])
        #expect(bench.receive(.free) == [.start(1)])
        #expect(bench.cancel(2) == [.finish(2, .cancelled)])
    }
}

extension NetworkConstraints {
    fileprivate static let noRoaming = NetworkConstraints(allowsRoaming: false)
    fileprivate static let away = NetworkConstraints(prohibitedPlaces: ["home"])
}
