// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The checks of a transfer's files when it is added. The worker checks again when it uses them.
enum FileRules {
    /// Checks the destination of a download, and returns where the file will be without symbolic links on the way; `nil` for a folder,
    /// where the name of the file is not known yet.
    static func checkDestination(
        _ destination: NewTransfer.Destination, overwrites: Bool
    ) throws(TransferError) -> String? {
        switch destination {
        case .folder(let path):
            try checkFolder(path)
            return nil
        case .file(let path):
            try checkFolder(path.parentFolder)
            try checkFile(path, overwrites)
            return place(of: path)
        }
    }

    /// A path without symbolic links in it, but for its last component. The path itself if its folder cannot be found.
    static func place(of path: String) -> String {
        // A folder that cannot be found is reported by the check of the destination.
        guard let folder = try? resolvedPath(path.parentFolder), let name = path.lastPathComponent
        else { return path }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
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
        // /dev/stdout is such a link. A file in its place would take the output of all other programs.
        case .link where linkTarget(path)?.begins(with: "/proc/") == true:
            throw TransferError(.exists, "\(path) stands for an open file, and is never replaced")
        case .regular, .link:
            guard overwrites else {
                throw TransferError(
                    .exists, "\(path) exists already (--overwrite would replace it)")
            }
        }
    }

    /// Checks the folder of a job, and the file that its output is appended to.
    static func check(_ job: JobRecord) throws(TransferError) {
        let folder = job.details.folder
        guard let facts = try facts(folder, followsLink: true), facts.kind == .folder else {
            throw TransferError(.io, "the folder \(folder) does not exist")
        }
        guard let log = job.details.log else { return }
        guard !log.ends(with: "/") else { throw TransferError(.exists, "\(log) is a folder") }
        try checkLog(log)
    }

    /// Checks the file that the output of a job is appended to.
    private static func checkLog(_ path: String) throws(TransferError) {
        guard let facts = try facts(path, followsLink: false) else {
            return try checkFolder(path.parentFolder)
        }
        switch facts.kind {
        case .regular: break
        case .folder: throw TransferError(.exists, "\(path) is a folder")
        case .link: throw TransferError(.exists, "\(path) is a symbolic link, which no log may be")
        case .special: throw TransferError(.exists, "\(path) is no regular file")
        }
        if let obstacle = obstacleToAppending(to: path) { throw TransferError(.io, "\(obstacle)") }
    }

    private static func facts(_ path: String, followsLink: Bool) throws(TransferError) -> FileFacts?
    {
        do throws(SystemError) {
            return try FileFacts.of(path, followsLink: followsLink)
        } catch {
            throw TransferError(.io, "\(error)")
        }
    }

    /// A file that can be uploaded.
    struct Source: Sendable {
        /// The path without symbolic links in it. A link that leads elsewhere later does not change what is sent.
        var path: String
        /// The file as it is now.
        var version: FileVersion
    }

    /// Checks the file of an upload.
    static func checkSource(_ path: String) throws(TransferError) -> Source {
        do throws(SystemError) {
            let resolved = try resolvedPath(path)
            let file = try SourceFile(opening: resolved)
            return Source(path: resolved, version: try file.version)
        } catch {
            if error.isMissing { throw TransferError(.io, "the file \(path) does not exist") }
            throw TransferError(.io, "\(path) cannot be uploaded: \(error)")
        }
    }
}
