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
    ///   - path: the path of the program.
    ///   - arguments: its arguments, without the name that it is called by.
    ///   - output: the descriptor for standard output.
    ///   - errors: the descriptor for standard error.
    init(
        _ path: String, _ arguments: [String], environment: [String: String],
        output: Int32, errors: Int32
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
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var identifier = pid_t()
        let failure = posix_spawn(&identifier, path, &actions, &attributes, words, variables)
        guard failure == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO)
        }
        processIdentifier = identifier
    }

    /// Waits for the end.
    ///
    /// - Returns: the exit code, or 128 plus the signal number, as in a shell.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 : 128 + signal
    }

    /// Waits for the end, as ``wait()`` does, on a thread of its own, because it can take minutes.
    var status: Int32 {
        get async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: wait()) }
            }
        }
    }

    /// `posix_spawn_file_actions_addclosefrom_np(3)`, which Swift's module of the C library lacks.
    private static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast(
            $0,
            to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)
                .self)
    }
}
