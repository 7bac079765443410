// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

extension DailyHours {
    /// The first time that is inside, from a time on.
    package func first(from time: Int64, _ clock: WallClock) -> Int64 {
        contains(time, clock) ? time : nextChange(after: time, clock) ?? time
    }
}
