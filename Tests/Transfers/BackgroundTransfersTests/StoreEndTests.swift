// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import BackgroundTransfers

@Suite("Transfers that have ended are reported, and removed later")
struct StoreEndTests {
    let fixture: StoreFixture
    let store: TransferStore
    let command = CompletionAction(
        command: CompletionAction.Command(["true"], in: "/"))

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    @discardableResult
    private func end(
        _ record: TransferRecord, _ state: Transfer.State = .finished, now: Int64 = noon
    ) throws -> TransferRecord {
        var record = record
        record.state = state
        return try store.saved(record, now: now)
    }

    @discardableResult
    private func tell(_ record: TransferRecord) throws -> TransferRecord {
        var record = record
        record.completion.isDone = true
        return try store.saved(record)
    }

    @Test("The end of a single transfer is reported, if a listener is registered")
    func single() throws {
        let silent = try store.add(fixture.download("a"))
        var loud = try store.add(fixture.download("b", completion: command))
        #expect(try store.completions().isEmpty)
        try end(silent)
        loud = try end(loud, .failed)
        #expect(try store.completions() == [TransferStore.Completion(group: nil, members: [loud])])
        #expect(try store.completion(of: loud.id)?.members == [loud])
        #expect(try store.completion(of: silent.id) == nil)
        try tell(loud)
        #expect(try store.completions().isEmpty)
        #expect(try store.completion(of: loud.id) == nil)
        // After a retry it is reported again.
        _ = try store.apply(.retry(deadline: nil), to: .transfers([loud.id]), now: noon)
        try end(try #require(try store.record(loud.id)))
        #expect(try store.completions().count == 1)
    }

    @Test(
        "A group is reported once, after its last transfer has ended; groups of other sessions do not count"
    )
    func groups() throws {
        let grouped = TransferOptions(group: "g")
        let silent = try store.add(fixture.download("a", options: grouped))
        let first = try store.add(fixture.download("b", options: grouped, completion: command))
        let last = try store.add(fixture.download("c", options: grouped, completion: command))
        try store.add(
            fixture.download("d", options: grouped, session: "other", completion: command))
        try end(first)
        try end(silent)
        #expect(try store.completions().isEmpty)
        #expect(try store.completion(of: first.id) == nil)
        try end(last, .failed)
        let completions = try store.completions()
        // The group ends with any of its transfers.
        for member in [silent, first, last] {
            #expect(try store.completion(of: member.id) == completions.first)
        }
        #expect(completions.map(\.group) == ["g"])
        #expect(completions[0].members.map(\.id) == [silent.id, first.id, last.id])
        _ = try store.apply(.acknowledge, to: .all, now: noon)
        #expect(try store.prune(now: noon) == 0)
        for member in [first, last] { try tell(try #require(try store.record(member.id))) }
        #expect(try store.completions().isEmpty)
        #expect(try store.completion(of: last.id) == nil)
        #expect(try store.prune(now: noon) == 3)
    }

    /// With `endsBefore`, the new transfer has ended, and its command has failed, before the first one's runs again.
    @Test(
        "A group that grows before its command runs again has one, after its last transfer",
        arguments: [false, true])
    func growingGroup(endsBefore: Bool) throws {
        let grouped = TransferOptions(group: "g")
        let launcher = NotedRequests()
        let driver = CompletionDriver(store, launcher)
        let first = try store.add(fixture.download("a", options: grouped, completion: command))
        try end(first)
        try driver.addAll(now: noon)
        try driver.tend(now: noon, isEnding: false)
        launcher.end(.exited(1))
        let last = try store.add(fixture.download("b", options: grouped, completion: command))
        var retry = try #require(driver.due)
        if !endsBefore {
            try driver.tend(now: retry, isEnding: false)
            #expect(driver.isEmpty)
        }
        try end(last)
        try driver.add(last.id)
        if endsBefore {
            try driver.tend(now: noon, isEnding: false)
            launcher.end(.exited(1))
            retry = .max
        }
        try driver.tend(now: retry, isEnding: false)
        launcher.end(.exited(0))
        #expect(driver.isEmpty)
        #expect(try store.completions().isEmpty)
        #expect(
            launcher.requests.map { request in
                request.variables.first { $0.name == "REACH_TRANSFER_ID" }?.value
            } == (endsBefore ? ["1", "1 2", "1 2"] : ["1", "1 2"]))
    }

    @Test("A transfer that has ended is kept for seven days, and is removed with its events")
    func retention() throws {
        let finished = try end(try store.add(fixture.download("a")))
        let failed = try end(try store.add(fixture.download("b")), .failed)
        try store.add(fixture.download("c"))
        #expect(try store.prune(now: noon + TransferStore.retention - 1) == 0)
        #expect(try store.prune(now: noon + TransferStore.retention) == 2)
        #expect(try store.record(finished.id) == nil)
        #expect(try store.record(failed.id) == nil)
        #expect(try store.events(after: 0).count == 1)
        let count = try store.database.inDatabase {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM events")
        }
        #expect(count == 1)
    }

    @Test(
        "Secrets are removed at the end, unless the transfer can be retried or its end is to be reported"
    )
    func secrets() throws {
        let secrets = TransferSecrets(environment: Data("A=b\0".utf8))
        func add(_ name: String, _ completion: CompletionAction = .init()) throws
            -> TransferRecord
        {
            try store.add(fixture.download(name, secrets: secrets, completion: completion))
        }
        #expect(try end(try add("finished")).secrets == nil)
        #expect(fixture.secrets.isEmpty)
        let cancelled = try add("cancelled")
        _ = try store.apply(.cancel, to: .transfers([cancelled.id]), now: noon)
        #expect(fixture.secrets.isEmpty)
        #expect(try store.record(cancelled.id)?.secrets == nil)
        let told = try end(try add("told", command))
        #expect(try store.secrets(of: told) == secrets)
        #expect(try tell(told).secrets == nil)
        #expect(fixture.secrets.isEmpty)
        let failed = try end(try add("failed"), .failed)
        #expect(try store.secrets(of: failed) == secrets)
        _ = try store.apply(.acknowledge, to: .transfers([failed.id]), now: noon)
        #expect(fixture.secrets.isEmpty)
        #expect(try store.record(failed.id)?.secrets == nil)
    }

    @Test(
        "Files with secrets that no transfer has are removed, and a transfer that waits keeps the name of one that is gone"
    )
    func reconciliation() throws {
        let options = TransferOptions(headers: [.init("A", "b")])
        let kept = try store.add(fixture.download("a", options: options))
        let lost = try store.add(fixture.download("b", options: options))
        let stray = fixture.location.secrets + "/stray"
        try Data("x".utf8).write(to: URL(filePath: stray))
        try FileManager.default.removeItem(
            atPath: fixture.location.secrets + "/" + (lost.secrets ?? ""))
        do {
            // A process adds transfers: the file can be that of one that is not stored yet.
            let lock = try SecretsFolder(location: fixture.location).lockUnstored()
            try store.reconcileSecrets()
            #expect(fixture.secrets.contains("stray"))
            withExtendedLifetime(lock) {}
        }
        try store.reconcileSecrets()
        #expect(fixture.secrets == [kept.secrets])
        // It must not be requested without them.
        #expect(try store.record(lost.id)?.secrets == lost.secrets)
        #expect(try store.secrets(of: lost) == nil)
        #expect(try store.record(kept.id)?.secrets == kept.secrets)
    }
}

/// A launcher that starts nothing, and notes what it is to start.
private final class NotedRequests: JobLauncher {
    private(set) var requests: [JobRequest] = []
    private var ended: (JobEnd) -> Void = { _ in }
    let descriptor: Int32 = -1
    let due: Int64? = nil
    let isReady = true

    func start(_ request: JobRequest, ended: @escaping (JobEnd) -> Void) -> Int {
        requests.append(request)
        self.ended = ended
        return requests.count
    }

    /// Reports the end of the last request.
    func end(_ result: JobEnd.Result) { ended(JobEnd(result)) }

    func set(_ conditions: JobRequest.Conditions, of number: Int) {}
    func isSuspended(_ number: Int) -> Bool { false }
    func stop(_ number: Int) {}
    func tend() {}
    func release() {}
}
