// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import GRDB
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

    /// Creates an error.
    ///
    /// - Parameter message: what is wrong, after the path, such as `is full`.
    init(_ code: Code, _ path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = "\(path) \(message)"
    }
}

extension TransferStoreError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension TransferStoreError {
    /// Translates a failure of a store into this library's error.
    init(_ failure: StoreFailure) {
        let code: Code =
            switch failure.code {
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
        self.init(code, failure.path, failure.fault)
    }

    /// A system call failed.
    init(_ error: SystemError, _ path: String) {
        self.init(StoreFailure(error, path, .transfers))
    }

    /// SQLite failed.
    init(_ error: DatabaseError, _ path: String) {
        self.init(StoreFailure(error, path, .transfers))
    }
}

extension StoreKind {
    /// The stores of this library.
    static let transfers = StoreKind(
        noun: "store of transfers",
        advice: "choose a folder on a local disk with --store or REACH_STORE")
}
