// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The sums of a history: outages, and time by connection and by cost. All times are in milliseconds.
struct HistoryReport: Hashable, Sendable {
    /// A time in which the internet could not be used, for one reason.
    struct Outage: Hashable, Sendable {
        var kind: Observation.State.Outage
        var from: Int64
        var to: Int64
        /// Whether the state before is known.
        var isStartKnown: Bool
        /// Whether the state afterwards is known.
        var isEndKnown: Bool

        var duration: Int64 { to - from }
    }

    let history: PathHistory
    private(set) var outages: [Outage] = []
    private(set) var online: Int64 = 0
    private(set) var offline: Int64 = 0
    /// The time with a path over which the internet did not answer, or a captive portal did.
    private(set) var noInternet: Int64 = 0
    /// The time that the machine slept.
    private(set) var asleep: Int64 = 0
    private(set) var unknown: Int64 = 0
    /// The time online over each connection.
    private(set) var connections: [NetworkPath.Connection: Int64] = [:]
    /// The time online at each cost.
    private(set) var costs: [Observation.State.Cost: Int64] = [:]

    init(_ history: PathHistory) {
        self.history = history
        var isKnownBefore = false
        /// The kind of the outage that the last span belongs to; `nil` for none.
        var last: Observation.State.Outage?
        for span in history.spans {
            let kind = span.state?.outage
            if span.followsBreak { (last, isKnownBefore) = (nil, false) }
            if last != nil, kind != last {
                let next = span.state ?? span.recorded
                outages[outages.count - 1].isEndKnown = next.map { $0.outage != last } ?? false
            }
            if let kind {
                if kind == last {
                    outages[outages.count - 1].to = span.to
                } else {
                    outages.append(
                        Outage(
                            kind: kind, from: span.from, to: span.to, isStartKnown: isKnownBefore,
                            isEndKnown: false))
                }
            }
            add(span)
            (last, isKnownBefore) = (kind, span.state != nil)
        }
    }

    private mutating func add(_ span: PathHistory.Span) {
        let duration = span.duration
        guard let state = span.state else {
            if span.isAsleep { asleep += duration } else { unknown += duration }
            return
        }
        switch state.outage {
        case .offline?: offline += duration
        case .limited?, .portal?: noInternet += duration
        case nil:
            online += duration
            connections[state.connection, default: 0] += duration
            costs[state.cost, default: 0] += duration
        }
    }

    /// The outages of a kind.
    func outages(_ kind: Observation.State.Outage) -> [Outage] {
        outages.filter { $0.kind == kind }
    }

    /// The reason why the internet cannot be used now; `nil` if it can, or the history does not end now.
    var current: Observation.State.Outage? {
        history.endsNow ? history.spans.last?.state?.outage : nil
    }
}

// MARK: - JSON

/// A report is encoded as `reach history --json` prints it, without `schema` and `time`.
extension HistoryReport: Encodable {
    private struct ConnectionTime: Encodable {
        let connection: NetworkPath.Connection
        let duration: Seconds
    }

    private struct CostTime: Encodable {
        let cost: Observation.State.Cost
        let duration: Seconds
    }

    func encode(to encoder: any Encoder) throws {
        let connections = NetworkPath.Connection.allCases.compactMap { connection in
            self.connections[connection].map {
                ConnectionTime(connection: connection, duration: Seconds(milliseconds: $0))
            }
        }
        let costs = Observation.State.Cost.allCases.compactMap { cost in
            self.costs[cost].map { CostTime(cost: cost, duration: Seconds(milliseconds: $0)) }
        }
        try encoder.encodeObject([
            "from": Timestamp(milliseconds: history.from),
            "to": Timestamp(milliseconds: history.to),
            "online": Seconds(milliseconds: online), "offline": Seconds(milliseconds: offline),
            "noInternet": Seconds(milliseconds: noInternet),
            "asleep": Seconds(milliseconds: asleep), "unknown": Seconds(milliseconds: unknown),
            "outages": outages,
            "connections": connections, "costs": costs, "spans": history.spans,
        ])
    }
}

extension HistoryReport.Outage: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "kind": kind, "from": Timestamp(milliseconds: from), "to": Timestamp(milliseconds: to),
            "duration": Seconds(milliseconds: duration), "isStartKnown": isStartKnown,
            "isEndKnown": isEndKnown,
        ])
    }
}

extension PathHistory.Span: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "from": Timestamp(milliseconds: from), "to": Timestamp(milliseconds: to),
            "duration": Seconds(milliseconds: duration),
            "status": state.map { $0.isOnline ? NetworkPath.Status.satisfied : .unsatisfied },
            "connection": state?.connection, "primary": state?.primary, "metered": state?.metered,
            "connectivity": state?.connectivity, "isAsleep": isAsleep,
        ])
    }
}
