// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A program in a process group of its own, with the standard streams of this one.
package struct ProcessGroup: ~Copyable {
    /// What became of the program.
    package enum Change: Hashable, Sendable {
        /// It ended, with an exit code.
        case exited(Int32)
        /// A signal ended it.
        case killed(Signal)
        /// A signal stopped it.
        case stopped(Signal)
        /// It goes on.
        case continued
    }

    /// The group's number, which is the program's.
    package let number: Int32
    private let supervisor: Int32

    /// Starts a program (`posix_spawn(3)`).
    ///
    /// - Parameters:
    ///   - arguments: its arguments, the name that it was called by first.
    ///   - terminal: handed over, if it is this process's to hand over.
    ///   - signals: whose blocking is not for the program.
    package static func start(
        _ executable: Executable,
        _ arguments: [String],
        terminal: borrowing ControllingTerminal,
        signals: borrowing SignalQueue
    ) throws(SystemError) -> ProcessGroup {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var mask = signals.before
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let descriptor = terminal.descriptorToHandOver {
            _ = unsafe clx_hand_over_terminal(&actions, descriptor)
        }
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        // It is there before the program is, so that next to nothing falls between.
        let supervisor = try startSupervisor()
        var number = pid_t()
        let result = unsafe posix_spawn(
            &number, executable.path, &actions, &attributes, &words, clx_environment())
        guard result == 0 else {
            close(supervisor)
            throw SystemError(operation: "run \(executable.path)", errno: result)
        }
        _ = unsafe write(supervisor, &number, MemoryLayout<pid_t>.size)
        return ProcessGroup(number, supervisor: supervisor)
    }

    private init(_ number: Int32, supervisor: Int32) {
        self.number = number
        self.supervisor = supervisor
    }

    deinit {
        // A word tells the supervisor that all is in order.
        var word: UInt8 = 1
        _ = unsafe write(supervisor, &word, 1)
        close(supervisor)
    }

    /// Starts what ends the group if this process is killed.
    ///
    /// - Returns: the end of a pipe that it is told the group's number by, and that is to be kept open
    ///   until the group has ended.
    private static func startSupervisor() throws(SystemError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw SystemError(operation: "make a pipe", errno: errno)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let result = clx_start_supervisor(ends[0])
        close(ends[0])
        guard result == 0 else {
            close(ends[1])
            throw SystemError(operation: "start a supervisor (fork)", errno: result)
        }
        return ends[1]
    }

    /// Sends a signal to all of the group (`kill(2)`).
    package func send(_ signal: Signal) { kill(-number, signal.number) }

    /// Whether somebody is left in the group.
    package var isAlive: Bool { kill(-number, 0) == 0 }

    /// What has become of the program since; `nil` if nothing has. Others that this process must wait
    /// for, orphans among them, are waited for on the way.
    package func nextChange() -> Change? {
        while true {
            var status: Int32 = 0
            let process = unsafe waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)
            guard process > 0 else { return nil }
            if process == number { return Change(status: status) }
        }
    }
}

extension ProcessGroup.Change {
    /// Takes a status of waitpid(2) apart.
    init(status: Int32) {
        if status == 0xFFFF {
            self = .continued
        } else if status & 0xFF == 0x7F {
            self = .stopped(Signal(status >> 8 & 0xFF))
        } else if status & 0x7F == 0 {
            self = .exited(status >> 8 & 0xFF)
        } else {
            self = .killed(Signal(status & 0x7F))
        }
    }
}

extension ProcessGroup {
    /// Orphans of the programs that this process starts become its children, and not init's
    /// (`PR_SET_CHILD_SUBREAPER`): so their end is seen.
    package static func adoptOrphans() { clx_adopt_orphans() }
}
