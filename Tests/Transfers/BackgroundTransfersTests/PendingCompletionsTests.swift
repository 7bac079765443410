// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BackgroundTransfers

/// Which completion commands run, and how often.
@Suite("Pending completions") struct PendingCompletionsTests {
    private func record(
        _ id: Int64, _ state: Transfer.State = .finished, group: String? = nil,
        command: String? = "told"
    ) -> TransferRecord {
        var record = TransferRecord.example()
        record.id = Transfer.ID(rawValue: id)
        record.state = state
        record.group = group
        record.destination = .file("/d/\(id)")
        record.completion.command = command.map { .init([$0], in: "/") }
        return record
    }

    private func ids(_ notifications: [PendingCompletions.Notification]) -> [Int64] {
        notifications.map(\.notifyingTransfer.id.rawValue)
    }

    @Test("A command is run once if it succeeds")
    func success() {
        var pending = PendingCompletions()
        pending.add([record(1)])
        pending.add([record(1)])
        let started = pending.start(now: 0)
        #expect(started.map(\.notifyingTransfer.id) == [record(1).id])
        #expect(pending.start(now: 0).isEmpty)
        #expect(!pending.isEmpty)
        let stored = pending.ended(JobEnd(.exited(0)), of: started[0].run, now: 0, chance: 0.5)
        #expect(stored.first?.completion.isDone == true)
        #expect(stored.first?.completion.attempts == 0, "none has failed")
        #expect(pending.isEmpty)
    }

    @Test(
        "A command that fails is run five times, with growing delays, whatever its exit code is",
        arguments: [3, 75] as [Int32])
    func failure(code: Int32) {
        var pending = PendingCompletions()
        pending.add([record(1)])
        var now: Int64 = 0
        var delays: [Int64] = []
        for attempt in 1...5 {
            let started = pending.start(now: now)
            #expect(started.count == 1)
            let stored = pending.ended(
                JobEnd(.exited(code)), of: started[0].run, now: now, chance: 0.5)
            #expect(stored.first?.completion.attempts == attempt)
            #expect(stored.first?.completion.isDone == (attempt == 5))
            guard let due = pending.due else { continue }
            #expect(pending.start(now: due - 1).isEmpty)
            delays.append(due - now)
            now = due
        }
        #expect(delays == [1000, 2000, 4000, 8000])
        #expect(pending.isEmpty)
    }

    @Test("Nothing runs without a command, or if it is done")
    func nothing() {
        var pending = PendingCompletions()
        pending.add([record(1, command: nil)])
        #expect(pending.isEmpty)
        var done = record(2)
        done.completion.isDone = true
        pending.add([done])
        #expect(pending.isEmpty)
    }

    @Test("After the notification of a group its members need none")
    func restOfGroup() {
        var pending = PendingCompletions()
        pending.add([
            record(1, group: "g"), record(2, group: "g"), record(3, group: "g", command: nil),
        ])
        let started = pending.start(now: 0)
        let stored = pending.ended(JobEnd(.exited(0)), of: started[0].run, now: 0, chance: 0.5)
        #expect(started.count == 1)
        #expect(stored.map(\.id.rawValue) == [2, 1])
        #expect(stored.map(\.completion.isDone) == [true, true])
        // One of them was tried again.
        pending.add([record(1, group: "g"), stored[0]])
        #expect(pending.start(now: 0).first?.records[0].id.rawValue == 1)
    }

    @Test(
        "A command does not learn the query of the URL, which may be a secret",
        arguments: ["", "?signature=secret", "#part", "?\u{301}secret", "?a#b?c"])
    func query(end: String) {
        var done = record(1)
        done.url = "https://files.example/map.bin" + end
        let url = PendingCompletions.Notification([done])?.variables.first {
            $0.name == "REACH_TRANSFER_URL"
        }
        #expect(url?.value == "https://files.example/map.bin")
    }

