// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
public import Foundation
internal import LinuxSystem

/// The folder in which answers are stored.
///
/// Programs can share a folder. Only its owner can enter a folder that the library creates.
public struct OfflineStoreLocation: Sendable, Hashable {
    private enum Place: Hashable {
        case cache(String)
        case folder(String)
        case memory
    }

    private let place: Place
    /// Whether answers are stored in memory if the folder cannot be used.
    private(set) var fallsBackToMemory = false

    private init(_ place: Place) { self.place = place }

    /// The user's store of a program: `NAME/answers` in `XDG_CACHE_HOME`, or in `.cache` in the home folder.
    ///
    /// - Parameter name: a name that no other program has, such as `org.example.timetable`.
    public static func user(_ name: String) -> OfflineStoreLocation {
        OfflineStoreLocation(.cache(name))
    }

    /// A folder. The client creates it if it is missing.
    public static func folder(_ url: URL) -> OfflineStoreLocation {
        OfflineStoreLocation(.folder(url.standardizedFileURL.path))
    }

    /// A store in memory. It is empty at first, and is released with its client.
    public static let memory = OfflineStoreLocation(.memory)

    /// The same location, or memory if the folder cannot be used, for example because the home folder is read-only or the
    /// disk is full.
    ///
    /// ``OfflineClient/Configuration/onStoreFailure`` is then called with the reason.
    public var orMemory: OfflineStoreLocation {
        var location = self
        location.fallsBackToMemory = true
        return location
    }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - limits: the limits of the sizes.
    ///   - patience: how long a call waits for another process that writes, in seconds.
    ///   - report: called with the reason if the store is in memory instead, or read-only.
    func open(
        _ limits: AnswerStore.Limits, patience: Double, report: (StoreError) -> Void
    ) throws(StoreError) -> AnswerStore {
        do throws(StoreError) {
            guard let path = try path() else { return try AnswerStore(inMemoryWith: limits) }
            let store = try AnswerStore(at: path, limits: limits, patience: patience)
            if store.isReadOnly {
                report(
                    StoreError(
                        .readOnly, store.databasePath,
                        "is read-only: its answers are used, and no new ones are stored"))
            }
            return store
        } catch {
            guard fallsBackToMemory else { throw error }
            report(error)
            return try AnswerStore(inMemoryWith: limits)
        }
    }

    /// The absolute path, without a slash at its end; `nil` in memory.
    func path() throws(StoreError) -> String? {
        switch place {
        case .memory: return nil
        case .folder(let path):
            let path = path.withoutTrailingSlashes
            guard path.begins(with: "/") else {
                throw StoreError(.folder, path, "is no folder: it is not an absolute path")
            }
            return path
        case .cache(let name):
            // A name is one folder: "a/b" would be in that of another program.
            guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")),
                !name.utf8.contains(0)
            else {
                throw StoreError(.folder, "'\(name)'", "cannot be the name of a store")
            }
            guard let cache = ProcessEnvironment.folder("XDG_CACHE_HOME", inHome: ".cache") else {
                throw StoreError(
                    .folder, "the store of answers",
                    "has no place: neither XDG_CACHE_HOME nor HOME is set to a path")
            }
            return cache + "/" + name + "/answers"
        }
    }
}
