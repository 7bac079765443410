// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// When changes that come in swarms are reported.
@Suite struct DebounceTests {
    /// When a value is reported that changes at some times, each to the number of the change or to what a row says.
    private func reported(
        span: Int64,
        changes: [Int64],
        values: (Int) -> Int = { $0 + 1 },
        until end: Int64 = 2000
    ) -> [Int64] {
        var debounce = Debounce(span)
        var (value, reportedValue, reported) = (0, 0, [Int64]())
        for now in 0...end {
            for (number, change) in changes.enumerated() where change == now {
                value = values(number)
                debounce.change(now)
            }
            // A waiter wakes only when something is due.
            guard let due = debounce.due, due <= now else {
                #expect(!debounce.isDue(now))
                continue
            }
            #expect(debounce.isDue(now))
            if value == reportedValue {
                debounce.foundNothing(now)
            } else {
                debounce.reported()
                reportedValue = value
                reported.append(now)
            }
            #expect(debounce.due.map { $0 > now } ?? true, "It is due again at once.")
        }
        return reported
    }

    @Test(
        "A change is reported after some quiet, and after five times that at the latest",
        arguments: [
            ("without a quiet period", 0, [10, 20], [10, 20]),
            ("a single change", 100, [10], [110]),
            ("each change begins the quiet again", 100, [10, 60, 150], [250]),
            ("changes that are far apart", 100, [10, 500], [110, 600]),
            (
                "changes without an end", 100, Array(stride(from: 10, through: 1510, by: 50)),
                [510, 1060, 1610]
            ),
            (
                "the time counts from the first change that was not reported", 100,
                [10, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 950, 1000], [110, 900, 1100]
            ),
            ("a time that has no end", .max, [10, 20], []),
            ("a time whose fivefold has no end", .max / 3, [10, 20], []),
        ] as [(String, Int64, [Int64], [Int64])])
    func swarms(name: String, span: Int64, changes: [Int64], times: [Int64]) {
        #expect(reported(span: span, changes: changes) == times)
    }

    @Test(
        "What flaps between two values is reported as it is when the time is over",
        arguments: [
            ("the other one", 40, 540), ("the one that was reported", 45, 585),
        ] as [(String, Int64, Int64)])
    func flaps(name: String, period: Int64, first: Int64) {
        let changes = Array(stride(from: period, through: 1000, by: Int64.Stride(period)))
        #expect(reported(span: 100, changes: changes, values: { ($0 + 1) % 2 }).first == first)
    }

    @Test("A value that is again as it was reported is no change")
    func takenBack() {
        // Back at 60, quiet until 160; the change at 400 waits for its own quiet.
        #expect(reported(span: 100, changes: [10, 60, 400], values: { ($0 + 1) % 2 }) == [500])
    }
}
