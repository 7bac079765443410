// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A report is encoded as `reach history --json` prints it, without `schema` and `time`.
extension HistoryReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case from, to, online, offline, noInternet, unknown, outages, connections, costs, spans
    }

    private struct ConnectionTime: Encodable {
        let connection: NetworkPath.Connection
        let duration: Seconds
    }

    private struct CostTime: Encodable {
        let cost: Observation.State.Cost
        let duration: Seconds
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Timestamp(milliseconds: history.from), forKey: .from)
        try container.encode(Timestamp(milliseconds: history.to), forKey: .to)
        try container.encode(Seconds(milliseconds: online), forKey: .online)
        try container.encode(Seconds(milliseconds: offline), forKey: .offline)
        try container.encode(Seconds(milliseconds: noInternet), forKey: .noInternet)
        try container.encode(Seconds(milliseconds: unknown), forKey: .unknown)
        try container.encode(outages, forKey: .outages)
        let connections = NetworkPath.Connection.allCases.compactMap { connection in
            self.connections[connection].map {
                ConnectionTime(connection: connection, duration: Seconds(milliseconds: $0))
            }
        }
        try container.encode(connections, forKey: .connections)
        let costs = Observation.State.Cost.allCases.compactMap { cost in
            self.costs[cost].map { CostTime(cost: cost, duration: Seconds(milliseconds: $0)) }
        }
        try container.encode(costs, forKey: .costs)
        try container.encode(history.spans, forKey: .spans)
    }
}

extension HistoryReport.Outage: Encodable {
    private enum CodingKeys: String, CodingKey {
        case kind, from, to, duration, isStartKnown, isEndKnown
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(Timestamp(milliseconds: from), forKey: .from)
        try container.encode(Timestamp(milliseconds: to), forKey: .to)
        try container.encode(Seconds(milliseconds: duration), forKey: .duration)
        try container.encode(isStartKnown, forKey: .isStartKnown)
        try container.encode(isEndKnown, forKey: .isEndKnown)
    }
}

extension PathHistory.Span: Encodable {
    private enum CodingKeys: String, CodingKey {
        case from, to, duration, status, connection, primary, metered, connectivity
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Timestamp(milliseconds: from), forKey: .from)
        try container.encode(Timestamp(milliseconds: to), forKey: .to)
        try container.encode(Seconds(milliseconds: duration), forKey: .duration)
        let status = state.map { $0.isOnline ? NetworkPath.Status.satisfied : .unsatisfied }
        try container.encode(status, forKey: .status)
        try container.encode(state?.connection, forKey: .connection)
        try container.encode(state?.primary, forKey: .primary)
        try container.encode(state?.metered, forKey: .metered)
        try container.encode(state?.connectivity, forKey: .connectivity)
    }
}
