// SPDX-License-Identifier: Apache-2.0

import CommandSystem
package import LinuxSystem

extension Timestamp {
    /// The local date and time with the UTC offset: `2026-11-20 22:15:00+01:00`.
    package var local: String { "\(localDate) \(localTimeOfDay)" }

    /// The local date: `2026-11-20`.
    package var localDate: String { String(shifted.description.prefix(10)) }

    /// The local time of day with the UTC offset: `22:15:00+01:00`.
    package var localTimeOfDay: String {
        let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
        func twoDigits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        return shifted.description.suffix(13).prefix(8) + (offset < 0 ? "-" : "+")
            + "\(twoDigits(hours)):\(twoDigits(minutes))"
    }

    private var offset: Int64 { LocalTime.secondsAheadOfUTC(at: milliseconds) }

    /// The time whose UTC representation equals the local representation of this time.
    private var shifted: Timestamp { Timestamp(milliseconds: milliseconds + offset * 1000) }
}
