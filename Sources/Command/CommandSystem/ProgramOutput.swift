// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
package import LinuxSystem

/// The standard output of a program that is run for it, in the foreground.
///
/// The program has the process group and the standard error of this process, so that what ends the one ends the other.
package enum ProgramOutput {
    /// Runs a program until its end (`posix_spawn(3)`), and reads the lines that it writes to its standard output.
    ///
    /// - Parameters:
    ///   - arguments: its arguments, the name that it is called by first.
    ///   - take: gets a line without its end.
    /// - Returns: how the program ended.
    /// - Throws: ``SystemError`` if the program cannot be started, or writes a line of more than 64 MiB.
    package static func readLines(
        _ executable: Executable, _ arguments: [[UInt8]], _ take: (ArraySlice<UInt8>) -> Void
    ) throws(SystemError) -> ProcessGroup.Change {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw SystemError(operation: "make a pipe", errno: errno)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = start(executable, arguments, output: ends[1])
        close(ends[1])
        guard process > 0 else {
            close(ends[0])
            throw SystemError(operation: "start \(executable.text)", errno: -process)
        }
        do throws(SystemError) {
            try InputFile.lines(
                ends[0], named: "the output of \(executable.text)", patience: .max / 2
            ) { line, _ in
                take(line)
                return true
            }
        } catch {
            close(ends[0])
            _ = ChildProcesses.waitForEnd(of: process)
            throw error
        }
        close(ends[0])
        return ProcessGroup.Change(status: ChildProcesses.waitForEnd(of: process))
    }

    /// - Returns: the number of the process, or a negative error number.
    private static func start(
        _ executable: Executable, _ arguments: [[UInt8]], output: Int32
    ) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        let strings = unsafe CStrings(arguments, inherited: [])
        var process: pid_t = 0
        let failure = unsafe withExtendedLifetime(strings) {
            unsafe posix_spawn(
                &process, executable.path.cString, &actions, nil, strings.pointers,
                ccs_environment())
        }
        return failure == 0 ? process : -failure
    }
}
