// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BackgroundTransfers

/// Which completion commands run, and how often.
@Suite("CompletionAction notifier") struct CompletionNotifierTests {
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
        var notifier = CompletionNotifier(hasLauncher: true)
        notifier.add([record(1)])
        notifier.add([record(1)])
        let started = notifier.start(now: 0)
        #expect(started.map(\.number) == [1])
        #expect(notifier.start(now: 0).isEmpty)
        #expect(!notifier.isEmpty)
        let stored = notifier.ended(.init(number: 1, exit: .exited(0)), now: 0, chance: 0.5)
        #expect(stored.first?.completion.isDone == true)
        #expect(stored.first?.completion.attempts == 1)
        #expect(notifier.isEmpty)
    }

    @Test("A command that fails is run five times, with growing delays")
    func failure() {
        var notifier = CompletionNotifier(hasLauncher: true)
        notifier.add([record(1)])
        var now: Int64 = 0
        var delays: [Int64] = []
        for attempt in 1...5 {
            let started = notifier.start(now: now)
            #expect(started.count == 1)
            let stored = notifier.ended(
                .init(number: started[0].number, exit: .exited(3)), now: now, chance: 0.5)
            #expect(stored.first?.completion.attempts == attempt)
            #expect(stored.first?.completion.isDone == (attempt == 5))
            guard let due = notifier.due else { continue }
            #expect(notifier.start(now: due - 1).isEmpty)
            delays.append(due - now)
            now = due
        }
        #expect(delays == [1000, 2000, 4000, 8000])
        #expect(notifier.isEmpty)
    }

    @Test(
        "Nothing runs without a launcher, without a command, or if it is done",
        arguments: [(true, nil), (false, "told")] as [(Bool, String?)])
    func nothing(hasLauncher: Bool, command: String?) {
        var notifier = CompletionNotifier(hasLauncher: hasLauncher)
        notifier.add([record(1, command: command)])
        #expect(notifier.isEmpty)
        var done = record(2)
        done.completion.isDone = true
        notifier.add([done])
        #expect(notifier.isEmpty)
    }

    @Test("After a group was notified about, its members need no notification")
    func restOfGroup() {
        var notifier = CompletionNotifier(hasLauncher: true)
        notifier.add([
            record(1, group: "g"), record(2, group: "g"), record(3, group: "g", command: nil),
        ])
        let started = notifier.start(now: 0)
        let stored = notifier.ended(.init(number: 1, exit: .exited(0)), now: 0, chance: 0.5)
        #expect(started.count == 1)
        #expect(stored.map(\.id.rawValue) == [2, 1])
        #expect(stored.map(\.completion.isDone) == [true, true])
        // One of them was tried again.
        notifier.add([record(1, group: "g"), stored[0]])
        #expect(notifier.start(now: 0).first?.notification.records[0].id.rawValue == 1)
    }

    @Test(
        "A command does not learn the query of the URL, which may be a secret",
        arguments: ["", "?signature=secret", "#part", "?\u{301}secret", "?a#b?c"])
    func query(end: String) {
        var done = record(1)
        done.url = "https://files.example/map.bin" + end
        let url = CompletionNotifier.Notification([done])?.variables.first {
            $0.name == "REACH_TRANSFER_URL"
        }
        #expect(url?.value == "https://files.example/map.bin")
    }

    @Test("A clock that is set back puts a command off no longer than its attempts have decided")
    func clock() {
        var notifier = CompletionNotifier(hasLauncher: true)
        var failed = record(1)
        failed.completion.attempts = 3
        failed.completion.retryAt = 2_000_000_000_000
        notifier.add([failed])
        notifier.clockWasSet(now: 1_000_000_000_000)
        #expect(notifier.due == 1_000_000_004_800)
        notifier.clockWasSet(now: 3_000_000_000_000)
        #expect(notifier.due == 1_000_000_004_800)
    }

    @Test("A transfer that was resumed runs no command")
    func goesOn() {
        var notifier = CompletionNotifier(hasLauncher: true)
        notifier.add([record(1)])
        _ = notifier.start(now: 0)
        notifier.remove(record(1).id)
        #expect(notifier.isEmpty)
        #expect(notifier.ended(.init(number: 1, exit: .exited(0)), now: 0, chance: 0.5).isEmpty)
    }

    @Test("The environment of a command says what has ended")
    func variables() {
        let notification = CompletionNotifier.Notification([record(7)])
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
        let variables = CompletionNotifier.Notification([nameless])?.variables
        #expect(variables?.contains(.init("REACH_TRANSFER_FILE", "")) == true)
    }

    @Test(
        "A group runs one command, the one that was given last, with the worst state",
        arguments: [
            ([.finished, .finished], "finished"), ([.finished, .cancelled], "cancelled"),
            ([.cancelled, .failed], "failed"), ([.failed, .finished], "failed"),
        ] as [([Transfer.State], String)])
    func group(states: [Transfer.State], worst: String) {
        let notification = CompletionNotifier.Notification([
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
