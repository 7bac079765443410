// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Tells when the machine wakes from suspend, without polling. No event says so; but a timer of the
/// real-time clock that is to be cancelled when that clock is set (`TFD_TIMER_CANCEL_ON_SET`) is
/// cancelled on resume too. How far `CLOCK_BOOTTIME`, which counts on in suspend, is ahead of
/// `CLOCK_MONOTONIC` tells one from the other.
package final class SuspendWatch {
    /// The descriptor to wait on.
    package private(set) var descriptor: Int32
    private var asleep: Int64

    /// Begins to watch.
    ///
    /// - Throws: ``SystemError`` where the system has no timer to spare, or none that tells.
    package init() throws(SystemError) {
        let descriptor = timerfd_create(CLOCK_REALTIME, clx_tfd_nonblock_cloexec)
        guard descriptor >= 0 else {
            throw SystemError(operation: "watch for suspend (timerfd_create)", errno: errno)
        }
        self.descriptor = descriptor
        asleep = Self.millisecondsAsleep
        try arm()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes away what was told.
    ///
    /// - Returns: whether the machine was asleep, as opposed to its clock having been set.
    /// - Throws: ``SystemError`` where the timer does not work any more: somebody has closed its descriptor, or put
    ///   another file in its place. It is useless then.
    package func take() throws(SystemError) -> Bool {
        var expirations: UInt64 = 0
        // It fails with `ECANCELED`, which is what is waited for; a timer that has gone cannot be armed.
        _ = unsafe read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        do throws(SystemError) { try arm() } catch {
            // What has the number now is somebody else's, and not to be closed here.
            descriptor = -1
            throw error
        }
        let now = Self.millisecondsAsleep
        defer { asleep = now }
        // The two clocks are read one after the other.
        return now - asleep > 10
    }

    private func arm() throws(SystemError) {
        var never = itimerspec()
        // A day that no machine will see; cancelled by setting the clock all the same.
        never.it_value.tv_sec = .max / 1_000_000_000
        guard unsafe timerfd_settime(descriptor, clx_tfd_absolute_cancel, &never, nil) != 0 else {
            return
        }
        // The clock was set once more in between; the timer runs all the same.
        if errno == ECANCELED { return }
        throw SystemError(operation: "watch for suspend (timerfd_settime)", errno: errno)
    }

    private static var millisecondsAsleep: Int64 {
        CLOCK_BOOTTIME.milliseconds - CLOCK_MONOTONIC.milliseconds
    }
}
