// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension String {
    /// Whether the text matches a pattern of the shell, with `*`, `?` and `[…]` (`fnmatch(3)`).
    package func matches(pattern: String) -> Bool {
        unsafe fnmatch(pattern, self, 0) == 0
    }
}

extension [UInt8] {
    /// Whether a name of any bytes matches a pattern of the shell (`fnmatch(3)`). One with a zero byte matches none: for the
    /// C library it would end there.
    package func matches(pattern: String) -> Bool {
        guard !contains(0) else { return false }
        let text = map { CChar(truncatingIfNeeded: $0) } + [0]
        return unsafe fnmatch(pattern, text, 0) == 0
    }
}

/// Why a text is no pattern of the shell that could match a name.
package enum PatternFault: Error, Hashable, CaseIterable {
    /// The pattern is empty.
    case isEmpty
    /// A bracket is not closed. The C library would take it for itself, which is seldom meant.
    case openBracket
    /// Nothing follows a backslash at the end, so that the pattern matches nothing.
    case openEscape
    /// A range in brackets ends before it begins, such as `[z-a]`, so that it matches nothing.
    case emptyRange
    /// A class in brackets has a name that the C library does not know, such as `[:letter:]`.
    case unknownClass
    /// There is a zero byte, which no name has.
    case zeroByte

    /// The end of a sentence that begins with the pattern.
    package var explanation: String {
        switch self {
        case .isEmpty: "must not be empty"
        case .openBracket: "has a bracket that is not closed; \\[ is a bracket itself"
        case .openEscape: "ends with a backslash; \\\\ is a backslash itself"
        case .emptyRange: "has a range that ends before it begins"
        case .unknownClass:
            "has a class of characters that does not exist; there are [:alpha:], [:digit:] and others"
        case .zeroByte: "must not have a zero byte"
        }
    }
}

extension String {
    /// Why the text is no pattern of the shell; `nil` if it is one.
    package var patternFault: PatternFault? {
        let bytes = Array(utf8)
        if bytes.isEmpty { return .isEmpty }
        if bytes.contains(0) { return .zeroByte }
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"):
                guard position + 1 < bytes.count else { return .openEscape }
                position += 2
            case UInt8(ascii: "["):
                switch bytes.endOfBracket(from: position) {
                case .success(let end): position = end
                case .failure(let fault): return fault
                }
            default: position += 1
            }
        }
        return nil
    }
}

extension [UInt8] {
    /// The names of the classes that the C library knows in every locale (`wctype(3)`).
    private static let classes = [
        "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
        "upper", "xdigit",
    ]

    /// The position after the bracket expression that begins at a position, or why there is none.
    fileprivate func endOfBracket(from start: Int) -> Result<Int, PatternFault> {
        var position = start + 1
        if position < count, [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(self[position]) {
            position += 1
        }
        let first = position
        // The character that a hyphen would make the begin of a range.
        var low: UInt8?
        while position < count {
            switch self[position] {
            // At the beginning a closing bracket stands for itself.
            case UInt8(ascii: "]") where position > first: return .success(position + 1)
            case UInt8(ascii: "-")
            where low != nil && position + 1 < count
                && self[position + 1] != UInt8(ascii: "]"):
                position += 1
                if self[position] == UInt8(ascii: "\\") { position += 1 }
                if position < count, endOfClass(from: position) == nil {
                    // Others are compared by the locale.
                    if let low, low < 0x80, self[position] < low { return .failure(.emptyRange) }
                    position += 1
                }
                low = nil
            default:
                if let end = endOfClass(from: position) {
                    let name = self[(position + 2)..<(end - 2)]
                    if self[position + 1] == UInt8(ascii: ":"),
                        !Self.classes.contains(where: { name.elementsEqual($0.utf8) })
                    {
                        return .failure(.unknownClass)
                    }
                    (low, position) = (nil, end)
                    continue
                }
                if self[position] == UInt8(ascii: "\\") { position += 1 }
                low = position < count ? self[position] : nil
                position += 1
            }
        }
        return .failure(.openBracket)
    }

    /// The position after `[:alpha:]`, `[=a=]` or `[.a.]`; `nil` if none of these begins at a position.
    private func endOfClass(from start: Int) -> Int? {
        guard start + 1 < count, self[start] == UInt8(ascii: "["),
            ":=.".utf8.contains(self[start + 1])
        else { return nil }
        let end = [self[start + 1], UInt8(ascii: "]")]
        var position = start + 2
        while position + 1 < count {
            if self[position] == end[0], self[position + 1] == end[1] { return position + 2 }
            position += 1
        }
        return nil
    }
}
