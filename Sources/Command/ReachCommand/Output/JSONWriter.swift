// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Writes one compact JSON value, with its members in the given order.
///
/// JSONEncoder sorts members only alphabetically, and needs Foundation.
struct JSONWriter: ~Copyable {
    private var buffer: ByteBuffer
    /// Whether a comma must be written before the next value.
    private var needsComma = false

    /// Creates a writer. The default capacity fits a path of a few interfaces without reallocation.
    init(capacity: Int = usual) { buffer = ByteBuffer(capacity: capacity) }

    /// Removes the written text. The buffer is kept, unless it is large.
    mutating func removeAll() {
        if buffer.count >= Self.block { buffer = ByteBuffer(capacity: Self.usual) }
        buffer.removeAll()
        needsComma = false
    }

    /// The written text.
    var text: String { buffer.text }

    /// The written text as a line of JSON Lines.
    var line: [UInt8] { buffer.bytes + [UInt8(ascii: "\n")] }

    /// Returns the members that a closure writes, for another writer.
    static func part(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        content(&json)
        return json.buffer.bytes
    }

    /// Writes members that were written before.
    mutating func members(written: [UInt8]) {
        comma()
        buffer.append(written)
    }

    /// Writes the text to a stream as a line of JSON Lines.
    mutating func writeLine(to stream: StandardStream) throws(OutputError) {
        buffer.append(UInt8(ascii: "\n"))
        try writeAll(to: stream)
    }

    /// Writes the beginning of a line to a stream if it is long.
    ///
    /// A line with thousands of interfaces has megabytes, and need not be in memory as a whole.
    mutating func writeBlock(to stream: StandardStream) throws(OutputError) {
        if buffer.count >= Self.block { try writeAll(to: stream) }
    }

    /// The size of a path with a few interfaces.
    private static let usual = 4096
    /// The capacity of a pipe.
    private static let block = 64 * 1024

    private mutating func writeAll(to stream: StandardStream) throws(OutputError) {
        try stream.write(buffer)
        buffer.removeAll()
    }

    /// Writes the text to a stream as a line of JSON Lines, if it fits into the pipe.
    ///
    /// - Returns: whether the line was written.
    mutating func writeLineIfThereIsRoom(to stream: StandardStream) throws(OutputError) -> Bool {
        buffer.append(UInt8(ascii: "\n"))
        return try stream.writeIfThereIsRoom(buffer)
    }

    /// Writes an object. The closure writes its members.
    mutating func object(_ content: (inout JSONWriter) throws -> Void) rethrows {
        try enclosed("{", "}", content)
    }

    /// Writes an array. The closure writes its elements.
    mutating func array(_ content: (inout JSONWriter) throws -> Void) rethrows {
        try enclosed("[", "]", content)
    }

    /// Writes an array. The closure writes one element.
    mutating func array<Elements: Sequence>(
        _ elements: Elements,
        _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        enclosed("[", "]") { json in
            for element in elements { write(&json, element) }
        }
    }

    /// Writes the name of a member. Its value is written next.
    mutating func key(_ name: StaticString) {
        buffer.append(needsComma ? ",\"" : "\"")
        buffer.append(name)
        buffer.append("\":" as StaticString)
        needsComma = false
    }

    /// Writes a member with a value.
    mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { value(text) } else { literal("null") }
    }

    /// Writes a member whose value is a code that the JSON format defines, or an address; they need no escape.
    mutating func member(_ name: StaticString, code: String?) {
        key(name)
        if let code { value(code: code) } else { literal("null") }
    }

    /// Writes a member with a value.
    mutating func member(_ name: StaticString, _ flag: Bool) {
        key(name)
        literal(flag ? "true" : "false")
    }

    /// Writes a member that is a truth value, or `null`.
    mutating func member(_ name: StaticString, flag: Bool?) {
        key(name)
        literal(flag.map { $0 ? "true" : "false" } ?? "null")
    }

    /// Writes a member with a value.
    mutating func member(_ name: StaticString, _ number: Int) {
        key(name)
        buffer.append(number)
        needsComma = true
    }

    /// Writes a member with a number, or `null`.
    mutating func member(_ name: StaticString, number: Int?) {
        if let number {
            member(name, number)
        } else {
            key(name)
            literal("null")
        }
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

    /// Writes a member that is an array of strings.
    mutating func member(_ name: StaticString, _ texts: [String]) {
        key(name)
        array(texts) { $0.value($1) }
    }

    /// Writes a string.
    mutating func value(_ text: String) {
        comma()
        // Nearly every string needs no escape, and is copied in one piece.
        guard JSONText.needsEscape(text) else { return quoted(text) }
        var escaped: [UInt8] = []
        JSONText.append(text, to: &escaped)
        buffer.append(UInt8(ascii: "\""))
        buffer.append(escaped)
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes a code that the JSON format defines, or an address; they need no escape.
    mutating func value(code: String) {
        comma()
        quoted(code)
    }

    private mutating func quoted(_ text: String) {
        buffer.append(UInt8(ascii: "\""))
        buffer.append(text)
        buffer.append(UInt8(ascii: "\""))
    }

    mutating func literal(_ text: StaticString) {
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
