// SPDX-License-Identifier: Apache-2.0

// By bytes, as the system reads paths: a slash can have a combining mark after it.
extension String {
    /// The path to its last slash and with it; empty if it has none.
    package var folderPrefix: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<utf8.index(after: $0)]) } ?? ""
    }

    /// The path of the folder that the path is in: `/a` of `/a/b`, `/` of `/a`, `.` of `a`.
    package var parentFolder: String {
        let folder = folderPrefix
        guard folder.utf8.count > 1 else { return folder.isEmpty ? "." : folder }
        return String(folder.unicodeScalars.dropLast())
    }

    /// The name after the last slash, apart from slashes at the end; `nil` if there is none, as in `/`.
    package var lastPathComponent: String? {
        utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) }
    }

    /// The path without slashes at its end. The root stays `/`.
    package var withoutTrailingSlashes: String {
        var path = self
        while path.utf8.count > 1, path.ends(with: "/") { path.unicodeScalars.removeLast() }
        return path
    }
}
