// SPDX-License-Identifier: Apache-2.0

/// The text of a `JSONLineEncoder` so far: brackets, commas, names and values.
struct JSONLine {
    private(set) var bytes: [UInt8]
    /// Whether a comma is due before the next member or element.
    private var needsComma = false
    /// The brackets that close the open containers. The innermost container is the last one.
    private var brackets: [UInt8] = []
    /// The object whose members are to be sorted; `nil` for none.
    private var sorted: Members?

    /// An object and its members.
    private struct Members {
        /// The number of open containers up to the object.
        let depth: Int
        /// The names of the members, and where they begin in the text.
        var beginnings: [(name: String, start: Int)] = []
    }

    /// A kind of container.
    enum Container {
        case object, array

        fileprivate var brackets: (UInt8, UInt8) {
            switch self {
            case .object: (UInt8(ascii: "{"), UInt8(ascii: "}"))
            case .array: (UInt8(ascii: "["), UInt8(ascii: "]"))
            }
        }
    }

    /// - Parameter bytes: the text that the line is appended to.
    init(bytes: consuming [UInt8]) { self.bytes = bytes }

    /// The number of open containers.
    var depth: Int { brackets.count }

    /// Opens a container, or returns to it if it is open.
    ///
    /// - Parameter depth: the number of open containers around it.
    /// - Returns: the number of open containers up to this one.
    mutating func open(_ container: Container, at depth: Int) -> Int {
        guard brackets.count > depth else { return open(container) }
        close(to: depth + 1)
        precondition(brackets[depth] == container.brackets.1, "a value is an object or an array")
        return depth + 1
    }

    /// Opens a container inside the innermost one.
    ///
    /// - Returns: the number of open containers up to this one.
    mutating func open(_ container: Container) -> Int {
        let (start, end) = container.brackets
        bytes.append(start)
        brackets.append(end)
        needsComma = false
        return brackets.count
    }

    /// Closes containers until as many are open.
    mutating func close(to depth: Int) {
        precondition(brackets.count >= depth, "a container that was closed is written to")
        while brackets.count > depth {
            bytes.append(brackets.removeLast())
            needsComma = true
        }
    }

    /// Begins a member of an object with its name, or an element of an array.
    ///
    /// - Parameters:
    ///   - name: the name of the member; `nil` for an element.
    ///   - depth: the number of open containers up to the object or the array.
    mutating func begin(_ name: String? = nil, at depth: Int) {
        close(to: depth)
        if needsComma { bytes.append(comma) }
        needsComma = true
        guard let name else { return }
        if sorted?.depth == depth { sorted?.beginnings.append((name, bytes.count)) }
        write(quoted: name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a text without quotation marks.
    mutating func write(_ text: String) { bytes += text.utf8 }

    /// Writes JSON that was written before.
    mutating func write(_ json: [UInt8]) { bytes += json }

    /// Writes a truth value.
    mutating func write(_ flag: Bool) { write(flag ? "true" : "false") }

    /// Writes a string.
    mutating func write(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        JSONText.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private var comma: UInt8 { UInt8(ascii: ",") }
}

// MARK: - Sorted members

extension JSONLine {
    /// Notes the members of an object from now on.
    ///
    /// - Parameter depth: the number of open containers up to the object.
    mutating func beginSorting(at depth: Int) {
        precondition(sorted == nil, "an object in a sorted one is not sorted")
        sorted = Members(depth: depth)
    }

    /// Puts the noted members in the order of their names.
    mutating func endSorting() {
        guard let members = sorted else { return }
        sorted = nil
        close(to: members.depth)
        // A comma is before each other member.
        let ends = members.beginnings.dropFirst().map { $0.start - 1 } + [bytes.count]
        let texts = zip(members.beginnings, ends).sorted { $0.0.name < $1.0.name }
            .map { member, end in bytes[member.start..<end] }
        guard let start = members.beginnings.first?.start else { return }
        bytes.replaceSubrange(start..., with: Array(texts.joined(separator: [comma])))
    }
}

/// Text between the quotation marks of a string in JSON (RFC 8259, section 7). Every writer of JSON here uses it.
///
/// Scalars decide, not characters: a quotation mark that a combining mark follows is a quotation mark.
package enum JSONText {
    /// Whether a text has a scalar that is escaped. Nearly none has, and such texts can be copied in one piece.
    package static func needsEscape(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        for index in bytes.indices {
            switch bytes[index] {
            // Those from 0xC2 on begin scalars of two and three bytes. Some of these are escaped.
            case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2:
                return true
            default: continue
            }
        }
        return false
    }

    /// Appends a text with its escapes.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        guard needsEscape(text) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(ascii: scalar))
            case _ where scalar.actsOnReaders:
                bytes.append(contentsOf: "\\u".utf8)
                for shift in [12, 8, 4, 0] as [UInt32] {
                    bytes.append(digits[Int(scalar.value >> shift & 15)])
                }
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension Unicode.Scalar {
    /// Whether the scalar acts on a terminal or on the order of the text around it, or ends a line for some readers of
    /// lines: control characters (C0, DEL, C1), the separators of lines and paragraphs, and the controls of
    /// bidirectional text (Unicode Standard Annex 9). All are below U+10000.
    fileprivate var actsOnReaders: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
