// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The columns that the text takes on a terminal: East Asian wide characters take two
    /// (Unicode's annex 11; the blocks that consist of them).
    var displayWidth: Int {
        utf8.allSatisfy { $0 < 0x80 }
            ? utf8.count
            : reduce(0) { $0 + ($1.unicodeScalars.first?.isWide == true ? 2 : 1) }
    }
}

extension Unicode.Scalar {
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