    @Test("Three commands run at the same time, and the next one begins at the end of one")
    func limit() {
        var pending = PendingCompletions()
        for id: Int64 in 1...5 { pending.add([record(id)]) }
        let started = pending.start(now: 0)
        #expect(started.count == 3)
        _ = pending.ended(JobEnd(.exited(1)), of: started[1].run, now: 0, chance: 0.5)
        #expect(pending.due == 1000)
        #expect(ids(pending.start(now: 1000)) == [2])
        #expect(pending.due == nil, "it would be looked at again and again")
        _ = pending.ended(JobEnd(.exited(0)), of: started[0].run, now: 1000, chance: 0.5)
        #expect(ids(pending.start(now: 1000)) == [4])
    }

    @Test("A unit alone starts beside any number of commands, and takes none of their places")
    func units() {
        var (unit, both) = (record(9, command: nil), record(10))
        unit.completion.unit = "told.service"
        both.completion.unit = "told.service"
        var pending = PendingCompletions()
        for one in [unit] + (1...3).map({ record($0) }) + [both] { pending.add([one]) }
        #expect(ids(pending.start(now: 0)) == [9, 1, 2, 3])
        pending = PendingCompletions()
        for id: Int64 in 1...3 { pending.add([record(id)]) }
        _ = pending.start(now: 0)
        unit.completion.retryAt = 5
        for one in [both, unit] { pending.add([one]) }
        #expect(pending.due == 5)
        #expect(ids(pending.start(now: 5)) == [9])
    }

    @Test("A start for which the system has no resources is no attempt")
    func unavailable() {
        var pending = PendingCompletions()
        pending.add([record(1)])
        let started = pending.start(now: 0)
        let stored = pending.ended(
            JobEnd(.unavailable("no process")), of: started[0].run, now: 0, chance: 0.5)
        #expect(stored.first?.completion.attempts == 0)
        #expect(pending.due == 1000)
    }

    /// The details of the events `delivered` of the transfers 1 and 2, in turn, and whether a start failed in the end.
    @Test(
        "A start that failed does not count any more once the command has run",
        arguments: [
            ([], false), (["exit 0"], false), (["exit 3"], false),
            (["not started: no process"], true),
            (["not started: no process", "exit 0"], true),
            (["not started: no process", "exit 0", "exit 0"], false),
            (["exit 0", "not started: no process", "exit 3", "ended by SIGTERM"], false),
            (["exit 0", "exit 0", "not started: no process"], true),
        ] as [([String], Bool)])
    func failedStarts(details: [String], isFailed: Bool) {
        var starts = FailedStarts()
        for (position, detail) in details.enumerated() {
            starts.note(event(.delivered, detail, of: Int64(position % 2)))
            // Other events say nothing.
            starts.note(event(.resumed, nil, of: Int64(position % 2)))
        }
        #expect(starts.isEmpty != isFailed)
    }

    private func event(
        _ kind: TransferEvent.Kind, _ detail: String?, of id: Int64
    ) -> TransferEvent {
        TransferEvent(
            sequence: 0, time: Date(), event: kind, detail: detail, transfer: Transfer(record(id)))
    }

    @Test("When the clock is set back, a command waits no longer than was decided")
    func clock() {
        var pending = PendingCompletions()
        var failed = record(1)
        failed.completion.attempts = 3
        failed.completion.retryAt = 2_000_000_000_000
        pending.add([failed])
        pending.clockWasSet(now: 1_000_000_000_000)
        #expect(pending.due == 1_000_000_004_800)
        pending.clockWasSet(now: 3_000_000_000_000)
        #expect(pending.due == 1_000_000_004_800)
    }

    @Test("A transfer that was resumed runs no command")
    func goesOn() {
        var pending = PendingCompletions()
        pending.add([record(1)])
        pending.remove(record(1).id)
        #expect(pending.isEmpty)
        #expect(pending.start(now: 0).isEmpty)
    }

