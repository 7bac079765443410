// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import LinuxSystem

/// The store of transfers cannot be used. The command ends with the exit code 74.
public struct TransferStoreError: Error, Sendable, Hashable {
    /// The kind of the failure.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The folder cannot be made or opened, belongs to another user, or can be written by others.
        case folder
        /// The file system does not support SQLite's write-ahead log, such as NFS and 9p.
        case fileSystem
        /// The file is not a store of transfers.
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

    /// A system call failed.
    init(_ error: SystemError, _ path: String) { self.init(StoreError(error, path, .transfers)) }

    /// Runs a body, and turns its error into this one.
    static func translating<Output: ~Copyable>(
        _ body: () throws(StoreError) -> Output
    ) throws(TransferStoreError) -> Output {
        do throws(StoreError) { return try body() } catch { throw TransferStoreError(error) }
    }

    /// Runs a body, and turns the errors of the system, of SQLite and of stores into this one.
    ///
    /// - Parameter path: the path of the file that the body uses.
    static func translating<Output>(_ path: String, _ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch {
            guard let failure = StoreError(error, path, .transfers) else { throw error }
            throw TransferStoreError(failure)
        }
    }
}

extension TransferStoreError.Code {
    init(_ code: StoreError.Code) {
        self =
            switch code {
            case .folder: .folder
            case .fileSystem: .fileSystem
            case .foreign, .noDatabase: .foreign
            case .newer: .newer
            case .damaged: .damaged
            case .readOnly: .readOnly
            case .full: .full
            case .busy: .busy
            case .io: .io
            }
    }
}

extension TransferStoreError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension StoreKind {
    /// The stores of this library.
    static let transfers = StoreKind(
        noun: "store of transfers",
        advice: "choose a folder on a local disk with --store or REACH_STORE")
}
