// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BackgroundTransfers

/// Which completion commands run, and how often.
@Suite("Completion machine") struct CompletionMachineTests {
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
        var machine = CompletionMachine()
        machine.add([record(1)])
        machine.add([record(1)])
        let started = machine.start(now: 0)
        #expect(started.map(\.number) == [1])
        #expect(machine.start(now: 0).isEmpty)
        #expect(!machine.isEmpty)
        let stored = machine.ended(.exited(0), of: 1, now: 0, chance: 0.5)
        #expect(stored.first?.completion.isDone == true)
        #expect(stored.first?.completion.attempts == 1)
        #expect(machine.isEmpty)
    }

    @Test("A command that fails is run five times, with growing delays")
    func failure() {
        var machine = CompletionMachine()
        machine.add([record(1)])
        var now: Int64 = 0
        var delays: [Int64] = []
        for attempt in 1...5 {
            let started = machine.start(now: now)
            #expect(started.count == 1)
            let stored = machine.ended(
                .exited(3), of: started[0].number, now: now, chance: 0.5)
            #expect(stored.first?.completion.attempts == attempt)
            #expect(stored.first?.completion.isDone == (attempt == 5))
            guard let due = machine.due else { continue }
            #expect(machine.start(now: due - 1).isEmpty)
            delays.append(due - now)
            now = due
        }
        #expect(delays == [1000, 2000, 4000, 8000])
        #expect(machine.isEmpty)
    }

    @Test("Nothing runs without a command, or if it is done")
    func nothing() {
        var machine = CompletionMachine()
        machine.add([record(1, command: nil)])
        #expect(machine.isEmpty)
        var done = record(2)
        done.completion.isDone = true
        machine.add([done])
        #expect(machine.isEmpty)
    }

    @Test("After the notification of a group its members need none")
    func restOfGroup() {
        var machine = CompletionMachine()
        machine.add([
            record(1, group: "g"), record(2, group: "g"), record(3, group: "g", command: nil),
        ])
        let started = machine.start(now: 0)
        let stored = machine.ended(.exited(0), of: 1, now: 0, chance: 0.5)
        #expect(started.count == 1)
        #expect(stored.map(\.id.rawValue) == [2, 1])
        #expect(stored.map(\.completion.isDone) == [true, true])
        // One of them was tried again.
        machine.add([record(1, group: "g"), stored[0]])
        #expect(machine.start(now: 0).first?.notification.records[0].id.rawValue == 1)
    }

    @Test(
        "A command does not learn the query of the URL, which may be a secret",
        arguments: ["", "?signature=secret", "#part", "?\u{301}secret", "?a#b?c"])
    func query(end: String) {
        var done = record(1)
        done.url = "https://files.example/map.bin" + end
        let url = CompletionMachine.Notification([done])?.variables.first {
            $0.name == "REACH_TRANSFER_URL"
        }
        #expect(url?.value == "https://files.example/map.bin")
    }

    @Test("When the clock is set back, a command waits no longer than was decided")
    func clock() {
        var machine = CompletionMachine()
        var failed = record(1)
        failed.completion.attempts = 3
        failed.completion.retryAt = 2_000_000_000_000
        machine.add([failed])
        machine.clockWasSet(now: 1_000_000_000_000)
        #expect(machine.due == 1_000_000_004_800)
        machine.clockWasSet(now: 3_000_000_000_000)
        #expect(machine.due == 1_000_000_004_800)
    }

    @Test("A transfer that was resumed runs no command")
    func goesOn() {
        var machine = CompletionMachine()
        machine.add([record(1)])
        _ = machine.start(now: 0)
        machine.remove(record(1).id)
        #expect(machine.isEmpty)
        #expect(machine.ended(.exited(0), of: 1, now: 0, chance: 0.5).isEmpty)
    }

    @Test("The environment of a command says what has ended")
    func variables() {
        let notification = CompletionMachine.Notification([record(7)])
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
        let variables = CompletionMachine.Notification([nameless])?.variables
        #expect(variables?.contains(.init("REACH_TRANSFER_FILE", "")) == true)
    }

    @Test(
        "A group runs one command, the one that was given last, with the worst state",
        arguments: [
            ([.finished, .finished], "finished"), ([.finished, .cancelled], "cancelled"),
            ([.cancelled, .failed], "failed"), ([.failed, .finished], "failed"),
        ] as [([Transfer.State], String)])
    func group(states: [Transfer.State], worst: String) {
        let notification = CompletionMachine.Notification([
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
