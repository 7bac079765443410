// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Whether a download may go where it is to go. Asked when it is added; the worker asks again when it makes the file.
enum DestinationRules {
    /// Checks a destination, and returns where the file will be without symbolic links on the way; `nil` for a folder,
    /// where the name of the file is not known yet.
    static func check(
        _ destination: TransferRecord.Destination, overwrites: Bool
    ) throws(TransferError) -> String? {
        switch destination {
        case .folder(let path):
            try checkFolder(path)
            return nil
        case .file(let path):
            try checkFolder(parent(of: path))
            try checkFile(path, overwrites)
            return place(of: path)
        }
    }

    /// A path without symbolic links in it, but for its last component. The path itself if its folder cannot be found.
    static func place(of path: String) -> String {
        // A folder that cannot be found is reported by the check of the destination.
        guard let folder = try? resolvedPath(parent(of: path)),
            // An accent can follow a slash.
            let name = path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap({ String($0) })
        else { return path }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
            return "/"
        }
        return String(path[..<slash])
    }

    private static func checkFolder(_ path: String) throws(TransferError) {
        guard let facts = try facts(path, followsLink: true) else {
            throw TransferError(.io, "the folder \(path) does not exist")
        }
        guard facts.kind == .folder else { throw TransferError(.io, "\(path) is no folder") }
        if let obstacle = obstacleToWriting(in: path) { throw TransferError(.io, "\(obstacle)") }
    }

    private static func checkFile(_ path: String, _ overwrites: Bool) throws(TransferError) {
        guard let facts = try facts(path, followsLink: false) else { return }
        switch facts.kind {
        case .folder: throw TransferError(.exists, "\(path) is a folder")
        case .special:
            throw TransferError(.exists, "\(path) is no regular file, and is never replaced")
        case .regular, .link:
            guard overwrites else {
                throw TransferError(
                    .exists, "\(path) exists already (--overwrite would replace it)")
            }
        }
    }

    private static func facts(_ path: String, followsLink: Bool) throws(TransferError) -> FileFacts?
    {
        do throws(SystemError) {
            return try FileFacts.of(path, followsLink: followsLink)
        } catch {
            throw TransferError(.io, "\(error)")
        }
    }
}
