// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandSystem

/// What `reach watch --exec` does with its command, step by step: a time, an event, and the actions that follow.
struct HookMachineTests {
    typealias Event = HookMachine.Event
    typealias Action = HookMachine.Action

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
        let timeout: Int64?
        let steps: [Step]
        /// The due time of the machine after the last step.
        let due: Int64?
        /// Whether the next line can be given to the program after the last step.
        let isIdle: Bool

        init(
            _ name: String, timeout: Int64? = nil, due: Int64? = nil, isIdle: Bool = false,
            _ steps: [Step]
        ) {
            self.name = name
            self.timeout = timeout
            self.steps = steps
            self.due = due
            self.isIdle = isIdle
        }

        var testDescription: String { name }

        func check() {
            var machine = HookMachine(timeout: timeout)
            for (number, step) in steps.enumerated() {
                let actions = machine.receive(step.event, now: step.time)
                #expect(actions == step.actions, "\(name): step \(number): \(step.event)")
            }
            #expect(machine.due == due, "\(name): due")
            #expect(machine.isIdle == isIdle, "\(name): idle")
        }
    }

    // What stories share.
    static let exited = Event.program(.exited(0))
    static let ended = Event.program(.killed(.terminate))
    static let start = [Step(0, .line, [.start]), Step(0, .started)]

    static func asked(_ cause: HookMachine.Cause) -> [Action] {
        [.notify(.ends(cause)), .send(.terminate), .send(.resume)]
    }

    static let running = [
        Story(
            "Each line is a run", isIdle: true,
            start + [Step(5, exited, [.forgetGroup])] + start
                + [Step(9, exited, [.forgetGroup])]),
        Story("While the program runs, no line is given to it", start + [Step(5, .line)]),
        Story(
            "A failure is reported, and the watch continues", isIdle: true,
            start + [
                Step(5, .program(.exited(3)), [.notify(.failed(code: 3)), .forgetGroup])
            ]),
        Story(
            "A program that a signal ended is reported", isIdle: true,
            start + [
                Step(5, .program(.killed(.kill)), [.notify(.killed(.kill)), .forgetGroup])
            ]),
        Story(
            "A program that the terminal stopped is reported",
            start + [
                Step(5, .program(.stopped(.terminalInput)), [.notify(.stopped(.terminalInput))]),
                Step(6, .program(.continued)),
            ]),
        Story(
            "A program that another process stopped is waited for",
            start + [
                Step(5, .program(.stopped(.stop)))
            ]),
        Story(
            "A program that cannot be executed the first time ends the watch",
            [
                Step(0, .line, [.start]),
                Step(0, .startFailed(isTemporary: false), [.end(.notStarted)]),
            ]),
        Story(
            "A program that can no longer be executed is reported", isIdle: true,
            start + [
                Step(5, exited, [.forgetGroup]), Step(6, .line, [.start]),
                Step(6, .startFailed(isTemporary: false), [.notify(.cannotStart)]),
            ]),
        Story(
            "If the system cannot start the program, it is reported once and tried again",
            isIdle: true,
            start + [
                Step(5, exited, [.forgetGroup]), Step(6, .line, [.start]),
                Step(6, .startFailed(isTemporary: true), [.notify(.cannotStart)]),
                Step(1005, .time), Step(1005, .line), Step(1006, .time),
                Step(1006, .line, [.start]),
                Step(1006, .startFailed(isTemporary: true)), Step(2006, .time),
                Step(2006, .line, [.start]), Step(2006, .started),
                Step(2007, exited, [.forgetGroup]), Step(2008, .line, [.start]),
                Step(2008, .startFailed(isTemporary: true), [.notify(.cannotStart)]),
                Step(3008, .time),
            ]),
        Story(
            "Until the next attempt, the program is not idle", due: 1000,
            [
                Step(0, .line, [.start]),
                Step(0, .startFailed(isTemporary: true), [.notify(.cannotStart)]),
                Step(999, .time), Step(999, .signal(.child)),
            ]),
        Story(
            "The end of the watch waits for no attempt",
            [
                Step(0, .line, [.start]),
                Step(0, .startFailed(isTemporary: true), [.notify(.cannotStart)]),
                Step(1, .finish, [.end(.finished)]),
            ]),
        Story(
            "A signal ends the wait for an attempt",
            [
                Step(0, .line, [.start]),
                Step(0, .startFailed(isTemporary: true), [.notify(.cannotStart)]),
                Step(1, .signal(.terminate), [.end(.signal(.terminate))]),
            ]),
    ]

    static let timing = [
        Story("Without a limit, a run has no end", start),
        Story("With a limit, a run has an end", timeout: 30, due: 30, start + [Step(29, .time)]),
        Story(
            "A program that runs for too long is asked to end, and the watch continues",
            timeout: 30,
            isIdle: true,
            start + [
                Step(30, .time, asked(.timeout)), Step(40, ended),
                Step(40, .groupIsEmpty, [.forgetGroup]),
            ]),
        Story(
            "The group is killed 10 s later", timeout: 30, due: 11_030,
            start + [
                Step(30, .time, asked(.timeout)), Step(10_029, .time),
                Step(10_030, .time, [.notify(.kills), .send(.kill)]),
            ]),
        Story(
            "A group that outlives its program is killed", timeout: 30, isIdle: true,
            start + [
                Step(30, .time, asked(.timeout)), Step(40, ended),
                Step(10_030, .time, [.notify(.kills), .send(.kill)]),
                Step(10_031, .groupIsEmpty, [.forgetGroup]),
            ]),
        Story(
            "A group that cannot be killed is not waited for", timeout: 30, isIdle: true,
            start + [
                Step(30, .time, asked(.timeout)), Step(40, ended),
                Step(10_030, .time, [.notify(.kills), .send(.kill)]),
                Step(11_030, .time, [.notify(.leavesBehind), .forgetGroup]),
            ]),
        Story(
            "A program that cannot be killed is waited for", timeout: 30,
            start + [
                Step(30, .time, asked(.timeout)),
                Step(10_030, .time, [.notify(.kills), .send(.kill)]),
                Step(11_030, .time, [.notify(.hangs)]), Step(20_000, .time),
            ]),
        Story(
            "The watch continues when such a program has ended", timeout: 30, isIdle: true,
            start + [
                Step(30, .time, asked(.timeout)),
                Step(10_030, .time, [.notify(.kills), .send(.kill)]),
                Step(11_030, .time, [.notify(.hangs)]),
                Step(99_999, .program(.killed(.kill)), [.forgetGroup]),
            ]),
        Story(
            "A program that cannot be signalled is waited for without a limit", timeout: 30,
            start
                + [
                    Step(30, .time, asked(.timeout)),
                    Step(30, .refused(.terminate), [.notify(.cannotSend(.terminate))]),
                    Step(30, .refused(.resume)),
                ]),
        Story(
            "The limit counts from the start of each run", timeout: 30, due: 80,
            start + [
                Step(5, exited, [.forgetGroup]), Step(50, .line, [.start]), Step(50, .started),
            ]),
    ]

    static let endings = [
        Story(
            "Without a program, a signal ends the watch",
            [
                Step(0, .signal(.terminate), [.end(.signal(.terminate))])
            ]),
        Story(
            "Without a program, the end of the watch is immediate",
            [
                Step(0, .finish, [.end(.finished)])
            ]),
        Story(
            "The end of the watch waits for the program",
            start + [
                Step(5, .finish), Step(9, exited, [.forgetGroup, .end(.finished)]),
            ]),
        Story(
            "A failure of the last run is reported",
            start + [
                Step(5, .finish),
                Step(
                    9, .program(.exited(1)),
                    [.notify(.failed(code: 1)), .forgetGroup, .end(.finished)]),
            ]),
        Story(
            "A limit counts for the last run, too", timeout: 30,
            start + [
                Step(5, .finish), Step(30, .time, asked(.timeout)), Step(31, ended),
                Step(31, .groupIsEmpty, [.forgetGroup, .end(.finished)]),
            ]),
        Story(
            "A signal asks the program to end, and then ends the watch",
            start + [
                Step(5, .signal(.interrupt), asked(.signal(.interrupt))), Step(6, ended),
                Step(6, .groupIsEmpty, [.forgetGroup, .end(.signal(.interrupt))]),
            ]),
        Story(
            "The first of several signals counts", due: 10_005,
            start + [
                Step(5, .signal(.interrupt), asked(.signal(.interrupt))),
                Step(6, .signal(.terminate)),
            ]),
        Story(
            "After a signal, the group is killed 10 s later, and the watch ends",
            start + [
                Step(5, .signal(.terminate), asked(.signal(.terminate))),
                Step(10_005, .time, [.notify(.kills), .send(.kill)]),
                Step(
                    11_005, .time,
                    [.notify(.leavesBehind), .forgetGroup, .end(.signal(.terminate))]),
            ]),
        Story(
            "A signal during the last run ends the watch by the signal",
            start + [
                Step(5, .finish), Step(6, .signal(.hangUp), asked(.signal(.hangUp))),
                Step(7, ended),
                Step(7, .groupIsEmpty, [.forgetGroup, .end(.signal(.hangUp))]),
            ]),
        Story(
            "A signal after the limit ends the watch with the program", timeout: 30,
            start + [
                Step(30, .time, asked(.timeout)), Step(31, .signal(.terminate)), Step(32, ended),
                Step(32, .groupIsEmpty, [.forgetGroup, .end(.signal(.terminate))]),
            ]),
        Story(
            "A program that cannot be killed does not hold the watch", timeout: 30,
            start + [
                Step(30, .time, asked(.timeout)),
                Step(10_030, .time, [.notify(.kills), .send(.kill)]),
                Step(11_030, .time, [.notify(.hangs)]),
                Step(
                    12_000, .signal(.terminate),
                    [.notify(.leavesBehind), .forgetGroup, .end(.signal(.terminate))]),
            ]),
        Story(
            "A program that cannot be signalled does not hold the watch",
            start + [
                Step(5, .signal(.terminate), asked(.signal(.terminate))),
                Step(
                    5, .refused(.terminate),
                    [
                        .notify(.cannotSend(.terminate)), .notify(.leavesBehind), .forgetGroup,
                        .end(.signal(.terminate)),
                    ]),
                Step(5, .refused(.resume)),
            ]),
        Story("Signals that do not ask to end are ignored", start + [Step(5, .signal(.user1))]),
    ]

    @Test("The program runs for each line", arguments: running)
    func runs(story: Story) { story.check() }

    @Test("A run that takes too long is ended", arguments: timing)
    func times(story: Story) { story.check() }

    @Test("The end of the watch ends or waits for the program", arguments: endings)
    func ends(story: Story) { story.check() }
}
