// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
public import Foundation
internal import LinuxSystem

/// The store of answers cannot be used.
public struct OfflineStoreError: Error, Sendable, Hashable {
    /// The kind of the failure.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The folder cannot be made or opened, belongs to another user, or can be written by others.
        case folder
        /// The file system does not support SQLite's write-ahead log, such as NFS and 9p.
        case fileSystem
        /// The file is a database of another program.
        case foreign
        /// A newer version of this library has made the store.
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

    /// The kind of the failure.
    public let code: Code
    /// The path of the folder or file that is concerned.
    public let path: String
    /// A sentence for people, in English, that names the file and what is wrong with it.
    ///
    /// It contains a path. Escape control characters before you print it.
    public let message: String

    /// The number of the error of a system call that failed, errno(3); `nil` if none failed.
    public let errno: Int32?
    /// SQLite's extended result code, `sqlite3_extended_errcode()`; `nil` if SQLite did not fail.
    public let sqliteCode: Int32?

    init(_ error: StoreError) {
        code = Code(error.code)
        path = error.path
        message = error.message
        errno = error.systemError?.errno
        sqliteCode = error.sqliteCode
    }

    /// Creates an error.
    ///
    /// - Parameter problem: what is wrong, after the path, such as `is full`.
    init(_ code: StoreError.Code, _ path: String, _ problem: String) {
        self.init(StoreError(code, path, problem))
    }
}

extension OfflineStoreError.Code {
    init(_ code: StoreError.Code) {
        self =
            switch code {
            case .folder: .folder
            case .fileSystem: .fileSystem
            case .foreign: .foreign
            case .newer: .newer
            case .damaged, .noDatabase: .damaged
            case .readOnly: .readOnly
            case .full: .full
            case .busy: .busy
            case .io: .io
            }
    }
}

extension OfflineStoreError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

// Without this conformance, Foundation's `localizedDescription` is "The operation could not be completed" with the error's
// number.
extension OfflineStoreError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
