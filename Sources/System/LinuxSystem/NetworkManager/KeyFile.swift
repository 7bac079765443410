// SPDX-License-Identifier: Apache-2.0

/// A file of keys and values in groups, as GLib's GKeyFile reads it: a line `[group]`, then lines `key=value`.
///
/// GLib refuses a file with a line that is neither. Here such a line is skipped, and so are keys without a group.
struct KeyFile {
    private var values: [Key: ArraySlice<UInt8>] = [:]

    private struct Key: Hashable {
        var group: [UInt8]
        var name: [UInt8]
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - groups: the groups to read. All others are skipped.
    init(_ bytes: [UInt8], groups: [String]) {
        let known = groups.map { Array($0.utf8) }
        var group: [UInt8]?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // GLib drops a carriage return only here, and white space at the end of a value counts.
            let line = (line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
                .withoutLeadingBlanks
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if first == UInt8(ascii: "[") {
                group = Self.group(line).flatMap { known.contains($0) ? $0 : nil }
            } else if let group, let sign = line.firstIndex(of: UInt8(ascii: "=")) {
                let name = line[..<sign].withoutTrailingBlanks
                guard !name.isEmpty else { continue }
                values[Key(group: group, name: Array(name))] =
                    line[(sign + 1)...].withoutLeadingBlanks
            }
        }
    }

    /// Returns the value of a key as the file has it; `nil` if there is none.
    func rawValue(_ name: String, in group: String) -> ArraySlice<UInt8>? {
        values[Key(group: Array(group.utf8), name: Array(name.utf8))]
    }

    /// Returns the text that a value stands for; `nil` if it is not UTF-8, or has an unknown escape sequence.
    static func text(_ value: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = value
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "s"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The name in a line `[name]`; `nil` if the line is malformed.
    private static func group(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard let end = line.firstIndex(of: UInt8(ascii: "]")),
            line[(end + 1)...].allSatisfy(\.isBlank)
        else { return nil }
        return Array(line[(line.startIndex + 1)..<end])
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without white space at the beginning.
    var withoutLeadingBlanks: Self { drop(while: \.isBlank) }

    /// The bytes without white space at the end.
    var withoutTrailingBlanks: Self {
        guard let last = lastIndex(where: { !$0.isBlank }) else { return [] }
        return self[...last]
    }
}

extension UInt8 {
    /// Whether this is white space of ASCII.
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
