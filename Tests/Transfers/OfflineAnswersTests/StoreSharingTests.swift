// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import GRDB
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("A store that other processes also use", .timeLimit(.minutes(10)))
struct StoreSharingTests {
    private let bench = AnswerBench()

    private var database: String { bench.folder.appending(component: "answers.sqlite").path }

    /// Runs a body while another connection holds the lock for writing, as a process does that is stopped while it stores.
    ///
    /// - Parameter client: the client whose writes end before.
    private func whileLocked(
        _ client: OfflineClient, _ body: () async throws -> Void
    ) async throws {
        await until { client.core.store.waitingWrites == 0 }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: database, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        // Before it is closed, which would wait for the end of its transaction.
        do {
            try await body()
        } catch {
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            throw error
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test("Calls return answers while another process holds the lock")
    func locked() async throws {
        let served = try ListedAnswers([.init(body: "old")])
        let client = try bench.client(whileLocked: true)
        _ = try await client.answer(for: served.request, .networkFirst)
        served.change([.init(body: "new")])
        // Its use is to be noted.
        bench.pass(120)
        try await whileLocked(client) { () async throws in
            // If one of these waited for the lock, the time limit would end the test.
            #expect(try await client.answer(for: served.request, .storedOnly).text == "old")
            #expect(try await client.answer(for: served.request, .networkFirst).text == "new")
            var post = served.request
            post.httpMethod = "POST"
            #expect(try await client.answer(for: post).source == .network)
            #expect(
                try await client.answer(for: served.request, .storedFirst).source == .network)
            // A client that comes now does not wait either.
            #expect(
                try await bench.client(whileLocked: true)
                    .answer(for: served.request, .storedOnly).text == "old")
        }
        // What waited is stored afterwards.
        await until {
            let answer = try? await client.answer(
                for: served.request, .storedOnly.overridingServer)
            return answer?.text == "new" && answer?.overridden == [.changed]
        }
    }

