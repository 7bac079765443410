// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A SHA-256 digest on the command line: 64 hexadecimal digits, as `sha256sum` prints them.
struct ContentHash: ExpressibleByArgument, Hashable {
    var bytes: [UInt8]

    init?(argument: String) {
        let digits = argument.utf8.map(Self.digit)
        guard digits.count == 64 else { return nil }
        bytes = []
        for position in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[position], let low = digits[position + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
