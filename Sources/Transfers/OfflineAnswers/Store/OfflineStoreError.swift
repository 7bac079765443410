// SPDX-License-Identifier: Apache-2.0

internal import DurableStore

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

    init(_ code: Code, _ path: String, _ fault: String) {
        self.code = code
        self.path = path
        message = "\(path) \(fault)"
    }

    init(_ failure: StoreFailure) {
        let code: Code =
            switch failure.code {
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
        self.init(code, failure.path, failure.fault)
    }
}

extension OfflineStoreError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
