// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// A file that other programs may read at any time. It is replaced as a whole.
struct ReplacedFile {
    /// Where the file is.
    let path: String
    /// Where the next one is written. Its name begins with a dot and does not end like that of the file, so that readers of
    /// the folder leave it alone.
    private let next: String

    init(path: String) {
        self.path = path
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
        let start = name ?? path.startIndex
        next = "\(path[..<start]).\(path[start...]).\(processIdentifier)"
    }

    /// Replaces the file. Everybody may read it.
    func write(_ text: [UInt8]) throws(SystemError) {
        // A process of the same number may have been killed.
        try removeFile(next)
        let file = try TemporaryFile(path: next)
        do throws(SystemError) {
            try file.append(text)
            try file.setMode(0o644)
            try file.publish()
            try file.rename(to: path)
        } catch {
            try? file.remove()
            throw error
        }
    }
}
