// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Lines with traffic, added up to one line at the time of the last of them.
///
/// It has a row for each interface and network, so it does not grow with the number of lines.
struct TrafficSum {
    /// The line with its end.
    let line: [UInt8]

    /// Adds up lines of one boot.
    ///
    /// - Parameter lines: the lines with their ends.
    /// - Returns: `nil` if a line has another event.
    init?(_ lines: [UInt8]) {
        var rows: [TrafficRow] = []
        var last: RecordEntry?
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            guard let entry = try? RecordEntry(line, [.traffic]), entry.event == .traffic else {
                return nil
            }
            for row in entry.rows { Self.add(row, to: &rows) }
            last = entry
        }
        guard let last, let boot = last.boot, let uptime = last.uptime, let awake = last.awake
        else { return nil }
        let sum = RecordLine<[String: String]>(
            moment: RecordMoment(time: last.time, uptime: uptime, awake: awake), boot: boot,
            content: .traffic(rows))
        line = JSONLineEncoder.line(sum)
    }

    /// A row moves to the end, because the last row of an interface has the counters from which it counts on.
    private static func add(_ row: TrafficRow, to rows: inout [TrafficRow]) {
        var sum = row
        let position = rows.firstIndex {
            $0.interface == row.interface && $0.type == row.type && $0.network == row.network
        }
        if let position {
            sum.bytes.add(rows.remove(at: position).bytes)
        }
        rows.append(sum)
    }
}
