// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// Writes headers as lines of text, and reads them again. A value in HTTP has no line breaks, so that nothing is escaped.
enum FieldText {
    /// The lines `NAME:VALUE`. What cannot be written is left out.
    static func text(_ fields: [FieldLine]) -> String {
        fields.filter { isLine($0.name) && isLine($0.value) && !$0.name.utf8.contains(colon) }
            .map { "\($0.name):\($0.value)" }.joined(separator: "\n")
    }

    static func fields(_ text: String) -> [FieldLine] {
        lines(text).map { FieldLine($0.name, $0.value ?? "") }
    }

    /// The lines `NAME:VALUE`, in order of the names, or `NAME` for a field that the request does not have.
    ///
    /// - Returns: `nil` if a value cannot be written.
    static func text(_ selecting: SelectingFields) -> String? {
        guard selecting.values.allSatisfy({ isLine($0.key) && isLine($0.value ?? "") }) else {
            return nil
        }
        return selecting.values.sorted { $0.key < $1.key }.map { name, value in
            value.map { "\(name):\($0)" } ?? name
        }.joined(separator: "\n")
    }

    static func selecting(_ text: String) -> SelectingFields {
        SelectingFields(
            values: Dictionary(
                lines(text).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }

    private static let colon = UInt8(ascii: ":")

    private static func isLine(_ text: String) -> Bool {
        !text.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 }
    }

    private static func lines(_ text: String) -> [(name: String, value: String?)] {
        text.utf8.split(separator: 10).map { line in
            guard let end = line.firstIndex(of: colon) else { return (String(line) ?? "", nil) }
            return (String(line[..<end]) ?? "", String(line[line.index(after: end)...]) ?? "")
        }
    }
}
