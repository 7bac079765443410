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
package enum PatternFault: Sendable, Hashable, CaseIterable {
    /// The pattern is empty.
    case isEmpty
    /// A bracket is not closed. The C library would take it for itself, which is seldom meant.
    case openBracket
    /// Nothing follows a backslash at the end, so that the pattern matches nothing.
    case openEscape
    /// There is a zero byte, which no name has.
    case zeroByte

    /// The end of a sentence that begins with the pattern.
    package var explanation: String {
        switch self {
        case .isEmpty: "must not be empty"
        case .openBracket: "has a bracket that is not closed; \\[ is a bracket itself"
        case .openEscape: "ends with a backslash; \\\\ is a backslash itself"
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
                guard let end = bytes.endOfBracket(from: position) else { return .openBracket }
                position = end
            default: position += 1
            }
        }
        return nil
    }
}

extension [UInt8] {
    /// The position behind the bracket expression that begins at a position; `nil` if it is not closed.
    fileprivate func endOfBracket(from start: Int) -> Int? {
        var position = start + 1
        if position < count, [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(self[position]) {
            position += 1
        }
        let first = position
        while position < count {
            switch self[position] {
            // At the beginning a closing bracket stands for itself.
            case UInt8(ascii: "]") where position > first: return position + 1
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "["): position = endOfClass(from: position) ?? position + 1
            default: position += 1
            }
        }
        return nil
    }

    /// The position behind `[:alpha:]`, `[=a=]` or `[.a.]`; `nil` if none of these begins at a position.
    private func endOfClass(from start: Int) -> Int? {
        guard start + 1 < count, ":=.".utf8.contains(self[start + 1]) else { return nil }
        let end = [self[start + 1], UInt8(ascii: "]")]
        var position = start + 2
        while position + 1 < count {
            if self[position] == end[0], self[position + 1] == end[1] { return position + 2 }
            position += 1
        }
        return nil
    }
}
