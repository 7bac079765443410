// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import NetworkReachability
import TestSupport
import Testing

@testable import BackgroundTransfers

/// Uploads from a session's call to the server's disk.
@Suite("Uploads", .timeLimit(.minutes(10))) struct UploadTests {
    /// A store, a file, and a session.
    private final class Place {
        let fixture: StoreFixture
        let session: TransferSession
        let content: [UInt8]
        var file: URL { URL(filePath: fixture.downloads).appending(path: "photo.jpg") }
        var store: URL { URL(filePath: fixture.folder) }

        /// Bytes that differ from place to place. They are made once, because that takes a second in a debug build.
        private static let pattern = (0..<3_000_000).map {
            UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8)
        }

        init(size: Int = 3_000_000) throws {
            fixture = try StoreFixture()
            session = try TransferSession(
                identifier: "org.example.test", store: URL(filePath: fixture.folder))
            content = Array(Self.pattern.prefix(size))
            try Data(content).write(to: file)
        }

        /// Performs transfers in this process until one has ended.
        func events(
            _ id: Transfer.ID, _ action: (TransferEvent) async throws -> Void = { _ in }
        ) async throws -> [TransferEvent] {
            let session = session
            let worker = Task { try await session.runWorker() }
            let events: [TransferEvent]
            do { events = try await follow(id, action) } catch {
                worker.cancel()
                throw error
            }
            // The next one would find that the store has a worker.
            worker.cancel()
            try await worker.value
            return events
        }

        /// Follows a transfer that another process performs, until it has ended.
        func follow(
            _ id: Transfer.ID, _ action: (TransferEvent) async throws -> Void = { _ in }
        ) async throws -> [TransferEvent] {
            var events: [TransferEvent] = []
            for try await event in session.events() where event.transfer.id == id {
                events.append(event)
                try await action(event)
                if event.transfer.state.isFinal { break }
            }
            return events
        }

        /// The bytes of all files of the store.
        func stored() throws -> Data {
            var all = Data()
            for name in try FileManager.default.contentsOfDirectory(atPath: store.path)
            where name.hasPrefix("transfers.sqlite") {
                all += try Data(contentsOf: store.appending(path: name))
            }
            return all
        }
    }

    @Test(
        "The server has the file, once and right, and the transfer says so",
        arguments: [
            (UploadMethod.put, false, "/place"), (.post, false, "/place"),
            (.automatic, false, "/place"),
            (.automatic, true, nil), (.tus, true, nil),
        ] as [(UploadMethod, Bool, String?)])
    func arrives(_ method: UploadMethod, _ speaksTus: Bool, _ path: String?) async throws {
        let server = try UploadServer(speaksTus: speaksTus)
        let place = try Place()
        let id = try await place.session.upload(
            file: place.file, to: server.url(), method: method)
        let added = try #require(try await place.session.transfer(id))
        #expect(added.kind == .upload)
        #expect(added.source == place.file.path)
        #expect(added.destination == nil)
        #expect(added.bytesTotal == 3_000_000)
        let events = try await place.events(id)
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        #expect(events.last?.transfer.bytesDone == 3_000_000)
        #expect(events.last?.transfer.fractionCompleted == 1)
        expectSameBytes(server.onlyFile, place.content)
        if let path { #expect(server.files.keys.first == path) }
        #expect(server.completions == 1)
        #expect(FileManager.default.fileExists(atPath: place.file.path))
    }

    @Test("An empty file arrives", arguments: [UploadMethod.put, .post, .tus])
    func empty(_ method: UploadMethod) async throws {
        let server = try UploadServer(speaksTus: true)
        let place = try Place(size: 0)
        let id = try await place.session.upload(file: place.file, to: server.url(), method: method)
        #expect(try await place.events(id).last?.event == .finished)
        #expect(server.completions == 1)
    }

    @Test("An upload by tus that is cut off is resumed, and what the server has is not sent again")
    func resumed() async throws {
        let server = try UploadServer(speaksTus: true) { seen in
            seen.method == "PATCH" && seen.number <= 2 ? .reset(after: 1_000_000) : nil
        }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url())
        let events = try await place.events(id)
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        #expect(events.filter { $0.event == .retrying }.count == 2)
        #expect(!events.map(\.event).contains(.restarted))
        expectSameBytes(server.onlyFile, place.content)
        let patches = server.requests.filter { $0.method == "PATCH" }
        #expect(patches.map { $0.fields["upload-offset"] } == ["0", "1000000", "2000000"])
        #expect(server.requests.filter { $0.method == "POST" }.count == 1)
        #expect(server.requests.filter { $0.method == "OPTIONS" }.count == 1)
    }

    @Test("An upload by POST that is cut off begins again, with the same key")
    func repeated() async throws {
        let server = try UploadServer { $0.number == 1 ? .reset(after: 1_000_000) : nil }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url(), method: .post)
        let events = try await place.events(id)
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        #expect(events.map(\.event).contains(.restarted))
        expectSameBytes(server.files["/place"], place.content)
        let keys = server.requests.map { $0.fields["idempotency-key"] }
        #expect(keys.count == 2)
        #expect(keys[0] == keys[1])
        #expect(keys[0]?.count == 36)
    }

    @Test("A PUT that finds the lock of its own attempt before is tried again")
    func locked() async throws {
        let server = try UploadServer { seen in
            switch seen.number {
            case 1: .reset(after: 1_000_000)
            case 2: .refuse(423)
            default: nil
            }
        }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url(), method: .put)
        let events = try await place.events(id)
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        #expect(server.requests.map(\.method) == ["PUT", "PUT", "PUT"])
        expectSameBytes(server.files["/place"], place.content)
    }

    @Test(
        "An upload ends well although the server misbehaves",
        arguments: [
            ("PATCH", .answer(409, ["Tus-Resumable: 1.0.0"])),
            ("PATCH", .refuse(423, ["Tus-Resumable: 1.0.0"])), ("PATCH", .refuse(500)),
            ("PATCH", .refuse(417)), ("PATCH", .withoutPermission), ("PATCH", .forget),
            ("PATCH", .answer(204, ["Tus-Resumable: 1.0.0"])), ("PATCH", .answer(200)),
            ("PATCH", .answer(204, ["Tus-Resumable: 1.0.0", "Upload-Offset: 99999999"])),
            ("PATCH", .refuse(307, ["Location: /elsewhere"])), ("POST", .refuse(503)),
            ("POST", .reset(after: 0)), ("POST", .refuse(307, ["Location: /there"])),
            ("OPTIONS", .refuse(503)), ("OPTIONS", .refuse(308, ["Location: /there"])),
            ("OPTIONS", .refuse(501)), ("PUT", .reset(after: 2_999_999)), ("PUT", .refuse(429)),
            ("PUT", .refuse(417)), ("PUT", .withoutPermission),
            ("PUT", .refuse(308, ["Location: /elsewhere"])), ("PUT", .answer(503)),
        ] as [(String, UploadServer.Fault)])
    func misbehaviour(_ method: String, _ fault: UploadServer.Fault) async throws {
        let isPut = method == "PUT"
        let server = try UploadServer(speaksTus: !isPut) { seen in
            seen.method == method && seen.number == 1 ? fault : nil
        }
        let place = try Place()
        let id = try await place.session.upload(
            file: place.file, to: server.url(), method: isPut ? .put : .automatic)
        let events = try await place.events(id)
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        let isThere = server.files.values.contains(place.content)
        #expect(isThere)
        #expect(server.completions == 1)
    }

    @Test(
        "An upload fails for good where no repetition helps",
        arguments: [
            ("PUT", .refuse(401), .status, 401), ("PUT", .refuse(404), .status, 404),
            ("PUT", .refuse(413), .status, 413), ("PUT", .answer(409), .status, 409),
            ("PUT", .refuse(302, ["Location: /elsewhere"]), .redirect, 302),
            ("PUT", .refuse(303, ["Location: /elsewhere"]), .redirect, 303),
            ("PUT", .refuse(307), .redirect, 307),
            ("PUT", .refuse(307, ["Location: ftp://127.0.0.1/x"]), .redirect, 307),
            ("POST", .refuse(401), .status, 401), ("POST", .answer(201), .redirect, 201),
            ("POST", .answer(200, ["Tus-Resumable: 1.0.0"]), .status, 200),
            ("PATCH", .refuse(415), .status, 415),
            ("PATCH", .refuse(301, ["Location: /elsewhere"]), .redirect, 301),
            ("PATCH", .forget, .status, 404), ("PATCH", .refuse(410), .status, 410),
        ] as [(String, UploadServer.Fault, TransferError.Code, Int)])
    func failure(
        _ method: String, _ fault: UploadServer.Fault, _ code: TransferError.Code, _ status: Int
    ) async throws {
        let isPut = method == "PUT"
        let server = try UploadServer(speaksTus: !isPut) { $0.method == method ? fault : nil }
        let place = try Place()
        let id = try await place.session.upload(
            file: place.file, to: server.url(), method: isPut ? .put : .automatic)
        let last = try await place.events(id).last
        #expect(last?.event == .failed)
        #expect(last?.transfer.error?.code == code, "\(String(describing: last))")
        #expect(last?.transfer.error?.status == status)
        #expect(server.completions == 0)
        #expect(FileManager.default.fileExists(atPath: place.file.path))
    }

    @Test(
        "When a worker is killed during an upload, the next worker completes it",
        arguments: [UploadMethod.put, .tus])
    func killed(_ method: UploadMethod) async throws {
        let server = try UploadServer(speaksTus: true) { seen in
            ["PUT", "PATCH"].contains(seen.method) && seen.number == 1 ? .hang(after: 400_000) : nil
        }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url(), method: method)
        var worker = try WorkerProcess(store: place.store)
        var isKilled = false
        let events = try await place.follow(id) { event in
            guard event.event == .started, !isKilled else { return }
            try await server.waitForContent(300_000)
            isKilled = true
            worker.kill()
            worker = try WorkerProcess(store: place.store)
        }
        withExtendedLifetime(worker) {}
        #expect(isKilled)
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        expectSameBytes(server.onlyFile, place.content)
        #expect(server.completions == 1)
        guard method == .tus else { return }
        let offsets = server.requests.filter { $0.method == "PATCH" }.map {
            $0.fields["upload-offset"].flatMap { Int($0) } ?? -1
        }
        #expect(offsets.first == 0)
        #expect(offsets.count >= 2)
        #expect((offsets.last ?? 0) > 0)
        #expect(server.requests.filter { $0.method == "POST" }.count == 1)
    }

    @Test(
        "A file that changes while it is sent is no success",
        arguments: [UploadMethod.put, .tus], [Change.written, .replaced, .truncated])
    func changed(_ method: UploadMethod, _ change: Change) async throws {
        let gate = UploadServer.Gate()
        let server = try UploadServer(speaksTus: true) { seen in
            ["PUT", "PATCH"].contains(seen.method) ? .wait(after: 400_000, gate) : nil
        }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url(), method: method)
        var hasChanged = false
        let events = try await place.events(id) { event in
            guard event.event == .started, !hasChanged else { return }
            try await server.waitForContent(300_000)
            hasChanged = true
            try change.perform(place.file)
            gate.open()
        }
        #expect(hasChanged)
        #expect(events.last?.event == .failed, "\(events.map(\.description))")
        #expect(events.last?.transfer.error?.code == .changed)
    }

    /// A change of a file by another program.
    enum Change: CaseIterable {
        case written, replaced, truncated

        func perform(_ file: URL) throws {
            switch self {
            case .written:
                let handle = try FileHandle(forUpdating: file)
                try handle.write(contentsOf: Data("other".utf8))
                try handle.close()
            case .replaced: try Data("other".utf8).write(to: file, options: .atomic)
            case .truncated:
                let handle = try FileHandle(forUpdating: file)
                try handle.truncate(atOffset: 2_900_000)
                try handle.close()
            }
        }
    }

    @Test(
        "A file that has changed before the upload starts is not sent", arguments: Change.allCases)
    func changedBefore(_ change: Change) async throws {
        let server = try UploadServer()
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url())
        try change.perform(place.file)
        let events = try await place.events(id)
        #expect(events.last?.transfer.error?.code == .changed)
        #expect(server.requests.isEmpty)
    }

    @Test("A missing file and an unreadable file are failures of their own kind")
    func missing() async throws {
        let server = try UploadServer()
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url())
        try FileManager.default.removeItem(at: place.file)
        let events = try await place.events(id)
        #expect(events.last?.transfer.error?.code == .io)
        #expect(events.last?.transfer.error?.message.contains("photo.jpg") == true)
        #expect(server.requests.isEmpty)
    }

    @Test("A digest is compared before anything is sent", arguments: [true, false])
    func digest(_ isRight: Bool) async throws {
        let server = try UploadServer()
        let place = try Place(size: 3)
        try Data("abc".utf8).write(to: place.file)
        let abc: [UInt8] = [
            0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae,
            0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61,
            0xf2, 0x00, 0x15, 0xad,
        ]
        let id = try await place.session.upload(
            file: place.file, to: server.url(), method: .put,
            options: TransferOptions(sha256: isRight ? abc : abc.reversed()))
        let events = try await place.events(id)
        #expect(events.last?.event == (isRight ? .finished : .failed))
        #expect(events.last?.transfer.error?.code == (isRight ? nil : .digest))
        #expect(events.map(\.event).contains(.verified) == isRight)
        #expect(server.requests.isEmpty == !isRight)
    }

    @Test("After an upload is paused, its slow digest delays no other transfer")
    func longDigest() async throws {
        let server = try UploadServer()
        let place = try Place(size: 3)
        // It would be read for many minutes.
        let large = URL(filePath: place.fixture.downloads).appending(path: "large")
        try Data().write(to: large)
        let handle = try FileHandle(forWritingTo: large)
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        let first = try await place.session.upload(
            file: large, to: server.url(), method: .put,
            options: TransferOptions(
                sha256: Array(repeating: 0, count: 32), priority: .high))
        let second = try await place.session.upload(
            file: place.file, to: server.url(), method: .put,
            options: TransferOptions(sha256: Array(repeating: 0, count: 32)))
        let session = place.session
        let worker = Task { try await session.runWorker() }
        defer { worker.cancel() }
        var states: [Transfer.ID: Transfer.State] = [:]
        for try await event in session.events() {
            states[event.transfer.id] = event.transfer.state
            if event.transfer.id == first, event.event == .started {
                try await session.pause(first)
            }
            if event.transfer.id == second, event.transfer.state.isFinal { break }
        }
        #expect(states == [first: .paused, second: .failed])
        #expect(try await session.transfer(second)?.error?.code == .digest)
    }

    @Test("Another server that is redirected to gets no secrets, and nor does the database")
    func secrets() async throws {
        let other = try UploadServer(speaksTus: true)
        let port = other.port
        let server = try UploadServer { seen in
            .refuse(307, ["Location: http://127.0.0.1:\(port)\(seen.path)"])
        }
        for method in [UploadMethod.put, .tus] {
            let place = try Place()
            let id = try await place.session.upload(
                file: place.file, to: server.url(user: "alice:opensesame@"), method: method,
                options: TransferOptions(headers: [
                    .init("X-Api-Key", "abracadabra"), .init("Accept-Language", "de"),
                ]))
            let events = try await place.events(id)
            #expect(events.last?.event == .finished, "\(events.map(\.description))")
            let stored = try place.stored()
            #expect(stored.firstRange(of: Data("alice".utf8)) == nil)
            #expect(stored.firstRange(of: Data("abracadabra".utf8)) == nil)
        }
        for seen in server.requests {
            #expect(seen.fields["x-api-key"] == "abracadabra")
            #expect(seen.fields["authorization"] != nil)
        }
        #expect(other.requests.map(\.method) == ["PUT", "POST", "PATCH"])
        for seen in other.requests {
            #expect(seen.fields["x-api-key"] == nil)
            #expect(seen.fields["authorization"] == nil)
            #expect(seen.fields["accept-language"] == "de")
        }
    }

    @Test("No output contains the URL of an upload by tus")
    func capability() async throws {
        let server = try UploadServer(speaksTus: true) { seen in
            seen.method == "PATCH" ? .refuse(415) : nil
        }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url())
        let events = try await place.events(id)
        let text = JSONLineEncoder.text(events) + events.map(\.description).joined()
        #expect(!text.contains("opensesame"))
        #expect(!text.contains("places"))
    }

    @Test("The caller's fields are sent, but for those of the protocol")
    func fields() async throws {
        let server = try UploadServer(speaksTus: true)
        let place = try Place()
        let headers: [TransferOptions.Header] = [
            .init("Content-Type", "image/jpeg"), .init("X-Album", "7"),
            .init("Idempotency-Key", "mine"), .init("Upload-Metadata", "album Nw=="),
        ]
        for method in [UploadMethod.put, .post, .tus] {
            let id = try await place.session.upload(
                file: place.file, to: server.url(), method: method,
                options: TransferOptions(headers: headers))
            #expect(try await place.events(id).last?.event == .finished)
        }
        for seen in server.requests { #expect(seen.fields["x-album"] == "7") }
        let methods = Dictionary(grouping: server.requests, by: \.method)
        #expect(methods["PUT"]?.first?.fields["content-type"] == "image/jpeg")
        #expect(methods["POST"]?.first?.fields["idempotency-key"] == "mine")
        #expect(methods["POST"]?.last?.fields["upload-metadata"] == "album Nw==")
        let type = methods["PATCH"]?.first?.fields["content-type"]
        #expect(type == "application/offset+octet-stream")
    }

    @Test("A paused upload sends nothing, and goes on when it is resumed")
    func paused() async throws {
        let server = try UploadServer(speaksTus: true) { seen in
            seen.method == "PATCH" && seen.number == 1 ? .hang(after: 400_000) : nil
        }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url())
        var count = 0
        let events = try await place.events(id) { event in
            if event.event == .started, count == 0 {
                try await server.waitForContent(300_000)
                count = 1
                try await place.session.pause(id)
            } else if event.event == .paused {
                while server.isBusy { try await Task.sleep(for: .milliseconds(5)) }
                try await place.session.resume(id)
            }
        }
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        #expect(events.map(\.event).contains(.paused))
        expectSameBytes(server.onlyFile, place.content)
        #expect(server.requests.contains { $0.method == "HEAD" })
    }

    @Test("An upload that is paused and resumed again and again goes on", arguments: 1...5)
    func hastyUser(_ round: Int) async throws {
        let gate = UploadServer.Gate()
        let server = try UploadServer(speaksTus: true) { seen in
            seen.method == "PATCH" && !gate.isOpen ? .hang(after: 50_000) : nil
        }
        let place = try Place()
        let id = try await place.session.upload(file: place.file, to: server.url())
        var count = 0
        let events = try await place.events(id) { event in
            guard [.started, .resumed].contains(event.event), count < 10 else { return }
            count += 1
            // The worker sees the second command before, while or after it carries out the first one.
            try await place.session.pause(id)
            try await Task.sleep(for: .microseconds(round * count * 100))
            if count == 10 {
                // The last request that hangs ends.
                while server.isBusy { try await Task.sleep(for: .milliseconds(5)) }
                gate.open()
            }
            try await place.session.resume(id)
        }
        #expect(events.last?.event == .finished, "\(events.map(\.description))")
        #expect(events.count { $0.event == .resumed } == 10)
        expectSameBytes(server.onlyFile, place.content)
    }

    @Test("The rate of an upload is limited")
    func rate() async throws {
        let server = try UploadServer()
        let place = try Place(size: 200_000)
        let id = try await place.session.upload(
            file: place.file, to: server.url(), method: .put,
            options: TransferOptions(limitRate: 200_000))
        let started = MonotonicClock.milliseconds
        #expect(try await place.events(id).last?.event == .finished)
        let time = MonotonicClock.milliseconds - started
        #expect(time >= 700, "\(time) ms")
    }

    @Test(
        "A file that cannot be uploaded is refused by name when it is added",
        arguments: [
            ("missing", "does not exist"), ("folder", "Is a directory"),
            ("pipe", "Invalid argument"),
            ("dangling", "does not exist"),
        ])
    func refused(_ name: String, _ sentence: String) async throws {
        let place = try Place(size: 1)
        let folder = URL(filePath: place.fixture.downloads)
        let file = folder.appending(path: name)
        switch name {
        case "folder":
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
        case "dangling":
            try FileManager.default.createSymbolicLink(
                at: file, withDestinationURL: folder.appending(path: "nowhere"))
        case _: break
        }
        do {
            _ = try await place.session.upload(file: file, to: URL(string: "http://127.0.0.1/x")!)
            Issue.record("nothing is thrown")
        } catch let error as TransferError {
            #expect(error.code == .io)
            #expect(error.message.contains(file.path), "\(error)")
            #expect(error.message.contains(sentence), "\(error)")
        }
        #expect(try await place.session.transfers().isEmpty)
    }

    @Test("A link is followed when the upload is added, and not when it is sent")
    func link() async throws {
        let server = try UploadServer()
        let place = try Place(size: 1000)
        let link = URL(filePath: place.fixture.downloads).appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place.file)
        let id = try await place.session.upload(file: link, to: server.url(), method: .put)
        #expect(
            try await place.session.transfer(id)?.source
                == place.file.resolvingSymlinksInPath().path)
        try FileManager.default.removeItem(at: link)
        #expect(try await place.events(id).last?.event == .finished)
        expectSameBytes(server.files["/place"], place.content)
    }

    @Test(
        "Fields that uploads set themselves are refused",
        arguments: ["Content-Length", "expect", "Tus-Resumable", "Upload-Offset", "Host"])
    func ownFields(_ name: String) async throws {
        let place = try Place(size: 1)
        await #expect(throws: TransferSessionError.invalidHeader(name)) {
            _ = try await place.session.upload(
                file: place.file, to: URL(string: "http://127.0.0.1/x")!,
                options: TransferOptions(headers: [.init(name, "1")]))
        }
    }
}
