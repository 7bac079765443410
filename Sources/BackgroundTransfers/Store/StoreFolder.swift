// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Looks whether a folder and the file in it may be used as a store, before SQLite opens anything.
///
/// What is refused is left as it is. The database is never opened here: when a process closes any descriptor of a file,
/// it loses the locks that SQLite has on the file for other connections of the process (fcntl(2)).
enum StoreFolder {
    /// Makes the folder and the empty database, if they are missing, and returns the open folder.
    static func prepare(_ location: StoreLocation) throws(TransferStoreError) -> PrivateFolder {
        let folder = try checked(location)
        do throws(SystemError) {
            try folder.makeIfMissing(StoreLocation.databaseName)
        } catch {
            throw TransferStoreError(error, location.database)
        }
        // A file that has just been made, too: another process may have removed it and made its own.
        try checkDatabase(in: folder, location)
        return folder
    }

    /// Whether there is a database, so that something can be read without making a store.
    static func hasDatabase(_ location: StoreLocation) throws(TransferStoreError) -> Bool {
        do throws(SystemError) {
            return try FileFacts.of(location.database, followsLink: false) != nil
        } catch {
            throw TransferStoreError(error, location.database)
        }
    }

    private static func checked(_ location: StoreLocation) throws(TransferStoreError)
        -> PrivateFolder
    {
        let path = location.folder
        let folder = try opened(path)
        let facts: FileFacts
        do throws(SystemError) { facts = try folder.facts() } catch {
            throw TransferStoreError(error, path)
        }
        guard facts.owner == effectiveUser else {
            throw TransferStoreError(
                .folder, path,
                "belongs to another user (\(facts.owner)), and cannot be a store of transfers")
        }
        guard facts.mode & 0o022 == 0 else {
            throw TransferStoreError(
                .folder, path,
                "can be written by others (mode \(octal(facts.mode))), and cannot be a store of transfers; chmod go-w "
                    + "would change that")
        }
        try checkFileSystem(path)
        return folder
    }

    private static func opened(_ path: String) throws(TransferStoreError) -> PrivateFolder {
        do throws(SystemError) {
            try PrivateFolder.make(path)
            return try PrivateFolder(opening: path)
        } catch {
            throw TransferStoreError(error, path)
        }
    }

    private static func checkFileSystem(_ path: String) throws(TransferStoreError) {
        var name: String?
        do throws(SystemError) {
            let kind = try FileSystemKind(of: path)
            name = kind.nameIfShared
            if kind.isProgram, !(try canShareMemory(in: path)) {
                name = "a FUSE file system without shared memory"
            }
        } catch {
            throw TransferStoreError(error, path)
        }
        guard let name else { return }
        throw TransferStoreError(
            .fileSystem, path,
            "is on \(name), where SQLite's write-ahead log does not work; choose a folder on a local disk with --store "
                + "or REACH_STORE")
    }

    private static func checkDatabase(
        in folder: borrowing PrivateFolder, _ location: StoreLocation
    ) throws(TransferStoreError) {
        let path = location.database
        let name = StoreLocation.databaseName
        let facts: FileFacts?
        do throws(SystemError) { facts = try folder.facts(of: name) } catch {
            throw TransferStoreError(error, path)
        }
        guard let facts, facts.kind == .regular else {
            throw TransferStoreError(.foreign, path, "is no regular file")
        }
        guard facts.owner == effectiveUser else {
            throw TransferStoreError(.folder, path, "belongs to another user (\(facts.owner))")
        }
        // SQLite takes a file that is shorter than any database for an empty one, and overwrites it.
        guard facts.size == 0 || facts.size >= 512 else {
            throw TransferStoreError(
                .foreign, path, "is no store of transfers: it is no database of SQLite")
        }
        if facts.mode & 0o077 != 0 {
            do throws(SystemError) { try folder.makePrivate(name) } catch {
                throw TransferStoreError(error, path)
            }
        }
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
