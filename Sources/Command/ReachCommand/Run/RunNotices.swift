// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import CommandSystem

/// The messages of `reach run` on standard error: one line for each action on its program.
struct RunNotices {
    /// The name of the program in messages.
    let program: String
    let isQuiet: Bool

    /// Writes a notice of the machine.
    ///
    /// - Parameters:
    ///   - notice: the notice.
    ///   - lacks: text that says why the conditions do not hold.
    func notify(_ notice: RunMachine.Notice, lacks: String) {
        // The failure was reported with its reason when it happened.
        if case .cannotSend = notice { return }
        notify(Self.text(notice, program: program, lacks: lacks))
    }

    /// Writes a line to standard error. Drops the line if standard error is blocked, because the program must stay
    /// under control.
    func notify(_ text: String) {
        guard !isQuiet else { return }
        StandardStream.error.notify("reach: \(text.escaped)\n")
    }

    /// Returns the text of a notice.
    static func text(_ notice: RunMachine.Notice, program: String, lacks: String) -> String {
        switch notice {
        case .starts(atDeadline: false): "starting \(program): the conditions hold"
        case .starts(atDeadline: true): "starting \(program) at the deadline: \(lacks)"
        case .startsAgain: "starting \(program) again: the conditions hold"
        case .stops: "stopping \(program): \(lacks)"
        case .suspends: "suspending \(program): \(lacks)"
        case .resumes: "resuming \(program): the conditions hold"
        case .ends(.signal(let signal)): "ending \(program): received \(signal)"
        case .ends(.deadline): "ending \(program) at the deadline: \(lacks)"
        case .ends(.loss): "ending \(program): \(lacks)"
        case .kills: "killing \(program): it did not end within 10 s"
        case .cannotSend(let signal): "cannot send \(signal) to \(program)"
        case .leavesBehind: "some processes of \(program) could not be ended and still run"
        }
    }

    /// Returns a notice about processes that have left the group (setsid(2)), which are not ended with it.
    static func outsiders(of program: String) -> String {
        "processes that \(program) started outside its process group still run"
    }
}
