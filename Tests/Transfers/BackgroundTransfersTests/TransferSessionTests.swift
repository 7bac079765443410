// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// What a program does with its session.
@Suite("Transfer session") struct TransferSessionTests {
    /// A folder with a store and a place for files. It is removed at the end.
    private final class Place {
        let folder: URL
        var store: URL { folder.appending(path: "store") }

        init() throws {
            folder = FileManager.default.temporaryDirectory
                .appending(path: "session-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func session(_ identifier: String = "org.example.test") throws -> TransferSession {
            try TransferSession(identifier: identifier, store: store)
        }

        func file(_ name: String) -> URL { folder.appending(path: name) }
    }

    private let address = URL(string: "https://alice:opensesame@files.example/map.bin?token=x")

    @Test("A program that comes back finds its transfers, and no others")
    func comesBack() async throws {
        let place = try Place()
        let url = try #require(address)
        let id = try await place.session().download(
            from: url, to: place.file("a"), constraints: .unmetered)
        _ = try await place.session("org.example.other").download(
            from: url, to: place.file("b"))
        let transfers = try await place.session().transfers()
        #expect(transfers.map(\.id) == [id])
        #expect(transfers.first?.state == .waiting)
        #expect(transfers.first?.destination == place.file("a").path)
        #expect(transfers.first?.constraints == .unmetered)
        let other = try await place.session("org.example.other").transfer(id)
        #expect(other == nil)
    }

    @Test("User and password are nowhere in a transfer, nor in the database")
    func secrets() async throws {
        let place = try Place()
        let session = try place.session()
        let id = try await session.download(
            from: try #require(address), to: place.file("a"),
            options: TransferOptions(headers: [.init("Authorization", "Bearer abracadabra")]))
        let transfer = try #require(try await session.transfer(id))
        #expect(transfer.url == "https://files.example/map.bin?token=x")
        #expect(!"\(transfer)".contains("opensesame"))
        for name in try FileManager.default.contentsOfDirectory(atPath: place.store.path)
        where name.hasPrefix("transfers.sqlite") {
            let content = try Data(contentsOf: place.store.appending(path: name))
            #expect(content.firstRange(of: Data("opensesame".utf8)) == nil)
            #expect(content.firstRange(of: Data("abracadabra".utf8)) == nil)
        }
    }

    @Test("The key of a transfer that has not ended leads to it, or replaces it")
    func keys() async throws {
        let place = try Place()
        let session = try place.session()
        let url = try #require(address)
        let first = try await session.download(
            from: url, to: place.file("a"), options: TransferOptions(key: "k"))
        let kept = try await session.download(
            from: url, to: place.file("b"), options: TransferOptions(key: "k"))
        #expect(kept == first)
        let replaced = try await session.download(
            from: url, to: place.file("b"), options: TransferOptions(key: "k", existing: .replace))
        #expect(replaced != first)
        #expect(try await session.transfer(first)?.state == .cancelled)
    }

    @Test("Orders change the state, and what the state does not allow is refused")
    func orders() async throws {
        let place = try Place()
        let session = try place.session()
        let id = try await session.download(from: try #require(address), to: place.file("a"))
        try await session.pause(id)
        #expect(try await session.transfer(id)?.state == .paused)
        try await session.resume(id)
        #expect(try await session.transfer(id)?.state == .waiting)
        await #expect(throws: TransferSessionError.self) { try await session.acknowledge(id) }
        try await session.cancel(id)
        #expect(try await session.transfer(id)?.state == .cancelled)
        await #expect(throws: TransferSessionError.self) { try await session.pause(id) }
        try await session.acknowledge(id)
        #expect(try await session.transfers().isEmpty)
        await #expect(throws: TransferSessionError.unknownTransfer(.init(rawValue: 99))) {
            try await session.cancel(.init(rawValue: 99))
        }
        await #expect(throws: TransferSessionError.unknownTransfer(id)) {
            try await place.session("org.example.other").cancel(id)
        }
    }

    @Test(
        "A paused transfer stands still when its deadline passes, and fails when it is resumed",
        .timeLimit(.minutes(10)))
    func pausedBeyondDeadline() async throws {
        let place = try Place()
        let session = try place.session()
        let options = TransferOptions(deadline: .fail(after: .milliseconds(1)))
        let url = try #require(address)
        let paused = try await session.download(from: url, to: place.file("a"), options: options)
        try await session.pause(paused)
        // It fails when the worker has looked at the deadlines.
        let other = try await session.download(from: url, to: place.file("b"), options: options)
        let worker = Task { try await session.runWorker() }
        defer { worker.cancel() }
        for try await event in session.events() where event.event == .failed {
            #expect(event.transfer.error?.code == .deadline)
            guard event.transfer.id == other else { break }
            #expect(try await session.transfer(paused)?.state == .paused)
            try await session.resume(paused)
        }
        #expect(try await session.transfer(paused)?.error?.code == .deadline)
    }

