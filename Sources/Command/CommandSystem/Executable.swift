// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
package import LinuxSystem

/// A program that can be run.
package struct Executable: Sendable, Hashable {
    /// The path, in the bytes of the file system.
    package let path: [UInt8]

    /// The reason why a program cannot be run.
    package enum Failure: Error, Hashable, Sendable {
        /// The file does not exist, or its interpreter does not.
        case notFound
        /// The file is not executable.
        case notExecutable(SystemError)
    }

    /// Returns the folders in which the shell looks for programs.
    ///
    /// - Parameter variable: the value of `PATH`; `nil` for that of this process.
    package static func searchPath(_ variable: [UInt8]? = nil) -> [[UInt8]] {
        let value =
            variable ?? ProcessEnvironment.bytes(of: "PATH")
            ?? Array("/usr/local/bin:/bin:/usr/bin".utf8)
        return value.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { $0.isEmpty ? Array(".".utf8) : Array($0) }
    }

    /// Finds a program as the shell does: in the first folder that has an executable file of this name, unless there is a
    /// slash in the name.
    package init(
        named name: [UInt8], in folders: [[UInt8]] = searchPath()
    ) throws(Failure) {
        if name.contains(UInt8(ascii: "/")) {
            try Self.check(name)
            path = name
            return
        }
        var failure = Failure.notFound
        for folder in folders where !name.isEmpty {
            let candidate = folder + Array("/".utf8) + name
            // As for a shell, a file does not exist if this user may not enter its folder.
            guard Self.isThere(candidate) else { continue }
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

    /// The path as text, for messages.
    var text: String { String(decoding: path, as: UTF8.self) }

    private static func isThere(_ path: [UInt8]) -> Bool {
        unsafe access(path.cString, F_OK) == 0
    }

    private static func check(_ path: [UInt8]) throws(Failure) {
        var information = stat()
        let name = path.cString
        guard unsafe stat(name, &information) == 0 else { throw Failure(path, errno) }
        guard information.st_mode & S_IFMT != S_IFDIR else { throw Failure(path, EISDIR) }
        guard unsafe access(name, X_OK) == 0 else { throw Failure(path, errno) }
    }
}

extension Executable.Failure {
    /// Creates a failure from the error number of a system call on a path.
    init(_ path: [UInt8], _ errno: Int32) {
        switch errno {
        case ENOENT, ENOTDIR: self = .notFound
        default:
            let text = String(decoding: path, as: UTF8.self)
            self = .notExecutable(SystemError(operation: "execute \(text)", errno: errno))
        }
    }

    /// The exit code for the failure, as a shell and timeout(1) have it.
    package var exitCode: Int32 {
        switch self {
        case .notFound: 127
        case .notExecutable: 126
        }
    }

    /// Returns the failure as text.
    ///
    /// - Parameter name: the name that the program was looked up by.
    package func text(_ name: String) -> String {
        switch self {
        case .notFound: "command not found: '\(name)'"
        case .notExecutable(let reason): reason.description
        }
    }
}

extension [UInt8] {
    /// The bytes as a C string.
    var cString: [CChar] { map { CChar(truncatingIfNeeded: $0) } + [0] }
}

// MARK: - Execution

extension Executable {
    /// Replaces this process by the program, with the environment of this process (`execv(3)`).
    ///
    /// - Parameter arguments: its arguments, the name that it is called by first.
    /// - Returns: why it failed.
    package func replaceThisProcess(_ arguments: [[UInt8]]) -> SystemError {
        let strings = unsafe CStrings(arguments, inherited: [])
        _ = unsafe withExtendedLifetime(strings) { unsafe execv(path.cString, strings.pointers) }
        return SystemError(operation: "execute \(text)", errno: errno)
    }

    /// Replaces this process by the program, which gets the descriptor of a file in memory.
    ///
    /// - Parameters:
    ///   - content: the bytes in the file.
    ///   - arguments: returns the arguments for the number of the descriptor.
    /// - Returns: why it failed.
    package func replaceThisProcess(
        handing content: [UInt8], arguments: (Int32) -> [[UInt8]]
    ) throws(SystemError) -> SystemError {
        let file = try MemoryFile(content)
        ccs_share_on_execute(file.descriptor, true)
        defer { ccs_share_on_execute(file.descriptor, false) }
        return replaceThisProcess(arguments(file.descriptor))
    }
}

/// An array of C strings that ends with a null pointer, as execve(2) needs it.
@unsafe final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]
    private let owned: [UnsafeMutablePointer<CChar>]

    /// Copies strings.
    ///
    /// - Parameter inherited: strings that belong to the environment, which follow them and are not copied.
    init(_ strings: [[UInt8]], inherited: [UnsafeMutablePointer<CChar>]) {
        unsafe owned = strings.map { string in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
            for (position, byte) in string.enumerated() {
                unsafe copy[position] = CChar(truncatingIfNeeded: byte)
            }
            unsafe copy[string.count] = 0
            return unsafe copy
        }
        unsafe pointers = owned + inherited + [nil]
    }

    deinit { unsafe owned.forEach { unsafe $0.deallocate() } }
}

/// A file in memory for the standard input of a program (`memfd_create(2)`).
///
/// Unlike a pipe, it takes any number of bytes at once, and it does not matter whether the program reads them.
final class MemoryFile: Sendable {
    let descriptor: Int32

    /// Creates a file with these bytes.
    init(_ bytes: [UInt8]) throws(SystemError) {
        descriptor = unsafe bytes.withUnsafeBytes { bytes in
            unsafe ccs_memory_file(bytes.baseAddress, bytes.count)
        }
        guard descriptor >= 0 else {
            throw SystemError(operation: "make a file in memory", errno: errno)
        }
    }

    deinit { close(descriptor) }
}
