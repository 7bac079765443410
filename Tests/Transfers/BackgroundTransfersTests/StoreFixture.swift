// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability

@testable import BackgroundTransfers

/// A store in a folder of its own, which is removed with it.
final class StoreFixture {
    let folder: String
    /// Where downloads go.
    let downloads: String
    let location: StoreLocation

    init() throws {
        let root = NSTemporaryDirectory() + "reach-store-\(UUID().uuidString)"
        folder = root + "/state"
        downloads = root + "/downloads"
        location = StoreLocation(folder: folder)
        try FileManager.default.createDirectory(
            atPath: downloads, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: String(folder.dropLast("/state".count)))
    }

    func open() throws -> TransferStore { try TransferStore(at: location) }

    /// A download to a file of this name.
    func download(
        _ name: String, url: String? = nil, options: TransferOptions = TransferOptions(),
        session: String = Transfer.defaultSession, secrets: TransferSecrets = TransferSecrets(),
        completion: CompletionAction = CompletionAction()
    ) -> NewTransfer {
        var transfer = NewTransfer(
            download: url ?? "https://files.example/\(name)", to: .file(downloads + "/" + name),
            options: options,
            session: session, mode: 0o644, completion: completion)
        transfer.secrets = secrets
        return transfer
    }

    /// The files with secrets.
    var secrets: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: location.secrets)) ?? []
    }
}

/// A time, in milliseconds since 1970.
let noon: Int64 = 1_795_348_800_000

extension TransferStore {
    /// Adds one transfer.
    @discardableResult
    func add(_ transfer: NewTransfer, now: Int64 = noon) throws -> TransferRecord {
        try add([transfer], now: now)[0].record
    }

    /// Stores a record that no other process has changed.
    @discardableResult
    func saved(
        _ record: TransferRecord, _ events: [TransferEvent.Note] = [], now: Int64 = noon
    ) throws -> TransferRecord {
        guard case .saved(let record) = try save(record, events, now: now) else {
            throw TransferError(.io, "not saved")
        }
        return record
    }

    /// The kinds of all events.
    func kinds() throws -> [TransferEvent.Kind] { try events(after: 0).map(\.event) }
}
