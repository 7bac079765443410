// SPDX-License-Identifier: Apache-2.0

/// Numbers in HTTP headers: `1*DIGIT`, without signs, blanks or separators.
enum Decimal {
    /// Parses a number; returns `nil` if the text is not a number, or the number does not fit.
    static func parse(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty else { return nil }
        var number: Int64 = 0
        for byte in text.utf8 {
            guard isDigit(byte) else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeNow) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            guard !isTooLarge, !isTooLargeNow else { return nil }
            number = sum
        }
        return number
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension StringProtocol {
    /// The string without blanks and tabs at both ends (OWS in RFC 9110).
    var trimmed: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        let scalars = unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return String(String.UnicodeScalarView(scalars))
    }

    /// The string with the letters A to Z in lower case. Others stay as they are: K is no letter of a field's name, but
    /// U+212A in lower case would be one.
    var asciiLowercased: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    ("A"..."Z").contains(scalar)
                        ? Unicode.Scalar(UInt8(ascii: scalar) + 0x20) : scalar
                }))
    }
}

/// Percent-encoding of URLs and of header parameters (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Decodes a text; returns `nil` if a `%` has no two hexadecimal digits, or the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// The encoding of bytes as text (RFC 4648, section 4), as structured fields have it.
enum Base64 {
    /// Decodes a text; returns `nil` if it is malformed.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2, characters.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in characters.dropLast(padding) {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= 1 << UInt32(count) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// Encodes bytes, with padding.
    static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var number = group.reduce(0) { $0 << 8 | Int($1) }
            number <<= 8 * (3 - group.count)
            for place in 0..<4 {
                let digit = digits[number >> (18 - 6 * place) & 63]
                text.append(place <= group.count ? digit : "=")
            }
        }
        return text
    }
}
