// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReachCommand

/// What a command that waits writes to a log.
struct WaitingLogTests {
    @Test(
        "The first reason is printed at once, and each further one at least a minute after the last"
    )
    func reasons() {
        var log = WaitingLog()
        let steps: [(time: Int64, lacks: String, printed: String?, due: Int64?)] = [
            (0, "no carrier", "no carrier", nil), (10, "no carrier", nil, nil),
            (500, "no route", nil, 60_000), (900, "no address", nil, 60_000),
            // A reason that has come back is no news.
            (1000, "no carrier", nil, nil), (59_000, "no route", nil, 60_000),
            (60_000, "no route", "no route", nil), (60_001, "no carrier", nil, 120_000),
            (200_000, "metered", "metered", nil),
        ]
        for step in steps {
            #expect(log.next(step.lacks, now: step.time) == step.printed, "\(step.time)")
            #expect(log.due == step.due, "\(step.time)")
        }
    }

    @Test(
        "The line of a terminal is one column narrower than the terminal",
        arguments: [
            ("waiting: no route", 18, "waiting: no route"),
            ("waiting: no route", 17, "waiting: no rou…"),
            ("Wi-Fi 図書館", 13, "Wi-Fi 図書館"), ("Wi-Fi 図書館", 12, "Wi-Fi 図書…"),
            ("waiting: no route", 1, ""), ("waiting: no route", nil, "waiting: no route"),
        ] as [(String, Int?, String)])
    func width(text: String, columns: Int?, shown: String) {
        let line = WaitingLine.fitted(text, columns: columns)
        #expect(line == shown)
        if let columns { #expect(line.displayWidth < columns) }
    }
}
