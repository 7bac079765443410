// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
package import LinuxSystem

/// A program that works for this process, and writes a short answer to its standard output.
///
/// It ends with this process, and when nothing references the object any more.
package final class HelperProcess {
    /// The descriptor to wait on. It is readable when there is output, or the program has ended.
    package let descriptor: Int32
    /// The process (`pidfd_open(2)`). Its number could belong to another process by now.
    private let handle: Int32
    private var output: [UInt8] = []

    /// The number of bytes of the output that are read at most.
    private static let limit = 64 << 10

    /// Starts a program with the environment of this process.
    ///
    /// - Parameters:
    ///   - arguments: its arguments, the name that it is called by first.
    ///   - input: the content of its standard input.
    package init(
        _ executable: Executable, _ arguments: [[UInt8]], input: [UInt8]
    ) throws(SystemError) {
        let file = try MemoryFile(input)
        let strings = unsafe CStrings(arguments, inherited: [])
        let environment = unsafe CStrings(
            [], inherited: ProcessGroup.environment(without: []))
        var descriptor: Int32 = -1
        var handle: Int32 = -1
        let failure = unsafe withExtendedLifetime((strings, environment, file)) {
            unsafe ccs_start_helper(
                executable.path.cString, strings.pointers, environment.pointers, file.descriptor,
                &descriptor, &handle)
        }
        guard failure == 0 else {
            throw SystemError(operation: "start \(executable.text)", errno: failure)
        }
        self.descriptor = descriptor
        self.handle = handle
    }

    deinit {
        close(descriptor)
        ccs_end_helper(handle)
    }

    /// Reads what there is, without waiting.
    ///
    /// - Returns: all of the output, once it is complete; `nil` before.
    package func read() -> [UInt8]? {
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return nil }
            guard count > 0, output.count < Self.limit else { return output }
            output += part[..<count]
        }
    }
}

// MARK: - In the foreground

extension HelperProcess {
    /// Runs a program until its end (`posix_spawn(3)`), and reads the lines that it writes to its standard output.
    ///
    /// The program has the process group and the standard error of this process, so that what ends the one ends the other.
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
