// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import ReachabilityTesting
import Testing

@testable import ReachCommand

/// When `reach export` writes, what it counts, and how the text is written.
@Suite struct ExportRuleTests {
    /// Each row: what happens at which time, and when the file is due after it.
    @Test(
        "The file is due each interval, and a second after the last write when something has changed",
        arguments: [
            ("nothing is written yet", [], Int64.min),
            ("written", [(0, false)], 60_000),
            ("changed long after it", [(0, false), (30_000, true)], 1000),
            ("changed at once", [(5000, false), (5000, true)], 6000),
            ("changed twice", [(0, false), (10, true), (20, true)], 1000),
            ("written after the change", [(0, false), (10, true), (1000, false)], 61_000),
        ] as [(String, [(Int64, Bool)], Int64)])
    func schedule(_: String, events: [(Int64, Bool)], due: Int64) {
        var schedule = ExportSchedule(interval: 60_000)
        for (time, isChange) in events {
            if isChange { schedule.change() } else { schedule.wrote(at: time) }
        }
        #expect(schedule.due == due)
    }

    @Test(
        "Times are counted while the path is unsatisfied or expensive, and changes when it differs")
    func counters() {
        let network = ScriptedNetwork()
        let monitor = PathMonitor(network)
        var counters = PathCounters(monitor.currentPath, now: 0)
        func values(_ now: Int64) -> [Int64] {
            [Int64(counters.changes), counters.unsatisfiedTime(now), counters.expensiveTime(now)]
        }
        #expect(values(1000) == [0, 1000, 0])
        network.connect(.wifi, name: "wlan0", metered: .yes)
        counters.update(monitor.currentPath, now: 2000)
        #expect(values(5000) == [1, 2000, 3000])
        counters.update(monitor.currentPath, now: 6000)
        #expect(values(6000) == [1, 2000, 4000])
        network.change { $0.setMetered(.no, of: "wlan0") }
        counters.update(monitor.currentPath, now: 7000)
        #expect(values(9000) == [2, 2000, 5000])
        network.disconnect("wlan0")
        counters.update(monitor.currentPath, now: 9000)
        #expect(values(9500) == [3, 2500, 5000])
    }

    /// Each row: the sums of bytes that are read one after the other, and the bytes that have been moved since the first.
    @Test(
        "A sum that falls counts nothing, and the counter never falls",
        arguments: [
            ([], 0), ([500], 0), ([500, 700], 200), ([500, 700, 100], 200),
            ([500, 700, 100, 400], 500), ([0, 10, 10], 10),
        ] as [([Int], Int)])
    func movedBytes(sums: [Int], moved: Int) {
        var counters = TransferCounters()
        for sum in sums {
            counters.update(TransferTotals(Array("count waiting 1\nbytes download \(sum)\n".utf8)))
        }
        #expect(counters.moved["download"] ?? 0 == moved)
        // Without a store, nothing is shown.
        counters.update(TransferTotals([]))
        #expect(counters.counts.isEmpty)
    }

    @Test(
        "Values of labels are escaped",
        arguments: [
            ("eth0", "eth0"), (#"a"b\c"#, #"a\"b\\c"#), ("a\nb", #"a\nb"#), ("é", "é"), ("", ""),
            ("\"\u{301}", "\\\"\u{301}"), ("\\\u{FE0F}", "\\\\\u{FE0F}"), ("a\r\n", "a\r\\n"),
        ])
    func escaping(value: String, text: String) {
        var metrics = MetricsWriter()
        metrics.metric("m", .gauge, help: "Text.")
        metrics.sample(7, ("name", value), ("other", ""))
        metrics.sample(milliseconds: 61_005)
        #expect(
            String(decoding: metrics.bytes, as: UTF8.self)
                == "# HELP m Text.\n# TYPE m gauge\nm{name=\"\(text)\",other=\"\"} 7\nm 61.005\n")
    }
}
