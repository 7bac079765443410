// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import Foundation

/// What the user writes, and what must not be lost. Each message is a file, and a durable upload that sends it when there is a
/// network, also after this program has ended. It is sent by `POST` with one `Idempotency-Key` in all attempts, so that the
/// server can tell a second attempt from a second message.
struct Outbox: Sendable {
    private let session: TransferSession
    private let folder: URL
    private let address: URL

    /// - Parameters:
    ///   - address: where messages are sent.
    ///   - folder: where they are kept until they have arrived.
    init(to address: URL, in folder: URL) throws {
        self.address = address
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        session = try TransferSession(identifier: "org.example.timetable")
    }

    /// Puts a message into the outbox. It is safe when this returns.
    func post(_ text: String) async throws {
        let file = folder.appending(component: "\(UUID().uuidString).txt")
        try Data(text.utf8).write(to: file, options: .atomic)
        _ = try await session.upload(
            file: file, to: address, method: .post,
            options: TransferOptions(headers: [.init("Content-Type", "text/plain")]))
    }

    /// Tells what has become of messages, also of those of earlier runs, until the task is cancelled.
    func follow() async throws {
        // Where no service performs the transfers, this program does it.
        async let worker: Void = {
            do { try await session.runWorker() } catch TransferSessionError.workerRuns {}
        }()
        for try await event in session.events() where event.transfer.state.isFinal {
            let transfer = event.transfer
            print("message \(transfer.id.rawValue): \(event.event.rawValue)")
            // One that has failed for good stays in its file.
            if event.event == .finished, let source = transfer.source {
                try? FileManager.default.removeItem(atPath: source)
            }
            try await session.acknowledge(transfer.id)
        }
        try await worker
    }
}
