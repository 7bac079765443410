// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
package import LinuxSystem

/// A program that does something for this process, and writes a short answer to its standard output.
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
