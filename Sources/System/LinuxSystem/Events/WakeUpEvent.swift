// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Wakes a thread that waits in a ``PollSet``, from any other thread (eventfd(2)).
package final class WakeUpEvent: Sendable {
    /// The descriptor to wait on.
    package let descriptor: Int32

    /// Creates an event that has not been signaled.
    ///
    /// - Throws: ``SystemError`` if the process has too many open files.
    package init() throws(SystemError) {
        let descriptor = eventfd(0, clx_efd_nonblock_cloexec)
        guard descriptor >= 0 else {
            throw SystemError(operation: "wait for a wake-up (eventfd)", errno: errno)
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Signals the event: the wait for its descriptor that is under way ends, or else the next one.
    package func wake() {
        // It fails only if the counter is full, and then the thread wakes anyway.
        _ = eventfd_write(descriptor, 1)
    }

    /// Resets the event, so that the next wait does not end at once.
    package func reset() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
