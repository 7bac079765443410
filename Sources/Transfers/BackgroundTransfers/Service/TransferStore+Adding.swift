// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import LinuxSystem

extension TransferStore {
    /// The result of adding a transfer.
    package struct Addition: Sendable, Hashable {
        /// The transfer: the new one, or the one that had its key.
        package var transfer: Transfer { Transfer(record) }
        var record: TransferRecord
        /// Whether the transfer is new.
        package internal(set) var isNew: Bool
        /// The transfer that had the key and is cancelled now; `nil` if there was none.
        var replaced: Transfer.ID?
    }

    /// Adds transfers, all or none.
    ///
    /// - Parameter now: the time, in milliseconds since 1970.
    /// - Returns: the result of each, in the same order.
    /// - Throws: `TransferError` if a destination cannot be written, exists, or is that of another transfer, or if a file that
    ///   is to be uploaded cannot be read;
    ///   `StoreError`.
    package func add(_ transfers: [NewTransfer], now: Int64) throws -> [Addition] {
        var prepared = try transfers.map { new in
            let (transfer, secrets) = new.separated
            return Prepared(
                transfer: transfer, secrets: secrets,
                files: try isKept(transfer) ? nil : try Files(of: transfer))
        }
        // The files are written before the transaction: meanwhile the worker would wait for the database.
        let folder = SecretsFolder(location: location)
        let positions = prepared.indices.filter {
            prepared[$0].files != nil && !prepared[$0].secrets.isEmpty
        }
        let lock = positions.isEmpty ? nil : try folder.lockUnstored()
        defer { withExtendedLifetime(lock) {} }
        let written = try folder.write(
            positions.map { JSONLineEncoder.bytes(prepared[$0].secrets) })
        for (position, name) in zip(positions, written) { prepared[position].secretsName = name }
        var released: [String] = []
        do {
            let additions = try write { database in
                let revision = try database.nextRevision()
                return try prepared.map { try add($0, database, revision, now: now, &released) }
            }
            released += zip(prepared, additions).compactMap { new, addition in
                addition.isNew ? nil : new.secretsName
            }
            folder.remove(released)
            return additions
        } catch {
            folder.remove(written)
            throw error
        }
    }

    /// Whether another transfer with the same key stays, so that nothing is added.
    private func isKept(_ transfer: NewTransfer) throws -> Bool {
        guard let key = transfer.options.key, transfer.options.existing == .keep else {
            return false
        }
        return try read { try $0.openTransfer(withKey: key, session: transfer.session) != nil }
    }

    /// The files of a transfer, which were checked.
    private struct Files {
        /// The destination of a download without symbolic links in it; `nil` if its name is not known yet.
        let place: String?
        /// The file of an upload.
        let source: FileRules.Source?

        /// Checks the files of a transfer.
        init(of transfer: NewTransfer) throws(TransferError) {
            place =
                if let destination = transfer.destination {
                    try FileRules.checkDestination(
                        destination, overwrites: transfer.options.overwrites)
                } else {
                    nil
                }
            if let job = transfer.job { try FileRules.check(job) }
            source =
                if let source = transfer.source { try FileRules.checkSource(source) } else { nil }
        }
    }

    private struct Prepared {
        let transfer: NewTransfer
        let secrets: TransferSecrets
        /// The name of the file with these; `nil` if there are none.
        var secretsName: String?
        /// `nil` if nothing was to be added. The transfer that had the key may end until the transaction begins.
        let files: Files?
    }

    private func add(
        _ new: Prepared, _ database: Database, _ revision: Int64, now: Int64,
        _ released: inout [String]
    ) throws -> Addition {
        var replaced: Transfer.ID?
        if let key = new.transfer.options.key,
            let holder = try database.openTransfer(withKey: key, session: new.transfer.session)
        {
            switch new.transfer.options.existing {
            case .keep:
                guard let record = try record(holder, database) else { break }
                return Addition(record: record, isNew: false, replaced: nil)
            case .replace:
                try replace(holder, key, database, revision, now: now, &released)
                replaced = holder
            }
        }
        let files = if let files = new.files { files } else { try Files(of: new.transfer) }
        let place = files.place
        if let place { try database.checkIsFree(place) }
        var secrets = new.secretsName
        if secrets == nil, !new.secrets.isEmpty {
            // The transfer with its key has ended since. No worker looks for leftovers within the transaction.
            secrets = try SecretsFolder(location: location).write([
                JSONLineEncoder.bytes(new.secrets)
            ])[0]
        }
        var record = new.transfer.record(secrets: secrets, source: files.source, now: now)
        record.revision = revision
        let insertion = try database.cachedStatement(sql: RecordColumn.insertion)
        try insertion.execute(arguments: StatementArguments(record.values(place: place)))
        record.id = Transfer.ID(rawValue: database.lastInsertedRowID)
        try database.addEvent(.added, nil, of: record.id, now: now)
        return Addition(record: record, isNew: true, replaced: replaced)
    }

    private func replace(
        _ id: Transfer.ID, _ key: String, _ database: Database, _ revision: Int64, now: Int64,
        _ released: inout [String]
    ) throws {
        let outcome = try perform(
            .cancel, on: id, database, revision, now: now,
            detail: "replaced by another transfer with the key \(key)", &released)
        guard case .refused(let reason) = outcome?.result else { return }
        throw TransferError(.exists, "transfer \(id.rawValue) with the key \(key) \(reason)")
    }
}

extension Database {
    /// The transfer of a session that has a key and has not ended.
    func openTransfer(withKey key: String, session: String) throws -> Transfer.ID? {
        let statement = try cachedStatement(
            sql: "SELECT id FROM transfers WHERE session = ? AND key = ? AND ended_at IS NULL")
        return try Int64.fetchOne(statement, arguments: [session, key]).map(
            Transfer.ID.init(rawValue:))
    }

    /// The transfer that has not ended and writes a file.
    func openTransfer(at place: String) throws -> Transfer.ID? {
        let statement = try cachedStatement(
            sql: "SELECT id FROM transfers WHERE place = ? AND ended_at IS NULL")
        return try Int64.fetchOne(statement, arguments: [place]).map(Transfer.ID.init(rawValue:))
    }

    /// Refuses a file that another transfer writes.
    fileprivate func checkIsFree(_ place: String) throws {
        guard let other = try openTransfer(at: place) else { return }
        throw TransferError(
            .exists,
            "\(place) is the destination of transfer \(other.rawValue), which has not ended")
    }
}
