// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A time on the command line: a duration from now, or a time in the format of RFC 3339
/// (`2026-11-20T21:15:00Z`, `2026-11-20 22:15:00.5+01:00`).
package enum PointInTime: ExpressibleByArgument, Sendable, Hashable {
    /// This many milliseconds from now.
    case after(Int64)
    /// This many milliseconds since 1970.
    case at(Int64)

    /// Examples of times, for messages.
    static let examples =
        "2026-11-20T21:15:00Z, 2026-11-20T22:15:00+01:00, or a duration such as 90s, 2h, 3d"

    package init?(argument: String) {
        if let span = TimeSpan(argument: argument) {
            self = .after(span.milliseconds)
        } else if let time = Timestamp(text: argument) {
            self = .at(time.milliseconds)
        } else {
            return nil
        }
    }

    /// The time in milliseconds since 1970.
    ///
    /// - Parameter now: the current time, in milliseconds since 1970.
    package func milliseconds(from now: Int64) -> Int64 {
        switch self {
        case .after(let duration): now + duration
        case .at(let time): time
        }
    }
}
