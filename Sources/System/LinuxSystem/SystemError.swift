// SPDX-License-Identifier: Apache-2.0

#if !os(Linux)
    #error(
        """
        Reachability is for Linux: it asks the kernel over netlink. On Apple's systems use \
        NWPathMonitor of the Network framework, whose shape this package has.
        """)
#endif

internal import Glibc

/// A system call failed, so that its answer is unknown.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The purpose of the call, in words that follow "cannot".
    package let operation: String
    /// The error number, errno(3).
    package let errno: Int32

    package init(operation: String, errno: Int32) {
        self.operation = operation
        self.errno = errno
    }

    package var description: String {
        unsafe "cannot \(operation): \(String(cString: strerror(errno))) (errno \(errno))"
    }
}

extension SystemError {
    /// Whether an error number means that a resource is exhausted: descriptors or memory.
    package static func isExhaustion(_ errno: Int32) -> Bool {
        [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno)
    }

    /// Whether the same call can succeed later: a resource is exhausted, such as descriptors, memory or processes.
    package var isTemporary: Bool { errno == EAGAIN || Self.isExhaustion(errno) }

    /// Whether there is no space on the disk, or in the user's share of it.
    package var isNoSpace: Bool { errno == ENOSPC || errno == EDQUOT }

    /// Whether an error number means that the file system, or a sandbox, does not offer an operation on files.
    static func isUnsupported(_ errno: Int32) -> Bool {
        [EINVAL, ENOSYS, ENOTSUP, EPERM, EMLINK].contains(errno)
    }

    /// Whether a file would be larger than this process may make it (`ulimit -f`), or than the file system can hold.
    package var isTooLarge: Bool { errno == EFBIG }

    /// Whether there is a file of this name already.
    package var isExisting: Bool { errno == EEXIST }

    /// Whether there is no such file, or no such folder on the way to it.
    package var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

    /// Whether the file system cannot have a file of this name: it is too long, or has characters that are not allowed.
    package var isUnusableName: Bool { [ENAMETOOLONG, EILSEQ, EINVAL].contains(errno) }

    /// Whether the file system is read-only, or this process may not write there.
    package var isReadOnly: Bool { [EROFS, EACCES, EPERM].contains(errno) }

    /// Whether an error number of socket(2) means that this process may not use the address family, or that there is no
    /// such family.
    package static func isRefusedFamily(_ errno: Int32) -> Bool {
        [EPERM, EACCES, EAFNOSUPPORT, EPROTONOSUPPORT, EOPNOTSUPP].contains(errno)
    }

    /// An operation that this process itself refuses, as the system would (`EPERM`).
    package static func notPermitted(_ operation: String) -> SystemError {
        SystemError(operation: operation, errno: EPERM)
    }
}
