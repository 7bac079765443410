// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program that was started in a process group of its own (`posix_spawn(3)`).
///
/// The tests start thousands of programs, and Foundation's `Process` crashes now and then at that (Swift 6.3).
struct SpawnedProgram {
    private let processIdentifier: pid_t

    /// Starts a program with an empty standard input, and without any other descriptor of the tests.
    ///
    /// - Parameters:
    ///   - words: the name or the path of the program, and its arguments.
    ///   - output: the descriptor for standard output.
    ///   - errors: the descriptor for standard error.
    private init(
        _ words: [String], environment: [String: String], output: Int32, errors: Int32
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        guard let addCloseFrom = Self.addCloseFrom else { throw POSIXError(.ENOSYS) }
        _ = addCloseFrom(&actions, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))

        // Arrays of C, which a null pointer ends.
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var identifier = pid_t()
        let failure = posix_spawn(
            &identifier, Program.find(words[0]) ?? words[0], &actions, &attributes, arguments,
            variables)
        guard failure == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO)
        }
        processIdentifier = identifier
    }

    /// Runs a program until it ends and no process can write to its output any more.
    ///
    /// - Parameters:
    ///   - words: the name or the path of the program, and its arguments.
    ///   - hasNonBlockingOutput: whether a write to standard output fails instead of waiting.
    ///   - limit: after so many seconds its group is ended by SIGTERM, and five seconds later by SIGKILL.
    /// - Returns: what it has written, and its exit code, which is 124 if it was ended, as that of timeout(1).
    static func run(
        _ words: [String], environment: [String: String], hasNonBlockingOutput: Bool = false,
        limit: Double = 600
    ) throws -> Outcome {
        let output = try Self.pipe()
        let errors = try Self.pipe()
        defer { [output.reading, errors.reading].forEach { close($0) } }
        if hasNonBlockingOutput { _ = fcntl(output.writing, F_SETFL, O_NONBLOCK) }
        let program = Result {
            try SpawnedProgram(
                words, environment: environment, output: output.writing, errors: errors.writing)
        }
        // Only the program writes now, so reading ends when the program does.
        [output.writing, errors.writing].forEach { close($0) }
        let process = try program.get().processIdentifier
        guard let openProcess = Self.openProcess else { throw POSIXError(.ENOSYS) }
        let end = openProcess(process, 0)
        defer { close(end) }

        var watched = [output.reading, errors.reading, end].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var texts = [Data(), Data()]
        var isLate = false
        // A process that has left the group may keep the streams open. They are not read for longer than the group lives.
        for (seconds, signal) in [(limit, SIGTERM), (5, SIGKILL), (5, 0)] {
            if follow(&watched, &texts, seconds: seconds) { break }
            isLate = true
            kill(-process, signal)
        }
        let (status, processorTime) = try program.get().wait()
        return Outcome(
            status: isLate ? 124 : status, output: texts[0],
            errors: String(decoding: texts[1], as: UTF8.self), processorTime: processorTime)
    }

    /// Reads what a program writes, and waits for its end.
    ///
    /// - Parameters:
    ///   - watched: the program's output, its errors, and its process; -1 for each that has ended.
    ///   - texts: gets what is read.
    /// - Returns: whether all have ended within a time.
    private static func follow(
        _ watched: inout [pollfd], _ texts: inout [Data], seconds: Double
    ) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var buffer = [UInt8](repeating: 0, count: 65536)
        while watched.contains(where: { $0.fd >= 0 }) {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            guard poll(&watched, nfds_t(watched.count), Int32(left) + 1) > 0 else { continue }
            for index in watched.indices where watched[index].revents != 0 {
                let isStream = texts.indices.contains(index)
                let count = isStream ? read(watched[index].fd, &buffer, buffer.count) : 0
                if count > 0 {
                    texts[index].append(contentsOf: buffer[..<count])
                } else {
                    watched[index].fd = -1
                }
            }
        }
        return true
    }

    /// Makes a pipe that no other program inherits.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Waits for the end.
    ///
    /// - Returns: the exit code, or 128 plus the signal number, as in a shell; and the processor time in seconds.
    private func wait() -> (Int32, Double) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(processIdentifier, &status, 0, &usage) < 0, errno == EINTR {}
        let signal = status & 0x7f
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return (
            signal == 0 ? status >> 8 : 128 + signal, Double(seconds) + Double(microseconds) / 1e6
        )
    }

    /// `posix_spawn_file_actions_addclosefrom_np(3)`, which Swift's module of the C library lacks.
    private static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast(
            $0,
            to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)
                .self)
    }

    /// `pidfd_open(2)`, which that module lacks, too.
    private static let openProcess = dlsym(nil, "pidfd_open").map {
        unsafeBitCast($0, to: (@convention(c) (pid_t, UInt32) -> Int32).self)
    }
}
