// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// The state machine of a monitor, step by step.
@Suite struct MonitorMachineTests {
    private var machine = MonitorMachine(debounce: 0)
    private let first = AsyncStream.signals().signal
    private let second = AsyncStream.signals().signal
    private let third = AsyncStream.signals().signal

    private func update(_ sequence: Int) -> PathUpdate {
        var decision = NetworkPath.unknown.decision
        // The paths differ by their sequence number.
        decision.gateways = [
            NetworkPath.Gateway(
                address: .init(family: .ipv4, high: 0, low: UInt64(sequence)), interface: "eth0")
        ]
        return PathUpdate(
            path: NetworkPath(NetworkPath.Parts(decision: decision)),
            resyncs: 0, sequence: sequence)
    }

    @Test("A monitor starts once, and not after its cancellation")
    mutating func startsOnce() {
        #expect(machine.start() == [.subscribe])
        #expect(machine.start() == [])
        #expect(machine.cancel() == [.unsubscribe, .finish([])])
        #expect(machine.cancel() == [])
        #expect(machine.start() == [])
        #expect(machine.isCancelled)
    }

    @Test("A monitor that is cancelled before its start does not start")
    mutating func cancelledBeforeTheStart() {
        #expect(machine.cancel() == [.finish([])])
        #expect(machine.start() == [])
    }

    @Test("A new handler receives the current path")
    mutating func newHandler() {
        #expect(machine.setHandler() == [])
        _ = machine.start()
        #expect(machine.receive(update(1), now: 0) == [.callHandler])
        #expect(machine.takeForHandler() == update(1).path)
        #expect(machine.takeForHandler() == nil)
        // A new handler receives the current path, too.
        #expect(machine.setHandler() == [.callHandler])
        #expect(machine.takeForHandler() == update(1).path)
    }

    @Test(
        "The end of the wait for answers is signalled to consumers",
        arguments: [0, 1000] as [Int64])
    mutating func endOfTheWaitForAnswers(debounce: Int64) {
        machine = MonitorMachine(debounce: debounce)
        _ = machine.addConsumer(first)
        var awaited = update(1)
        awaited.awaitsAnswers = true
        #expect(machine.receive(awaited, now: 0) == [.signal([first])])
        var answered = update(1)
        answered = PathUpdate(path: answered.path, resyncs: 0, sequence: 2)
        #expect(machine.receive(answered, now: 0) == [.signal([first])])
        #expect(machine.delivered == answered)
    }

    @Test("A scheduled call of the handler receives the newest path")
    mutating func scheduledCall() {
        _ = machine.setHandler()
        _ = machine.start()
        #expect(machine.receive(update(1), now: 0) == [.callHandler])
        #expect(machine.receive(update(2), now: 0) == [])
        #expect(machine.takeForHandler() == update(2).path)
        #expect(machine.receive(update(3), now: 0) == [.callHandler])
    }

    @Test("A path that changed back before the call is not delivered again")
    mutating func changedBack() {
        _ = machine.setHandler()
        _ = machine.start()
        _ = machine.receive(update(1), now: 0)
        _ = machine.takeForHandler()
        _ = machine.receive(update(2), now: 0)
        let back = PathUpdate(path: update(1).path, resyncs: 0, sequence: 3)
        _ = machine.receive(back, now: 0)
        #expect(machine.takeForHandler() == nil)
    }

    @Test("An update that is older than the newest is ignored")
    mutating func olderUpdate() {
        _ = machine.start()
        _ = machine.receive(update(2), now: 0)
        #expect(machine.receive(update(1), now: 0) == [])
        #expect(machine.newest?.sequence == 2)
        // Neither does the same one come twice.
        _ = machine.addConsumer(first)
        #expect(machine.receive(update(2), now: 0) == [])
    }

    @Test("Nothing is delivered before the first path")
    mutating func nothingIsReportedBeforeThePath() {
        _ = machine.start()
        #expect(machine.setHandler() == [])
        #expect(machine.addConsumer(first) == [])
    }

    @Test("Another result of a check is reported, and the same one is not")
    mutating func revised() {
        _ = machine.addConsumer(first)
        _ = machine.receive(update(1), now: 0)
        #expect(machine.revise(update(1).path, now: 0) == [])
        #expect(machine.revise(update(2).path, now: 0) == [.signal([first])])
        #expect(machine.delivered?.path == update(2).path)
        #expect(machine.delivered?.sequence == 1)
    }

