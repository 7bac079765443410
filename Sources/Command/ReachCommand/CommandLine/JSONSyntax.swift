// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A text in JSON5: its value, the line of a syntax error, and a member that an object has twice.
struct JSONSyntax {
    private let bytes: [UInt8]
    private var position = 0
    /// The value of the text; `nil` if it has a syntax error.
    private(set) var value: JSONValue?

    /// The keys and positions that lead to the current value.
    private var path: [any CodingKey] = []
    /// The first member that its object has twice, as the path of keys to it; `nil` if there is none. The decoder would keep one
    /// of them.
    private(set) var repeatedMember: [any CodingKey]?

    private static let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]

    /// A syntax error at the current position.
    private struct Fault: Error {}

    /// Reads a text, up to its first syntax error.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Some editors write a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        do {
            let value = try self.value(depth: 0)
            try space()
            if next == nil { self.value = value }
        } catch {}
    }

    /// Goes on to another member or element of the current object or array.
    private mutating func enter(_ key: any CodingKey, depth: Int) {
        path.removeSubrange(depth...)
        path.append(key)
    }

    /// The line of the first syntax error, counted from 1; `nil` if there is none.
    var faultyLine: Int? {
        if value != nil { return nil }
        let end = bytes.count - bytes.reversed().prefix { Self.space.contains($0) }.count
        // If the text ends too early, its last line that is not empty is reported.
        let position = min(position, max(0, end - 1))
        return 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Fault) -> JSONValue {
        try space()
        guard depth < 512, let first = next else { throw Fault() }
        switch first {
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            // As the decoder compares them.
            var names: Set<String> = []
            try list(until: "}") { (syntax) throws(Fault) in
                let start = syntax.position
                let name = try syntax.key()
                syntax.enter(MemberKey(name), depth: depth)
                if !names.insert(name).inserted, syntax.repeatedMember == nil {
                    syntax.repeatedMember = syntax.path
                }
                try syntax.space()
                guard syntax.accept(":") else {
                    // A key without a value: the next token may be lines away.
                    syntax.position = start
                    throw Fault()
                }
                members.append(JSONValue.Member(name, try syntax.value(depth: depth + 1)))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try list(until: "]") { (syntax) throws(Fault) in
                syntax.enter(ElementKey(elements.count), depth: depth)
                elements.append(try syntax.value(depth: depth + 1))
            }
            return .array(elements)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
        default:
            let token = try token()
            let text = String(decoding: token, as: UTF8.self)
            switch text {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null": return .null
            case _ where Self.isNumber(token): return .number(text)
            default:
                position = token.startIndex
                throw Fault()
            }
        }
    }

    private mutating func list(
        until end: Unicode.Scalar,
        _ element: (inout JSONSyntax) throws(Fault) -> Void
    ) throws(Fault) {
        position += 1
        while true {
            try space()
            if accept(end) { return }
            try element(&self)
            try space()
            if accept(end) { return }
            guard accept(",") else { throw Fault() }
        }
    }

    /// Reads the name of a member: a string, or letters, digits, `$` and `_`.
    private mutating func key() throws(Fault) -> String {
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return try string() }
        let token = try token()
        guard let first = token.first, !Self.isDigit(first),
            !token.contains(where: { "+-.".utf8.contains($0) })
        else {
            position = token.startIndex
            throw Fault()
        }
        return String(decoding: token, as: UTF8.self)
    }

    private mutating func string() throws(Fault) -> String {
        let start = position
        let quote = next
        position += 1
        var units: [UInt16] = []
        var plain = position
        while let character = next, character >= 0x20 {
            if character == quote {
                units += String(decoding: bytes[plain..<position], as: UTF8.self).utf16
                position += 1
                if let text = String(validating: units, as: UTF16.self) { return text }
                break
            }
            position += 1
            guard character == UInt8(ascii: "\\") else { continue }
            units += String(decoding: bytes[plain..<position - 1], as: UTF8.self).utf16
            guard let unit = escaped() else { break }
            units.append(unit)
            plain = position
        }
        // The beginning of the string is reported, not the end of the text.
        position = start
        throw Fault()
    }

    /// Reads what follows a backslash in a string.
    private mutating func escaped() -> UInt16? {
        guard let letter = next else { return nil }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"), 0x0A:
            return UInt16(letter)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): return hexadecimal(4)
        case UInt8(ascii: "x"): return hexadecimal(2)
        default: return nil
        }
    }

    private mutating func hexadecimal(_ count: Int) -> UInt16? {
        let digits = bytes[position...].prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isHexadecimalDigit) else { return nil }
        position += count
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Reads letters, digits, and the other characters of numbers and names.
    private mutating func token() throws(Fault) -> ArraySlice<UInt8> {
        let rest = bytes[position...]
        let token = rest.prefix { byte in
            Self.isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte >= 0x80 || "+-._$".utf8.contains(byte)
        }
        guard !token.isEmpty else { throw Fault() }
        position = token.endIndex
        return token
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
        let hasSign = token.first.map { "+-".utf8.contains($0) } ?? false
        let magnitude = hasSign ? token.dropFirst() : token
        guard let first = magnitude.first else { return false }
        if first == UInt8(ascii: "0"), let second = magnitude.dropFirst().first {
            if "xX".utf8.contains(second) {
                let digits = magnitude.dropFirst(2)
                return !digits.isEmpty && digits.allSatisfy(isHexadecimalDigit)
            }
            if isDigit(second) { return false }
        }
        let text = String(decoding: magnitude, as: UTF8.self)
        return ["Infinity", "NaN"].contains(text)
            || (isDigit(first) || first == UInt8(ascii: ".")) && Double(text) != nil
    }

    private mutating func space() throws(Fault) {
        while let character = next {
            if Self.space.contains(character) {
                position += 1
            } else if bytes[position...].starts(with: "//".utf8) {
                while let character = next, character != UInt8(ascii: "\n") { position += 1 }
            } else if bytes[position...].starts(with: "/*".utf8) {
                let start = position
                position += 2
                while !bytes[position...].starts(with: "*/".utf8) {
                    guard next != nil else {
                        position = start
                        throw Fault()
                    }
                    position += 1
                }
                position += 2
            } else {
                return
            }
        }
    }
}
