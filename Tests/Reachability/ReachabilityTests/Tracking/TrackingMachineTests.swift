// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// What the loop does next. The outcome of a step is reported as the loop does.
@Suite struct TrackingMachineTests {
    private var machine = TrackingMachine()
    private static let error = NetworkAccessError(NetworkScriptError())
    private struct NetworkScriptError: Error {}

    /// A step, without its details.
    enum Kind: Sendable, Hashable {
        case open, snapshot, filter, receive, evaluateNew, evaluate, rebuildPaths, show
    }

    /// What goes otherwise than usual.
    struct World: Sendable {
        var now: Int64 = 0
        /// Whether the kernel refuses to report changes.
        var refusesSubscription = false
        /// The step that fails.
        var fails: Kind?
        /// Whether changes interrupt each dump.
        var isInterrupted = false
        var summary = ChangeSummary()
        var isTransient = false
        var hasChanges = false
        var routesEnd: Int64?
    }

    private static func kind(_ step: TrackingMachine.Step) -> Kind {
        switch step {
        case .open: .open
        case .readSnapshot: .snapshot
        case .setFilter: .filter
        case .receive: .receive
        case .evaluateNew: .evaluateNew
        case .evaluate: .evaluate
        case .rebuildPaths: .rebuildPaths
        case .show: .show
        }
    }

    /// Performs steps until there is nothing to do.
    @discardableResult
    private mutating func run(_ world: World = World()) -> [Kind] {
        var world = world
        var kinds: [Kind] = []
        while kinds.count < 50, let step = machine.next() {
            let kind = Self.kind(step)
            kinds.append(kind)
            if world.fails == kind {
                // It fails once.
                world.fails = nil
                machine.failed(Self.error, world.now)
                continue
            }
            let interruption = world.isInterrupted ? Self.error : nil
            switch step {
            case .open:
                machine.opened(refusal: world.refusesSubscription ? Self.error : nil)
            case .readSnapshot: machine.readSnapshot(interruption: interruption, world.now)
            case .setFilter: machine.filterSet()
            case .receive:
                machine.received(world.summary, interruption: interruption, world.now)
                world.summary = ChangeSummary()
            case .evaluateNew:
                var outcome = TrackingMachine.EvaluationOutcome()
                outcome.isTransient = world.isTransient
                world.isTransient = false
                machine.evaluatedNew(outcome, routesEnd: world.routesEnd)
            case .evaluate:
                var outcome = TrackingMachine.EvaluationOutcome()
                outcome.isTransient = world.isTransient
                machine.evaluated(
                    outcome, routesEnd: world.routesEnd, hasChanges: world.hasChanges)
            case .rebuildPaths: machine.rebuiltPaths()
            case .show: machine.shown()
            }
        }
        machine.finished(world.now)
        return kinds
    }

    private mutating func wake(_ world: World = World()) -> [Kind] {
        machine.wake(world.now)
        return run(world)
    }

    private static func summary(_ change: (inout ChangeSummary) -> Void) -> ChangeSummary {
        var summary = ChangeSummary()
        change(&summary)
        return summary
    }

    @Test("It subscribes before it reads, and filters before it evaluates")
    mutating func begins() {
        #expect(run() == [.open, .snapshot, .filter, .evaluate])
        #expect(machine.mode == .events)
        #expect(machine.due == nil)
        #expect(machine.isEstablished)
        #expect(run() == [])
    }

