// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import Testing

@testable import BackgroundTransfers

@Suite("Records are saved with their events")
struct StoreSavingTests {
    let fixture: StoreFixture
    let store: TransferStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    @Test("A record is saved with all that it has")
    func everything() throws {
        var record = try store.add(fixture.download("a"))
        var partial = TransferRecord.Partial(
            path: "/x/.a.part", destination: fixture.downloads + "/a")
        partial.isComplete = true
        record.partial = partial
        record.state = .retrying
        record.reasons = [.backoff, WaitingReason(code: "metered", detail: "wlan0: \"yes\"")]
        record.bytesDone = 7
        record.bytesTotal = 9
        record.attempts = 3
        record.progress.tlsFailures = 2
        record.retryAt = noon + 5
        record.error = TransferError(.status, status: 503, "busy")
        record.deadline = nil
        let saved = try store.saved(record, [.init(.retrying, "why")])
        #expect(saved.revision > record.revision)
        record.revision = saved.revision
        #expect(saved == record)
        #expect(try fixture.open().record(record.id) == record)
        let shown = try #require(try store.transfers().first)
        #expect(shown == Transfer(record))
        #expect(shown.retryAt == Date(milliseconds: noon + 5))
    }

    @Test("A record that another process has changed is not saved, and the newer one is returned")
    func conflict() throws {
        let record = try store.add(fixture.download("a"))
        _ = try fixture.open().apply(.pause, to: .transfers([record.id]), now: noon)
        var mine = record
        mine.state = .running
        let result = try store.save(mine, [.init(.started)], now: noon)
        guard case .newer(let newer) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(newer.state == .paused)
        #expect(try store.kinds() == [.added, .paused])
        var paused = newer
        paused.bytesDone = 5
        #expect(try store.saved(paused).bytesDone == 5)
    }

    @Test("Of a job the last 200 events are kept, of a transfer all")
    func trimmed() throws {
        var other = try store.add(fixture.download("a"))
        var record = try store.add(
            NewTransfer(job: Job(["true"]), in: "/", mask: 0o22, environment: []))
        for _ in 0..<150 {
            record = try store.saved(record, [.init(.started)])
            record = try store.saved(record, [.init(.finished)])
        }
        let events = try store.events(after: 0, of: record.id)
        // The end of the last run came after its start, when the others were removed.
        #expect(events.count == TransferStore.jobEventLimit + 1)
        #expect(events.last?.sequence == 302, "their numbers stay")
        for _ in 0..<250 { other = try store.saved(other, [.init(.started)]) }
        #expect(try store.events(after: 0, of: other.id).count == 251)
    }

    @Test("An attempt that is moved because the clock was set keeps its delay")
    func movedAttempt() throws {
        var record = try store.add(fixture.download("a"))
        record.state = .retrying
        record.retryAt = 1_000_030_000
        record.progress.failedAt = 1_000_000_000
        record = try store.saved(record)
        _ = try store.setTimes([record.id: .init(retryAt: 31_000)])
        let moved = try store.record(record.id)
        #expect(moved?.retryAt == 31_000)
        #expect(moved?.progress.failedAt == 1000)
        let candidate = try store.openTransfers().open.first
        #expect(candidate?.retryDelay == 30_000)
    }

    @Test("A job without conditions shows none")
    func conditions() throws {
        for condition in [nil, Condition(constraints: .discretionary)] {
            let record = try store.add(
                NewTransfer(
                    job: Job(["true"]), in: "/", condition: condition, mask: 0o22, environment: []))
            let text = try store.conditionText(of: Transfer(record))
            #expect((text == nil) == (condition == nil), "\(text ?? "")")
        }
        let transfer = try store.add(fixture.download("a"))
        #expect(try store.conditionText(of: Transfer(transfer)) != nil)
    }

    @Test("A record whose row is gone is not saved")
    func gone() throws {
        let record = try store.add(fixture.download("a"))
        _ = try store.apply(.cancel, to: .all, now: noon)
        _ = try store.apply(.acknowledge, to: .all, now: noon)
        _ = try store.prune(now: noon)
        #expect(try store.save(record, [.init(.started)], now: noon) == .gone)
    }

    @Test("A name that is known only with the answer is refused if another transfer has it")
    func taken() throws {
        let first = try store.add(fixture.download("a"))
        var new = fixture.download("")
        new.destination = .folder(fixture.downloads)
        var second = try store.add(new)
        #expect(try store.transfers()[1].destination == fixture.downloads + "/")
        second.partial = TransferRecord.Partial(
            path: fixture.downloads + "/.a.part", destination: fixture.downloads + "/a")
        #expect(try store.save(second, [], now: noon) == .taken(by: first.id))
        second.partial?.destination = fixture.downloads + "/b"
        _ = try store.saved(second)
        #expect(try store.transfers()[1].destination == fixture.downloads + "/b")
        #expect(throws: TransferError.self) { try store.add(fixture.download("b")) }
    }

