// SPDX-License-Identifier: Apache-2.0

/// The end of a process group, as `RunMachine` and `HookMachine` share it. It is a pure value: times are milliseconds of one
/// clock.
///
/// The group receives SIGTERM, and SIGKILL after ``termGrace``. A group that is still there ``killGrace`` later hangs in the
/// kernel.
struct GroupEnding: Hashable, Sendable {
    private enum Stage: Hashable {
        /// The group received SIGTERM. It is killed at this time.
        case terminating(killAt: Int64)
        /// The group was killed. It is given up at this time.
        case killed(giveUpAt: Int64)
        /// The program was killed and hangs in the kernel. It is waited for without a limit.
        case hanging
    }

    /// The result of an event.
    enum Result {
        /// Do nothing.
        case wait
        /// Send SIGKILL to the group.
        case kill
        /// The program hangs. Wait for it.
        case hang
        /// The group is gone.
        case end
        /// The group cannot be ended. Leave it.
        case giveUp
    }

    /// The time that a program has to end after SIGTERM, in milliseconds.
    static let termGrace: Int64 = 10_000
    /// The time that a group has to end after SIGKILL, in milliseconds.
    static let killGrace: Int64 = 1000

    /// Whether the program itself is still there, and not only other processes of its group.
    private(set) var hasProgram: Bool
    private var stage: Stage

    /// Creates the end of a group that has received SIGTERM.
    ///
    /// - Parameter time: when the program received it.
    init(since time: Int64, hasProgram: Bool = true) {
        self.hasProgram = hasProgram
        stage = .terminating(killAt: time + Self.termGrace)
    }

    /// The time for the next call of ``timePassed(_:startsAgain:)``; `nil` for none.
    var due: Int64? {
        switch stage {
        case .terminating(let time), .killed(let time): time
        case .hanging: nil
        }
    }

    /// Notes that the program has ended. Other processes of a group that hangs are not waited for.
    mutating func programEnded() -> Result {
        hasProgram = false
        return stage == .hanging ? .end : .wait
    }

    /// Notes that the group has no processes.
    func groupEmptied() -> Result { hasProgram ? .wait : .end }

    /// Notes that this process is to end, too. It does not wait for a program that hangs.
    func ownerEnds() -> Result { stage == .hanging ? .giveUp : .wait }

    /// Whether a program that cannot be ended is waited for.
    ///
    /// - Parameter startsAgain: whether the program will be started again. Two programs at once would be worse than the wait.
    func isAwaited(startsAgain: Bool) -> Bool { startsAgain && hasProgram }

    /// Notes that time has passed.
    ///
    /// - Parameter startsAgain: whether the program will be started again.
    mutating func timePassed(_ now: Int64, startsAgain: Bool) -> Result {
        switch stage {
        case .terminating(let time) where time <= now:
            stage = .killed(giveUpAt: now + Self.killGrace)
            return .kill
        case .killed(let time) where time <= now:
            guard isAwaited(startsAgain: startsAgain) else { return .giveUp }
            stage = .hanging
            return .hang
        case .terminating, .killed, .hanging: return .wait
        }
    }
}
