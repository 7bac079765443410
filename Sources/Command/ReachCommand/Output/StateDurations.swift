// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
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
                let duration = TimeSpan.text(milliseconds: now - since.time)
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
}