    @Test(
        "Changes and withdrawals count before they are written")
    func changesWhileLocked() async throws {
        let fresh = ["Cache-Control: max-age=3600"]
        let served = try ListedAnswers([.init(headers: fresh, body: "old")])
        let gone = served.server.request("/gone")
        let client = try bench.client(whileLocked: true)
        for request in [served.request, gone] {
            _ = try await client.answer(for: request, .freshFirst)
        }
        try await whileLocked(client) { () async throws in
            var post = served.request
            post.httpMethod = "POST"
            _ = try await client.answer(for: post)
            served.change([.init(headers: fresh, body: "new")])
            for _ in 0..<2 {
                let answer = try await client.answer(for: served.request, .freshFirst)
                #expect(answer.text == "new" && answer.source == .network)
            }
            served.change([.init(status: "410 Gone")])
            _ = try await client.answer(for: gone, .networkOnly)
            await #expect(throws: OfflineError.self) {
                try await client.answer(for: gone, .storedOnly.overridingServer)
            }
        }
    }

    /// How an answer looks to one who opens the store: whether it was invalidated, for each that is stored.
    private func invalidations(_ request: CacheRequest) throws -> [Bool] {
        try AnswerStore(at: bench.folder.path, limits: .init(total: 1 << 20, answer: 1 << 20))
            .answers(request.key).map(\.answer.response.isInvalidated)
    }

    @Test("Changes and withdrawals that could not be written are written with the next write")
    func changesAreKept() async throws {
        let served = try ListedAnswers([.init(headers: ["Cache-Control: max-age=3600"])])
        let client = try bench.client()
        let requests = try ["/changed", "/gone", "/other"].map {
            try client.core.cacheRequest(served.server.request($0))
        }
        for one in requests { _ = try await client.answer(for: one.urlRequest, .freshFirst) }
        let store = try AnswerStore(
            at: bench.folder.path, limits: .init(total: 1 << 20, answer: 1 << 20), patience: 0.01)
        let failures = Lock(0)
        let access = StoreAccess(store, now: { [bench] in bench.now }) { _ in
            failures.withLock { $0 += 1 }
        }
        await until { access.waitingWrites == 0 }
        try await whileLocked(client) { () async throws in
            await access.invalidate([requests[0].key.url])
            await access.remove(requests[1])
            // They are not waiting any more: they have failed.
            await until { access.waitingWrites == 0 }
            #expect(failures.withLock(\.self) == 2)
            #expect(await access.find(requests[0]).answer?.response.isInvalidated == true)
            #expect(await access.find(requests[1]).answer == nil)
            #expect(await access.find(requests[2]).answer?.response.isInvalidated == false)
        }
        #expect(try requests.map(invalidations) == [[false], [false], [false]])
        await access.invalidate(["http://example.org/"])
        await until { access.waitingWrites == 0 }
        #expect(try requests.map(invalidations) == [[true], [], [false]])
    }

    @Test("Too many pending changes count for all answers, and for all requests that are under way")
    func manyChanges() async throws {
        let served = try ListedAnswers([.init(headers: ["Cache-Control: max-age=3600"])])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .freshFirst)
        let request = try client.core.cacheRequest(served.request)
        let store = try AnswerStore(
            at: bench.folder.path, limits: .init(total: 1 << 20, answer: 1 << 20))
        let stored = try #require(try store.answers(request.key).first).answer
        let mark = try store.mark()
        var changes = PendingChanges()
        changes.change((0..<PendingChanges.limit).map { "\($0)" })
        #expect(changes.applied(to: stored, under: request.key)?.response.isInvalidated == false)
        changes.change(["one more"])
        #expect(changes.applied(to: stored, under: request.key)?.response.isInvalidated == true)
        try store.apply(changes)
        #expect(try invalidations(request) == [true])
        // An answer that was requested before is older than one of the changes.
        try store.add(
            NewAnswer(
                key: AnswerKey(url: "new", account: ""), selecting: SelectingFields(values: [:]),
                source: "new", response: stored.response, content: Data()),
            after: mark, now: bench.now)
        let new = try store.answers(AnswerKey(url: "new", account: ""))
        #expect(new.map(\.answer.response.isInvalidated) == [true])
        for number in 0...PendingChanges.limit {
            changes.withdraw(AnswerKey(url: "\(number)", account: ""))
        }
        #expect(changes.applied(to: stored, under: request.key) == nil)
        // What was noted after it was written stays.
        let written = changes
        changes.change(["late"])
        changes.remove(written)
        #expect(Array(changes.changed.keys) == ["late"] && changes.allChanged == nil)
        #expect(changes.applied(to: stored, under: request.key) != nil)
        try store.apply(written)
        #expect(try invalidations(request) == [])
    }

    @Test("A read does not wait for writes")
    func looks() async throws {
        let large = Data(repeating: 0x61, count: 1 << 20)
        let server = try HTTPServer { request, connection in
            connection.send(body: request.path == "/small" ? Data("small".utf8) : large)
        }
        let client = try bench.client(whileLocked: true) { $0.totalSize = 1 << 28 }
        _ = try await client.answer(for: server.request("/small"), .networkFirst)
        let access = client.core.store
        try await whileLocked(client) { () async throws in
            for number in 0..<6 {
                let answer = try await client.answer(
                    for: server.request("/\(number)"), .networkOnly)
                #expect(answer.data.count == large.count && answer.notStored == nil)
            }
            #expect(access.waitingWrites >= 6)
            let answer = try await client.answer(for: server.request("/small"), .storedOnly)
            #expect(answer.text == "small")
            #expect(access.waitingWrites >= 6)
        }
        await until { access.waitingWrites == 0 }
        #expect(
            try await client.answer(for: server.request("/5"), .storedOnly).data.count
                == large.count)
    }

    @Test("The size of the answers that wait to be stored is limited")
    func fullQueue() async throws {
        let served = try ListedAnswers([.init(body: String(repeating: "x", count: 6000))])
        let client = try bench.client(whileLocked: true) { $0.totalSize = 10_000 }
        _ = try await client.answer(for: served.request, .networkFirst)
        try await whileLocked(client) { () async throws in
            var reasons: [OfflineAnswer.NotStored?] = []
            for number in 0..<3 {
                let request = served.server.request("/\(number)")
                reasons.append(try await client.answer(for: request, .networkFirst).notStored)
            }
            #expect(reasons == [nil, .storeUnavailable, .storeUnavailable])
        }
        #expect(bench.failures.withLock { $0.contains { $0.code == .busy } })
    }

    // MARK: - Other programs

    /// Has another program ask through the same store, and returns its line.
    private func other(_ request: URLRequest, stored: Bool = false, readOnly: Bool = false) throws
        -> String
    {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        let words = [BuiltProgram.path("ask-cache"), "offline-answers", bench.folder.path]
        if readOnly {
            process.executableURL = URL(filePath: "/usr/bin/unshare")
            process.arguments =
                [
                    "--map-root-user", "--mount", "--", "sh", "-c",
                    """
                    mount --bind "$2" "$2" && mount -o remount,ro,bind "$2" && exec "$0" "$1" "$2"
                    """,
                ] + words
        } else {
            process.executableURL = URL(filePath: words[0])
            process.arguments = Array(words.dropFirst())
        }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let url = request.url?.absoluteString ?? ""
        let line = "GET\t\(url)\t\(stored ? "stored" : "usual")\t\n"
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test("An answer with Vary: User-Agent is not used for another program")
    func userAgent() async throws {
        let server = try HTTPServer { request, connection in
            connection.send(
                headers: ["Vary: User-Agent", "Cache-Control: max-age=3600"],
                body: Data((request.headers["user-agent"] ?? "none").utf8))
        }
        let client = try bench.client()
        let own = try await client.answer(for: server.request(), .freshFirst)
        #expect(own.text.hasPrefix(ProcessInfo.processInfo.processName))
        #expect(try other(server.request(), stored: true).hasPrefix("error"))
        #expect(try other(server.request()).contains("ask-cache (unknown version)"))
        #expect(try await client.answer(for: server.request(), .freshFirst).text == own.text)
        #expect(try other(server.request(), stored: true).contains("ask-cache (unknown version)"))
        #expect(server.requests.count == 2)
    }

    @Test("The fields that Foundation adds count with the sent values")
    func addedFields() async throws {
        let served = try ListedAnswers([.init()])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        let sent = try #require(served.requests.first?.headers)
        let request = try client.core.cacheRequest(served.request)
        #expect(sent["accept-language"] == request.headers[single: "Accept-Language"])
        let agent = try #require(request.headers[single: "User-Agent"])
        #expect(sent["user-agent"]?.hasPrefix(agent) == true)
    }

    private static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["--map-root-user", "--mount", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        "On a read-only file system, stored answers are used",
        .enabled(if: canMount, "file systems cannot be mounted here"), arguments: [false, true])
    func readOnly(isOpen: Bool) async throws {
        let served = try ListedAnswers([.init(body: "page")])
        // With a client that is open, SQLite's other files are there; without one, they are not.
        var client: OfflineClient? = try bench.client()
        _ = try await client?.answer(for: served.request, .networkFirst)
        if !isOpen { client = nil }
        let wal = database + "-wal"
        await until { isOpen || !FileManager.default.fileExists(atPath: wal) }
        #expect(try other(served.request, stored: true, readOnly: true).hasPrefix("200\tpage"))
        #expect(try other(served.server.request("/other"), readOnly: true).hasPrefix("200\tpage"))
        withExtendedLifetime(client) {}
    }
}
