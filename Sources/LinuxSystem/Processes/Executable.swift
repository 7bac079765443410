// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A program that can be run.
package struct Executable: Sendable, Hashable {
    /// Where it is.
    package let path: String

    /// Why a program cannot be run.
    package enum Failure: Error, Hashable, Sendable {
        /// There is none.
        case notFound
        /// It is not executable.
        case notExecutable(SystemError)
    }

    /// Finds a program as the shell does: in `PATH`, unless there is a slash in its name.
    package init(named name: String) throws(Failure) {
        if name.contains("/") {
            try Self.check(name)
            path = name
            return
        }
        let folders = (ProcessEnvironment.value(of: "PATH") ?? "/usr/local/bin:/bin:/usr/bin")
            .split(separator: ":", omittingEmptySubsequences: false)
        var failure = Failure.notFound
        for folder in folders where !name.isEmpty {
            let candidate = (folder.isEmpty ? "." : String(folder)) + "/" + name
            // Nor in a folder that is not for us.
            guard fileExists(candidate) else { continue }
            do throws(Failure) {
                try Self.check(candidate)
                path = candidate
                return
            } catch {
                if error != .notFound { failure = error }
            }
        }
        throw failure
    }

    private static func check(_ path: String) throws(Failure) {
        var information = stat()
        guard unsafe stat(path, &information) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .notFound : notExecutable(path, errno)
        }
        guard information.st_mode & S_IFMT != S_IFDIR else { throw notExecutable(path, EISDIR) }
        guard unsafe access(path, X_OK) == 0 else { throw notExecutable(path, errno) }
    }

    private static func notExecutable(_ path: String, _ number: Int32) -> Failure {
        .notExecutable(SystemError(operation: "execute \(path)", errno: number))
    }
}
