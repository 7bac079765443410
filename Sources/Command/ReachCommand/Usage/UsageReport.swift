// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The bytes that each network has carried in a range of time.
struct UsageReport: Sendable {
    /// The bytes of one key.
    struct Row: Hashable, Sendable {
        var key: UsageKey
        var bytes: ByteCounts
    }

    let grouping: UsageGrouping
    /// Milliseconds since 1970.
    let from: Int64
    /// The bytes of a line at this time do not belong to the range, unless it ends now.
    let to: Int64
    /// The present, in milliseconds since 1970. The plans are those of this time.
    let now: Int64
    /// The times in which a recorder ran.
    var recorded: RecordedTimes
    private(set) var totals = ByteCounts()
    /// Whether there is no record, and the bytes are those since the boot.
    var isSinceBoot = false
    /// The data plans of the configuration. Without a record, those that a recorder publishes.
    var plans: [PlanReport] = []
    /// The bytes of each day and network, for the picture.
    private(set) var days: [String: [UsageKey: ByteCounts]] = [:]
    private var sums: [UsageKey: ByteCounts] = [:]
    /// The day of the last line, and its name.
    private var last: (times: Range<Int64>, date: String)?
    private let clock: WallClock

    init(
        _ grouping: UsageGrouping, from: Int64, to: Int64, now: Int64,
        recorded: RecordedTimes = RecordedTimes(), clock: WallClock
    ) {
        self.grouping = grouping
        (self.from, self.to, self.now) = (from, min(to, now), now)
        self.recorded = recorded
        self.clock = clock
    }

    /// Adds bytes that were counted at a time. Bytes outside of the range are left out.
    mutating func add(_ rows: [TrafficRow], time: Int64) {
        guard time >= from, time < to || time == now && to == now else { return }
        let date = date(time)
        for row in rows where row.bytes.total > 0 {
            totals.add(row.bytes)
            let network = UsageGrouping.network.key(row, time, day: date, clock)
            let key =
                grouping == .network ? network : grouping.key(row, time, day: date, clock)
            sums[key, default: ByteCounts()].add(row.bytes)
            days[date, default: [:]][network, default: ByteCounts()].add(row.bytes)
        }
    }

    /// The day of a time. Most lines are of the same day as the line before, and to format a date takes longer than all else
    /// here.
    private mutating func date(_ time: Int64) -> String {
        if let last, last.times.contains(time) { return last.date }
        let start = clock.startOfDay(time)
        let times = start..<max(start + 1, clock.startOfNextDay(time))
        let date = clock.date(time)
        last = times.contains(time) ? (times, date) : nil
        return date
    }

    /// The times of the range in which nothing was recorded; empty without a record.
    var gaps: [TimePeriod] {
        recorded.runs.isEmpty ? [] : recorded.gaps(from: from, to: to)
    }

    /// The rows: the largest first, or in the order of time.
    var rows: [Row] {
        sums.map { Row(key: $0.key, bytes: $0.value) }.sorted { one, other in
            if grouping.isByTime {
                return (one.key.day ?? "", one.key.hour ?? 0)
                    < (other.key.day ?? "", other.key.hour ?? 0)
            }
            return (other.bytes.total, one.key.text(grouping))
                < (one.bytes.total, other.key.text(grouping))
        }
    }
}

// MARK: - JSON

extension UsageReport: Encodable {
    /// The members after `schema` and `time`.
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "from": Timestamp(milliseconds: from), "to": Timestamp(milliseconds: to),
            "recorded": Seconds(milliseconds: recorded.duration(from: from, to: to)),
            "totals": totals, "by": grouping.rawValue, "rows": rows, "plans": plans,
        ])
    }
}

extension UsageReport.Row: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "interface": key.interface, "type": key.type, "ssid": key.ssid, "place": key.place,
            "plan": key.plan, "metered": key.metered, "day": key.day, "hour": key.hour,
            "received": bytes.received, "sent": bytes.sent,
        ])
    }
}
