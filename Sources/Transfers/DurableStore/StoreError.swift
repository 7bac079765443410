// SPDX-License-Identifier: Apache-2.0

package import GRDB
package import LinuxSystem

/// A store cannot be used. The public errors of the libraries are made from it.
package struct StoreError: Error, Sendable, Hashable {
    /// The kind of the failure.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The folder cannot be made or opened, belongs to another user, or can be written by others.
        case folder
        /// The file system does not support SQLite's write-ahead log, such as NFS and 9p.
        case fileSystem
        /// The file is not a store of this kind.
        case foreign
        /// The file is not a database at all.
        case noDatabase
        /// A newer version of the library has made the store.
        case newer
        /// The content of the store is damaged.
        case damaged
        /// The store cannot be written.
        case readOnly
        /// The disk of the store has no space.
        case full
        /// Another process has locked the store for long.
        case busy
        /// The file cannot be read or written for another reason.
        case io
    }

    package let code: Code
    /// The path of the folder or file that is concerned.
    package let path: String
    /// What is wrong, after the path, such as `is full`.
    private let problem: String
    /// The error of the system call that failed, with its operation; `nil` if none failed.
    package private(set) var systemError: SystemError?
    /// SQLite's extended result code; `nil` if SQLite did not fail.
    package private(set) var sqliteCode: Int32?

    package init(_ code: Code, _ path: String, _ problem: String) {
        self.code = code
        self.path = path
        self.problem = problem
    }

    /// A sentence for people, in English, that names the file and what is wrong with it.
    package var message: String { "\(path) \(problem)" }

    /// A system call failed.
    package init(_ error: SystemError, _ path: String, _ kind: StoreKind) {
        let code: Code
        if error.isNoSpace {
            code = .full
        } else if error.isReadOnly {
            code = .readOnly
        } else {
            code = .io
        }
        self.init(code, path, "cannot be used as \(kind.name): \(error)")
        systemError = error
    }

    /// SQLite failed.
    package init(_ error: DatabaseError, _ path: String, _ kind: StoreKind) {
        defer { sqliteCode = error.extendedResultCode.rawValue }
        // For want of space SQLite also fails in other words, such as "disk I/O error".
        guard !error.mayMeanNoSpace || Self.hasSpace(beside: path) else {
            self.init(.full, path, "cannot be written: no space is left on its disk")
            return
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            self.init(.busy, path, "is locked by another process for too long")
        case .SQLITE_FULL: self.init(.full, path, "cannot be written: no space is left for it")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.readOnly, path, "cannot be written: it is read-only")
        case .SQLITE_NOTADB:
            self.init(.noDatabase, path, "is no \(kind.noun): it is no database of SQLite")
        case .SQLITE_CORRUPT:
            self.init(.damaged, path, "is damaged (\(error.message ?? "SQLITE_CORRUPT"))")
        case .SQLITE_CANTOPEN:
            self.init(
                .readOnly, path,
                "cannot be opened for writing (\(error.message ?? "SQLITE_CANTOPEN"))")
        default:
            let code = error.extendedResultCode.rawValue
            self.init(
                .io, path,
                "cannot be used: \(error.message ?? "SQLite failed") (SQLite's code \(code))")
        }
    }

    /// The failure that an error of the system, of SQLite or of a store means; `nil` if it is another error.
    package init?(_ error: any Error, _ path: String, _ kind: StoreKind) {
        switch error {
        case let error as StoreError: self = error
        case let error as SystemError: self.init(error, path, kind)
        case let error as DatabaseError: self.init(error, path, kind)
        default: return nil
        }
    }

    /// What SQLite takes at once at the most: a part of the memory that its processes share (32 KiB), and some pages.
    private static let step: Int64 = 64 << 10

    private static func hasSpace(beside path: String) -> Bool {
        // A file that could not be made is in a folder that is there.
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
        return availableSpace(at: folder).map { $0 >= step } ?? true
    }
}

extension DatabaseError {
    /// Whether a full disk is a reason for this failure.
    fileprivate var mayMeanNoSpace: Bool {
        [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(resultCode)
    }
}
