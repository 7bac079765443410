// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) value by value, in the order of the text, without a tree of it. Skipped values are checked,
/// too.
///
/// Foundation's decoder takes fifty times as long for the lines of a record, and a year has a hundred thousand of them.
package struct JSONReader {
    /// The text is not JSON, or a value is of another type than is asked for.
    package struct Fault: Error, Hashable, Sendable {
        /// Creates the error.
        package init() {}
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var depth = 0
    private var isAbandoned = false

    /// The highest number of containers in each other, so that a hostile line cannot exhaust the stack.
    private static let depthLimit = 64

    /// Begins at the first byte.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    // MARK: Values

    /// Reads an object.
    ///
    /// - Parameter member: is called with the name of each member, and reads its value.
    package mutating func object(
        _ member: (inout JSONReader, String) throws(Fault) -> Void
    ) throws(Fault) {
        try container("{", "}") { (reader) throws(Fault) in
            let name = try reader.string()
            try reader.expect(":")
            try member(&reader, name)
        }
    }

    /// Reads an array.
    ///
    /// - Parameter element: reads an element.
    package mutating func array(_ element: (inout JSONReader) throws(Fault) -> Void) throws(Fault) {
        try container("[", "]", element)
    }

    /// Reads a string.
    package mutating func string() throws(Fault) -> String {
        let (range, content) = try quoted()
        switch content {
        // The check for UTF-8 takes longer than all else that a line of a record needs.
        case .ascii: return String(decoding: bytes[range], as: UTF8.self)
        case .plain:
            guard let text = String(validating: bytes[range], as: UTF8.self) else { throw Fault() }
            return text
        case .escapes: return try Self.unescaped(bytes[range])
        }
    }

    /// Reads a string or `null`.
    package mutating func optionalString() throws(Fault) -> String? {
        if try skipNull() { return nil }
        return try string()
    }

    /// Reads a truth value.
    package mutating func bool() throws(Fault) -> Bool {
        skipSpace()
        if skip("true") { return true }
        guard skip("false") else { throw Fault() }
        return false
    }

    /// Reads a number that is whole and not negative.
    package mutating func count() throws(Fault) -> UInt64 {
        var count: UInt64 = 0
        for byte in bytes[try number()] {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(
                UInt64(byte &- UInt8(ascii: "0")))
            // A sign, a fraction or an exponent has other characters.
            guard byte &- UInt8(ascii: "0") < 10, !isTooLarge, !overflows else { throw Fault() }
            count = sum
        }
        return count
    }

    /// Reads a number of seconds, in milliseconds. Smaller fractions are cut off.
    package mutating func milliseconds() throws(Fault) -> Int64 {
        let text = String(decoding: bytes[try number()], as: UTF8.self)
        guard let seconds = Double(text), abs(seconds) < 1e15 else { throw Fault() }
        return Int64((seconds * 1000).rounded())
    }

    /// Skips a value of any type.
    package mutating func skip() throws(Fault) {
        skipSpace()
        guard position < bytes.endIndex else { throw Fault() }
        switch bytes[position] {
        case UInt8(ascii: "{"):
            try container("{", "}") { (reader) throws(Fault) in
                _ = try reader.quoted()
                try reader.expect(":")
                try reader.skip()
            }
        case UInt8(ascii: "["): try array { (reader) throws(Fault) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try quoted()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): guard try skipNull() else { throw Fault() }
        default: _ = try number()
        }
    }

    /// Leaves the rest of the text unread. The values around this one end without a check.
    package mutating func abandon() { isAbandoned = true }

    /// Makes sure that nothing but white space follows.
    package mutating func end() throws(Fault) {
        if isAbandoned { return }
        skipSpace()
        guard position == bytes.endIndex else { throw Fault() }
    }

    // MARK: Parts

    private mutating func container(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar,
        _ element: (inout JSONReader) throws(Fault) -> Void
    ) throws(Fault) {
        try expect(opening)
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw Fault() }
        if takes(closing) { return }
        repeat { try element(&self) } while !isAbandoned && takes(",")
        if !isAbandoned { try expect(closing) }
    }

    private mutating func skipNull() throws(Fault) -> Bool {
        skipSpace()
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "n") else { return false }
        return skip("null")
    }

    /// The kind of the bytes between quotation marks.
    private enum Content { case ascii, plain, escapes }

    /// Reads the bytes between quotation marks.
    private mutating func quoted() throws(Fault) -> (Range<Int>, Content) {
        try expect("\"")
        let start = position
        var content = Content.ascii
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return (start..<position - 1, content)
            case UInt8(ascii: "\\"):
                content = .escapes
                position += 2
            case 0..<0x20: throw Fault()
            case 0x80...:
                if content == .ascii { content = .plain }
                position += 1
            default: position += 1
            }
        }
        throw Fault()
    }

    private static func unescaped(_ content: ArraySlice<UInt8>) throws(Fault) -> String {
        var units: [UInt16] = []
        var text = content[...]
        func plain(_ bytes: ArraySlice<UInt8>) throws(Fault) {
            guard let string = String(validating: bytes, as: UTF8.self) else { throw Fault() }
            units += string.utf16
        }
        while let backslash = text.firstIndex(of: UInt8(ascii: "\\")) {
            try plain(text[..<backslash])
            text = text[(backslash + 1)...]
            guard let letter = text.popFirst() else { throw Fault() }
            switch letter {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
                units.append(UInt16(letter))
            case UInt8(ascii: "b"): units.append(8)
            case UInt8(ascii: "f"): units.append(12)
            case UInt8(ascii: "n"): units.append(10)
            case UInt8(ascii: "r"): units.append(13)
            case UInt8(ascii: "t"): units.append(9)
            case UInt8(ascii: "u"):
                let digits = text.prefix(4)
                guard digits.count == 4,
                    digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
                    let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
                else { throw Fault() }
                units.append(unit)
                text = text.dropFirst(4)
            default: throw Fault()
            }
        }
        try plain(text)
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads the bytes of a number.
    private mutating func number() throws(Fault) -> Range<Int> {
        skipSpace()
        let start = position
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let zero = UInt8(ascii: "0")
        let isZero = position < bytes.endIndex && bytes[position] == zero
        let count = skipDigits()
        guard count > 0, !isZero || count == 1 else { throw Fault() }
        if skipOne(".") { guard skipDigits() > 0 else { throw Fault() } }
        if skipOne("e") || skipOne("E") {
            _ = skipOne("+") || skipOne("-")
            guard skipDigits() > 0 else { throw Fault() }
        }
        return start..<position
    }

    /// - Returns: the number of digits.
    private mutating func skipDigits() -> Int {
        let start = position
        while position < bytes.endIndex, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position - start
    }

    private mutating func skip(_ word: String) -> Bool {
        let end = position + word.utf8.count
        guard end <= bytes.endIndex, bytes[position..<end].elementsEqual(word.utf8) else {
            return false
        }
        position = end
        return true
    }

    private mutating func skipOne(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }

    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return skipOne(character)
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(Fault) {
        guard takes(character) else { throw Fault() }
    }

    private mutating func skipSpace() {
        while position < bytes.endIndex {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}
