// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import LinuxSystem

/// The folder with a file for the secrets of each transfer that has some, and for each list that a running command reads.
struct SecretsFolder {
    let location: StoreLocation

    /// Writes each content to a new file, and returns the names once all is on the disk.
    func write(_ contents: [[UInt8]]) throws(StoreError) -> [String] {
        if contents.isEmpty { return [] }
        let files = contents.map { (name: Self.makeName(), bytes: $0) }
        try perform { folder throws(SystemError) in try folder.write(files) }
        return files.map(\.name)
    }

    private static func makeName() -> String {
        UInt64.random(in: .min ... .max).hexadecimal + UInt64.random(in: .min ... .max).hexadecimal
    }

    /// Keeps workers from removing files whose transfers are not stored yet, as long as the lock is held.
    func lockUnstored() throws(StoreError) -> FileLock {
        do throws(SystemError) { return try FileLock.share(location.secretsLock) } catch {
            throw StoreError(error, location.secretsLock, .transfers)
        }
    }

    /// Gets that lock alone; `nil` while a process has written files whose transfers are not stored yet.
    func lockAllStored() throws(StoreError) -> FileLock? {
        do throws(SystemError) {
            guard case .acquired(let lock) = try FileLock.acquire(location.secretsLock, note: nil)
            else { return nil }
            return lock
        } catch {
            throw StoreError(error, location.secretsLock, .transfers)
        }
    }

    /// Reads the secrets of a file.
    ///
    /// - Returns: `nil` if there is no such file, or it is damaged.
    func read(_ name: String) throws(StoreError) -> TransferSecrets? {
        var bytes: [UInt8]?
        try perform { folder throws(SystemError) in bytes = try folder.read(name, limit: 64 << 20) }
        return bytes.flatMap { try? JSONDecoder().decode(TransferSecrets.self, from: Data($0)) }
    }

    /// Where a file is.
    func path(of name: String) -> String { location.secrets + "/" + name }

    /// Removes files. What cannot be removed stays until ``TransferStore/reconcileSecrets()`` is called.
    func remove(_ names: [String]) {
        guard !names.isEmpty else { return }
        // A file that stays is removed by the next worker.
        try? perform { folder throws(SystemError) in
            for name in names { try folder.remove(name) }
        }
    }

    /// The names of all files.
    func names() throws(StoreError) -> [String] {
        var names: [String] = []
        try perform { folder throws(SystemError) in names = try folder.names() }
        return names
    }

    private func perform(
        _ body: (borrowing PrivateFolder) throws(SystemError) -> Void
    ) throws(StoreError) {
        do throws(SystemError) {
            try PrivateFolder.make(location.secrets)
            let folder = try PrivateFolder(opening: location.secrets)
            let facts = try folder.facts()
            guard facts.owner == effectiveUser, facts.mode & 0o077 == 0 else {
                throw SystemError.notPermitted(
                    "keep secrets in \(location.secrets), which others can enter")
            }
            try body(folder)
        } catch {
            throw StoreError(error, location.secrets, .transfers)
        }
    }
}

extension UInt64 {
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The parts of a transfer that the store keeps in a file of their own, which only its owner can read.
struct TransferSecrets: Sendable, Hashable, Codable {
    /// The header fields of the request.
    var headers: [TransferOptions.Header] = []
    /// The user for the server; `nil` for none.
    var user: String?
    /// The password for the server; `nil` for none.
    var password: String?
    /// Whether user and password are looked up in `~/.netrc`.
    var usesNetrc: Bool?
    /// The environment of the command that is run at the end, as in `/proc/PID/environ`: each `NAME=value` ends with a
    /// zero byte. `nil` if there is no command.
    var environment: Data?

    private enum CodingKeys: CodingKey {
        case headers, user, password, usesNetrc, environment
    }

    /// Encodes the secrets, and bytes as Foundation's `JSONDecoder` reads them.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(headers, forKey: .headers)
        try container.encodeIfPresent(user, forKey: .user)
        try container.encodeIfPresent(password, forKey: .password)
        try container.encodeIfPresent(usesNetrc, forKey: .usesNetrc)
        try container.encodeIfPresent(environment?.base64EncodedString(), forKey: .environment)
    }

    /// Whether there is nothing to keep.
    var isEmpty: Bool {
        headers.isEmpty && user == nil && usesNetrc == nil && password == nil && environment == nil
    }
}
