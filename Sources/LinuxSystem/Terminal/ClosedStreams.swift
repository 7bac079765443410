// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Standard streams that the caller has closed, as in `command >&-`.
package enum ClosedStreams {
    /// Occupies the descriptors 0 to 2 that are closed. Otherwise a socket that is opened later gets one of
    /// them, and what is meant for standard output goes there.
    ///
    /// Reading from such a descriptor and writing to it fail with `EBADF`, as if it were closed, because
    /// /dev/null is opened for the opposite direction. Programs that this one starts find it closed.
    package static func occupy() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // The system hands out the lowest descriptor that is free, which is this one.
            let direction = descriptor == 0 ? O_WRONLY : O_RDONLY
            guard unsafe open("/dev/null", direction | O_CLOEXEC) == -1 else { continue }
            // There may be no /dev, as in a chroot. A folder cannot be read or written either.
            _ = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
    }
}
