// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A table of text. Each column is as wide as its longest cell.
package struct TextTable {
    /// A cell: a text and its role.
    package struct Cell: ExpressibleByStringLiteral {
        let text: String
        let role: TextStyle.Role?
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
    ///
    /// - Parameter columns: the width of the terminal, to which the last cell of a row is wrapped; `nil` for no limit.
    package func text(_ style: TextStyle, columns: Int? = nil) -> String {
        let widths = widths
        var text = ""
        for row in rows {
            text += indent
            var place = indent.count
            let count = row.lastIndex { $0.width > 0 }.map { $0 + 1 } ?? min(1, row.count)
            for (column, cell) in row.prefix(count).enumerated() {
                if column + 1 == count {
                    let end = last(cell, at: place, widths, columns, style)
                    if end.begins(with: "\n") { while text.ends(with: " ") { text.removeLast() } }
                    text += end
                } else {
                    text += style.apply(cell.role, to: cell.text)
                    for _ in cell.width..<widths[column] + 2 { text += " " }
                    place += widths[column] + 2
                }
            }
            text += "\n"
        }
        return text
    }

    /// The least columns in which the last cell of a row is wrapped. In fewer, it begins on the next line.
    private static let narrow = 24

    /// The last cell of a row, in as many lines as it needs.
    private func last(
        _ cell: Cell, at place: Int, _ widths: [Int], _ columns: Int?, _ style: TextStyle
    ) -> String {
        guard let columns, place + cell.width > columns else {
            return style.apply(cell.role, to: cell.text)
        }
        let beside = cell.text.wrapped(to: columns - place)
        let fits =
            columns - place >= Self.narrow
            && beside.allSatisfy { place + $0.displayWidth <= columns }
        let margin = fits ? place : min(place, indent.count + (widths.first ?? 0) + 2)
        let lines = fits ? beside : cell.text.wrapped(to: columns - margin)
        let start = "\n" + String(repeating: " ", count: margin)
        return (margin < place ? start : "")
            + lines.map { style.apply(cell.role, to: $0) }.joined(separator: start)
    }
}

extension String {
    /// Returns the text in lines of at most this many columns. It is broken between words; a longer word has a line of its
    /// own.
    ///
    /// - Parameter columns: the width of the terminal; `nil` for one line.
    package func wrapped(to columns: Int?) -> [String] {
        guard let columns, displayWidth > columns else { return [self] }
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in pieces(separatedBy: " ").map(String.init) {
            let length = word.displayWidth
            if width > 0, width + 1 + length > columns {
                lines.append(line)
                (line, width) = (word, length)
            } else {
                line += width > 0 ? " " + word : word
                width += width > 0 ? 1 + length : length
            }
        }
        return lines + [line]
    }
}
