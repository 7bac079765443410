// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// Writes one compact JSON value, its members in the order in which they are given: a person reads
/// `status` before `interfaces`. (JSONEncoder has no order but the alphabet's, and needs Foundation.)
struct JSONWriter: ~Copyable {
    private var buffer: ByteBuffer
    /// Whether a value stands before what comes next, so that a comma belongs between them.
    private var needsComma = false

    /// Begins, with room for a path of a few interfaces if nothing else is said, so that what was written
    /// is not moved about.
    init(capacity: Int = usual) { buffer = ByteBuffer(capacity: capacity) }

    /// Begins anew. The room for what is written stays, unless it is much.
    mutating func removeAll() {
        if buffer.count >= Self.block { buffer = ByteBuffer(capacity: Self.usual) }
        buffer.removeAll()
        needsComma = false
    }

    /// What was written.
    var text: String { buffer.text }

    /// What was written, as a line of JSON Lines.
    var line: [UInt8] { buffer.bytes + [UInt8(ascii: "\n")] }

    /// What `content` writes of an interface, for another writer.
    static func part(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        content(&json)
        return json.buffer.bytes
    }

    /// How many bytes were written.
    var count: Int { buffer.count }

    /// The members that were written behind another one, for another line.
    func members(in range: Range<Int>) -> [UInt8] {
        // Without the comma before them.
        buffer.bytes(in: range.dropFirst())
    }

    /// Writes members that another writer has written, or this one before.
    mutating func members(written: [UInt8]) {
        comma()
        buffer.append(written)
    }

    /// Hands what was written out as a line of JSON Lines.
    mutating func writeLine(to stream: StandardStream) throws(SystemError) {
        buffer.append(UInt8(ascii: "\n"))
        try writeAll(to: stream)
    }

    /// Hands what was written so far of a line out, if it is much: a line of many thousand interfaces has
    /// megabytes, and need not be in memory at once.
    mutating func writeBlock(to stream: StandardStream) throws(SystemError) {
        if buffer.count >= Self.block { try writeAll(to: stream) }
    }

    /// What a path of a few interfaces takes.
    private static let usual = 4096
    /// What a pipe holds.
    private static let block = 64 * 1024

    private mutating func writeAll(to stream: StandardStream) throws(SystemError) {
        try stream.write(buffer)
        buffer.removeAll()
    }

    /// Hands what was written out as a line of JSON Lines, if there is room for it.
    ///
    /// - Returns: whether there was.
    mutating func writeLineIfThereIsRoom(to stream: StandardStream) throws(SystemError) -> Bool {
        buffer.append(UInt8(ascii: "\n"))
        return try stream.writeIfThereIsRoom(buffer)
    }

    /// Writes an object whose members `content` writes.
    mutating func object(_ content: (inout JSONWriter) throws -> Void) rethrows {
        try enclosed("{", "}", content)
    }

    /// Writes an array whose elements `content` writes.
    mutating func array(_ content: (inout JSONWriter) throws -> Void) rethrows {
        try enclosed("[", "]", content)
    }

    /// Writes an array, each element by `write`.
    mutating func array<Elements: Sequence>(
        _ elements: Elements,
        _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        enclosed("[", "]") { json in
            for element in elements { write(&json, element) }
        }
    }

    /// Writes the name of a member, which needs no escape; its value comes next.
    mutating func key(_ name: StaticString) {
        buffer.append(member: name, isFirst: !needsComma)
        needsComma = false
    }

    /// Writes a member.
    mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { value(text) } else { literal("null") }
    }

    /// Writes a member whose value is a word of the contract, which needs no escape.
    mutating func member(_ name: StaticString, word: String) {
        key(name)
        buffer.append(quoted: word)
        needsComma = true
    }

    /// Writes a member.
    mutating func member(_ name: StaticString, _ flag: Bool) {
        key(name)
        literal(flag ? "true" : "false")
    }

    /// Writes a member.
    mutating func member(_ name: StaticString, _ number: Int) {
        key(name)
        buffer.append(number)
        needsComma = true
    }

    /// Writes a member that is a number of seconds.
    mutating func member(_ name: StaticString, seconds milliseconds: Int64) {
        key(name)
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        buffer.append("\(milliseconds / 1000).\(fraction)" as String)
        needsComma = true
    }

    /// Writes a member that is a time.
    mutating func member(_ name: StaticString, _ time: Timestamp) {
        key(name)
        buffer.append(UInt8(ascii: "\""))
        time.write(to: &buffer)
        buffer.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a member that is a hardware address, as its description has it.
    mutating func member(_ name: StaticString, address: HardwareAddress?) {
        key(name)
        guard let address else { return literal("null") }
        buffer.append(UInt8(ascii: "\""))
        buffer.append(hexadecimal: address.bytes)
        buffer.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a member that is an array of strings.
    mutating func member(_ name: StaticString, _ texts: [String]) {
        key(name)
        array(texts) { $0.value($1) }
    }

    /// Writes a string.
    mutating func value(_ text: String) {
        comma()
        // Nearly every string is as it must be, and is copied in one piece.
        guard !buffer.append(quotedIfPlain: text) else { return }
        buffer.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars { escaped(scalar) }
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes a word of the contract, which needs no escape.
    mutating func value(word: String) {
        comma()
        buffer.append(quoted: word)
    }

    private mutating func escaped(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"", "\\":
            buffer.append(UInt8(ascii: "\\"))
            buffer.append(UInt8(ascii: scalar))
        case "\0"..<" ", "\u{7F}"..."\u{9F}":
            let digits = String(scalar.value, radix: 16)
            buffer.append("\\u" as StaticString)
            buffer.append(String(repeating: "0", count: 4 - digits.count) + digits)
        default: buffer.append(String(scalar))
        }
    }

    private mutating func literal(_ text: StaticString) {
        comma()
        buffer.append(text)
    }

    private mutating func enclosed(
        _ open: Unicode.Scalar,
        _ close: Unicode.Scalar,
        _ content: (inout JSONWriter) throws -> Void
    ) rethrows {
        comma()
        buffer.append(UInt8(ascii: open))
        needsComma = false
        try content(&self)
        buffer.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { buffer.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
