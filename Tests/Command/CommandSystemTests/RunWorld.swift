// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import CommandSystem

/// A program, its group, a network and a user, which do anything at any time; and the invariants, which know nothing of
/// the states of the machine.
struct RunWorld {
    /// How a program takes SIGTERM and the like.
    private enum Manner: CaseIterable { case dies, isSlow, ignores }

    private struct Group {
        var hasProgram = true
        /// Whether a background job is left when the program has ended.
        var hasOthers: Bool
        var isStopped = false
        var manner: Manner
        /// Whether it cannot be signalled (a set-uid program, say).
        var isForeign: Bool
        /// When it dies of a signal that it takes slowly.
        var dies: Int64?

        var isAlive: Bool { hasProgram || hasOthers }
    }

    private let options: RunMachine.Options
    private var machine: RunMachine
    private var generator: SeededGenerator
    private var now: Int64 = 0
    private var group: Group?
    private(set) var outcome: RunMachine.Outcome?
    private(set) var starts = 0

    // What the account knows.
    private var holds = false
    /// Since when the conditions fail, in one piece.
    private var failingSince: Int64? = 0
    /// Whether the failing conditions cost, since when.
    private var costlySince: Int64?
    /// Whether the conditions have held since the last start.
    private var hasHeldSinceStart = false
    /// A signal that must end the machine, and when it came.
    private var doom: Int64?
    /// Whether the machine knows that the group cannot be signalled, since the conditions held last.
    private var isPowerless = false
    /// When a terminating signal was passed on last to the program that runs.
    private var asked: Int64?
    /// Whether the group got SIGTERM, or the signal that ended its suspension.
    private var hasTerminated = false
    /// When the machine asked the group to end.
    private var askedToEnd: Int64?
    /// Whether the machine receives a signal that it must pass on.
    private var isPassingOn = false

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        var options = RunMachine.Options()
        options.onLoss = generator.pick(RunMachine.LossPolicy.allCases)
        options.lossGrace = generator.pick([0, 1000, 5000])
        options.stable = generator.pick([0, 0, 2000])
        options.deadline = generator.pick([
            nil, nil, .after(3000), .after(30_000), .at(20_000),
        ])
        options.onDeadline = generator.pick(RunMachine.DeadlineAction.allCases)
        self.options = options
        machine = RunMachine(options, now: 0)
    }

    /// Something happens.
    mutating func step() {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<30: passTime()
        case 30..<45: setConditions(holds: true, isCostly: false)
        case 45..<60: setConditions(holds: false, isCostly: chance(0.3))
        case 60..<63:
            signal(generator.pick([.terminate, .interrupt, .hangUp, .quit]))
        case 63..<70:
            signal(generator.pick([.user1, .user2, .windowChanged, .resume]))
        case 70..<74: programEnds()
        case 74..<78: othersEnd()
        case 78..<82: anotherProcessResumes()
        default: tell(holds ? .conditionsHold : .conditionsLost(isAtOnce: costlySince != nil))
        }
        inspect()
    }

    /// Time passes until the machine has ended, or must have.
    mutating func end() {
        signal(.terminate)
        // A program that runs may ignore that; it ends some day.
        for _ in 0..<100 where outcome == nil {
            programEnds()
            othersEnd()
            passTime(60_000)
            inspect()
        }
        #expect(outcome != nil, "it never ended")
    }

    // MARK: What happens

    private mutating func passTime(_ most: Int64 = 12_000) {
        let end = now + Int64.random(in: 1...most, using: &generator)
        while outcome == nil {
            guard let next = [machine.due, group?.dies].compactMap(\.self).min(), next <= end
            else { break }
            now = max(now, next)
            if let dies = group?.dies, dies <= now {
                group?.dies = nil
                endProgram(.killed(.terminate))
                othersEnd()
            }
            if let due = machine.due, due <= now {
                tell(.time)
                // A suspension may begin after its deadline.
                if let due = machine.due, due <= now { tell(.time) }
                if let due = machine.due, due <= now {
                    Issue.record("the machine asks for the time in vain, again and again")
                    break
                }
            }
            inspect()
        }
        now = end
    }

    private mutating func setConditions(holds: Bool, isCostly: Bool) {
        self.holds = holds
        if holds {
            failingSince = nil
            costlySince = nil
            hasHeldSinceStart = true
            isPowerless = false
        } else {
            failingSince = failingSince ?? now
            costlySince = isCostly ? costlySince ?? now : nil
        }
        tell(holds ? .conditionsHold : .conditionsLost(isAtOnce: isCostly))
    }

    private mutating func signal(_ signal: Signal) {
        let isRunning = group.map { $0.hasProgram && !$0.isStopped } ?? false
        isPassingOn = isRunning && askedToEnd == nil
        if signal.isTerminating {
            if isPassingOn { asked = now } else { doom = doom ?? now }
        }
        tell(.signal(signal))
        isPassingOn = false
    }

    private mutating func programEnds() {
        guard let group, group.hasProgram, !group.isStopped else { return }
        endProgram(.exited(0))
    }

    private mutating func endProgram(_ change: ProcessGroup.Change) {
        guard group?.hasProgram == true else { return }
        group?.hasProgram = false
        tell(.program(change))
    }

    private mutating func othersEnd() {
        guard group?.hasOthers == true else { return }
        group?.hasOthers = false
        tellIfEmpty()
    }

    private mutating func tellIfEmpty() {
        if outcome == nil, machine.awaitsGroup, group?.isAlive == false { tell(.groupIsEmpty) }
    }

    private mutating func anotherProcessResumes() {
        guard group?.isStopped == true else { return }
        group?.isStopped = false
        tell(.program(.continued))
    }

    // MARK: What the machine does

    private mutating func tell(_ event: RunMachine.Event) {
        var events = [event]
        while !events.isEmpty, outcome == nil {
            for action in machine.receive(events.removeFirst(), now: now) {
                if let consequence = perform(action) { events.append(consequence) }
            }
        }
        tellIfEmpty()
    }

    private mutating func perform(_ action: RunMachine.Action) -> RunMachine.Event? {
        switch action {
        case .start:
            #expect(group == nil, "two programs at once")
            #expect(doom == nil, "a program starts after a signal to end")
            #expect(
                holds || (starts == 0 && options.onDeadline == .run), "a start without conditions")
            starts += 1
            if chance(0.05) { return .startFailed(code: 126) }
            group = Group(
                hasOthers: chance(0.3), manner: generator.pick(Manner.allCases),
                isForeign: chance(0.1))
            hasHeldSinceStart = holds
            asked = nil
            hasTerminated = false
            askedToEnd = nil
        case .send(let signal): return send(signal)
        case .forgetGroup:
            #expect(group?.isAlive != true || group?.isForeign == true, "a group is left behind")
            group = nil
        case .end(let outcome): self.outcome = outcome
        case .giveTerminal, .takeTerminal, .stopSelf, .notify: break
        }
        return nil
    }

    private mutating func send(_ signal: Signal) -> RunMachine.Event? {
        guard let group, group.isAlive else { return nil }
        if group.isForeign {
            isPowerless = true
            return .refused(signal)
        }
        switch signal {
        case .stop: self.group?.isStopped = true
        case .resume: self.group?.isStopped = false
        case .kill:
            #expect(hasTerminated, "a program is killed that did not get SIGTERM")
            self.group?.hasOthers = false
            self.group?.isStopped = false
            self.group?.hasProgram = false
            if group.hasProgram { return .program(.killed(.kill)) }
        case _ where signal.isTerminating:
            if signal == .terminate || !isPassingOn { hasTerminated = true }
            if !isPassingOn {
                #expect(
                    !holds || doom != nil || !group.hasProgram,
                    "a program is ended while its conditions hold")
                askedToEnd = askedToEnd ?? now
            }
            switch group.manner {
            case .dies: self.group?.dies = now
            case .isSlow: self.group?.dies = now + 5000
            case .ignores: break
            }
        default: break
        }
        return nil
    }

    // MARK: What must hold

    private func inspect() {
        guard outcome == nil else {
            inspectEnd()
            return
        }
        inspectRunning()
        if let doom {
            let limit = GroupEnding.termGrace + GroupEnding.killGrace
            #expect(now - doom <= limit, "a terminating signal did not end it")
        }
    }

    /// No program runs while its conditions fail for longer than the grace, and the time to end.
    private func inspectRunning() {
        // A program that was just asked to end is given the time for that.
        let isAsked =
            asked.map { now - $0 <= 2 * GroupEnding.termGrace + GroupEnding.killGrace } ?? false
        guard options.onLoss != .finish, hasHeldSinceStart, !isPowerless, !isAsked, doom == nil,
            let group, group.hasProgram, !group.isStopped, let failingSince
        else { return }
        var lost = failingSince + options.lossGrace
        if let costlySince { lost = min(lost, costlySince) }
        let toEnd = GroupEnding.termGrace + GroupEnding.killGrace
        if options.onLoss == .stop { lost += toEnd }
        // One that stood still was woken to end.
        let limit = max(lost, askedToEnd.map { $0 + toEnd } ?? lost)
        #expect(now <= limit, "a program runs without its conditions")
    }

    /// No process is left, except a program that cannot be signalled, and the jobs of one that ended by itself.
    private func inspectEnd() {
        guard let outcome, let group, group.isAlive, !group.isForeign else { return }
        switch outcome {
        case .exited, .killed: #expect(!group.hasProgram, "a program is left behind")
        case .signal, .deadline, .endedByOwner: Issue.record("a group is left behind")
        }
    }

    private mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < probability
    }
}

struct RunWorldTests {
    @Test("Whatever happens, no program runs without its conditions, and a signal ends it")
    func worlds() {
        var starts = 0
        var outcomes: [RunMachine.Outcome: Int] = [:]
        for seed in 0..<3000 as Range<UInt64> {
            var world = RunWorld(seed: seed)
            for _ in 0..<200 where world.outcome == nil { world.step() }
            world.end()
            starts += world.starts
            if let outcome = world.outcome { outcomes[outcome, default: 0] += 1 }
        }
        // The worlds reach all that there is to reach.
        #expect(starts > 1000)
        #expect(outcomes.keys.contains(.deadline))
        #expect(outcomes.keys.contains(.signal(.terminate)))
        #expect(
            outcomes.keys.contains(.killed(.kill)) || outcomes.keys.contains(.killed(.terminate)))
    }
}
