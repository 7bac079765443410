// SPDX-License-Identifier: Apache-2.0

/// Rows of cells, set in columns as wide as their longest cell.
struct TextTable {
    /// A piece of text and what it is.
    struct Cell: ExpressibleByStringLiteral {
        var text: String
        var role: TextStyle.Role?

        init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.text = text.escaped
            self.role = role
        }

        init(stringLiteral text: String) { self.init(text) }
    }

    var rows: [[Cell]] = []
    var indent = ""

    /// The table as lines.
    func text(_ style: TextStyle) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.compactMap { $0.count > column ? $0[column].text.count : nil }.max() ?? 0
        }
        return rows.map { row in
            var line = indent
            for (column, cell) in row.enumerated() {
                line += style.apply(cell.role, to: cell.text)
                let isLast = row[(column + 1)...].allSatisfy(\.text.isEmpty)
                if isLast { break }
                line += String(repeating: " ", count: widths[column] - cell.text.count + 2)
            }
            return line + "\n"
        }.joined()
    }
}
