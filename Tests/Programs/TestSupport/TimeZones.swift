// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LinuxSystem
import Testing

extension WallClock {
    /// The clock of a time zone of the system's database.
    package static func ofZone(_ identifier: String) throws -> WallClock {
        let zone = try #require(TimeZone(identifier: identifier))
        return WallClock {
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0) / 1000)))
        }
    }
}