    /// What happens while the command of the transfers 1 and 2 runs, and the transfers about which the next command is.
    @Test(
        "A command that goes on after its transfer was resumed is the only one for it, and its end counts for no other",
        arguments: [
            (nil, [1], [1]), ("g", [1, 2], [1, 2]), ("g", [2], [1, 2]), ("g", [1], [1, 2, 3]),
        ] as [(String?, [Int64], [Int64])], [0, 1] as [Int32])
    func abandoned(_ new: (group: String?, resumed: [Int64], members: [Int64]), code: Int32) {
        let group = new.group
        let members: [Int64] = group == nil ? [1] : [1, 2]
        var pending = PendingCompletions()
        pending.add(members.map { record($0, group: group) })
        let first = pending.start(now: 0)
        for id in new.resumed { pending.remove(record(id).id) }
        #expect(pending.isRunning && !pending.isEmpty)
        pending.add(new.members.map { record($0, group: group) })
        pending.add([record(9)])
        #expect(ids(pending.start(now: 0)) == [9])
        #expect(pending.due == nil)
        let end = JobEnd(.exited(code))
        #expect(pending.ended(end, of: first[0].run, now: 0, chance: 0.5).isEmpty)
        let second = pending.start(now: 0)
        #expect(second.map { $0.records.map(\.id.rawValue) } == [new.members])
        #expect(pending.ended(end, of: first[0].run, now: 0, chance: 0.5).isEmpty)
        #expect(pending.start(now: 10_000).isEmpty)
        let stored = pending.ended(end, of: second[0].run, now: 0, chance: 0.5)
        #expect(stored.first?.completion.isDone == (code == 0))
        #expect(stored.first?.completion.attempts == Int(code))
    }

    @Test(
        "A transfer that was resumed and has ended again before the worker looked runs its command again"
    )
    func endedAgain() {
        var pending = PendingCompletions()
        var one = record(1)
        one.endedAt = 1
        pending.add([one])
        let first = pending.start(now: 1)
        pending.add([one])
        one.endedAt = 2
        pending.add([one])
        #expect(pending.start(now: 2).isEmpty)
        #expect(pending.ended(JobEnd(.exited(0)), of: first[0].run, now: 2, chance: 0.5).isEmpty)
        #expect(ids(pending.start(now: 2)) == [1])
    }

    @Test("Abandoned commands have places until they end")
    func abandonedPlaces() {
        var pending = PendingCompletions()
        for id: Int64 in 1...4 { pending.add([record(id)]) }
        let started = pending.start(now: 0)
        for id: Int64 in 1...3 { pending.remove(record(id).id) }
        #expect(pending.start(now: 0).isEmpty)
        _ = pending.ended(JobEnd(.exited(0)), of: started[2].run, now: 0, chance: 0.5)
        #expect(ids(pending.start(now: 0)) == [4])
    }

    @Test("The environment of a command says what has ended")
    func variables() {
        let notification = PendingCompletions.Notification([record(7)])
        #expect(
            notification?.variables == [
                .init("REACH_TRANSFER_ID", "7"), .init("REACH_TRANSFER_STATE", "finished"),
                .init("REACH_TRANSFER_FILE", "/d/7"),
                .init("REACH_TRANSFER_URL", "https://files.example/map.bin"),
            ])
    }

    @Test("Without a file name the variable is empty, and not the folder")
    func folder() {
        var nameless = record(7, .failed)
        nameless.destination = .folder("/d/")
        let variables = PendingCompletions.Notification([nameless])?.variables
        #expect(variables?.contains(.init("REACH_TRANSFER_FILE", "")) == true)
    }

    @Test(
        "A group runs one command, the one that was given last, with the worst state",
        arguments: [
            ([.finished, .finished], "finished"), ([.finished, .cancelled], "cancelled"),
            ([.cancelled, .failed], "failed"), ([.failed, .finished], "failed"),
        ] as [([Transfer.State], String)])
    func group(states: [Transfer.State], worst: String) {
        let notification = PendingCompletions.Notification([
            record(1, states[0], group: "g", command: "first"),
            record(2, states[1], group: "g", command: "second"),
            record(3, group: "g", command: nil),
        ])
        #expect(notification?.action.command?.arguments == ["second"])
        #expect(
            notification?.variables == [
                .init("REACH_TRANSFER_GROUP", "g"), .init("REACH_TRANSFER_STATE", worst),
                .init("REACH_TRANSFER_ID", orFileIn: "REACH_TRANSFER_IDS_FROM", "1 2 3"),
                .init(
                    "REACH_TRANSFER_FILES", orFileIn: "REACH_TRANSFER_FILES_FROM",
                    #"["/d/1","/d/2","/d/3"]"#),
            ])
    }
}
