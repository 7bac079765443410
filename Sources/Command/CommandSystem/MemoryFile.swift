// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
internal import LinuxSystem

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
