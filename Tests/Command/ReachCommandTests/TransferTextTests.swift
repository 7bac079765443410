// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReachCommand
@testable import reach_transfer

/// Numbers and bars of transfers in text.
@Suite struct TransferTextTests {
    @Test(
        "A number of bytes has three digits and a unit of 1024",
        arguments: [
            (0, "0 B"), (-5, "0 B"), (999, "999 B"), (1000, "0.98 KiB"), (1024, "1.00 KiB"),
            (1536, "1.50 KiB"), (10_240, "10.0 KiB"), (102_400, "100 KiB"), (1_022_976, "999 KiB"),
            (1_024_000, "0.98 MiB"), (73_400_320, "70.0 MiB"), (1 << 30, "1.00 GiB"),
            (1 << 40, "1.00 TiB"), (1 << 50, "1.00 PiB"), (1 << 60, "1.00 EiB"), (.max, "8.00 EiB"),
        ] as [(Int64, String)])
    func bytes(count: Int64, text: String) {
        #expect(Quantity.bytes(count) == text)
    }

    @Test("No number of bytes has more than eight characters")
    func widths() {
        for shift in 0..<63 {
            for offset in [-1, 0, 1] as [Int64] {
                let count = (Int64(1) << shift) + offset
                #expect(Quantity.bytes(count).count <= 8, "\(count)")
                #expect(Quantity.bytes(count / 10 * 9).count <= 8, "\(count / 10 * 9)")
            }
        }
    }

    @Test(
        "A duration has its two largest units",
        arguments: [
            (0, "0s"), (-1, "0s"), (1, "1s"), (59_000, "59s"), (59_001, "1m00s"),
            (125_000, "2m05s"),
            (3_600_000, "1h00m"), (11_220_000, "3h07m"), (86_400_000, "1d00h"),
            (187_200_000, "2d04h"),
        ] as [(Int64, String)])
    func durations(milliseconds: Int64, text: String) {
        #expect(Quantity.duration(milliseconds: milliseconds) == text)
    }

    @Test(
        "Only what is complete is 100 percent",
        arguments: [
            (0, 100, 0), (1, 1000, 0), (999, 1000, 99), (1000, 1000, 100), (50, nil, nil),
            (0, 0, 100),
            (.max - 1, .max, 99), (5, 4, 100),
        ] as [(Int64, Int64?, Int?)])
    func percent(done: Int64, total: Int64?, percent: Int?) {
        #expect(Quantity.percent(done, of: total) == percent)
    }

    @Test(
        "The time left follows from the rate",
        arguments: [
            (0, 1000, 100, 10_000), (500, 1000, 100, 5000), (1000, 1000, 100, 0),
            (0, 1000, nil, nil),
            (0, nil, 100, nil), (0, 1000, 0, nil), (0, .max, 1, nil), (5, 4, 1, nil),
        ] as [(Int64, Int64?, Int64?, Int64?)])
    func timeLeft(done: Int64, total: Int64?, rate: Int64?, left: Int64?) {
        #expect(Quantity.timeLeft(done, of: total, rate: rate) == left)
    }

    @Test(
        "The line of a transfer fits into the columns, and says what it can",
        arguments: [
            (
                80, ProgressLine(name: "map.bin", done: 1 << 20, total: 4 << 20, rate: 1 << 20),
                "map.bin  [#####---------------]   25%  1.00 MiB of 4.00 MiB  1.00 MiB/s  3s left"
            ),
            (
                70, ProgressLine(name: "map.bin", done: 1 << 20, total: 4 << 20, rate: 1 << 20),
                "map.bin  [##--------]   25%  1.00 MiB of 4.00 MiB  1.00 MiB/s  3s left"
            ),
            (
                40, ProgressLine(name: "map.bin", done: 1 << 20, total: 4 << 20, rate: 1 << 20),
                "map.bin   25%  1.00 MiB of 4.00 MiB  1.…"
            ),
            (
                80, ProgressLine(name: "a", done: 0, note: "waiting: metered"),
                "a  waiting: metered"
            ),
            (
                80, ProgressLine(name: "a", done: 1024, rate: 2048),
                "a  1.00 KiB  2.00 KiB/s"
            ),
            (
                60, ProgressLine(name: "\u{1B}[31m", done: 0, note: "x\ny"),
                "\\u{1b}[31m  x\\u{a}y"
            ),
            (
                10, ProgressLine(name: "a-long-name-of-a-file", done: 0, note: "waiting"),
                "a-long-… …"
            ),
        ])
    func lines(columns: Int, line: ProgressLine, text: String) {
        #expect(line.text(columns: columns) == text)
        for columns in 1...120 { #expect(line.text(columns: columns).displayWidth <= columns) }
    }
}
