// SPDX-License-Identifier: Apache-2.0

/// A table of text. Each column is as wide as its longest cell.
package struct TextTable {
    /// A cell: a text and its role.
    package struct Cell: ExpressibleByStringLiteral {
        package let text: String
        package let role: TextStyle.Role?
        /// The number of columns of the terminal that the text takes.
        let width: Int

        package init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.text = text.escaped
            self.role = role
            width = self.text.displayWidth
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
                widths[column] = max(widths[column], cell.width)
            }
        }
        return widths
    }

    /// The width of the longest line.
    var width: Int {
        let widths = widths
        let lines = rows.map { row in
            widths.prefix(max(0, row.count - 1)).reduce(indent.count) { $0 + $1 + 2 }
                + (row.last?.width ?? 0)
        }
        return lines.max() ?? 0
    }

    /// The table as lines.
    package func text(_ style: TextStyle) -> String {
        let widths = widths
        var text = ""
        for row in rows {
            text += indent
            let count = row.lastIndex { $0.width > 0 }.map { $0 + 1 } ?? min(1, row.count)
            for column in 0..<count {
                text += style.apply(row[column].role, to: row[column].text)
                guard column + 1 < count else { break }
                for _ in row[column].width..<widths[column] + 2 { text += " " }
            }
            text += "\n"
        }
        return text
    }
}
