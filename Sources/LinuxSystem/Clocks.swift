// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The system's clock (`CLOCK_REALTIME`).
package enum WallClock {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package static var milliseconds: Int64 { CLOCK_REALTIME.milliseconds }
}

/// The clock that nobody sets (`CLOCK_MONOTONIC`).
package enum MonotonicClock {
    /// Milliseconds since some time in the past.
    package static var milliseconds: Int64 { CLOCK_MONOTONIC.milliseconds }

    /// How many milliseconds are left until a time of this clock, as `poll(2)` takes them; 0 if it is over.
    package static func milliseconds(until time: Int64) -> Int32 {
        Int32(clamping: max(0, time - milliseconds))
    }
}

/// The time zone of the process (`TZ`, `/etc/localtime`).
package enum LocalTime {
    /// How many seconds the local time is ahead of UTC (`localtime_r(3)`); 0 if nobody can tell.
    ///
    /// - Parameter milliseconds: the time, since 1970-01-01T00:00:00Z.
    package static func offset(at milliseconds: Int64) -> Int64 {
        var seconds = time_t(milliseconds / 1000)
        var local = unsafe tm()
        guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
        return unsafe Int64(local.tm_gmtoff)
    }
}

extension clockid_t {
    /// What a clock shows, in milliseconds (`clock_gettime(2)`).
    var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(self, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
