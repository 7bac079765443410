// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
package import LinuxSystem

/// A program in a process group of its own, with the standard output and standard error of this process.
///
/// A guard process ends the group if this process dies before it calls ``release()``.
package struct ProcessGroup: ~Copyable {
    /// A change of the program's state.
    package enum Change: Hashable, Sendable {
        /// It ended, with an exit code.
        case exited(Int32)
        /// A signal ended it.
        case killed(Signal)
        /// A signal stopped it.
        case stopped(Signal)
        /// It was continued (SIGCONT).
        case continued
    }

    /// The reason why a program could not be started.
    package enum StartFailure: Error {
        /// The program cannot be executed.
        case program(Executable.Failure)
        /// Something else failed, such as fork(2).
        case system(SystemError)
    }

    /// The number of the group, which is the process number of the program.
    package let number: Int32
    private var guardian: ProcessGuard?
    /// Where the group is written; `nil` for nowhere.
    private let records: GroupRecords?
    private let position: Int

    /// Starts a program (`execve(2)`). A file that execve does not recognize as a program is run by /bin/sh.
    ///
    /// - Parameters:
    ///   - arguments: its arguments, the name that it was called by first.
    ///   - variables: the variables that are added to its environment.
    ///   - input: the content of its standard input; `nil` for the standard input of this process.
    ///   - setting: its current folder and environment; `nil` for those of this process.
    ///   - terminal: the group gets it if this process may hand it over.
    ///   - signals: the program starts with the signal mask from before; in the background with none.
    ///   - records: where the group is written. The guard holds the lock of that file as well, so that the lock is free only
    ///     when this process has died and the group is gone. `nil` for none.
    package static func start(
        _ executable: Executable,
        _ arguments: [[UInt8]],
        variables: [Variable] = [],
        input: [UInt8]? = nil,
        setting: Setting? = nil,
        terminal: inout ControllingTerminal,
        signals: borrowing SignalQueue,
        records: GroupRecords? = nil
    ) throws(StartFailure) -> ProcessGroup {
        let file: MemoryFile?
        let guardian: ProcessGuard
        do {
            file = try input.map { bytes throws(SystemError) in try MemoryFile(bytes) }
            // The guard starts before the program, so that the program always has one.
            guardian = try ProcessGuard.start(holding: records?.lock)
        } catch { throw .system(error) }
        var mask = signals.before
        // A program in the background has no caller whose mask it could expect, as a unit of systemd.
        if setting != nil { unsafe sigemptyset(&mask) }
        var failedToExecute = false
        let strings = unsafe CStrings(arguments, inherited: [])
        let added = variables.map { Array("\($0.name)=\($0.value)".utf8) }
        let inherited =
            unsafe setting == nil ? Self.environment(without: variables.map { $0.name }) : []
        let environment = unsafe CStrings(
            (setting?.environment ?? []) + added, inherited: inherited)
        let folder = setting?.folder.cString
        let descriptor = terminal.begin()
        let link = guardian.link
        let inputDescriptor = file?.descriptor ?? -1
        let position = records?.takePlace() ?? 0
        let number = unsafe withExtendedLifetime((strings, environment, file)) {
            unsafe ccs_start_program(
                executable.path.cString, strings.pointers, environment.pointers, &mask,
                inputDescriptor, setting?.output ?? -1, setting?.mask ?? -1, folder, descriptor,
                link, records?.lock.descriptor ?? -1, off_t(position), &failedToExecute)
        }
        guard number > 0 else {
            records?.remove(at: position)
            guardian.release()
            if failedToExecute { throw .program(Executable.Failure(executable.path, -number)) }
            throw .system(SystemError(operation: "start \(executable.text)", errno: -number))
        }
        return ProcessGroup(number, guardian, records, at: position)
    }

    private init(
        _ number: Int32, _ guardian: consuming ProcessGuard, _ records: GroupRecords?,
        at position: Int
    ) {
        self.number = number
        self.records = records
        self.position = position
        self.guardian = consume guardian
    }

    /// The folder, the environment and the output of a program in the background.
    package struct Setting: Sendable, Hashable {
        /// The path of the current folder.
        let folder: [UInt8]
        /// The environment, each variable as `NAME=value`.
        let environment: [[UInt8]]
        /// The descriptor of its standard output and standard error. It must be open until the program has started.
        let output: Int32
        /// The file creation mask; `nil` for that of this process.
        let mask: Int32?

        /// Creates a setting. By default the output goes to the standard error of this process.
        package init(
            folder: [UInt8], environment: [[UInt8]], output: Int32 = 2,
            mask: Int32? = nil
        ) {
            self.folder = folder
            self.environment = environment
            self.output = output
            self.mask = mask
        }
    }

    /// A variable of a program's environment.
    package typealias Variable = (name: String, value: String)

    /// The environment of this process, without some variables and without the service manager's socket, which is for
    /// this process alone (`NOTIFY_SOCKET`, sd_notify(3)).
    static func environment(without names: [String]) -> [UnsafeMutablePointer<CChar>] {
        let omitted = (names + ["NOTIFY_SOCKET"]).map { ($0 + "=", $0.utf8.count + 1) }
        var variables: [UnsafeMutablePointer<CChar>] = unsafe []
        guard var position = unsafe ccs_environment() else { return unsafe variables }
        while let variable = unsafe position.pointee {
            if !omitted.contains(where: { unsafe strncmp(variable, $0.0, $0.1) == 0 }) {
                unsafe variables.append(variable)
            }
            unsafe position += 1
        }
        return unsafe variables
    }

    /// Sends a signal to all processes of the group (`kill(2)`). A group that is gone is not an error.
    package func send(_ signal: Signal) throws(SystemError) {
        guard kill(-number, signal.number) != 0, errno != ESRCH else { return }
        throw SystemError(operation: "send \(signal)", errno: errno)
    }

    /// Whether the group has processes, including those that have ended and were not waited for.
    package var hasMembers: Bool { kill(-number, 0) == 0 || errno == EPERM }

    /// The next change of the program; `nil` if there is none.
    ///
    /// Every other child that has ended is reaped, too: orphans of the program, and the guard, which is replaced.
    package mutating func nextChange() -> Change? {
        while let (process, status) = ChildProcesses.next() {
            if process == number { return Change(status: status) }
            if process == guardian?.process { replaceGuard() }
        }
        return nil
    }

    /// Takes the change of a child of this process (``ChildProcesses/nextChange()``). A guard that has ended is replaced.
    ///
    /// - Returns: whether the child is the program.
    package mutating func takes(_ process: Int32) -> Bool {
        if process == guardian?.process { replaceGuard() }
        return process == number
    }

    /// Starts another guard after the guard was killed. If that fails, the program runs without a guard.
    private mutating func replaceGuard() {
        guardian = try? ProcessGuard.start(holding: records?.lock)
        guardian?.watch(number)
    }

    /// Ends the guard, because the group no longer needs it.
    package mutating func release() {
        // Once: the place may be another group's by now.
        if guardian != nil { records?.remove(at: position) }
        guardian?.release()
        guardian = nil
    }
}

