// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Checks whether a folder and the file in it may be used as a store, before SQLite opens the file.
///
/// A refused folder or file is left as it is. The database is never opened here: when a process closes any descriptor of a file,
/// it loses the locks that SQLite has on the file for other connections of the process (fcntl(2)).
package struct StoreFolder: Sendable {
    /// The absolute path of the folder.
    private let path: String
    /// The name of the database in it.
    private let databaseName: String
    private let kind: StoreKind

    package init(path: String, databaseName: String, kind: StoreKind) {
        self.path = path
        self.databaseName = databaseName
        self.kind = kind
    }

    private var database: String { path + "/" + databaseName }

    /// Makes the folder and the empty database, if they are missing, and returns the open folder.
    package func prepare() throws(StoreError) -> PrivateFolder {
        let folder = try checked()
        do throws(SystemError) {
            try folder.makeIfMissing(databaseName)
        } catch {
            throw StoreError(error, database, kind)
        }
        // A file that has just been made, too: another process may have removed it and made its own.
        try checkDatabase(in: folder)
        return folder
    }

    /// Checks the folder and the database without changing them, and returns the open folder.
    package func openForReading() throws(StoreError) -> PrivateFolder {
        let folder = try checked(isWritten: false)
        try checkDatabase(in: folder, makesPrivate: false)
        return folder
    }

    /// Whether there is a database, so that something can be read without making a store. Rejects an unsuitable folder
    /// even if empty.
    package func hasDatabase() throws(StoreError) -> Bool {
        let isFolder: Bool
        do throws(SystemError) {
            if try FileFacts.of(database, followsLink: false) != nil { return true }
            guard let facts = try FileFacts.of(path, followsLink: true) else { return false }
            isFolder = facts.kind == .folder
        } catch {
            throw StoreError(error, database, kind)
        }
        guard isFolder else {
            throw StoreError(.folder, path, "is not a folder, and cannot be \(kind.name)")
        }
        _ = try checked(isWritten: false)
        return false
    }

    /// - Parameter isWritten: whether there is to be a write-ahead log, which needs shared memory.
    private func checked(isWritten: Bool = true) throws(StoreError) -> PrivateFolder {
        let folder = try opened()
        let facts: FileFacts
        do throws(SystemError) { facts = try folder.facts() } catch {
            throw StoreError(error, path, kind)
        }
        guard facts.owner == effectiveUser else {
            throw StoreError(
                .folder, path,
                "belongs to another user (\(facts.owner)), and cannot be \(kind.name)")
        }
        guard facts.mode & 0o022 == 0 else {
            throw StoreError(
                .folder, path,
                "can be written by others (mode \(Self.octal(facts.mode))), and cannot be \(kind.name); "
                    + "run chmod go-w on it")
        }
        try checkFileSystem(isWritten: isWritten)
        return folder
    }

    private func opened() throws(StoreError) -> PrivateFolder {
        do throws(SystemError) {
            try PrivateFolder.make(path)
            return try PrivateFolder(opening: path)
        } catch {
            throw StoreError(error, path, kind)
        }
    }

    private func checkFileSystem(isWritten: Bool) throws(StoreError) {
        var name: String?
        do throws(SystemError) {
            let kind = try FileSystemKind(of: path)
            name = kind.nameIfShared
            if isWritten, kind.isProgram, !(try canShareMemory(in: path)) {
                name = "a FUSE file system without shared memory"
            }
        } catch {
            throw StoreError(error, path, kind)
        }
        guard let name else { return }
        throw StoreError(
            .fileSystem, path,
            "is on \(name), where SQLite's write-ahead log does not work; \(kind.advice)")
    }

    private func checkDatabase(
        in folder: borrowing PrivateFolder, makesPrivate: Bool = true
    ) throws(StoreError) {
        let facts: FileFacts?
        do throws(SystemError) { facts = try folder.facts(of: databaseName) } catch {
            throw StoreError(error, database, kind)
        }
        guard let facts, facts.kind == .regular else {
            throw StoreError(.foreign, database, "is no regular file")
        }
        guard facts.owner == effectiveUser else {
            throw StoreError(.folder, database, "belongs to another user (\(facts.owner))")
        }
        // SQLite takes a file that is shorter than any database for an empty one, and overwrites it.
        guard facts.size == 0 || facts.size >= 512 else {
            throw StoreError(
                kind.codeOfOtherFiles, database, kind.problemOfOtherFiles)
        }
        if makesPrivate, facts.mode & 0o077 != 0 {
            do throws(SystemError) { try folder.makePrivate(databaseName) } catch {
                throw StoreError(error, database, kind)
            }
        }
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
