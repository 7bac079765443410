// SPDX-License-Identifier: Apache-2.0

/// Writes one compact JSON value, its members in the order in which they are given: a person reads
/// `status` before `interfaces`. (JSONEncoder has no order but the alphabet's, and needs Foundation.)
struct JSONWriter {
    private var bytes: [UInt8] = []
    /// Whether a value stands before what comes next, so that a comma belongs between them.
    private var needsComma = false

    /// Begins with room for a path of a few interfaces, so that what was written is not moved about.
    init() { bytes.reserveCapacity(4096) }

    /// What was written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// What was written, as a line of JSON Lines.
    var line: String { text + "\n" }

    /// What was written, for another writer.
    var written: [UInt8] { bytes }

    /// Writes a value that another writer has written.
    mutating func value(written: [UInt8]) {
        comma()
        bytes += written
    }

    /// Writes an object whose members `content` writes.
    mutating func object(_ content: (inout JSONWriter) -> Void) {
        enclosed("{", "}", content)
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
    mutating func key(_ name: String) {
        if needsComma {
            bytes += [UInt8(ascii: ","), UInt8(ascii: "\"")]
        } else {
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(contentsOf: name.utf8)
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
        needsComma = false
    }

    /// Writes a member.
    mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { value(text) } else { literal("null") }
    }

    /// Writes a member.
    mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        literal(flag ? "true" : "false")
    }

    /// Writes a member.
    mutating func member(_ name: String, _ number: Int) {
        key(name)
        literal(String(number))
    }

    /// Writes a member that is a number of seconds.
    mutating func member(_ name: String, seconds milliseconds: Int64) {
        key(name)
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        literal("\(milliseconds / 1000).\(fraction)")
    }

    /// Writes a member that is an array of strings.
    mutating func member(_ name: String, _ texts: some Sequence<String>) {
        key(name)
        array(texts) { $0.value($1) }
    }

    /// Writes a string.
    mutating func value(_ text: String) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        // Nearly every string is as it must be, and is copied in one piece.
        if text.needsEscape {
            for scalar in text.unicodeScalars { escaped(scalar) }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"", "\\":
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(ascii: scalar))
        case "\0"..<" ", "\u{7F}"..."\u{9F}":
            let digits = String(scalar.value, radix: 16)
            bytes += "\\u".utf8
            bytes += String(repeating: "0", count: 4 - digits.count).utf8
            bytes += digits.utf8
        default: bytes += String(scalar).utf8
        }
    }

    private mutating func literal(_ text: String) {
        comma()
        bytes += text.utf8
    }

    private mutating func enclosed(
        _ open: Unicode.Scalar,
        _ close: Unicode.Scalar,
        _ content: (inout JSONWriter) -> Void
    ) {
        comma()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        content(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

extension UInt8 {
    /// Whether JSON allows it in a string only in another form, or a terminal acts upon what it
    /// is or begins: DEL, and the control characters that UTF-8 begins with C2.
    fileprivate var needsEscape: Bool {
        switch self {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2: true
        default: false
        }
    }
}

extension String {
    /// Whether some byte may need it.
    fileprivate var needsEscape: Bool {
        let bytes = utf8Span.span
        for index in bytes.indices where bytes[index].needsEscape { return true }
        return false
    }
}
