// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The system's clock (`CLOCK_REALTIME`).
package enum WallClock {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package static var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The clock that nobody sets (`CLOCK_MONOTONIC`).
package enum MonotonicClock {
    /// Milliseconds since some time in the past.
    package static var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
