// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The local time, by the time zone of the process.
package enum LocalTime {
    /// How many seconds the local time is ahead of UTC, by the time zone of the process (`TZ`, `/etc/localtime`;
    /// `localtime_r(3)`); 0 if the time zone is unknown.
    ///
    /// - Parameter milliseconds: the time, since 1970-01-01T00:00:00Z.
    package static func secondsAheadOfUTC(at milliseconds: Int64) -> Int64 {
        var seconds = time_t(milliseconds / 1000)
        var local = unsafe tm()
        guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
        return unsafe Int64(local.tm_gmtoff)
    }
}