    @Test(
        "What changes call for",
        arguments: [
            ("nothing differs", summary { _ in }, [.receive]),
            (
                "an interface costs something else", summary { $0.invalidation.add(.paths) },
                [.receive, .rebuildPaths]
            ),
            ("an MTU", summary { $0.shown = [2] }, [.receive, .show]),
            // The evaluation shows everything.
            (
                "an MTU and a name",
                summary {
                    $0.shown = [2]
                    $0.invalidation.add(.paths)
                }, [.receive, .rebuildPaths]
            ),
            (
                "a route that is made",
                summary { $0.invalidation.add(.routes(.ipv4, .once)) }, [.receive, .evaluate]
            ),
            (
                "a route and an MTU",
                summary {
                    $0.shown = [2]
                    $0.invalidation.add(.routes(.ipv4, .once))
                }, [.receive, .evaluate]
            ),
            (
                "a link", summary { $0.invalidation.add(.routes + .paths) },
                [.receive, .evaluate, .evaluate]
            ),
            (
                "other name servers", summary { $0.hasOtherNameServers = true },
                [.receive, .filter, .evaluate, .evaluate]
            ),
            (
                "lost messages", summary { $0.lostMessages = true },
                [.receive, .snapshot, .filter, .evaluate, .evaluate]
            ),
        ] as [(String, ChangeSummary, [Kind])])
    mutating func changes(name: String, summary: ChangeSummary, kinds: [Kind]) {
        run()
        #expect(wake(World(summary: summary)) == kinds)
        // It is done once.
        #expect(wake() == [.receive])
    }

    @Test("The end of a route that was asked for over former sockets is nothing to wake for")
    mutating func formerRoutesEnd() {
        // They are opened again after an interrupted dump …
        run(World(isInterrupted: true, routesEnd: 50_000))
        #expect(machine.due == 10_000)
        machine.wake(10_000)
        let step = machine.next()
        #expect(step == .open)
        machine.opened(refusal: nil)
        #expect(machine.due == nil)
        // … and after a failure.
        run(World(now: 10_000, routesEnd: 50_000))
        #expect(machine.due == 50_000)
        machine.failed(Self.error, 20_000)
        machine.opened(refusal: nil)
        #expect(machine.due == nil)
    }

    @Test("After a failure there is nothing but to open the sockets when that is due")
    mutating func closed() {
        // A route that ends before then is nothing to wake for.
        run(World(routesEnd: 50))
        machine.failed(Self.error, 0)
        machine.failed(Self.error, 0)
        #expect(machine.due == 100)
        machine.wake(50)
        let early = machine.next()
        #expect(early == nil)
        #expect(machine.due == 100)
        machine.wake(100)
        let due = machine.next()
        #expect(due == .open)
    }

    @Test("Costs that differ while a path is put off are taken in when it is evaluated")
    mutating func costsWhilePutOff() {
        run()
        let change = Self.summary { $0.invalidation.add(.routes) }
        let putOff = wake(World(summary: change, isTransient: true, hasChanges: true))
        #expect(putOff == [.receive, .evaluate, .evaluate])
        let costs = Self.summary { $0.invalidation.add(.paths) }
        #expect(wake(World(summary: costs)) == [.receive, .evaluate, .evaluate])
    }

    @Test("Where routes end, all are queried again at that time, and not before")
    mutating func expiry() {
        run(World(routesEnd: 5000))
        #expect(machine.due == 5000)
        #expect(wake(World(now: 4999, routesEnd: 5000)) == [.receive])
        #expect(wake(World(now: 5000)) == [.receive, .evaluate, .evaluate])
        #expect(machine.due == nil)
    }