    @Test("A handler that was removed before its call gets no path")
    mutating func removedHandler() {
        _ = machine.setHandler()
        _ = machine.start()
        #expect(machine.receive(update(1), now: 0) == [.callHandler])
        machine.removeHandler()
        #expect(machine.takeForHandler() == nil)
    }

    @Test("After the cancellation no handler is called")
    mutating func noHandlerAfterTheEnd() {
        _ = machine.setHandler()
        _ = machine.start()
        #expect(machine.receive(update(1), now: 0) == [.callHandler])
        _ = machine.cancel()
        #expect(machine.takeForHandler() == nil)
        #expect(machine.receive(update(2), now: 0) == [])
        #expect(machine.timerFired(now: 0) == [])
        #expect(machine.setHandler() == [])
        #expect(machine.revise(update(2).path, now: 0) == [])
        #expect(machine.newest?.path == update(1).path)
        #expect(!machine.callsHandler && !machine.isFollowing)
    }

    @Test("After the cancellation no change is delivered that was held back")
    mutating func noChangeAfterTheEnd() {
        machine = MonitorMachine(debounce: 100)
        _ = machine.addConsumer(first)
        _ = machine.receive(update(1), now: 0)
        #expect(machine.receive(update(2), now: 10) == [.wake(after: 100)])
        _ = machine.cancel()
        #expect(machine.timerFired(now: 110) == [])
        #expect(machine.delivered?.sequence == 1)
    }

    @Test("Only current consumers are signalled")
    mutating func consumers() {
        #expect(machine.addConsumer(first) == [.subscribe])
        #expect(machine.receive(update(1), now: 0) == [.signal([first])])
        #expect(machine.addConsumer(second) == [.signal([second])])
        machine.removeConsumer(first)
        #expect(machine.receive(update(2), now: 0) == [.signal([second])])
        #expect(machine.cancel() == [.unsubscribe, .finish([second])])
        #expect(machine.addConsumer(third) == [.finish([third])])
    }

    @Test("Each change restarts the quiet period")
    mutating func debounce() {
        machine = MonitorMachine(debounce: 100)
        _ = machine.addConsumer(first)
        // The first path is delivered immediately.
        #expect(machine.receive(update(1), now: 0) == [.signal([first])])
        #expect(machine.receive(update(2), now: 10) == [.wake(after: 100)])
        #expect(machine.delivered?.sequence == 1)
        #expect(machine.newest?.sequence == 2)
        // Each change restarts the quiet period; one timer is enough.
        #expect(machine.receive(update(3), now: 60) == [])
        #expect(machine.timerFired(now: 110) == [.wake(after: 50)])
        #expect(machine.timerFired(now: 160) == [.signal([first])])
        #expect(machine.delivered?.sequence == 3)
        #expect(machine.receive(update(4), now: 500) == [.wake(after: 100)])
    }

    @Test("A path that changed back within the quiet period is not reported")
    mutating func backWithinTheQuietPeriod() {
        machine = MonitorMachine(debounce: 100)
        _ = machine.addConsumer(first)
        _ = machine.receive(update(1), now: 0)
        #expect(machine.receive(update(2), now: 10) == [.wake(after: 100)])
        let back = PathUpdate(path: update(1).path, resyncs: 1, sequence: 3)
        #expect(machine.receive(back, now: 20) == [])
        #expect(machine.timerFired(now: 110) == [.wake(after: 10)])
        #expect(machine.timerFired(now: 120) == [])
        #expect(machine.delivered?.resyncs == 1)
    }

    @Test("A burst that does not end is delivered after five quiet periods")
    mutating func debounceEnds() {
        machine = MonitorMachine(debounce: 100)
        _ = machine.addConsumer(first)
        var timer: Int64?
        var reported: [Int64] = []
        var sequence = 0
        for now in Int64(0)...1200 {
            var actions: [MonitorMachine.Action] = []
            // Two paths in turn, every 30 ms until 970.
            if now % 30 == 0, now <= 970 {
                sequence += 1
                let path = update(sequence % 2).path
                actions += machine.receive(
                    PathUpdate(path: path, resyncs: 0, sequence: sequence), now: now)
            }
            if timer == now {
                timer = nil
                actions += machine.timerFired(now: now)
            }
            for action in actions {
                if case .wake(let delay) = action {
                    #expect(timer == nil && delay > 0)
                    timer = now + delay
                } else {
                    reported.append(now)
                }
            }
        }
        // The first path immediately; the change at 30 after 500 ms, and so the next one, at 540.
        #expect(reported == [0, 530, 1040])
        #expect(timer == nil)
    }
}
