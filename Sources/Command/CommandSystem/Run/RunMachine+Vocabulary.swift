// SPDX-License-Identifier: Apache-2.0

extension RunMachine {
    /// What happens when the conditions are lost while the command runs.
    package enum LossPolicy: String, Sendable, CaseIterable {
        /// The command goes on.
        case finish
        /// It is ended, and started again once the conditions hold.
        case stop
        /// It stands still until the conditions hold.
        case suspend
    }

    /// The end of a waiting.
    package enum Deadline: Sendable, Hashable {
        /// This long after its beginning.
        case after(Int64)
        /// At this time, also if that has passed when the waiting begins.
        case at(Int64)
    }

    /// What happens when the first waiting reaches the deadline.
    package enum DeadlineAction: String, Sendable, CaseIterable {
        case run, fail
    }

    /// What the user asked for. All times are milliseconds.
    package struct Options: Sendable {
        package var onLoss = LossPolicy.finish
        /// How long the conditions must be lost before that counts.
        package var lossGrace: Int64 = 1000
        /// How long the conditions must have held before a start.
        package var stable: Int64 = 0
        /// When each waiting ends at the latest; `nil` for no limit.
        package var deadline: Deadline?
        package var onDeadline = DeadlineAction.fail

        package init() {}
    }

    /// What happens.
    package enum Event: Hashable, Sendable {
        /// The conditions hold.
        case hold
        /// The conditions do not hold.
        ///
        /// - isCostly: there is a path, and traffic over it would cost. That counts without a grace.
        case fail(isCostly: Bool)
        /// This process was sent a signal.
        case signal(Signal)
        /// The program changed.
        case program(ProcessGroup.Change)
        /// The program was stopped because it used the terminal, which is this process's to give.
        case wantsTerminal
        /// No process is left in the group of a program that has ended.
        case groupIsEmpty
        /// A signal could not be sent to the group.
        case refused(Signal)
        /// The program could not be started, for which this is the exit code.
        case startFailed(code: Int32)
        /// The time that ``RunMachine/due`` named has come.
        case time
    }

    /// Something to do.
    package enum Action: Hashable, Sendable {
        /// Start the program.
        case start
        /// Send a signal to the program's group.
        case send(Signal)
        /// Give the terminal to the group.
        case giveTerminal
        /// Take the terminal back, with its modes as they were before the group had it.
        case takeTerminal
        /// Stop this process's group by the signal that stopped the program, until SIGCONT comes. Where the kernel
        /// stops no process, for want of a shell, the program goes on.
        case stopSelf(Signal)
        /// Forget the group, which is gone.
        case forgetGroup
        /// Show a notice to the user.
        case notify(Notice)
        /// End this process.
        case end(Outcome)
    }

    /// A notice for the user.
    package enum Notice: Hashable, Sendable {
        /// The program starts for the first time.
        ///
        /// - atDeadline: because of the deadline, although the conditions do not hold.
        case starts(atDeadline: Bool)
        /// The program starts again.
        case startsAgain
        /// The program is asked to end, because the conditions are lost.
        case stops
        /// The program is made to stand still, because the conditions are lost.
        case suspends
        /// The program goes on.
        case resumes
        /// The program is asked to end, and so does this process.
        case ends(Cause)
        /// The program did not end in time.
        case kills
        /// A signal could not be sent.
        case cannotSend(Signal)
        /// The program was killed, and something of its group is still there.
        case leavesBehind
    }

    /// Why the program is ended.
    package enum Cause: Hashable, Sendable {
        /// The conditions are lost; it is started again once they hold.
        case loss
        /// This process was asked to end.
        case signal(Signal)
        /// The deadline came.
        case deadline
    }

    /// How this process ends.
    package enum Outcome: Hashable, Sendable {
        /// As the program did.
        case exited(Int32)
        /// With 128 + N, for that signal ended the program.
        case killed(Signal)
        /// By a signal to this process.
        case signal(Signal)
        /// At the deadline.
        case deadline
    }
}
