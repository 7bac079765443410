// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The clock that cannot be set (`CLOCK_MONOTONIC`).
package enum MonotonicClock {
    /// Milliseconds since an unspecified time in the past.
    package static var milliseconds: Int64 { CLOCK_MONOTONIC.milliseconds }

    /// How many milliseconds are left until a time of this clock, as `poll(2)` takes them; 0 if the time has passed.
    package static func milliseconds(until time: Int64) -> Int32 {
        Int32(clamping: max(0, time - milliseconds))
    }

    /// The earlier of two times of this clock; `nil` if there is none.
    @inlinable package static func earlier(_ one: Int64?, _ other: Int64?) -> Int64? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}

/// The clock that cannot be set and goes on while the machine is suspended (`CLOCK_BOOTTIME`).
package enum BootTimeClock {
    /// Milliseconds since an unspecified time in the past.
    package static var milliseconds: Int64 { CLOCK_BOOTTIME.milliseconds }
}

extension clockid_t {
    /// The time of a clock in milliseconds (`clock_gettime(2)`).
    var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(self, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Notices when the machine wakes from suspend, without polling.
///
/// The kernel has no event for it. But it cancels a timer of the real-time clock that is to be cancelled when that
/// clock is set (`TFD_TIMER_CANCEL_ON_SET`) on resume, too. `CLOCK_BOOTTIME` goes on during suspend and
/// `CLOCK_MONOTONIC` does not: their distance has grown if the machine was suspended.
package final class SuspendWatch {
    /// The descriptor to wait on.
    package private(set) var descriptor: Int32
    /// How long the machine had been suspended in total when the timer was read last.
    private var suspended: Int64

    /// Starts the timer.
    ///
    /// - Throws: ``SystemError`` if the system has no such timer, or the process has too many open files.
    package init() throws(SystemError) {
        let descriptor = timerfd_create(CLOCK_REALTIME, clx_tfd_nonblock_cloexec)
        guard descriptor >= 0 else {
            throw SystemError(operation: "watch for suspend (timerfd_create)", errno: errno)
        }
        self.descriptor = descriptor
        suspended = ClockOffset.suspended.milliseconds
        try arm()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the timer, once its descriptor is readable.
    ///
    /// - Returns: whether the machine was suspended, as opposed to its clock having been set.
    /// - Throws: ``SystemError`` if other code of the program has closed the descriptor, or opened another file in its
    ///   place. This object is useless then.
    package func read() throws(SystemError) -> Bool {
        var expirations: UInt64 = 0
        // It fails with `ECANCELED`, which is the event. A timer that is gone cannot be armed.
        _ = unsafe Glibc.read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        do throws(SystemError) { try arm() } catch {
            // The descriptor belongs to other code now, and must not be closed here.
            descriptor = -1
            throw error
        }
        let now = ClockOffset.suspended.milliseconds
        defer { suspended = now }
        // The two clocks are not read at the same time.
        return now - suspended > 10
    }

    private func arm() throws(SystemError) {
        var never = itimerspec()
        // So far in the future that the timer never expires; it is cancelled all the same.
        never.it_value.tv_sec = .max / 1_000_000_000
        guard unsafe timerfd_settime(descriptor, clx_tfd_absolute_cancel, &never, nil) != 0 else {
            return
        }
        // The clock was set once more in between. The timer is armed all the same.
        if errno == ECANCELED { return }
        throw SystemError(operation: "watch for suspend (timerfd_settime)", errno: errno)
    }
}

/// The clock that shows the time of day, and that can be set (`CLOCK_REALTIME`).
package enum RealTimeClock {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package static var milliseconds: Int64 { CLOCK_REALTIME.milliseconds }
}
