// SPDX-License-Identifier: Apache-2.0

/// A table of text. Each column is as wide as its longest cell.
package struct TextTable {
    /// A cell: a text and its role.
    package struct Cell: ExpressibleByStringLiteral {
        package var text: String
        package var role: TextStyle.Role?

        package init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.text = text.escaped
            self.role = role
        }

        package init(stringLiteral text: String) { self.init(text) }
    }

    package var rows: [[Cell]] = []
    package var indent = ""

    /// Creates a table.
    package init(rows: [[Cell]] = [], indent: String = "") {
        self.rows = rows
        self.indent = indent
    }

    /// The width of each column. The last cell of a row may be wider than its column.
    private var widths: [Int] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.dropLast().enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.text.displayWidth)
            }
        }
        return widths
    }

    /// The width of the longest line.
    var width: Int {
        let widths = widths
        let lines = rows.map { row in
            widths.prefix(max(0, row.count - 1)).reduce(indent.count) { $0 + $1 + 2 }
                + (row.last?.text.displayWidth ?? 0)
        }
        return lines.max() ?? 0
    }

    /// The table as lines.
    package func text(_ style: TextStyle) -> String {
        let widths = widths
        return rows.map { row in
            var line = indent
            for (column, cell) in row.enumerated() {
                line += style.apply(cell.role, to: cell.text)
                let isLast = row[(column + 1)...].allSatisfy(\.text.isEmpty)
                if isLast { break }
                line += String(repeating: " ", count: widths[column] - cell.text.displayWidth + 2)
            }
            return line + "\n"
        }.joined()
    }
}