    @Test("Where the kernel does not report changes, all is read again every ten seconds")
    mutating func polling() {
        let refused = World(refusesSubscription: true, routesEnd: 3000)
        // There is nothing to filter for.
        #expect(run(refused) == [.open, .snapshot, .evaluate])
        #expect(machine.mode == .polling(Self.error))
        // That comes soon enough for routes that end.
        #expect(machine.due == 10_000)
        #expect(wake(World(now: 9999, refusesSubscription: true)) == [.receive])
        #expect(
            wake(World(now: 10_000, refusesSubscription: true)) == [.open, .snapshot, .evaluate])
        #expect(machine.due == 20_000)
        // Files are followed anyway, and what is known of the rest is old.
        let servers = Self.summary { $0.hasOtherNameServers = true }
        #expect(
            wake(World(now: 12_000, refusesSubscription: true, summary: servers))
                == [.receive, .snapshot, .evaluate])
        let costs = Self.summary { $0.invalidation.add(.paths) }
        #expect(wake(World(now: 12_000, summary: costs)) == [.receive, .rebuildPaths])
        // It is allowed by now.
        #expect(wake(World(now: 20_000)) == [.open, .snapshot, .filter, .evaluate])
        #expect(machine.mode == .events)
        #expect(machine.due == nil)
    }

    @Test("After an interrupted dump changes are followed, and all is read again in ten seconds")
    mutating func interruption() {
        #expect(run(World(isInterrupted: true)) == [.open, .snapshot, .filter, .evaluate])
        #expect(machine.mode == .polling(Self.error))
        #expect(machine.due == 10_000)
        // Further interruptions do not put that off.
        let change = Self.summary { $0.invalidation.add(.routes) }
        let later = wake(World(now: 9000, isInterrupted: true, summary: change))
        #expect(later == [.receive, .evaluate, .evaluate])
        #expect(machine.due == 10_000)
        #expect(wake(World(now: 10_000)) == [.open, .snapshot, .filter, .evaluate])
        #expect(machine.mode == .events)
        #expect(machine.due == nil)
    }

    @Test("What is read for a change may be interrupted too")
    mutating func interruptedChange() {
        run()
        _ = wake(World(now: 500, isInterrupted: true))
        #expect(machine.mode == .polling(Self.error))
        #expect(machine.due == 10_500)
    }

    @Test(
        "A failure is followed by another attempt at once",
        arguments: [
            (Kind.receive, [.receive, .open, .snapshot, .filter, .evaluate]),
            (.evaluate, [.receive, .evaluate, .open, .snapshot, .filter, .evaluate]),
        ] as [(Kind, [Kind])])
    mutating func failure(step: Kind, kinds: [Kind]) {
        run()
        let change = Self.summary { $0.invalidation.add(.routes(.ipv4, .once)) }
        #expect(wake(World(now: 50_000, fails: step, summary: change)) == kinds)
        #expect(machine.mode == .events)
    }

    @Test("What continues to fail is tried at growing intervals, up to ten seconds")
    mutating func retries() {
        var now: Int64 = 0
        var pauses: [Int64] = []
        #expect(run(World(fails: .open)) == [.open, .open, .snapshot, .filter, .evaluate])
        for _ in 0..<10 {
            // Each attempt fails.
            machine.failed(Self.error, now)
            while machine.next() != nil { machine.failed(Self.error, now) }
            guard case .unavailable = machine.mode, let due = machine.due else {
                Issue.record("there is no other attempt")
                return
            }
            #expect(!machine.isEstablished)
            pauses.append(due - now)
            machine.wake(due - 1)
            #expect(machine.next() == nil)
            now = due
            machine.wake(now)
            #expect(machine.next() == .open)
        }
        #expect(pauses == pauses.sorted())
        #expect(pauses.first == 100)
        #expect(pauses.last == 10_000)
    }

    @Test(
        "What is opened and then fails each time is tried at growing intervals, too",
        arguments: [false, true], [false, true])
    mutating func failuresAfterOpening(refusesSubscription: Bool, isInterrupted: Bool) {
        var now: Int64 = 0
        var attempts = 0
        while now < 60_000, attempts < 100 {
            machine.wake(now)
            while let step = machine.next() {
                switch step {
                case .open:
                    attempts += 1
                    machine.opened(refusal: refusesSubscription ? Self.error : nil)
                case .readSnapshot:
                    machine.readSnapshot(interruption: isInterrupted ? Self.error : nil, now)
                case .setFilter: machine.filterSet()
                case .evaluate: machine.failed(Self.error, now)
                case .evaluateNew, .receive, .rebuildPaths, .show:
                    Issue.record("unexpected: \(step)")
                }
            }
            machine.finished(now)
            now = machine.due ?? .max
        }
        // Two at once, then after 0.1, 0.2, 0.4 … 6.4 and 10 seconds.
        #expect(attempts == 13)
    }

    @Test("Another question is answered before changes are received")
    mutating func otherQuestionsFirst() {
        run()
        machine.wake(0)
        let isAwake = machine.followsOthers()
        #expect(isAwake)
        #expect(run() == [.filter, .evaluateNew])
    }

    @Test("The other paths are evaluated again only while the kernel makes a change")
    mutating func otherQuestionsDuringAChange() {
        run()
        _ = machine.followsOthers()
        #expect(run(World(isTransient: true)) == [.filter, .evaluateNew, .evaluate])
    }

    @Test("Where the kernel reports no changes, all paths are evaluated for another question")
    mutating func otherQuestionsWhilePolling() {
        run(World(refusesSubscription: true))
        _ = machine.followsOthers()
        #expect(run(World(refusesSubscription: true)) == [.evaluate])
    }

    @Test("The end of a new question's routes is heeded")
    mutating func endOfNewRoutes() {
        run()
        _ = machine.followsOthers()
        run(World(routesEnd: 700))
        #expect(machine.due == 700)
    }

    @Test("Without a question fewer routes matter, and nothing is evaluated")
    mutating func fewerQuestions() {
        run()
        machine.followsFewer()
        #expect(run() == [.filter])
    }

    @Test("Opening alone does not count as a success after failures")
    mutating func opensAndFails() {
        run()
        var pauses: [Int64] = []
        var now: Int64 = 0
        for _ in 0..<6 {
            machine.wake(now)
            machine.failed(Self.error, now)
            pauses.append((machine.due ?? now) - now)
            now = machine.due ?? now
            machine.wake(now)
            run(World(now: now))
        }
        #expect(pauses == [0, 100, 200, 400, 800, 1600])
    }

    @Test("What has worked since a failure is tried again at once after the next one")
    mutating func success() {
        /// Fails once, and performs what is due then.
        func fails(_ machine: inout Self, _ now: Int64) -> Int64 {
            machine.machine.failed(Self.error, now)
            let due = machine.machine.due ?? now
            machine.machine.wake(due)
            machine.run(World(now: due))
            return due - now
        }
        run()
        #expect(fails(&self, 0) == 0)
        #expect(fails(&self, 1000) == 100)
        // Only what is received shows that the sockets work.
        #expect(wake(World(now: 2000)) == [.receive])
        #expect(fails(&self, 3000) == 0)
        #expect(fails(&self, 4000) == 100)
    }

    @Test("Before the sockets are open, another question needs nothing but that they are opened")
    mutating func questionsBeforeOpening() {
        #expect(!machine.isEstablished)
        var isAwake = machine.followsOthers()
        #expect(isAwake)
        machine.failed(Self.error, 0)
        // The next attempt is made at once.
        isAwake = machine.followsOthers()
        #expect(isAwake)
        machine.failed(Self.error, 0)
        isAwake = machine.followsOthers()
        #expect(!isAwake)
        #expect(run() == [])
    }

    @Test("What is read for a poll does not put off the next one")
    mutating func interruptedPoll() {
        run(World(refusesSubscription: true))
        let step = World(now: 5000, refusesSubscription: true, isInterrupted: true)
        #expect(wake(step) == [.receive])
        #expect(machine.due == 10_000)
    }

    @Test("Queries that were due before the sockets are opened again begin again")
    mutating func reopensDuringAChange() {
        run(World(isInterrupted: true))
        machine.wake(0)
        machine.received(
            Self.summary { $0.invalidation.add(.routes) }, interruption: nil, 0)
        machine.evaluated(TrackingMachine.EvaluationOutcome(), routesEnd: nil, hasChanges: false)
        #expect(machine.next() == .evaluate(.init(part: .all, isUnderLock: true)))
        machine.wake(10_000)
        machine.opened(refusal: nil)
        machine.readSnapshot(interruption: nil, 10_000)
        machine.filterSet()
        #expect(machine.next() == .evaluate(.init(part: .all)))
    }

    @Test("Another question is answered after the filter knows its addresses")
    mutating func otherQuestions() {
        run()
        let isAwake = machine.followsOthers()
        #expect(!isAwake)
        #expect(run() == [.filter, .evaluateNew])
        machine.failed(Self.error, 0)
        machine.failed(Self.error, 0)
        _ = machine.followsOthers()
        #expect(run() == [])
    }
}