    @Test("Of several waits in a row only the last is kept, with a new number")
    func waits() throws {
        var record = try store.add(fixture.download("a"))
        let other = try store.add(fixture.download("b"))
        for reason in [WaitingReason.concurrency, .held, .space] {
            record.reasons = [reason]
            record = try store.saved(record, [.init(.waiting, reason.code)])
            _ = try store.saved(try #require(try store.record(other.id)), [.init(.waiting)])
        }
        let events = try store.events(after: 0, of: record.id)
        #expect(events.map(\.event) == [.added, .waiting])
        #expect(events[1].detail == "space")
        #expect(events[1].transfer.reasons == [.space])
        #expect(try store.events(after: 0).count == 4)
        record = try store.saved(record, [.init(.started)])
        record = try store.saved(record, [.init(.waiting)])
        #expect(
            try store.events(after: 0, of: record.id).map(\.event) == [
                .added, .waiting, .started, .waiting,
            ])
    }

    @Test(
        "Events are asked for after a number, with a limit, of a transfer or a session, as it was at their time"
    )
    func events() throws {
        var record = try store.add(fixture.download("a", session: "one"))
        try store.add(fixture.download("b", session: "two"))
        record.state = .running
        record.bytesDone = 10
        record = try store.saved(record, [.init(.started)], now: noon + 1)
        record.state = .failed
        record.bytesDone = 20
        record.error = TransferError(.digest, "wrong")
        record = try store.saved(record, [.init(.failed, "it is wrong")], now: noon + 2)
        let all = try store.events(after: 0)
        #expect(all.map(\.sequence) == [1, 2, 3, 4])
        #expect(all[2].transfer.state == .running)
        #expect(all[2].transfer.bytesDone == 10)
        #expect(all[2].transfer.error == nil)
        #expect(all[2].time == Date(milliseconds: noon + 1))
        #expect(all[3].transfer.error == TransferError(.digest, "wrong"))
        #expect(all[3].detail == "it is wrong")
        #expect(try store.events(after: 2) == Array(all[2...]))
        #expect(try store.events(after: 1, limit: 1) == [all[1]])
        #expect(try store.events(after: 0, session: "two") == [all[1]])
        #expect(try store.events(after: 2, session: "two").isEmpty)
        #expect(try store.events(after: 0, of: record.id) == [all[0], all[2], all[3]])
        #expect(try store.lastSequence() == 4)
    }

    @Test("Changes are found by their revision")
    func changes() throws {
        let first = try store.add(fixture.download("a"))
        let second = try store.add(fixture.download("b"))
        let all = try store.openTransfers()
        #expect(all.open.map(\.id) == [first.id, second.id])
        #expect(all.open[0].url == first.url)
        #expect(all.open[0].condition == first.condition)
        #expect(try store.changes(after: all.revision).open.isEmpty)
        let other = try fixture.open()
        _ = try other.apply(.cancel, to: .transfers([first.id]), now: noon)
        _ = try other.apply(.pause, to: .transfers([second.id]), now: noon)
        let changes = try store.changes(after: all.revision)
        #expect(changes.open.map(\.state) == [.paused])
        #expect(changes.ended == [first.id])
        #expect(try store.openTransfers().open.map(\.id) == [second.id])
        #expect(try store.counts() == [.cancelled: 1, .paused: 1])
    }

    @Test("Filters choose by state, group and session")
    func filters() throws {
        try store.add(fixture.download("a", options: .init(group: "g"), session: "one"))
        try store.add(fixture.download("b", options: .init(group: "g"), session: "two"))
        try store.add(fixture.download("c"))
        _ = try store.apply(.pause, to: .transfers([Transfer.ID(rawValue: 3)]), now: noon)
        func ids(_ filter: TransferStore.Filter) throws -> [Int64] {
            let ids = try store.transfers(matching: filter).map(\.id)
            #expect(try store.records(matching: filter).map(\.id) == ids)
            return ids.map(\.rawValue)
        }
        #expect(try ids(.init()) == [1, 2, 3])
        #expect(try ids(.init(states: [.paused])) == [3])
        #expect(try ids(.init(states: [])) == [])
        #expect(try ids(.init(group: "g")) == [1, 2])
        #expect(try ids(.init(group: "g", session: "two")) == [2])
        #expect(try ids(.init(session: "' OR 1 --")) == [])
    }
}
