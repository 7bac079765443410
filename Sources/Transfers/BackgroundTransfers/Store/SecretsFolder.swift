// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import LinuxSystem

/// The folder with a file for the secrets of each transfer that has some, and for each list that a running command reads.
struct SecretsFolder {
    let location: StoreLocation

    /// Writes secrets to a new file, and returns its name once it is on the disk.
    func write(_ secrets: TransferSecrets) throws(StoreError) -> String {
        guard let bytes = try? JSONEncoder().encode(secrets) else {
            preconditionFailure("secrets are texts and bytes, and can always be encoded")
        }
        return try write([UInt8](bytes))
    }

    /// Writes bytes to a new file, and returns its name once it is on the disk.
    func write(_ bytes: [UInt8]) throws(StoreError) -> String {
        let name =
            UInt64.random(in: .min ... .max).hexadecimal
            + UInt64.random(in: .min ... .max).hexadecimal
        try perform { folder throws(SystemError) in try folder.write(bytes, to: name) }
        return name
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
