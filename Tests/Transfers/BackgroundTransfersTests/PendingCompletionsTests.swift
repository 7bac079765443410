// SPDX-License-Identifier: Apache-2.0

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

    @Test("A command is run once if it succeeds")
    func success() {
        var pending = PendingCompletions()
        pending.add([record(1)])
        pending.add([record(1)])
        let started = pending.start(now: 0)
        #expect(started.map(\.notifyingTransfer.id) == [record(1).id])
        #expect(pending.start(now: 0).isEmpty)
        #expect(!pending.isEmpty)
        let stored = pending.ended(
            JobEnd(.exited(0)), of: record(1).id, now: 0, chance: 0.5)
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
                JobEnd(.exited(code)), of: record(1).id, now: now, chance: 0.5)
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
        let stored = pending.ended(
            JobEnd(.exited(0)), of: record(2).id, now: 0, chance: 0.5)
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
        #expect(pending.start(now: 0).count == 3)
        _ = pending.ended(JobEnd(.exited(1)), of: record(2).id, now: 0, chance: 0.5)
        #expect(pending.due == 1000)
        #expect(pending.start(now: 1000).map(\.notifyingTransfer.id) == [record(2).id])
        #expect(pending.due == nil, "it would be looked at again and again")
        _ = pending.ended(JobEnd(.exited(0)), of: record(1).id, now: 1000, chance: 0.5)
        #expect(pending.start(now: 1000).map(\.notifyingTransfer.id) == [record(4).id])
    }

    @Test("A start for which the system has no resources is no attempt")
    func unavailable() {
        var pending = PendingCompletions()
        pending.add([record(1)])
        _ = pending.start(now: 0)
        let stored = pending.ended(
            JobEnd(.unavailable("no process")), of: record(1).id, now: 0, chance: 0.5)
        #expect(stored.first?.completion.attempts == 0)
        #expect(pending.due == 1000)
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
        _ = pending.start(now: 0)
        pending.remove(record(1).id)
        #expect(pending.isEmpty)
        #expect(
            pending.ended(
                JobEnd(.exited(0)), of: record(1).id, now: 0, chance: 0.5
            ).isEmpty)
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
