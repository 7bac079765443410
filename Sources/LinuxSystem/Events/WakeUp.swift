// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Wakes a thread that waits for descriptors (eventfd(2)), from any other thread.
package final class WakeUp: Sendable {
    /// The descriptor to wait on.
    package let descriptor: Int32

    /// Creates one.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor to spare.
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

    /// Wakes whoever waits, now or next.
    package func wake() {
        // It fails only where the counter is full, and then the thread wakes anyway.
        _ = eventfd_write(descriptor, 1)
    }

    /// Takes the wake-up away, once awake.
    package func take() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
