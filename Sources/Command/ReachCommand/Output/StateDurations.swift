// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// The durations of the states of the path, for the text of `reach watch`.
///
/// All times are milliseconds of one clock.
struct StateDurations {
    /// Since when something has been as it is.
    private struct Since {
        var time: Int64
        /// Whether it was so when the watch began, so that it may have been so before.
        var isFromStart: Bool
    }

    private var status: Since
    private var connection: Since
    private var primary: Since
    private var metered: Since

    /// - Parameter now: the beginning of the watch.
    init(now: Int64) {
        let start = Since(time: now, isFromStart: true)
        (status, connection, primary, metered) = (start, start, start, start)
    }

    /// Notes a change, and returns how long the former state has lasted.
    ///
    /// - Returns: text such as "after 3 h 12 min offline"; `nil` if the change is of none of the states.
    mutating func change(from old: NetworkPath, to new: NetworkPath, now: Int64) -> String? {
        var text: String?
        /// The first difference is the one that people notice.
        func compare<Value: Equatable>(
            _ before: Value, _ after: Value, _ since: inout Since,
            _ state: @autoclosure () -> String
        ) {
            guard before != after else { return }
            if text == nil {
                let duration = Self.text(milliseconds: now - since.time)
                text = "after \(since.isFromStart ? "at least " : "")\(duration) \(state())"
            }
            since = Since(time: now, isFromStart: false)
        }
        compare(
            old.status, new.status, &status, old.status == .satisfied ? "online" : "offline")
        compare(old.connection, new.connection, &connection, "via \(old.connection.text)")
        compare(
            old.primary?.name, new.primary?.name, &primary,
            "via \(old.primary?.name.escaped ?? "nothing")")
        compare(
            old.metered.value, new.metered.value, &metered,
            old.metered.value == .unknown ? "with unknown cost" : old.metered.value.text)
        return text
    }

    /// Returns a duration with its two largest units.
    static func text(milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
        func two(_ large: String, _ number: Int64, _ small: String) -> String {
            number == 0 ? large : "\(large) \(number) \(small)"
        }
        if days > 0 { return two("\(days) d", hours, "h") }
        if hours > 0 { return two("\(hours) h", minutes, "min") }
        if minutes > 0 { return two("\(minutes) min", seconds % 60, "s") }
        return seconds > 0 ? "\(seconds) s" : "\(max(0, milliseconds)) ms"
    }
}