    @Test(
        "A listener gets the events since the last listener first, then new ones",
        .timeLimit(.minutes(10)))
    func events() async throws {
        let place = try Place()
        let session = try place.session()
        let id = try await session.download(from: try #require(address), to: place.file("a"))
        try await session.pause(id)
        var iterator = try place.session().events().makeAsyncIterator()
        let first = try await iterator.next()
        let second = try await iterator.next()
        #expect(first?.event == .added)
        #expect(second?.event == .paused)
        #expect(second?.transfer.state == .paused)
        async let order: Void = session.cancel(id)
        let third = try await iterator.next()
        try await order
        #expect(third?.event == .cancelled)
        var later = try place.session().events(after: second?.sequence ?? 0).makeAsyncIterator()
        let again = try await later.next()
        #expect(again == third)
    }

    @Test("A task that is cancelled stops waiting for events", .timeLimit(.minutes(10)))
    func cancellation() async throws {
        let place = try Place()
        let session = try place.session()
        _ = try await session.download(from: try #require(address), to: place.file("a"))
        let (signals, signal) = AsyncStream<Void>.makeStream()
        let waiting = Task {
            for try await _ in session.events() { signal.yield() }
            return true
        }
        // The first event has come, and there is no other one.
        for await _ in signals { break }
        waiting.cancel()
        #expect(try await waiting.value)
    }

    @Test(
        "Invalid arguments are rejected by name",
        arguments: [
            ("ftp://files.example/x", "a", TransferOptions(), "invalidURL"),
            ("file:///etc/passwd", "a", TransferOptions(), "invalidURL"),
            // libcurl finds a user in these, and what takes users out of URLs does not.
            ("http:/u:p@files.example/x", "a", TransferOptions(), "invalidURL"),
            ("http:///u:p@files.example/x", "a", TransferOptions(), "invalidURL"),
            (
                "https://files.example/x", "a",
                TransferOptions(headers: [.init("Range", "bytes=0-")]), "invalidHeader"
            ),
            (
                "https://files.example/x", "a",
                TransferOptions(headers: [.init("X", "a\r\nHost: b")]), "invalidHeader"
            ),
            ("https://files.example/x", "missing/a", TransferOptions(), "TransferError"),
            (
                "https://files.example/x", "a", TransferOptions(sha256: [1, 2]),
                "a SHA-256 digest has 32 bytes, and not 2"
            ),
        ] as [(String, String, TransferOptions, String)])
    func arguments(url: String, file: String, options: TransferOptions, error: String) async throws
    {
        let place = try Place()
        let session = try place.session()
        do {
            _ = try await session.download(
                from: try #require(URL(string: url)), to: place.file(file), options: options)
            Issue.record("nothing is thrown")
        } catch let thrown {
            #expect(kind(of: thrown) == error)
        }
        #expect(try await session.transfers().isEmpty)
    }

    private func kind(of error: any Error) -> String {
        switch error {
        case TransferSessionError.invalidURL: "invalidURL"
        case TransferSessionError.invalidHeader: "invalidHeader"
        case is TransferError: "TransferError"
        default: error.localizedDescription
        }
    }

    @Test("A transfer that is cancelled leaves no partial file, also where there is no worker")
    func leftovers() async throws {
        let place = try Place()
        let session = try place.session()
        let id = try await session.download(from: try #require(address), to: place.file("a"))
        let store = try TransferStore(at: StoreLocation(folder: place.store.path))
        var record = try #require(try store.record(id))
        let partial = place.file(".a.1-x.part").path
        record.partial = TransferRecord.Partial(path: partial, destination: place.file("a").path)
        _ = try store.save(record, [], now: 0)
        try #require(FileManager.default.createFile(atPath: partial, contents: nil))
        try await session.cancel(id)
        #expect(!FileManager.default.fileExists(atPath: partial))
        #expect(try store.record(id)?.partial == nil)
    }

    @Test("A store has one worker", .timeLimit(.minutes(10)))
    func worker() async throws {
        let place = try Place()
        let session = try place.session()
        // Nothing answers at this address, so the transfer waits or is tried again.
        let id = try await session.download(
            from: try #require(URL(string: "http://127.0.0.1:9/x")), to: place.file("a"))
        let worker = Task { try await session.runWorker() }
        for try await event in session.events() where event.event != .added {
            #expect(event.transfer.id == id)
            break
        }
        await #expect(throws: TransferSessionError.self) { try await session.runWorker() }
        worker.cancel()
        try await worker.value
        #expect(try await session.transfer(id)?.state != .running)
    }
}
