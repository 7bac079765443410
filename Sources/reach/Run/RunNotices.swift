// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ProcessControl

/// What `reach run` says on standard error: a line for each thing that it does to its program.
struct RunNotices {
    /// The name that the program is called by.
    let program: String
    let isQuiet: Bool

    /// Says what the machine does.
    ///
    /// - Parameters:
    ///   - notice: what the machine does.
    ///   - lacks: what is missing now, in words.
    func tell(_ notice: RunMachine.Notice, lacks: String) {
        // Why a signal could not be sent has been said when that failed.
        if case .cannotSend = notice { return }
        tell(Self.text(notice, program: program, lacks: lacks))
    }

    /// Says something, unless standard error has no room or cannot be written: the program is not left alone
    /// meanwhile.
    func tell(_ text: String) {
        guard !isQuiet else { return }
        StandardStream.error.tell("reach: \(text.escaped)\n")
    }

    /// A notice in words.
    static func text(_ notice: RunMachine.Notice, program: String, lacks: String) -> String {
        switch notice {
        case .starts(atDeadline: false): "starting \(program): the conditions hold"
        case .starts(atDeadline: true): "starting \(program) at the deadline: \(lacks)"
        case .startsAgain: "starting \(program) again: the conditions hold"
        case .stops: "stopping \(program): \(lacks)"
        case .suspends: "suspending \(program): \(lacks)"
        case .resumes: "resuming \(program): the conditions hold"
        case .ends(.signal(let signal)): "ending \(program): \(signal)"
        case .ends(.deadline): "ending \(program) at the deadline: \(lacks)"
        case .ends(.loss): "ending \(program): \(lacks)"
        case .kills: "killing \(program): it did not end within 10 s"
        case .cannotSend(let signal): "cannot send \(signal) to \(program)"
        case .leavesBehind: "processes of \(program) could not be ended, and are left behind"
        }
    }

    /// Processes of the program that have left its group (setsid(2)) are not ended with it.
    static func outsiders(of program: String) -> String {
        "processes that \(program) started outside its process group go on"
    }
}
