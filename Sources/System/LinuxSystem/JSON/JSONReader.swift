// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) or JSON5 value by value, in the order of the text, without a tree of it. Skipped values are
/// checked, too, but for the characters of their strings.
///
/// Foundation's decoder takes fifty times as long for the lines of a record, and a year has a hundred thousand of them.
package struct JSONReader {
    /// The text is not JSON, or a value is of another type than is asked for.
    package struct Fault: Error, Hashable, Sendable {
        /// Creates the error.
        package init() {}
    }

    /// The syntax of a text.
    package enum Dialect: Sendable {
        /// RFC 8259.
        case json
        /// The parts of JSON5 that people write, as comments, names without quotation marks, and a comma after the last
        /// element. A backslash at the end of a line stands for the line break.
        case json5
    }

    private let bytes: ArraySlice<UInt8>
    private let isJSON5: Bool
    private var position: Int
    private var depth = 0
    private var isAbandoned = false

    /// The highest number of containers in each other, so that a hostile line cannot exhaust the stack.
    private static let depthLimit = 64

    /// Begins at the first byte. In JSON5 a byte order mark, which some editors write, is skipped.
    package init(_ bytes: ArraySlice<UInt8>, as dialect: Dialect = .json) {
        self.bytes = bytes
        isJSON5 = dialect == .json5
        position = bytes.startIndex
        if isJSON5, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
    }

    /// The line of the position, counted from 1. After an error it is that of the error. If the text ends too early,
    /// it is the last line that is not empty.
    package var line: Int {
        let end = bytes.lastIndex { !Self.isSpace($0) } ?? bytes.startIndex
        return 1 + bytes[..<min(position, end)].count { $0 == UInt8(ascii: "\n") }
    }

    // MARK: Values

    /// Reads an object.
    ///
    /// - Parameter member: is called with the name of each member, and reads its value.
    package mutating func object(
        _ member: (inout JSONReader, String) throws(Fault) -> Void
    ) throws(Fault) {
        try container("{", "}") { (reader) throws(Fault) in
            reader.skipSpace()
            let start = reader.position
            let name = try reader.name()
            guard reader.takes(":") else {
                // A name without a value: the next token may be lines away.
                reader.position = start
                throw Fault()
            }
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
        // The check for UTF-8 takes longer than all else that a line of a record needs.
        if content == .ascii { return String(decoding: bytes[range], as: UTF8.self) }
        let text =
            content == .plain
            ? String(validating: bytes[range], as: UTF8.self) : unescaped(bytes[range])
        guard let text else {
            position = range.lowerBound - 1
            throw Fault()
        }
        return text
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

    /// Reads the value of the whole text as a tree.
    package mutating func document() throws(Fault) -> JSONValue {
        let value = try value()
        try end()
        return value
    }

    /// Reads a value of any type as a tree.
    package mutating func value() throws(Fault) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            try object { (reader, name) throws(Fault) in
                members.append(JSONValue.Member(name, try reader.value()))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try array { (reader) throws(Fault) in elements.append(try reader.value()) }
            return .array(elements)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
        case UInt8(ascii: "n"):
            guard try skipNull() else { throw Fault() }
            return .null
        default: return .number(String(decoding: bytes[try number()], as: UTF8.self))
        }
    }

    /// Skips a value of any type.
    package mutating func skip() throws(Fault) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"):
            try object { (reader, _) throws(Fault) in try reader.skip() }
        case UInt8(ascii: "["): try array { (reader) throws(Fault) in try reader.skip() }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try quoted()
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
        repeat {
            try element(&self)
            if isAbandoned { return }
            guard takes(",") else { return try expect(closing) }
        } while !isJSON5 || !takes(closing)
    }

    /// Reads the name of a member: a string, or letters, digits, `$` and `_` in JSON5.
    private mutating func name() throws(Fault) -> String {
        guard isJSON5, next != UInt8(ascii: "\""), next != UInt8(ascii: "'") else {
            return try string()
        }
        let name = bytes[position...].prefix { byte in
            Self.isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte >= 0x80 || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "_")
        }
        guard let first = name.first, !Self.isDigit(first),
            let text = String(validating: name, as: UTF8.self)
        else { throw Fault() }
        position = name.endIndex
        return text
    }

    private mutating func skipNull() throws(Fault) -> Bool {
        skipSpace()
        return next == UInt8(ascii: "n") && skip("null")
    }

    /// The kind of the bytes between quotation marks.
    private enum Content { case ascii, plain, escapes }

    /// Reads the bytes between quotation marks. After an error the position is that of the first mark.
    private mutating func quoted() throws(Fault) -> (Range<Int>, Content) {
        skipSpace()
        let mark = next
        guard mark == UInt8(ascii: "\"") || isJSON5 && mark == UInt8(ascii: "'") else {
            throw Fault()
        }
        position += 1
        let start = position
        var content = Content.ascii
        while let byte = next, byte >= 0x20 {
            position += 1
            if byte == mark { return (start..<position - 1, content) }
            if byte == UInt8(ascii: "\\") {
                content = .escapes
                position += 1
            } else if byte >= 0x80, content == .ascii {
                content = .plain
            }
        }
        position = start - 1
        throw Fault()
    }

    /// Returns the characters of a string that has escapes; `nil` if one of them is invalid.
    private func unescaped(_ content: ArraySlice<UInt8>) -> String? {
        var units: [UInt16] = []
        var rest = content
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            guard let plain = String(validating: rest[..<backslash], as: UTF8.self) else {
                return nil
            }
            units += plain.utf16
            rest = rest[(backslash + 1)...]
            guard let unit = escape(&rest) else { return nil }
            units.append(unit)
        }
        guard let plain = String(validating: rest, as: UTF8.self) else { return nil }
        units += plain.utf16
        return isJSON5
            ? String(validating: units, as: UTF16.self) : String(decoding: units, as: UTF16.self)
    }

    /// Takes the bytes that follow a backslash.
    private func escape(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
        func hexadecimal(_ count: Int) -> UInt16? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy(Self.isHexadecimalDigit) else {
                return nil
            }
            rest = rest.dropFirst(count)
            return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        }
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): return hexadecimal(4)
        case UInt8(ascii: "'") where isJSON5, 0x0A where isJSON5: return UInt16(letter)
        case UInt8(ascii: "x") where isJSON5: return hexadecimal(2)
        default: return nil
        }
    }

    /// Reads the bytes of a number. JSON5 has a plus sign, hexadecimal digits, a point at the beginning or the end,
    /// `Infinity` and `NaN`, too.
    private mutating func number() throws(Fault) -> Range<Int> {
        skipSpace()
        let start = position
        _ = skipOne("-") || isJSON5 && skipOne("+")
        if isJSON5, skip("Infinity") || skip("NaN") { return start..<position }
        if isJSON5, skip("0x") || skip("0X") {
            guard skipDigits(Self.isHexadecimalDigit) > 0 else { throw Fault() }
            return start..<position
        }
        let isZero = next == UInt8(ascii: "0")
        let whole = skipDigits()
        guard whole > 0 || isJSON5, !isZero || whole == 1 else { throw Fault() }
        let fraction = skipOne(".") ? skipDigits() : nil
        guard fraction != 0 || isJSON5, whole > 0 || fraction ?? 0 > 0 else { throw Fault() }
        if skipOne("e") || skipOne("E") {
            _ = skipOne("+") || skipOne("-")
            guard skipDigits() > 0 else { throw Fault() }
        }
        return start..<position
    }

    /// - Returns: the number of digits.
    private mutating func skipDigits(_ isDigit: (UInt8) -> Bool = Self.isDigit) -> Int {
        let start = position
        while let byte = next, isDigit(byte) { position += 1 }
        return position - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
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
        guard next == UInt8(ascii: character) else { return false }
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

    private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    /// Whether a byte is white space of JSON, or a tabulator or page break, which JSON5 has, too.
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Skips white space. JSON5 has comments, too; one without an end is left.
    private mutating func skipSpace() {
        while let byte = next {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case 0x0B where isJSON5, 0x0C where isJSON5: position += 1
            case UInt8(ascii: "/") where isJSON5:
                guard let end = endOfComment() else { return }
                position = end
            default: return
            }
        }
    }

    /// Returns the position behind the comment that begins here; `nil` if none begins, or if it has no end.
    private func endOfComment() -> Int? {
        let comment = bytes[position...]
        if comment.starts(with: "//".utf8) {
            return comment.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        }
        guard comment.starts(with: "/*".utf8) else { return nil }
        var rest = comment.dropFirst(2)
        while !rest.starts(with: "*/".utf8) {
            guard rest.popFirst() != nil else { return nil }
        }
        return rest.startIndex + 2
    }
}
