// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text, cut to a number of bytes with an ellipsis at its end if it is longer: messages contain text of servers,
    /// whose header fields may have 64 KiB.
    package func bounded(to count: Int = 1000) -> String {
        guard utf8.count > count else { return self }
        let mark = "…"
        var end = utf8.index(startIndex, offsetBy: max(0, count - mark.utf8.count))
        while !utf8[end].beginsScalar { end = utf8.index(before: end) }
        return self[..<end] + mark
    }
}

extension UInt8 {
    /// Whether a scalar begins with this byte in UTF-8.
    fileprivate var beginsScalar: Bool { self & 0xC0 != 0x80 }
}