/// The children of this process.
package enum ChildProcesses {
    /// Waits for a child that has ended, stopped or continued, if there is one (`waitpid(2)`).
    ///
    /// - Returns: its number and its status.
    static func next() -> (process: Int32, status: Int32)? {
        var status: Int32 = 0
        let process = unsafe waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)
        return process > 0 ? (process, status) : nil
    }

    /// The next change of a child, if there is one. A child that has ended is reaped.
    package static func nextChange() -> (process: Int32, change: ProcessGroup.Change)? {
        next().map { ($0.process, ProcessGroup.Change(status: $0.status)) }
    }

    /// Waits for the end of a child (`waitpid(2)`).
    ///
    /// - Returns: its status.
    static func waitForEnd(of process: Int32) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// Waits for all children that have ended, so that none of them stays a zombie.
    package static func reap() { while next() != nil {} }

    /// Whether there are children, running or ended.
    package static var exist: Bool {
        var information = unsafe siginfo_t()
        return unsafe waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    /// Makes this process the parent of the orphans of its programs, so that it sees their end
    /// (`PR_SET_CHILD_SUBREAPER`).
    package static func adoptOrphans() { ccs_adopt_orphans() }
}

extension ProcessGroup.Change {
    /// Decodes a status of waitpid(2).
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

/// The process that ends a group if this process dies (`ccs_start_guard`).
struct ProcessGuard: ~Copyable {
    let process: Int32
    /// The socket to the guard.
    let link: Int32

    private init(_ process: Int32, _ link: Int32) {
        self.process = process
        self.link = link
    }

    /// Starts a guard.
    ///
    /// - Parameter lock: a lock that the guard holds, too, until the group is gone.
    static func start(holding lock: FileLock?) throws(SystemError) -> ProcessGuard {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw SystemError(operation: "make a pair of sockets", errno: errno)
        }
        let process = withExtendedLifetime(lock) {
            ccs_start_guard(ends[1], lock?.bequeath() ?? -1)
        }
        close(ends[1])
        guard process > 0 else {
            close(ends[0])
            throw SystemError(operation: "start a guard (fork)", errno: -process)
        }
        return ProcessGuard(process, ends[0])
    }

    deinit { close(link) }

    /// Sets the group that the guard is to end.
    func watch(_ group: Int32) {
        var group = group
        unsafe write(&group, MemoryLayout<Int32>.size)
    }

    /// Writes to the guard, without SIGPIPE if it was killed.
    private func write(_ bytes: UnsafeRawPointer, _ count: Int) {
        _ = unsafe send(link, bytes, count, Int32(MSG_NOSIGNAL))
    }

    /// Ends the guard, because the group is gone.
    func release() {
        var release: UInt8 = 1
        unsafe write(&release, 1)
        // A guard that was stopped does not read.
        kill(process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
