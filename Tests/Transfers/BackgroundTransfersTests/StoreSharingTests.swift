// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import BackgroundTransfers

@Suite("Processes share a store")
struct StoreSharingTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    @Test("Connections that write at the same time lose nothing, and use no number twice")
    func writers() async throws {
        let fixture = fixture
        let location = fixture.location
        let folder = fixture.downloads
        let ids = try await withThrowingTaskGroup(of: [Transfer.ID].self) { group in
            for writer in 0..<4 {
                group.addTask {
                    // Each opens the store that the others may just be making.
                    let store = try TransferStore(at: location)
                    return try (0..<25).map { number in
                        let new = NewTransfer(
                            download: "https://files.example/",
                            to: .file("\(folder)/\(writer)-\(number)"),
                            mode: 0o644)
                        return try store.add(new).id
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 100)
        #expect(try fixture.open().transfers().map(\.id) == ids.sorted())
    }

    @Test("A process that a change wakes finds the change, also if the disk syncs slowly")
    func waking() async throws {
        let writer = try fixture.open()
        let reader = try fixture.open()
        let seen = Lock<Int64>(0)
        let stop = try WakeUpEvent()
        try SystemThread.start(name: "reader") {
            guard let watch = try? EventSource(reader, after: 0) else { return }
            while true {
                let last = (try? reader.lastSequence()) ?? 0
                seen.withLock { $0 = last }
                var isChanged = false
                while !isChanged {
                    var ready = PollSet()
                    ready.add(PollSet.Interest(stop.descriptor, reads: true))
                    watch.add(to: &ready)
                    ready.wait(
                        milliseconds: watch.due.map { MonotonicClock.milliseconds(until: $0) })
                    if ready.contains(stop.descriptor) { return }
                    watch.receive(from: ready)
                    isChanged = (try? watch.readChange()) ?? true
                }
            }
        }
        defer { stop.wake() }
        for number in 0..<40 {
            try writer.add(fixture.download("\(number)"))
            let wanted = try writer.lastSequence()
            let end = ContinuousClock.now + .seconds(120)
            while seen.withLock({ $0 }) < wanted {
                try #require(ContinuousClock.now < end, "change \(number) was not seen")
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    @Test("All who open a new store at the same time get it")
    func openedAtOnce() throws {
        for _ in 0..<150 {
            let fixture = try StoreFixture()
            let (location, failures) = (fixture.location, Lock<[String]>([]))
            DispatchQueue.concurrentPerform(iterations: 6) { _ in
                do { _ = try TransferStore(at: location) } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            try #require(failures.withLock { $0 } == [])
        }
    }

    @Test("A process that is killed while it adds leaves whole additions and no stray secrets")
    func kill() throws {
        for round in 0..<8 {
            let child = Process()
            child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            child.arguments = [
                "--testing-library", "swift-testing", "--filter", "StoreAddingChild",
            ]
            child.environment = ProcessInfo.processInfo.environment.merging(
                ["REACH_TEST_STORE": fixture.folder, "REACH_TEST_ROUND": "\(round)"]) { $1 }
            child.standardOutput = FileHandle.nullDevice
            child.standardError = FileHandle.nullDevice
            try child.run()
            defer { if child.isRunning { Glibc.kill(child.processIdentifier, SIGKILL) } }
            let before = try TransferStore.existing(at: fixture.location)?.transfers().count ?? 0
            let deadline = ContinuousClock.now + .seconds(600)
            // The process adds transfers without end, and has added some.
            while try TransferStore.existing(at: fixture.location)?.transfers().count ?? 0 < before
                + 6 + 3 * round
            {
                try #require(
                    ContinuousClock.now < deadline && child.isRunning, "the child adds nothing")
            }
            Glibc.kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
            let store = try fixture.open()
            let records = try store.records(matching: .init())
            // Each call adds two.
            #expect(records.count.isMultiple(of: 2))
            #expect(try store.events(after: 0).count == records.count)
            try store.reconcileSecrets()
            #expect(Set(fixture.secrets) == Set(records.compactMap(\.secrets)))
            #expect(fixture.secrets.count == records.count)
            let result = try store.database.inDatabase {
                try String.fetchOne($0, sql: "PRAGMA integrity_check")
            }
            #expect(result == "ok")
        }
    }

    @Test("One process at a time is the worker, and others learn its number")
    func worker() throws {
        _ = try fixture.open()
        var lock: WorkerLock?
        guard case .acquired(let first) = try WorkerLock.acquire(fixture.location) else {
            Issue.record("there is another worker")
            return
        }
        lock = first
        guard case .taken(let process) = try WorkerLock.acquire(fixture.location) else {
            Issue.record("there are two workers")
            return
        }
        #expect(process == getpid())
        withExtendedLifetime(lock) {}
        lock = nil
    }

    @Test("The lock ends with its owner, and no command inherits it")
    func workerEnds() throws {
        _ = try fixture.open()
        let child = Process()
        child.executableURL = URL(filePath: "/bin/sleep")
        child.arguments = ["60"]
        func begin() throws {
            guard case .acquired(let lock) = try WorkerLock.acquire(fixture.location) else {
                Issue.record("there is another worker")
                return
            }
            try child.run()
            withExtendedLifetime(lock) {}
        }
        try begin()
        // The thread of the test may block SIGTERM, and with it the command.
        defer { Glibc.kill(child.processIdentifier, SIGKILL) }
        let descriptors = "/proc/\(child.processIdentifier)/fd"
        // A descriptor may be closed between the two looks, such as that of a library.
        let files = try FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
        }
        #expect(!files.isEmpty)
        #expect(!files.contains { $0.hasSuffix("/worker.lock") }, "the command has the lock, too")
        guard case .acquired = try WorkerLock.acquire(fixture.location) else {
            Issue.record("the lock has not ended")
            return
        }
    }

    @Test("A process that waits for the lock becomes the worker when the other worker ends")
    func nextWorker() throws {
        _ = try fixture.open()
        var lock: WorkerLock?
        if case .acquired(let first) = try WorkerLock.acquire(fixture.location) { lock = first }
        let turn = try WorkerLockWait(fixture.location)
        let interest = PollSet.Interest(turn.descriptor, reads: true)
        #expect(!interest.isMet(within: 50))
        let early = try turn.take()
        #expect(early == nil)
        #expect(lock != nil)
        lock = nil
        #expect(interest.isMet(within: 120_000))
        let next = try turn.take()
        #expect(next != nil)
        guard case .taken = try WorkerLock.acquire(fixture.location) else {
            Issue.record("there are two workers")
            return
        }
        withExtendedLifetime(next) {}
    }

    @Test(
        "A watch notices what others write, and that a worker listens, but not what its own store writes"
    )
    func watch() throws {
        let store = try fixture.open()
        let other = try fixture.open()
        let watch = try EventSource(store, after: 0)
        /// Waits for events until there is a change.
        func changes(_ isChange: () throws -> Bool) throws -> Bool {
            let deadline = MonotonicClock.milliseconds + 120_000
            while MonotonicClock.milliseconds < deadline {
                var pollSet = PollSet()
                watch.add(to: &pollSet)
                let end = min(deadline, watch.due ?? deadline)
                pollSet.wait(milliseconds: MonotonicClock.milliseconds(until: end))
                watch.receive(from: pollSet)
                if try isChange() { return true }
            }
            return false
        }
        try other.add(fixture.download("a"))
        #expect(try changes { try watch.readChange() })
        var pollSet = PollSet()
        try store.add(fixture.download("b"))
        watch.add(to: &pollSet)
        pollSet.wait(milliseconds: 5000)
        watch.receive(from: pollSet)
        #expect(try !watch.readChange())
        try other.setHeld(true)
        #expect(try changes { try watch.readChange() })
        let worker = try LocalServer(at: fixture.location.workerSocket)
        var listens = PollSet()
        watch.add(to: &listens)
        let deadline = MonotonicClock.milliseconds + 120_000
        let end = min(deadline, watch.due ?? deadline)
        listens.wait(milliseconds: MonotonicClock.milliseconds(until: end))
        #expect(MonotonicClock.milliseconds < deadline)
        withExtendedLifetime(worker) {}
    }

    @Test("A worker whose queue of programs is full counts as a worker")
    func busyWorker() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        #expect(!store.callWorker())
        let worker = try LocalServer(at: fixture.location.workerSocket)
        var clients: [LocalClient] = []
        while let client = store.connectToWorker() { clients.append(client) }
        #expect(!clients.isEmpty)
        #expect(store.callWorker())
        withExtendedLifetime((worker, clients)) {}
    }
}

/// Adds transfers without end, for ``StoreSharingTests``, which runs it in a process of its own.
@Suite("A process that adds transfers")
struct StoreAddingChild {
    @Test(
        "It adds two with each call until it is killed",
        .enabled(
            if: ProcessInfo.processInfo.environment["REACH_TEST_STORE"] != nil,
            "it is run by another test"))
    func add() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["REACH_TEST_STORE"])
        let round = try #require(environment["REACH_TEST_ROUND"])
        let store = try TransferStore(at: StoreLocation(folder: folder))
        for number in 0..<100_000 {
            let additions = ["a", "b"].map { name in
                NewTransfer(
                    download: "https://files.example/",
                    to: .file("\(folder)/\(name)-\(round)-\(number)"),
                    options: TransferOptions(headers: [.init("X-Key", "secret")]), mode: 0o644)
            }
            _ = try store.add(additions, now: noon)
        }
    }
}
