// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandSystem

/// What `reach run` does with its command, step by step: a time, an event, and the actions that follow.
struct RunMachineTests {
    typealias Event = RunMachine.Event
    typealias Action = RunMachine.Action

    struct Step: Sendable {
        let time: Int64
        let event: Event
        let actions: [Action]

        init(_ time: Int64, _ event: Event, _ actions: [Action] = []) {
            (self.time, self.event, self.actions) = (time, event, actions)
        }
    }

    struct Story: Sendable, CustomTestStringConvertible {
        let name: String
        let options: RunMachine.Options
        let steps: [Step]
        /// When the machine wants the time after the last step.
        let due: Int64?

        init(
            _ name: String,
            onLoss: RunMachine.LossPolicy = .finish,
            stable: Int64 = 0,
            deadline: Int64? = nil,
            deadlineAt: Int64? = nil,
            onDeadline: RunMachine.DeadlineAction = .fail,
            due: Int64? = nil,
            _ steps: [Step]
        ) {
            self.name = name
            var options = RunMachine.Options()
            options.onLoss = onLoss
            options.stable = stable
            options.deadline = deadline.map { .after($0) } ?? deadlineAt.map { .at($0) }
            options.onDeadline = onDeadline
            self.options = options
            self.steps = steps
            self.due = due
        }

        var testDescription: String { name }

        func check() {
            var machine = RunMachine(options, now: 0)
            for (number, step) in steps.enumerated() {
                let actions = machine.receive(step.event, now: step.time)
                #expect(actions == step.actions, "\(name): step \(number): \(step.event)")
            }
            #expect(machine.due == due, "\(name): due")
        }
    }

    // The beginnings and ends that stories share.
    static let started: [Action] = [.notify(.starts(atDeadline: false)), .start]
    static let startedAgain: [Action] = [.notify(.startsAgain), .start]
    static let stopped: [Action] = [
        .giveTerminal, .send(.terminate), .send(.resume), .notify(.ends(.loss)),
    ]
    static let suspended: [Action] = [.send(.stop), .takeTerminal, .notify(.suspends)]
    static let killed: [Action] = [.send(.kill), .notify(.kills)]
    static let resumed: [Action] = [.notify(.resumes), .giveTerminal, .send(.resume)]
    static let gone: [Action] = [.takeTerminal, .forgetGroup]
    static let lost = Event.conditionsLost(isAtOnce: false)
    static let costly = Event.conditionsLost(isAtOnce: true)

    static func ended(_ cause: RunMachine.Cause, by signal: Signal) -> [Action] {
        [.giveTerminal, .send(signal), .send(.resume), .notify(.ends(cause))]
    }

    /// The program is still handling a signal that was passed on to it.
    static let awaited: [Action] = [.giveTerminal, .send(.resume)]

    /// The program has ended after a signal that was passed on to it, and the rest of its group goes with it.
    static func terminated(after signal: Signal) -> [Action] {
        [.send(.terminate), .send(.resume), .notify(.ends(.signal(signal)))]
    }

    static let waiting = [
        Story(
            "The program starts when the conditions hold",
            [Step(0, lost), Step(5, .conditionsHold, started)]),
        Story(
            "The program starts when the conditions have held for long enough", stable: 100,
            [
                Step(0, .conditionsHold), Step(50, lost), Step(60, .conditionsHold),
                Step(159, .time),
                Step(160, .time, started),
            ]),
        Story(
            "At the deadline it fails", deadline: 100,
            [Step(0, lost), Step(100, .time, [.end(.deadline)])]),
        Story(
            "At the deadline the program runs all the same, and is not stopped for what never held",
            onLoss: .stop, deadline: 100, onDeadline: .run, due: 12_200,
            [
                Step(0, lost), Step(100, .time, [.notify(.starts(atDeadline: true)), .start]),
                Step(200, costly), Step(2000, .time), Step(2100, .conditionsHold),
                Step(2200, costly, stopped),
            ]),
        Story(
            "SIGTERM ends it before the program starts",
            [Step(0, lost), Step(1, .signal(.terminate), [.end(.signal(.terminate))])]),
        Story(
            "SIGUSR1, SIGUSR2, SIGWINCH and SIGCONT are ignored while there is no program",
            [
                Step(0, lost), Step(1, .signal(.user1)), Step(2, .signal(.user2)),
                Step(3, .signal(.windowChanged)), Step(4, .signal(.resume)),
            ]),
        Story(
            "A program that cannot be started ends it",
            [
                Step(0, .conditionsHold, started),
                Step(0, .startFailed(code: 127), [.end(.exited(127))]),
            ]),
    ]

