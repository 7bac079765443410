// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NetworkReachability
import Testing

@testable import BackgroundTransfers

@Suite("Transfers are added to the store")
struct StoreAddingTests {
    let fixture: StoreFixture
    let store: TransferStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    @Test("Another connection reads a transfer as it was added")
    func roundTrip() throws {
        var condition = Condition(constraints: .unmetered)
        condition.demands = [.vpn]
        condition.isNegated = true
        let options = TransferOptions(
            key: "k", sha256: Array(0..<32), group: "g", deadline: .run(after: .seconds(60)),
            notBefore: Date(milliseconds: noon + 5000), priority: .high, attempts: .limited(3),
            limitRate: 1024,
            overwrites: true, stability: .seconds(2))
        var new = fixture.download("a", options: options)
        new.condition = condition
        new.completion = CompletionAction(
            unit: "x.service", command: CompletionAction.Command(["echo", "a b"], in: "/tmp"))
        let added = try store.add(new)
        let read = try #require(try fixture.open().record(added.id))
        #expect(read == added)
        #expect(read.condition == condition)
        #expect(read.deadline == noon + 60_000)
        #expect(read.onDeadline == .run)
        #expect(read.notBefore == noon + 5000)
        #expect(read.stability == .seconds(2))
        #expect(read.limit == .limited(3))
        #expect(read.sha256 == Array(0..<32))
        #expect(read.state == .waiting)
        #expect(try store.kinds() == [.added])
    }

    @Test("Numbers rise, and are not used again when the last transfer is removed")
    func numbers() throws {
        let first = try store.add(fixture.download("a"))
        _ = try store.apply(.cancel, to: .all, now: noon)
        _ = try store.apply(.acknowledge, to: .all, now: noon)
        let last = try store.lastSequence()
        #expect(try store.prune(now: noon) == 1)
        #expect(try store.record(first.id) == nil)
        let second = try fixture.open().add(fixture.download("b"))
        #expect(second.id > first.id)
        #expect(try store.events(after: last).map(\.transfer.id) == [second.id])
        #expect(try store.events(after: 0).count == 1)
    }

    @Test(
        "User and password of the URL, and the caller's headers, are kept apart, readable for the owner only"
    )
    func secrets() throws {
        let options = TransferOptions(headers: [.init("X-Key", "hidden-key")])
        let record = try store.add(
            fixture.download("a", url: "https://me:p%40ss@files.example/a?q=1", options: options))
        #expect(record.url == "https://files.example/a?q=1")
        let secrets = try #require(try store.secrets(of: record))
        #expect(secrets.user == "me")
        #expect(secrets.password == "p@ss")
        #expect(secrets.headers == options.headers)
        let name = try #require(record.secrets)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: fixture.location.secrets + "/" + name)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let folder = try FileManager.default.attributesOfItem(atPath: fixture.location.secrets)
        #expect(folder[.posixPermissions] as? Int == 0o700)
        for file in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: fixture.location.database + file))
            for secret in ["hidden-key", "p@ss", "p%40ss"] {
                #expect(bytes.firstRange(of: Data(secret.utf8)) == nil)
            }
        }
    }

    @Test("A transfer with the key of one that has not ended is the same one, or takes its place")
    func keys() throws {
        let first = try store.add(fixture.download("a", options: .init(key: "k")))
        let kept = try store.add([fixture.download("b", options: .init(key: "k"))], now: noon)[0]
        #expect(kept == TransferStore.Addition(record: first, isNew: false, replaced: nil))
        let other = try store.add(
            [fixture.download("b", options: .init(key: "k"), session: "other")], now: noon)[0]
        #expect(other.isNew)
        let second = try store.add(
            [fixture.download("a", options: .init(key: "k", existing: .replace))], now: noon)[0]
        #expect(second.isNew)
        #expect(second.replaced == first.id)
        #expect(try store.record(first.id)?.state == .cancelled)
        #expect(try store.kinds() == [.added, .added, .cancelled, .added])
    }

    @Test(
        "A destination that cannot be written, exists, or is another transfer's is refused, and nothing is added"
    )
    func destinations() throws {
        let folder = fixture.downloads
        try Data("x".utf8).write(to: URL(filePath: folder + "/exists"))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/dangling", withDestinationPath: "nowhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/here", withDestinationPath: ".")
        // As /dev/stdout does.
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/output", withDestinationPath: "/proc/self/fd/1")
        try FileManager.default.createDirectory(
            atPath: folder + "/dir", withIntermediateDirectories: false)
        try #require(mkfifo(folder + "/pipe", 0o600) == 0)
        try store.add(fixture.download("taken"))
        let refused: [(NewTransfer.Destination, Bool, String)] = [
            (.file(folder + "/exists"), false, "exists"),
            (.file(folder + "/dangling"), false, "exists"),
            (.file(folder + "/dir"), true, "is a folder"),
            (.file(folder + "/pipe"), true, "never replaced"),
            (.file(folder + "/output"), true, "never replaced"),
            (.file(folder + "/missing/a"), false, "does not exist"),
            (.file(folder + "/exists/a"), false, "is no folder"),
            (.folder(folder + "/missing"), false, "does not exist"),
            (.file(folder + "/taken"), true, "transfer 1"),
            (.file(folder + "/here/taken"), true, "transfer 1"),
        ]
        for (destination, overwrites, words) in refused {
            var bad = fixture.download(
                "x", options: .init(headers: [.init("A", "b")], overwrites: overwrites))
            bad.destination = destination
            let error = #expect(throws: TransferError.self, "\(destination)") {
                try store.add([fixture.download("good"), bad], now: noon)
            }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(try store.transfers().count == 1)
        #expect(fixture.secrets.isEmpty)
        try store.add(fixture.download("exists", options: .init(overwrites: true)))
        try store.add(fixture.download("dangling", options: .init(overwrites: true)))
    }

    @Test("Two transfers of one call cannot have the same destination")
    func sameCall() throws {
        #expect(throws: TransferError.self) {
            try store.add([fixture.download("a"), fixture.download("a")], now: noon)
        }
        #expect(try store.transfers().isEmpty)
    }
}
