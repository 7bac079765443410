// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// Digests of finished downloads that take long.
@Suite("Verification", .timeLimit(.minutes(10))) struct VerificationTests {
    private let fixture: StoreFixture
    private let session: TransferSession

    init() throws {
        fixture = try StoreFixture()
        session = try TransferSession(
            identifier: "org.example.test", store: URL(filePath: fixture.folder))
    }

    /// Adds a download whose bytes are all there. They are zeros, and the digest is wrong.
    private func add(
        _ name: String, length: Int64, priority: DeferralQueue.Priority = .normal
    ) throws -> Transfer.ID {
        let store = try fixture.open()
        var record = try store.add(
            fixture.download(
                name, url: "http://127.0.0.1:9/\(name)",
                options: TransferOptions(
                    sha256: Array(repeating: 1, count: 32), priority: priority),
                session: "org.example.test"))
        let destination = fixture.downloads + "/" + name
        var partial = TransferRecord.Partial(path: destination + ".part", destination: destination)
        try Data().write(to: URL(filePath: partial.path))
        let handle = try FileHandle(forWritingTo: URL(filePath: partial.path))
        try handle.truncate(atOffset: UInt64(length))
        try handle.close()
        guard case .file(let identity, _)? = try FileEntry(at: partial.path) else {
            throw CocoaError(.fileNoSuchFile)
        }
        partial.identity = identity
        record.partial = partial
        record.bytesDone = length
        record.bytesTotal = length
        return try store.saved(record).id
    }

    /// Waits until a transfer has a state.
    private func wait(for state: Transfer.State, of id: Transfer.ID) async throws {
        let end = ContinuousClock.now + .seconds(300)
        while try await session.transfer(id)?.state != state {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// It would be read for minutes, and takes no space.
    private static let large: Int64 = 1 << 38

    @Test("After a download is paused, its slow digest delays no other transfer")
    func paused() async throws {
        let first = try add("large", length: Self.large, priority: .high)
        let second = try add("small", length: 3)
        let worker = Task { [session] in try await session.runWorker() }
        defer { worker.cancel() }
        try await wait(for: .verifying, of: first)
        try await session.pause(first)
        try await wait(for: .failed, of: second)
        #expect(try await session.transfer(second)?.error?.code == .digest)
        // What is there stays.
        #expect(try await session.transfer(first)?.bytesDone == Self.large)
        #expect(FileManager.default.fileExists(atPath: fixture.downloads + "/large.part"))
    }

    @Test("When a download is cancelled, its slow digest ends, and its file is removed")
    func cancelled() async throws {
        let id = try add("large", length: Self.large)
        let worker = Task { [session] in try await session.runWorker() }
        defer { worker.cancel() }
        try await wait(for: .verifying, of: id)
        try await session.cancel(id)
        let end = ContinuousClock.now + .seconds(300)
        while FileManager.default.fileExists(atPath: fixture.downloads + "/large.part") {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("A worker that ends does not wait for a digest, and the next one asks no server")
    func ended() async throws {
        let id = try add("large", length: Self.large)
        for _ in 0..<2 {
            let worker = Task { [session] in try await session.runWorker() }
            defer { worker.cancel() }
            try await wait(for: .verifying, of: id)
            worker.cancel()
            try await worker.value
            // It has not waited for the end of the digest, so that nothing was stored.
            let state = try #require(try await session.transfer(id)?.state)
            // A worker that has no time for a checkpoint leaves it as it is.
            #expect([.waiting, .verifying].contains(state))
        }
    }
}
