// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GRDB
package import LinuxSystem

/// A store, of transfers or of answers, cannot be used.
public struct StoreError: Error, Sendable, Hashable {
    /// The kind of the failure.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The folder cannot be made or opened, belongs to another user, or can be written by others.
        case folder
        /// The file system does not support SQLite's write-ahead log, such as NFS and 9p.
        case fileSystem
        /// The file is a database of another program. For a store of transfers, also a file that is no database.
        case foreign
        /// A newer version of this library has made the store.
        case newer
        /// The content of the store is damaged. For a store of answers, also a file that is no database.
        case damaged
        /// The store cannot be written.
        case readOnly
        /// The disk of the store has no space.
        case full
        /// Another process has locked the store for too long.
        case busy
        /// The file cannot be read or written for another reason.
        case io
    }

    /// The kind of the failure.
    public let code: Code
    /// The path of the folder or file that cannot be used.
    public let path: String
    /// A sentence for people, in English, that names the file and its problem.
    ///
    /// It contains a path. Escape control characters before you print it.
    public let message: String
    /// The number of the error of a system call that failed, errno(3); `nil` if none failed.
    public let errno: Int32?
    /// SQLite's extended result code, `sqlite3_extended_errcode()`; `nil` if SQLite did not fail.
    public let sqliteCode: Int32?

    /// Creates an error.
    ///
    /// - Parameter problem: the rest of the sentence after the path, such as `is full`.
    package init(_ code: Code, _ path: String, _ problem: String) {
        self.init(code, path, problem, errno: nil)
    }

    private init(
        _ code: Code, _ path: String, _ problem: String, errno: Int32?, sqliteCode: Int32? = nil
    ) {
        self.code = code
        self.path = path
        message = "\(path) \(problem)"
        self.errno = errno
        self.sqliteCode = sqliteCode
    }

    /// Creates the error for a system call that failed.
    package init(_ error: SystemError, _ path: String, _ kind: StoreKind) {
        self.init(
            error.isNoSpace ? .full : error.isReadOnly ? .readOnly : .io, path,
            "cannot be used as \(kind.name): \(error)", errno: error.errno)
    }

    /// Creates the error for a call of SQLite that failed.
    private init(_ error: DatabaseError, _ path: String, _ kind: StoreKind) {
        let (code, problem) = Self.meaning(of: error, path, kind)
        self.init(
            code, path, problem, errno: nil, sqliteCode: error.extendedResultCode.rawValue)
    }

    private static func meaning(
        of error: DatabaseError, _ path: String, _ kind: StoreKind
    ) -> (Code, String) {
        // SQLite also fails with other codes if the disk is full, such as "disk I/O error".
        if error.mayMeanNoSpace, !hasSpace(beside: path) {
            return (.full, "cannot be written: no space is left on its disk")
        }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            (.busy, "was locked by another process for too long")
        case .SQLITE_FULL: (.full, "cannot be written: no space is left for it")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            (.readOnly, "cannot be written: it is read-only")
        case .SQLITE_NOTADB: (kind.codeOfOtherFiles, kind.problemOfOtherFiles)
        case .SQLITE_CORRUPT: (.damaged, "is damaged (\(error.message ?? "SQLITE_CORRUPT"))")
        case .SQLITE_CANTOPEN:
            (.readOnly, "cannot be opened for writing (\(error.message ?? "SQLITE_CANTOPEN"))")
        default:
            (
                .io,
                "cannot be used: \(error.message ?? "SQLite failed") "
                    + "(SQLite's code \(error.extendedResultCode.rawValue))"
            )
        }
    }

    /// Creates the error for an error of the system, of SQLite or of a store; `nil` for any other error.
    package init?(_ error: any Error, _ path: String, _ kind: StoreKind) {
        switch error {
        case let error as StoreError: self = error
        case let error as SystemError: self.init(error, path, kind)
        case let error as DatabaseError: self.init(error, path, kind)
        default: return nil
        }
    }

    /// The most that SQLite takes at once, in bytes: a part of the memory that its processes share (32 KiB), and some pages.
    private static let step: Int64 = 64 << 10

    private static func hasSpace(beside path: String) -> Bool {
        // The folder exists even if the file could not be made.
        availableSpace(at: path.parentFolder).map { $0 >= step } ?? true
    }
}

extension DatabaseError {
    /// Whether a full disk is a reason for this failure.
    fileprivate var mayMeanNoSpace: Bool {
        [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(resultCode)
    }
}

extension StoreError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

// Without this conformance, Foundation's `localizedDescription` is "The operation could not be completed" with the error's
// number.
extension StoreError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
