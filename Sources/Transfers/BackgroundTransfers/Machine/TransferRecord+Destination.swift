// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension TransferRecord.Destination {
    /// The path of the file; `nil` for a folder.
    var filePath: String? {
        switch self {
        case .file(let path): path
        case .folder: nil
        }
    }

    /// The folder, with a slash at its end.
    var folder: String {
        switch self {
        case .file(let path):
            String(path[...(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
        case .folder(let path): path.ends(with: "/") ? path : path + "/"
        }
    }
}
