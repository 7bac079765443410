// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A system call that failed for want of something that others have (descriptors, memory), so that
/// going on without its answer would be a guess.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done, and to what.
    package let operation: String
    package let errno: Int32
    /// Whether it is standard output, or standard error, that could not be written.
    package let isOutput: Bool

    package init(operation: String, errno: Int32, isOutput: Bool = false) {
        self.operation = operation
        self.errno = errno
        self.isOutput = isOutput
    }

    package var description: String {
        unsafe "cannot \(operation): \(String(cString: strerror(errno))) (errno \(errno))"
    }
}

extension SystemError {
    /// Whether an error number says that the process lacks what others have: descriptors, memory.
    package static func isExhaustion(_ errno: Int32) -> Bool {
        [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno)
    }
}
