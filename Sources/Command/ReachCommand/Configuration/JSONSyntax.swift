// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LinuxSystem
import NetworkReachability

/// A text in JSON5, with what Foundation's decoder does not report: the line of a syntax error, the order of members, and a
/// member that an object has twice.
struct JSONSyntax {
    private let bytes: [UInt8]
    private var position = 0
    /// Whether the text has no syntax error.
    private var isValid = false

    /// The keys and positions that lead to the current value.
    private var path: [any CodingKey] = []
    /// The paths of the members of the outermost object's members, in the order of the text.
    private var innerMembers: [[any CodingKey]] = []
    /// The first member that its object has twice, as the path of keys to it; `nil` if there is none. The decoder would keep one
    /// of them.
    private(set) var repeatedMember: [any CodingKey]?

    private static let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    /// A syntax error at the current position.
    private struct Fault: Error {}

    /// Reads a text, up to its first syntax error.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        do {
            try value(depth: 0)
            try space()
            isValid = next == nil
        } catch {}
    }

    /// The names of the members of an object, in the order of the text.
    ///
    /// - Parameter name: the member of the outermost object that is the object.
    func members(of name: String) -> [String] {
        innerMembers.filter { $0[0].stringValue.isSameText(as: name) }.map { $0[1].stringValue }
    }

    /// Goes on to another member or element of the current object or array.
    private mutating func enter(_ key: any CodingKey, depth: Int) {
        path.removeSubrange(depth...)
        path.append(key)
    }

    /// The name that a key stands for.
    private static func text(ofKey key: ArraySlice<UInt8>) -> String {
        guard let quote = key.first, "\"'".utf8.contains(quote) else {
            return String(decoding: key, as: UTF8.self)
        }
        if !key.contains(UInt8(ascii: "\\")) {
            return String(decoding: key.dropFirst().dropLast(), as: UTF8.self)
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let list = Data("[".utf8) + Data(key) + Data("]".utf8)
        return (try? decoder.decode([String].self, from: list))?.first ?? ""
    }

    /// Returns the line of the first syntax error, counted from 1; `nil` if there is none.
    static func faultyLine(of bytes: [UInt8]) -> Int? {
        let syntax = JSONSyntax(bytes)
        if syntax.isValid { return nil }
        let end = bytes.count - bytes.reversed().prefix { space.contains($0) }.count
        // If the text ends too early, its last line that is not empty is reported.
        let position = min(syntax.position, max(0, end - 1))
        return 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Fault) {
        try space()
        guard depth < 512, let first = next else { throw Fault() }
        switch first {
        case UInt8(ascii: "{"):
            // As the decoder compares them.
            var names: Set<String> = []
            try list(until: "}") { (syntax) throws(Fault) in
                let start = syntax.position
                try syntax.key()
                let name = Self.text(ofKey: syntax.bytes[start..<syntax.position])
                syntax.enter(MemberKey(name), depth: depth)
                if depth == 1 { syntax.innerMembers.append(syntax.path) }
                if !names.insert(name).inserted, syntax.repeatedMember == nil {
                    syntax.repeatedMember = syntax.path
                }
                try syntax.space()
                guard syntax.accept(":") else {
                    // A key without a value: the next token may be lines away.
                    syntax.position = start
                    throw Fault()
                }
                try syntax.value(depth: depth + 1)
            }
        case UInt8(ascii: "["):
            var count = 0
            try list(until: "]") { (syntax) throws(Fault) in
                syntax.enter(ElementKey(count), depth: depth)
                count += 1
                try syntax.value(depth: depth + 1)
            }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try string()
        default:
            let token = try token()
            let literals: [ArraySlice<UInt8>] = ["true", "false", "null"].map {
                ArraySlice($0.utf8)
            }
            guard literals.contains(token) || Self.isNumber(token) else {
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

    private mutating func key() throws(Fault) {
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
            try string()
        } else {
            let token = try token()
            if token.first.map({ (0x30...0x39).contains($0) }) == true { throw Fault() }
        }
    }

    private mutating func string() throws(Fault) {
        let start = position
        let quote = next
        position += 1
        while let character = next {
            position += 1
            if character == quote { return }
            if character == UInt8(ascii: "\\") {
                position += 1
            } else if character == UInt8(ascii: "\n") {
                break
            }
        }
        // The beginning of the string is reported, not the end of the text.
        position = start
        throw Fault()
    }

    /// Reads letters, digits, and the other characters of numbers and names.
    private mutating func token() throws(Fault) -> ArraySlice<UInt8> {
        let rest = bytes[position...]
        let token = rest.prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte >= 0x80 || "+-._$".utf8.contains(byte)
        }
        guard !token.isEmpty else { throw Fault() }
        position = token.endIndex
        return token
    }

    private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: token, as: UTF8.self)
        let magnitude =
            text.begins(with: "-") || text.begins(with: "+") ? text.dropFirst() : text[...]
        return Double(magnitude) != nil || ["Infinity", "NaN"].contains(magnitude)
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
