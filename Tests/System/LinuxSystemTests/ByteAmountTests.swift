// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

/// Amounts of bytes, as people write and read them.
struct ByteAmountTests {
    @Test(
        "An amount is a number with a unit",
        arguments: [
            ("500MB", 500_000_000), ("2GB", 2_000_000_000), ("1.5GB", 1_500_000_000),
            ("2GiB", 2_147_483_648), ("0.5KiB", 512), ("1kB", 1000), ("1KB", 1000), ("7B", 7),
            ("0GB", 0), ("1.000000001GB", 1_000_000_001), ("0.1B", 0), ("3TB", 3_000_000_000_000),
            ("1TiB", 1_099_511_627_776), ("9223372036854775807B", .max),
        ] as [(String, Int64)])
    func amount(text: String, bytes: Int64) { #expect(ByteAmount(text)?.bytes == bytes) }

    @Test(
        "Invalid amounts are refused",
        arguments: [
            "", "GB", "2", "2 GB", "-1GB", "+1GB", "1,5GB", ".5GB", "1.GB", "2gb", "2Gb", "2GBx",
            "lots", "1e3MB", "0x1MB", "９MB", "2GB ", "1.2.3GB", "80%", "1.0000000001GB",
            "9223372036854775808B", "9223373TB", "2G\u{301}B",
        ])
    func none(text: String) { #expect(ByteAmount(text) == nil) }

    @Test(
        "A share is a part of another amount",
        arguments: [
            ("80%", 2_000_000_000, 1_600_000_000), ("100%", 7, 7), ("12.5%", 1000, 125),
            ("0%", 1000, 0), ("80%", 1, 0), ("100%", .max, .max), ("1GB", 2, 1_000_000_000),
        ] as [(String, Int64, Int64)])
    func share(text: String, whole: Int64, bytes: Int64) {
        #expect(ByteAmount(text, of: whole)?.bytes == bytes)
    }

    @Test("Invalid shares", arguments: ["%", "-1%", "80 %", "80%%", "101%", "1000000%", "x%"])
    func noShare(text: String) { #expect(ByteAmount(text, of: 1000) == nil) }

    @Test(
        "People read decimal units with at most one decimal, which is cut off",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (1999, "1.9 kB"), (250_000_000, "250 MB"),
            (1_300_000_000, "1.3 GB"), (13_540_000_000, "13.5 GB"), (999_999_999, "999 MB"),
            (123_450_000_000, "123 GB"), (2_147_483_648, "2.1 GB"),
        ] as [(Int64, String)])
    func text(bytes: Int64, text: String) { #expect(ByteAmount.text(bytes) == text) }

    @Test(
        "A part has the unit of the whole, unless it is too small",
        arguments: [
            (1_300_000_000, 2_000_000_000, "1.3 of 2 GB"), (0, 2_000_000_000, "0 of 2 GB"),
            (1_999_999_999, 2_000_000_000, "1.9 of 2 GB"),
            (2_500_000_000, 2_000_000_000, "2.5 of 2 GB"),
            (12_000_000, 2_000_000_000, "12 MB of 2 GB"),
            (100_000_000, 2_000_000_000, "0.1 of 2 GB"),
            (1_090_000_000, 2_000_000_000, "1.1 of 2 GB"), (790, 1000, "0.8 of 1 kB"),
            (960, 1000, "0.9 of 1 kB"), (2_362_900_000, 20_000_000, "2362 of 20 MB"),
            (5, 10, "5 B of 10 B"), (150_000_000, 200_000_000, "150 of 200 MB"),
        ] as [(Int64, Int64, String)])
    func part(part: Int64, whole: Int64, text: String) {
        #expect(ByteAmount.text(part, of: whole) == text)
    }
}
