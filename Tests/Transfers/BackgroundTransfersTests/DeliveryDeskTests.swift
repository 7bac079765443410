// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BackgroundTransfers

/// Who is told of the end of transfers, and how often.
@Suite("Delivery desk") struct DeliveryDeskTests {
    private func record(
        _ id: Int64, _ state: Transfer.State = .finished, group: String? = nil,
        command: String? = "told"
    ) -> TransferRecord {
        var record = TransferRecord.example()
        record.id = Transfer.ID(rawValue: id)
        record.state = state
        record.group = group
        record.destination = .file("/d/\(id)")
        record.delivery.command = command.map { .init([$0], in: "/") }
        return record
    }

    @Test("A command is run once if it succeeds")
    func success() {
        var desk = DeliveryDesk(isUsed: true)
        desk.add([record(1)])
        desk.add([record(1)])
        let started = desk.start(now: 0)
        #expect(started.map(\.number) == [1])
        #expect(desk.start(now: 0).isEmpty)
        #expect(!desk.isEmpty)
        let stored = desk.ended(.init(number: 1, exit: .exited(0)), now: 0, chance: 0.5)
        #expect(stored.first?.delivery.isDone == true)
        #expect(stored.first?.delivery.attempts == 1)
        #expect(desk.isEmpty)
    }

    @Test("A command that fails is run five times, with growing delays")
    func failure() {
        var desk = DeliveryDesk(isUsed: true)
        desk.add([record(1)])
        var now: Int64 = 0
        var delays: [Int64] = []
        for attempt in 1...5 {
            let started = desk.start(now: now)
            #expect(started.count == 1)
            let stored = desk.ended(
                .init(number: started[0].number, exit: .exited(3)), now: now, chance: 0.5)
            #expect(stored.first?.delivery.attempts == attempt)
            #expect(stored.first?.delivery.isDone == (attempt == 5))
            guard let due = desk.due else { continue }
            #expect(desk.start(now: due - 1).isEmpty)
            delays.append(due - now)
            now = due
        }
        #expect(delays == [1000, 2000, 4000, 8000])
        #expect(desk.isEmpty)
    }

    @Test(
        "Nobody is told if there is nobody, or if it is done",
        arguments: [(true, nil), (false, "told")] as [(Bool, String?)])
    func nobody(isUsed: Bool, command: String?) {
        var desk = DeliveryDesk(isUsed: isUsed)
        desk.add([record(1, command: command)])
        #expect(desk.isEmpty)
        var told = record(2)
        told.delivery.isDone = true
        desk.add([told])
        #expect(desk.isEmpty)
    }

    @Test("When a group was told, none of it need be told any more")
    func restOfGroup() {
        var desk = DeliveryDesk(isUsed: true)
        desk.add([
            record(1, group: "g"), record(2, group: "g"), record(3, group: "g", command: nil),
        ])
        let started = desk.start(now: 0)
        let stored = desk.ended(.init(number: 1, exit: .exited(0)), now: 0, chance: 0.5)
        #expect(started.count == 1)
        #expect(stored.map(\.id.rawValue) == [2, 1])
        #expect(stored.map(\.delivery.isDone) == [true, true])
        // One of them was tried again.
        desk.add([record(1, group: "g"), stored[0]])
        #expect(desk.start(now: 0).first?.job.records[0].id.rawValue == 1)
    }

    @Test(
        "A command does not learn the query of the URL, which may be a secret",
        arguments: ["", "?signature=secret", "#part", "?\u{301}secret", "?a#b?c"])
    func query(end: String) {
        var told = record(1)
        told.url = "https://files.example/map.bin" + end
        let url = DeliveryDesk.Job([told])?.variables.first { $0.name == "REACH_TRANSFER_URL" }
        #expect(url?.value == "https://files.example/map.bin")
    }

    @Test("A clock that is set back puts a command off no longer than its attempts have decided")
    func clock() {
        var desk = DeliveryDesk(isUsed: true)
        var failed = record(1)
        failed.delivery.attempts = 3
        failed.delivery.retryAt = 2_000_000_000_000
        desk.add([failed])
        desk.clockWasSet(now: 1_000_000_000_000)
        #expect(desk.due == 1_000_000_004_800)
        desk.clockWasSet(now: 3_000_000_000_000)
        #expect(desk.due == 1_000_000_004_800)
    }

    @Test("What goes on is not told")
    func goesOn() {
        var desk = DeliveryDesk(isUsed: true)
        desk.add([record(1)])
        _ = desk.start(now: 0)
        desk.remove(record(1).id)
        #expect(desk.isEmpty)
        #expect(desk.ended(.init(number: 1, exit: .exited(0)), now: 0, chance: 0.5).isEmpty)
    }

    @Test("A command is told what has ended")
    func variables() {
        let job = DeliveryDesk.Job([record(7)])
        #expect(
            job?.variables == [
                .init("REACH_TRANSFER_ID", "7"), .init("REACH_TRANSFER_STATE", "finished"),
                .init("REACH_TRANSFER_FILE", "/d/7"),
                .init("REACH_TRANSFER_URL", "https://files.example/map.bin"),
            ])
    }

    @Test("Without a name of the file there is none to be told, least of all that of the folder")
    func folder() {
        var nameless = record(7, .failed)
        nameless.destination = .folder("/d/")
        let variables = DeliveryDesk.Job([nameless])?.variables
        #expect(variables?.contains(.init("REACH_TRANSFER_FILE", "")) == true)
    }

    @Test(
        "A group is told once, by the command that was given last, with the worst state",
        arguments: [
            ([.finished, .finished], "finished"), ([.finished, .cancelled], "cancelled"),
            ([.cancelled, .failed], "failed"), ([.failed, .finished], "failed"),
        ] as [([Transfer.State], String)])
    func group(states: [Transfer.State], worst: String) {
        let job = DeliveryDesk.Job([
            record(1, states[0], group: "g", command: "first"),
            record(2, states[1], group: "g", command: "second"),
            record(3, group: "g", command: nil),
        ])
        #expect(job?.delivery.command?.arguments == ["second"])
        #expect(
            job?.variables == [
                .init("REACH_TRANSFER_GROUP", "g"), .init("REACH_TRANSFER_STATE", worst),
                .init("REACH_TRANSFER_ID", orFileIn: "REACH_TRANSFER_IDS_FROM", "1 2 3"),
                .init(
                    "REACH_TRANSFER_FILES", orFileIn: "REACH_TRANSFER_FILES_FROM",
                    #"["/d/1","/d/2","/d/3"]"#),
            ])
    }
}
