// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

@testable import BackgroundTransfers

/// How far transfers are, as a session's events tell it.
@Suite("Transfer progress", .timeLimit(.minutes(10))) struct TransferProgressTests {
    private func session(_ fixture: StoreFixture) throws -> TransferSession {
        try TransferSession(
            identifier: "org.example.test", store: URL(filePath: fixture.folder))
    }

    private func file(_ fixture: StoreFixture) -> URL {
        URL(filePath: fixture.downloads).appending(path: "file")
    }

    /// Checks what holds for all events of one transfer.
    private func check(_ events: [TransferEvent], total: Int64) {
        var stored: Int64 = 0
        for event in events {
            if event.event == .progress {
                #expect(
                    event.sequence == stored, "progress has the number of the last stored event")
                #expect(!event.transfer.state.isFinal)
                // Before the answer it is not known.
                #expect(event.transfer.bytesTotal == total || event.transfer.bytesDone == 0)
                #expect((0...total).contains(event.transfer.bytesDone))
            } else {
                #expect(event.sequence > stored)
                stored = event.sequence
            }
        }
    }

    @Test("Events of a worker in the same process have progress between those that are stored")
    func sameProcess() async throws {
        let fixture = try StoreFixture()
        let files = try ServedFiles()
        let session = try session(fixture)
        // It does not end before it has been seen.
        let total: Int64 = 100_000_000
        let id = try await session.download(
            from: try files.url(size: Int(total), rate: 1_000_000), to: file(fixture))
        let worker = Task { try await session.runWorker() }
        var events: [TransferEvent] = []
        for try await event in session.events() {
            events.append(event)
            if event.event == .paused { break }
            let isFirstRate =
                event.transfer.rate != nil && events.count(where: { $0.transfer.rate != nil }) == 1
            if isFirstRate { try await session.pause(id) }
        }
        worker.cancel()
        try await worker.value
        withExtendedLifetime(files) {}
        let progress = events.filter { $0.event == .progress }.map(\.transfer)
        #expect(progress.allSatisfy { $0.id == id && $0.destination == file(fixture).path })
        #expect(progress.map(\.bytesDone) == progress.map(\.bytesDone).sorted())
        #expect(progress.contains { $0.rate != nil })
        check(events, total: total)
        // No process stores it.
        var again: [TransferEvent.Kind] = []
        for try await event in session.events() {
            again.append(event.event)
            if event.event == .paused { break }
        }
        #expect(again == events.map(\.event).filter { $0 != .progress })
    }

    @Test("A worker of another process that ends, and the one that comes after it, are followed")
    func otherProcesses() async throws {
        let fixture = try StoreFixture()
        let files = try ServedFiles()
        let session = try session(fixture)
        // It does not end before it has been seen.
        let total: Int64 = 100_000_000
        _ = try await session.download(
            from: try files.url(size: Int(total), rate: 1_000_000), to: file(fixture))
        var worker = try WorkerProcess(store: URL(filePath: fixture.folder))
        var events: [TransferEvent] = []
        var hasEnded = false
        var second: [TransferEvent] = []
        for try await event in session.events() {
            events.append(event)
            guard event.event == .progress else { continue }
            if events.count(where: { $0.event == .started }) == 2 {
                second.append(event)
                if second.count == 2 { break }
            }
            if event.transfer.bytesDone > 500_000, !hasEnded {
                hasEnded = true
                worker.end()
                worker = try WorkerProcess(store: URL(filePath: fixture.folder))
            }
        }
        withExtendedLifetime(files) { worker.end() }
        #expect(second.allSatisfy { $0.transfer.bytesDone > 400_000 })
        check(events, total: total)
    }

    @Test("A program that begins to listen while a transfer runs gets its progress at once")
    func lateListener() async throws {
        let fixture = try StoreFixture()
        let files = try ServedFiles()
        let session = try session(fixture)
        _ = try await session.download(
            from: try files.url(size: 100_000_000, rate: 1_000_000), to: file(fixture))
        let worker = try WorkerProcess(store: URL(filePath: fixture.folder))
        var last: Int64 = 0
        for try await event in session.events() {
            last = event.sequence
            if event.event == .progress { break }
        }
        for try await event in session.events(after: last) {
            #expect(event.event == .progress)
            #expect(event.sequence == last)
            break
        }
        withExtendedLifetime(files) { worker.end() }
    }

    // MARK: - The connection

    /// A message of a worker.
    private func message(_ transfer: Transfer, bytes: Int64) -> [UInt8] {
        var transfer = transfer
        transfer.bytesDone = bytes
        return JSONLineEncoder.bytes(
            TransferEvent(
                sequence: 0, time: Date(), event: .progress, detail: nil, transfer: transfer))
    }

    /// Waits until so many programs are connected to a server.
    private func connections(_ server: LocalServer, _ count: Int) -> Bool {
        let end = MonotonicClock.milliseconds + 120_000
        while MonotonicClock.milliseconds < end {
            _ = server.receive()
            if server.clients.count == count { return true }
            _ = PollSet.Interest(server.descriptor, reads: true).isMet(within: 100)
        }
        return false
    }

    @Test(
        "A program is connected to the worker while it listens and a transfer of its session runs")
    func connection() async throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let server = try LocalServer(at: fixture.location.workerSocket)
        let session = try session(fixture)
        var record = try store.add(
            fixture.download("file", session: "org.example.test"))
        var other = try store.add(fixture.download("other", session: "org.example.other"))
        do {
            var iterator = session.events().makeAsyncIterator()
            #expect(try await iterator.next()?.event == .added)
            // Another session's transfer is none of ours.
            other.state = .running
            other = try store.saved(other, [.init(.started)])
            record.state = .paused
            record = try store.saved(record, [.init(.paused)])
            #expect(try await iterator.next()?.event == .paused)
            #expect(connections(server, 0))

            record.state = .running
            record = try store.saved(record, [.init(.started)])
            #expect(try await iterator.next()?.event == .started)
            #expect(connections(server, 1))
            let client = try #require(server.clients.first)
            server.send(message(Transfer(other), bytes: 1), to: client)
            server.send(Array("no JSON".utf8), to: client)
            server.send(message(Transfer(record), bytes: 7), to: client)
            let progress = try await iterator.next()
            #expect(progress?.event == .progress)
            #expect(progress?.transfer.bytesDone == 7)

            record.state = .finished
            record = try store.saved(record, [.init(.finished)])
            #expect(try await iterator.next()?.event == .finished)
            #expect(connections(server, 0))

            record = try store.add(fixture.download("next", session: "org.example.test"))
            record.state = .running
            record = try store.saved(record, [.init(.started)])
            #expect(try await iterator.next()?.event == .added)
            #expect(try await iterator.next()?.event == .started)
            #expect(connections(server, 1))
        }
        // The iterator is gone.
        #expect(connections(server, 0))
    }

    @Test(
        "Progress that is read after its transfer has stopped is dropped",
        arguments: Transfer.State.allCases)
    func stopped(state: Transfer.State) throws {
        var record = TransferRecord.example()
        record.state = .running
        let progress = try JSONDecoder().decode(
            TransferProgress.self, from: Data(message(Transfer(record), bytes: 7)))
        record.state = state
        let event = progress.event(of: Transfer(record), sequence: 3)
        let runs = [.running, .verifying, .committing].contains(state)
        #expect(event?.transfer.bytesDone == (runs ? 7 : nil))
    }

    @Test("Four of a transfer pass in a second, however they are spaced")
    func limit() {
        var limit = ProgressLimit()
        let passed = [0, 10, 260, 510, 760, 999, 1000, 1010, 1020, 1260].filter {
            limit.allows(at: $0)
        }
        #expect(passed == [0, 10, 260, 510, 1000, 1010, 1260])
        #expect(!limit.isOver(at: 2259))
        #expect(limit.isOver(at: 2260))
    }
}
