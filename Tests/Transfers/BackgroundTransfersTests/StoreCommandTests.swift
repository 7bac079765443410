// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BackgroundTransfers

@Suite("The user's commands change the store")
struct StoreCommandTests {
    let fixture: StoreFixture
    let store: TransferStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func apply(_ command: UserCommand, _ id: Transfer.ID) throws -> TransferStore.Outcome {
        try store.apply(command, to: .transfers([id]), now: noon)[0]
    }

    /// Adds a transfer, and gives it a state.
    private func transfer(
        _ name: String, _ state: Transfer.State,
        _ change: (inout TransferRecord) -> Void = { _ in },
        options: TransferOptions = TransferOptions(),
        completion: CompletionAction = .init()
    ) throws -> TransferRecord {
        var record = try store.add(fixture.download(name, options: options, completion: completion))
        record.state = state
        change(&record)
        return try store.saved(record)
    }

    @Test("A transfer is paused, resumed and cancelled, with an event for each")
    func life() throws {
        let id = try store.add(fixture.download("a")).id
        #expect(try apply(.pause, id).result == .done(before: .waiting))
        #expect(try apply(.pause, id).result == .nothing)
        #expect(try apply(.resume, id).result == .done(before: .paused))
        #expect(try apply(.cancel, id).result == .done(before: .waiting))
        #expect(try store.record(id)?.endedAt == noon)
        guard case .refused = try apply(.resume, id).result else {
            Issue.record("resumed")
            return
        }
        #expect(try store.kinds() == [.added, .paused, .resumed, .cancelled])
        #expect(
            try store.events(after: 0).map(\.transfer.state) == [
                .waiting, .paused, .waiting, .cancelled,
            ])
    }

    @Test("Unknown numbers are returned, also those of other sessions")
    func unknown() throws {
        let id = try store.add(fixture.download("a", session: "mine")).id
        let results = try store.apply(
            .pause, to: .transfers([Transfer.ID(rawValue: 99), id, id]), session: "other", now: noon
        )
        #expect(results.map(\.result) == [.unknown, .unknown])
        #expect(try store.record(id)?.state == .waiting)
        #expect(try store.apply(.pause, to: .all, session: "other", now: noon).isEmpty)
        #expect(try store.apply(.pause, to: .all, session: "mine", now: noon).count == 1)
    }

    @Test("All, or a group, are those whose state allows it")
    func many() throws {
        let done = try transfer("done", .finished)
        let one = try store.add(fixture.download("a", options: .init(group: "g")))
        let two = try store.add(fixture.download("b", options: .init(group: "g")))
        let three = try store.add(fixture.download("c"))
        #expect(try store.apply(.pause, to: .group("g"), now: noon).map(\.id) == [one.id, two.id])
        #expect(try store.apply(.pause, to: .group("nobody"), now: noon).isEmpty)
        #expect(
            try store.apply(.cancel, to: .all, now: noon).map(\.id) == [one.id, two.id, three.id])
        #expect(try store.apply(.acknowledge, to: .all, now: noon).count == 4)
        #expect(try store.record(done.id)?.state == .finished)
        #expect(try store.transfers().isEmpty)
        #expect(try store.transfers(matching: .init(includesAcknowledged: true)).count == 4)
    }

    @Test(
        "A cancelled or acknowledged transfer names its partial file until the transfer is removed"
    )
    func leftovers() throws {
        let partial = TransferRecord.Partial(
            path: fixture.downloads + "/.a.part", destination: fixture.downloads + "/a")
        let running = try transfer("a", .running) { $0.partial = partial }
        let failed = try transfer("b", .failed) { $0.partial = partial }
        #expect(try store.leftovers(now: noon).isEmpty)
        #expect(try apply(.cancel, running.id).leftover == partial)
        #expect(try store.leftovers(now: noon).map(\.id) == [running.id])
        #expect(try apply(.acknowledge, failed.id).leftover == partial)
        #expect(try store.leftovers(now: noon).map(\.id) == [running.id, failed.id])
        #expect(try store.prune(now: noon) == 0)
        try store.forgetPartial(of: failed.id)
        #expect(try store.prune(now: noon) == 1)
        #expect(try store.leftovers(now: noon).map(\.id) == [running.id])
    }

    @Test(
        "A transfer that failed is tried again from what is there, without what the rules have counted"
    )
    func retry() throws {
        let failed = try transfer("a", .failed) { record in
            record.progress.highest = 500
            record.progress.failures = 9
            record.error = TransferError(.connection, "lost")
            record.deadline = noon - 1
            record.bytesDone = 500
        }
        #expect(try apply(.retry(deadline: nil), failed.id).result == .done(before: .failed))
        let record = try #require(try store.record(failed.id))
        #expect(record.state == .waiting)
        #expect(record.progress.failures == 0)
        #expect(record.progress.highest == 500)
        #expect(record.bytesDone == 500)
        #expect(record.error == nil)
        #expect(record.deadline == nil)
        #expect(record.endedAt == nil)
    }

    @Test("Retry keeps a deadline that is to come, and takes a new one")
    func deadlines() throws {
        let failed = try transfer("a", .failed) { $0.deadline = noon + 1 }
        _ = try apply(.retry(deadline: nil), failed.id)
        #expect(try store.record(failed.id)?.deadline == noon + 1)
        let other = try transfer("b", .retrying) { $0.retryAt = noon + 9 }
        _ = try apply(.retry(deadline: noon + 7), other.id)
        #expect(try store.record(other.id)?.deadline == noon + 7)
        #expect(try store.record(other.id)?.retryAt == nil)
    }

    @Test("A transfer is not tried again while another one has its key or its destination")
    func conflicts() throws {
        let first = try transfer("a", .failed, options: .init(key: "k"))
        let second = try store.add(fixture.download("b", options: .init(key: "k")))
        guard case .refused(let reason) = try apply(.retry(deadline: nil), first.id).result else {
            Issue.record("retried")
            return
        }
        #expect(reason.contains("transfer \(second.id.rawValue)"))
        _ = try apply(.cancel, second.id)
        let third = try store.add(fixture.download("a"))
        guard case .refused(let reason) = try apply(.retry(deadline: nil), first.id).result else {
            Issue.record("retried")
            return
        }
        #expect(reason.contains("transfer \(third.id.rawValue)"))
        _ = try apply(.cancel, third.id)
        #expect(try apply(.retry(deadline: nil), first.id).result == .done(before: .failed))
    }

    @Test("The queue is held and released")
    func hold() throws {
        #expect(try !store.isHeld())
        #expect(try store.setHeld(true))
        #expect(try !store.setHeld(true))
        #expect(try fixture.open().isHeld())
        #expect(try store.openTransfers().isHeld)
        #expect(try store.setHeld(false))
    }
}
