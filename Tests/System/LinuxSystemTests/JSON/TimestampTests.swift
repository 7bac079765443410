// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@Suite struct TimestampTests {
    @Test(
        "A timestamp is written in UTC with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_704_067_199_001, "2023-12-31T23:59:59.001Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
            (1_795_209_300_123, "2026-11-20T21:15:00.123Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func text(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
        #expect(JSONLineEncoder.text(Timestamp(milliseconds: milliseconds)) == "\"\(text)\"")
    }
}