    static let running = [
        Story(
            "It ends as the program does",
            [Step(0, .conditionsHold, started), Step(1, .program(.exited(7)), [.end(.exited(7))])]),
        Story(
            "It ends as the program does that a signal ended",
            [
                Step(0, .conditionsHold, started),
                Step(1, .program(.killed(.terminate)), [.end(.killed(.terminate))]),
            ]),
        Story(
            "Signals are passed on, and the program decides",
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.terminate), [.send(.terminate)]),
                Step(2, .signal(.user1), [.send(.user1)]),
                Step(3, .signal(.windowChanged), [.send(.windowChanged)]),
            ]),
        Story(
            "By default a loss is no matter",
            [Step(0, .conditionsHold, started), Step(1, lost), Step(2, costly), Step(9000, .time)]),
        Story(
            "A program that the terminal stopped stops reach, too, and continues with it",
            [
                Step(0, .conditionsHold, started),
                Step(
                    1, .program(.stopped(.keyboardStop)), [.takeTerminal, .stopSelf(.keyboardStop)]),
                Step(2, .signal(.resume), [.giveTerminal, .send(.resume)]),
                Step(3, .program(.continued)),
            ]),
        Story(
            "A program that uses the terminal in the foreground is given it",
            [
                Step(0, .conditionsHold, started),
                Step(1, .wantsTerminal, [.giveTerminal, .send(.resume)]),
            ]),
        Story(
            "A program that another process stopped by SIGSTOP does not stop reach",
            [Step(0, .conditionsHold, started), Step(1, .program(.stopped(.stop)))]),
        Story(
            "A loss shorter than the grace is none", onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, lost), Step(1000, .conditionsHold),
                Step(1001, .time),
            ]),
        Story(
            "A loss counts after the grace, from its beginning", onLoss: .stop, due: 11_001,
            [
                Step(0, .conditionsHold, started), Step(1, lost), Step(900, lost),
                Step(1000, .time),
                Step(1001, .time, stopped),
            ]),
        Story(
            "A network that begins to cost counts at once, also in a grace", onLoss: .suspend,
            [Step(0, .conditionsHold, started), Step(1, lost), Step(2, costly, suspended)]),
        Story(
            "A signal that cannot be sent is reported, once for each", onLoss: .stop,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.terminate), [.send(.terminate)]),
                Step(1, .refused(.terminate), [.notify(.cannotSend(.terminate))]),
            ]),
        Story(
            "The owner of the machine ends the program, which is no loss", onLoss: .finish,
            [
                Step(0, .conditionsHold, started),
                Step(1, .ownerEnds, ended(.owner, by: .terminate)),
                Step(2, .ownerEnds), Step(3, .program(.exited(0))),
                Step(3, .groupIsEmpty, gone + [.end(.endedByOwner)]),
            ]),
        Story(
            "The owner ends a program that is being ended because of a loss", onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped), Step(2, .ownerEnds),
                Step(3, .program(.killed(.terminate))),
                Step(3, .groupIsEmpty, gone + [.end(.endedByOwner)]),
            ]),
    ]

    static let suspending = [
        Story(
            "The owner ends a suspended program", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(2, .ownerEnds, ended(.owner, by: .terminate)), Step(3, .program(.exited(0))),
                Step(3, .groupIsEmpty, gone + [.end(.endedByOwner)]),
            ]),
        Story(
            "The program is suspended while the conditions are lost", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(2, .program(.stopped(.stop))), Step(3, lost),
                Step(9, .conditionsHold, resumed),
                Step(9, .program(.continued)),
            ]),
        Story(
            "A resumption does not wait for stability", onLoss: .suspend, stable: 500,
            [
                Step(0, .conditionsHold), Step(500, .time, started), Step(600, costly, suspended),
                Step(700, .conditionsHold, resumed),
            ]),
        Story(
            "No signal that a program survives resumes it", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(2, .signal(.user1)),
                Step(3, .signal(.windowChanged)), Step(4, .signal(.resume)),
            ]),
        Story(
            "A program that another process continues is suspended again", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(2, .program(.continued), [.send(.stop)]),
            ]),
        Story(
            "A terminating signal wakes the program to end it, and ends it", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(2, .signal(.hangUp), ended(.signal(.hangUp), by: .hangUp)),
                Step(3, .program(.killed(.hangUp))),
                Step(3, .groupIsEmpty, gone + [.end(.signal(.hangUp))]),
            ]),
        Story(
            "A program that survives the signal is killed", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(2, .signal(.hangUp), ended(.signal(.hangUp), by: .hangUp)),
                Step(10_002, .time, killed),
                Step(10_003, .program(.killed(.kill))),
                Step(10_003, .groupIsEmpty, gone + [.end(.signal(.hangUp))]),
            ]),
        Story(
            "The deadline limits each suspension from its beginning", onLoss: .suspend,
            deadline: 100,
            [
                Step(0, .conditionsHold, started), Step(500, costly, suspended), Step(599, .time),
                Step(600, .time, ended(.deadline, by: .terminate)),
                Step(601, .program(.killed(.terminate))),
                Step(601, .groupIsEmpty, gone + [.end(.deadline)]),
            ]),
        Story(
            "A suspension after the time of the deadline ends at once", onLoss: .suspend,
            deadlineAt: 100,
            [
                Step(0, .conditionsHold, started), Step(100, .time), Step(500, costly, suspended),
                Step(500, .time, ended(.deadline, by: .terminate)),
                Step(501, .program(.killed(.terminate))),
                Step(501, .groupIsEmpty, gone + [.end(.deadline)]),
            ]),
        Story(
            "What runs at the deadline is the first start alone", onLoss: .suspend, deadline: 100,
            onDeadline: .run,
            [Step(0, .conditionsHold, started), Step(500, costly, suspended), Step(600, .time)]),
        Story(
            "A program that cannot be suspended runs on until the next loss", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(1, .refused(.stop), [.notify(.cannotSend(.stop)), .giveTerminal]),
                Step(2, costly), Step(3, .time), Step(4, .conditionsHold),
                Step(5, costly, suspended),
            ]),
        Story(
            "A program that ends while it is suspended ends reach", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, costly, suspended),
                Step(
                    2, .program(.killed(.kill)),
                    [.send(.terminate), .send(.resume), .end(.killed(.kill))]),
            ]),
        Story(
            "A program that was just asked to end is not suspended but ended", onLoss: .suspend,
            due: 10_001,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.terminate), [.send(.terminate)]),
                Step(2, costly, awaited + [.notify(.ends(.signal(.terminate)))]),
            ]),
        Story(
            "A program that cleans up after Ctrl-C is not suspended", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.interrupt), [.send(.interrupt)]),
                Step(2, costly, awaited),
                Step(2000, .program(.exited(5)), terminated(after: .interrupt)),
                Step(2000, .groupIsEmpty, gone + [.end(.signal(.interrupt))]),
            ]),
        Story(
            "A program that outlives a signal by ten seconds is suspended for the loss",
            onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(2, costly, awaited), Step(10_001, .time, suspended),
                Step(10_002, .conditionsHold, resumed),
            ]),
        Story(
            "A program that survived SIGHUP for ten seconds is suspended as any other",
            onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(10_001, costly, suspended),
            ]),
        Story(
            "A program that could not be signalled is suspended as any other", onLoss: .suspend,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(1, .refused(.hangUp), [.notify(.cannotSend(.hangUp))]),
                Step(2, costly, suspended),
            ]),
    ]

    static let stopping = [
        Story(
            "The program is stopped, and started again once the conditions hold", onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(2, .program(.exited(0))),
                Step(3, .groupIsEmpty, gone), Step(4, costly),
                Step(9, .conditionsHold, startedAgain),
            ]),
        Story(
            "Before it starts again the conditions must have held for long enough", onLoss: .stop,
            stable: 100,
            [
                Step(0, .conditionsHold), Step(100, .time, started), Step(200, costly, stopped),
                Step(201, .program(.exited(0))), Step(201, .groupIsEmpty, gone),
                Step(300, .conditionsHold),
                Step(399, .time), Step(400, .time, startedAgain),
            ]),
        Story(
            "It waits for the whole group, and kills it after ten seconds", onLoss: .stop,
            due: 11_001,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(2, .program(.exited(0))),
                Step(10_000, .time), Step(10_001, .time, killed),
            ]),
        Story(
            "A terminating signal during a stop ends it, and starts nothing again",
            onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(2, .signal(.interrupt)),
                Step(3, .conditionsHold), Step(4, .program(.killed(.terminate))),
                Step(5, .groupIsEmpty, gone + [.end(.signal(.interrupt))]),
            ]),
        Story(
            "So does one that comes when only a background job is left", onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(2, .program(.killed(.terminate))), Step(3, .signal(.terminate)),
                Step(10_001, .time, killed),
                Step(10_002, .groupIsEmpty, gone + [.end(.signal(.terminate))]),
            ]),
        Story(
            "A program that was just asked to end is not started again for a loss", onLoss: .stop,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.terminate), [.send(.terminate)]),
                Step(2, costly, awaited + [.notify(.ends(.signal(.terminate)))]),
                Step(3, .program(.exited(0))),
                Step(3, .groupIsEmpty, gone + [.end(.signal(.terminate))]),
            ]),
        Story(
            "So is one that was asked by SIGHUP", onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(2, costly, awaited),
                Step(3, .program(.exited(0)), terminated(after: .hangUp)),
                Step(4, .conditionsHold), Step(5, .groupIsEmpty, gone + [.end(.signal(.hangUp))]),
            ]),
        Story(
            "A program that outlives a signal is stopped after ten seconds, and started again",
            onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(2, costly, awaited), Step(3, costly), Step(10_000, .time),
                Step(10_001, .time, stopped), Step(10_002, .program(.exited(0))),
                Step(10_003, .groupIsEmpty, gone), Step(10_004, .conditionsHold, startedAgain),
            ]),
        Story(
            "A program that outlives a signal is not stopped if the conditions hold again by then",
            onLoss: .stop, due: 21_000,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(2, costly, awaited), Step(3, .conditionsHold), Step(10_001, .time),
                Step(11_000, costly, stopped),
            ]),
        Story(
            "A loss after that counts by itself, with its grace", onLoss: .stop, due: 20_999,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(2, costly, awaited), Step(3, .conditionsHold), Step(9999, lost),
                Step(10_001, .time),
                Step(10_998, .time), Step(10_999, .time, stopped),
            ]),
        Story(
            "A program that ends after a signal is not started again when the conditions hold",
            onLoss: .stop,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.interrupt), [.send(.interrupt)]),
                Step(2, costly, awaited), Step(3, .conditionsHold),
                Step(4, .program(.killed(.interrupt)), terminated(after: .interrupt)),
                Step(5, .groupIsEmpty, gone + [.end(.signal(.interrupt))]),
            ]),
        Story(
            "The rest of the group of a program that has cleaned up is killed after ten seconds",
            onLoss: .stop, due: 11_003,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.interrupt), [.send(.interrupt)]),
                Step(2, costly, awaited),
                Step(3, .program(.exited(0)), terminated(after: .interrupt)),
                Step(10_003, .time, killed),
            ]),
        Story(
            "Signals are passed on while the program cleans up, and the last one counts",
            onLoss: .stop, due: 10_003,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(2, costly, awaited), Step(3, .signal(.interrupt), [.send(.interrupt)]),
                Step(4, .signal(.user1), [.send(.user1)]), Step(10_001, .time),
            ]),
        Story(
            "SIGTERM ends a program that handles another signal", onLoss: .stop, due: 11_003,
            [
                Step(0, .conditionsHold, started), Step(1, .signal(.hangUp), [.send(.hangUp)]),
                Step(2, costly, awaited),
                Step(3, .signal(.terminate), ended(.signal(.terminate), by: .terminate)),
                Step(4, .conditionsHold), Step(10_003, .time, killed),
            ]),
        Story(
            "SIGHUP does not take back the SIGTERM before it", onLoss: .stop, due: 10_001,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.terminate), [.send(.terminate)]),
                Step(2, .signal(.hangUp), [.send(.hangUp)]),
                Step(3, costly, awaited + [.notify(.ends(.signal(.terminate)))]),
            ]),
        Story(
            "A program that restores the terminal's modes while it ends is given the terminal",
            onLoss: .stop, due: 10_001,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(2, .wantsTerminal, [.giveTerminal, .send(.resume)]),
            ]),
        Story(
            "A program that survived SIGTERM long ago is stopped as any other", onLoss: .stop,
            due: 30_000,
            [
                Step(0, .conditionsHold, started),
                Step(1, .signal(.terminate), [.send(.terminate)]),
                Step(20_000, costly, stopped),
            ]),
        Story(
            "The deadline limits the waiting after a stop, from its beginning", onLoss: .stop,
            deadline: 100,
            [
                Step(0, .conditionsHold, started), Step(1000, costly, stopped),
                Step(2000, .program(.exited(0))), Step(2000, .groupIsEmpty, gone),
                Step(2099, lost), Step(2100, .time, [.end(.deadline)]),
            ]),
        Story(
            "A program that cannot be stopped runs on until the next loss", onLoss: .stop,
            due: 10_005,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(1, .refused(.terminate), [.notify(.cannotSend(.terminate))]),
                Step(1, .refused(.resume)), Step(2, costly), Step(3, .time),
                Step(4, .conditionsHold),
                Step(5, costly, stopped),
            ]),
        Story(
            "A killed program that hangs in the kernel is not started a second time",
            onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(10_001, .time, killed), Step(11_001, .time),
                Step(12_000, .conditionsHold), Step(13_000, .program(.killed(.kill)), gone),
                Step(13_001, .conditionsHold, startedAgain),
            ]),
        Story(
            "A terminating signal does not wait for a program that hangs in the kernel",
            onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(10_001, .time, killed), Step(11_001, .time),
                Step(
                    12_000, .signal(.terminate),
                    [.notify(.leavesBehind)] + gone + [.end(.signal(.terminate))]),
            ]),
        Story(
            "A group that cannot be emptied is not waited for", onLoss: .stop,
            [
                Step(0, .conditionsHold, started), Step(1, costly, stopped),
                Step(2, .program(.exited(0))),
                Step(10_001, .time, killed),
                Step(11_001, .time, [.notify(.leavesBehind)] + gone),
                Step(11_002, .conditionsHold, startedAgain),
            ]),
    ]

    @Test("When the clock is set, a deadline that is a time moves")
    func movedDeadline() {
        var options = RunMachine.Options()
        options.deadline = .at(100)
        var machine = RunMachine(options, now: 0)
        machine.moveDeadline(to: 5000)
        #expect(machine.due == 5000)
        #expect(machine.receive(.time, now: 100).isEmpty)
        machine.moveDeadline(to: 50)
        #expect(machine.receive(.time, now: 200) == [.end(.deadline)])
    }

    @Test("Waiting", arguments: waiting)
    func waits(story: Story) { story.check() }

    @Test("Running", arguments: running)
    func runs(story: Story) { story.check() }

    @Test("Suspending", arguments: suspending)
    func suspends(story: Story) { story.check() }

    @Test("Stopping", arguments: stopping)
    func stops(story: Story) { story.check() }
}
