// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

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
