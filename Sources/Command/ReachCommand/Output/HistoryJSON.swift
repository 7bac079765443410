// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

extension JSONWriter {
    /// Writes the members of `reach history --json`.
    mutating func writeMembers(of report: HistoryReport) {
        member("from", Timestamp(milliseconds: report.history.from))
        member("to", Timestamp(milliseconds: report.history.to))
        member("online", seconds: report.online)
        member("offline", seconds: report.offline)
        member("noInternet", seconds: report.noInternet)
        member("unknown", seconds: report.unknown)
        key("outages")
        array(report.outages) { json, outage in
            json.object { json in
                json.member("kind", code: outage.kind.rawValue)
                json.writeTimes(outage.from, outage.to)
                json.member("isStartKnown", outage.isStartKnown)
                json.member("isEndKnown", outage.isEndKnown)
            }
        }
        key("connections")
        array(NetworkPath.Connection.allCases.filter { report.connections[$0] != nil }) {
            json, connection in
            json.object { json in
                json.member("connection", code: connection.rawValue)
                json.member("duration", seconds: report.connections[connection, default: 0])
            }
        }
        key("costs")
        array(Observation.State.Cost.allCases.filter { report.costs[$0] != nil }) { json, cost in
            json.object { json in
                json.member("cost", code: cost.rawValue)
                json.member("duration", seconds: report.costs[cost, default: 0])
            }
        }
        key("spans")
        array(report.history.spans) { json, span in
            json.object { json in
                json.writeTimes(span.from, span.to)
                let status = span.state.map {
                    $0.isOnline ? NetworkPath.Status.satisfied : .unsatisfied
                }
                json.member("status", code: status?.rawValue)
                json.member("connection", code: span.state?.connection.rawValue)
                json.member("primary", span.state?.primary)
                json.member("metered", code: span.state?.metered.rawValue)
                json.member("connectivity", code: span.state?.connectivity.rawValue)
            }
        }
    }

    private mutating func writeTimes(_ from: Int64, _ to: Int64) {
        member("from", Timestamp(milliseconds: from))
        member("to", Timestamp(milliseconds: to))
        member("duration", seconds: to - from)
    }
}
