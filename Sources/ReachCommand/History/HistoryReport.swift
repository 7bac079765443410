// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// What a history comes to: outages, and time by connection and by cost. All times are in milliseconds.
struct HistoryReport: Hashable, Sendable {
    /// A time without a path to the internet.
    struct Outage: Hashable, Sendable {
        var from: Int64
        var to: Int64
        /// Whether it is known that the path was there before.
        var isStartKnown: Bool
        /// Whether it is known that the path was there afterwards.
        var isEndKnown: Bool

        var duration: Int64 { to - from }
    }

    let history: PathHistory
    private(set) var outages: [Outage] = []
    private(set) var online: Int64 = 0
    private(set) var offline: Int64 = 0
    private(set) var unknown: Int64 = 0
    /// The time online over each connection.
    private(set) var connections: [NetworkPath.Connection: Int64] = [:]
    /// The time online at each cost.
    private(set) var costs: [Observation.State.Cost: Int64] = [:]

    init(_ history: PathHistory) {
        self.history = history
        var isKnownBefore = false
        var wasOffline = false
        for span in history.spans {
            let isOffline = span.state?.isOnline == false
            if !isOffline, wasOffline {
                outages[outages.count - 1].isEndKnown =
                    span.state != nil || span.told?.isOnline == true
            }
            switch span.state {
            case nil: unknown += span.duration
            case let state? where state.isOnline:
                online += span.duration
                connections[state.connection, default: 0] += span.duration
                costs[state.cost, default: 0] += span.duration
            case _?:
                offline += span.duration
                if wasOffline {
                    outages[outages.count - 1].to = span.to
                } else {
                    outages.append(
                        Outage(
                            from: span.from, to: span.to, isStartKnown: isKnownBefore,
                            isEndKnown: false))
                }
            }
            (wasOffline, isKnownBefore) = (isOffline, span.state != nil)
        }
    }

    /// The longest outage, the earlier one of two; `nil` if there is none.
    var longest: Outage? { outages.max { $0.duration < $1.duration } }

    /// Whether there is no path now.
    var isOffline: Bool { history.endsNow && history.spans.last?.state?.isOnline == false }
}
