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
}

extension clockid_t {
    /// What a clock shows, in milliseconds (`clock_gettime(2)`).
    var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(self, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
