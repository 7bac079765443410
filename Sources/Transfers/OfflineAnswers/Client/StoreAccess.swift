// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import DurableStore
internal import Foundation
internal import LinuxSystem
internal import TransferRules

/// The store for tasks. Its calls wait for the disk on dispatch queues, not on the threads of tasks.
///
/// Reads and writes have different queues, so that a read does not wait for a write. A call waits a moment until its answer
/// is stored, so that the next request finds it. If that takes longer, because another process holds the lock or many
/// answers are being stored, the answer is stored in the background.
///
/// If the store fails, the failure is reported, and the answer counts as not stored. Changes and withdrawals of servers stay
/// in memory until they are written: before anything else, with the next write that succeeds.
struct StoreAccess: Sendable {
    private let store: AnswerStore
    private let reads = DispatchQueue(label: "org.reach.answers.reads")
    private let writes: WriteQueue
    private let now: @Sendable () -> HTTPDate
    private let report: @Sendable (StoreError) -> Void
    private let removals = Lock(0)
    /// The numbers of answers whose use is not stored yet.
    private let uses = Lock<Set<Int64>>([])
    private let changes = Lock(PendingChanges())

    /// How often this program has removed answers. Requests that waited in the background during a removal are not sent,
    /// because their user may have signed out.
    var removalCount: Int { removals.withLock { $0 } }

    init(
        _ store: AnswerStore, patience: StorePatience = StorePatience(),
        now: @escaping @Sendable () -> HTTPDate,
        report: @escaping @Sendable (StoreError) -> Void
    ) {
        self.store = store
        self.now = now
        self.report = report
        writes = WriteQueue(limit: store.limits.total, patience: patience.call)
        inBackground { store throws(StoreError) in try store.tidy() }
    }

    // MARK: - Reads

    /// The stored answers to a request.
    struct Found: Sendable {
        /// The answer for the request; `nil` if there is none.
        var answer: StoredAnswer?
        /// The newest answer that is no error.
        var lastGood: StoredAnswer?
        /// The names of the fields that select the answers to the address; `nil` if there are no answers.
        var selectingNames: Set<String>?
    }

    /// Finds the stored answers to a request, and notes that the best one is used.
    func find(_ request: CacheRequest) async -> Found {
        let now = now()
        // Before the read: a change that is written meanwhile is then here or in the store.
        let changes = changes.withLock(\.self)
        let found = await read { store throws(StoreError) in
            let answers = try store.answers(request.key).compactMap { stored in
                changes.applied(to: stored.answer, under: request.key).map {
                    (answer: $0, selecting: stored.selecting)
                }
            }
            let selected = answers.filter { $0.selecting.matches(request.headers) }.map(\.answer)
            let names = answers.reduce(into: Set<String>()) {
                $0.formUnion($1.selecting.values.keys)
            }
            let good = selected.filter { !$0.response.isError }
            return Found(
                answer: Self.newest(of: selected, now), lastGood: Self.newest(of: good, now),
                selectingNames: answers.isEmpty ? nil : names)
        }
        if let answer = found?.answer, AnswerStore.notesUse(of: answer, now: now) {
            note(answer.id, now)
        }
        return found ?? Found()
    }

    private static func newest(of answers: [StoredAnswer], _ now: HTTPDate) -> StoredAnswer? {
        StoredResponse.selected(among: answers.map(\.response), now: now).map { answers[$0] }
    }

    func content(of id: Int64) async -> Data? {
        await read { store throws(StoreError) in try store.content(of: id) } ?? nil
    }

    /// The current state of changes and removals; `nil` if the store cannot be read.
    func mark() async -> AnswerStore.Mark? {
        await read { store throws(StoreError) in try store.mark() }
    }

    private func read<Value: Sendable>(
        _ work: @escaping @Sendable (AnswerStore) throws(StoreError) -> Value
    ) async -> Value? {
        let value: Value? = await withCheckedContinuation { continuation in
            reads.async { continuation.resume(returning: attempt(work)) }
        }
        let damaged = store.damagedAnswers.withLock { damaged in
            defer { damaged = [] }
            return damaged
        }
        if !damaged.isEmpty {
            report(
                StoreError(
                    .damaged, store.databasePath,
                    "had \(damaged.count) damaged answer\(damaged.count == 1 ? "" : "s")"))
            inBackground { store throws(StoreError) in try store.remove(damaged) }
        }
        return value
    }

    /// Notes that an answer was used, in the background. If another process writes, it is noted later.
    private func note(_ id: Int64, _ now: HTTPDate) {
        let isFirst = uses.withLock { uses in
            // The number of uses that wait is limited.
            if uses.count < Self.longestUses { uses.insert(id) }
            return uses.count == 1
        }
        guard isFirst || writes.count == 0 else { return }
        inBackground { [uses] store throws(StoreError) in
            let noted = uses.withLock(\.self)
            guard !noted.isEmpty else { return }
            do throws(StoreError) {
                try store.use(noted, now: now)
            } catch  where error.code == .busy {
                return
            }
            uses.withLock { $0.subtract(noted) }
        }
    }

    private static let longestUses = 10_000

    // MARK: - Writes

    /// The number of writes that have not ended.
    var waitingWrites: Int { writes.count }

    /// Stores an answer, unless a program has removed answers since it was requested.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - mark: ``mark()`` before the request.
    /// - Returns: why it is not stored, if that is known at once.
    func add(_ answer: NewAnswer, after mark: AnswerStore.Mark?) async -> OfflineAnswer.NotStored? {
        if store.isTooLarge(answer) { return .tooLarge }
        guard !store.isReadOnly, let mark else { return .storeUnavailable }
        let now = now()
        let isTaken = await write(size: Int64(answer.content.count)) {
            store throws(StoreError) in
            try store.add(answer, after: mark, now: now, waiting: .unlessBusy)
        }
        return isTaken ? nil : .storeUnavailable
    }

    func update(
        _ answer: StoredAnswer, of request: CacheRequest, to response: StoredResponse,
        after mark: AnswerStore.Mark?
    ) async {
        guard let mark else { return }
        let now = now()
        await write { store throws(StoreError) in
            try store.update(
                answer, of: request.key, to: response,
                selecting: request.selecting(by: response.headers), after: mark, now: now,
                waiting: .unlessBusy)
        }
    }

    /// Removes the answers to a request, which the server has withdrawn. Later reads do not find them.
    func remove(_ request: CacheRequest) async {
        changes.withLock { $0.withdraw(request.key) }
        await write { _ throws(StoreError) in }
    }

    /// Notes that the resources of addresses have changed. Later reads know it.
    func invalidate(_ urls: [String]) async {
        changes.withLock { $0.change(urls) }
        await write { _ throws(StoreError) in }
    }

    /// Writes pending changes of servers in the background, if that has failed before.
    func writeChanges() {
        guard !changes.withLock(\.isEmpty) else { return }
        inBackground { [changes] store throws(StoreError) in
            try Self.write(changes, to: store, waiting: .full)
        }
    }

    private static func write(
        _ changes: Lock<PendingChanges>, to store: AnswerStore, waiting wait: AnswerStore.Wait
    ) throws(StoreError) {
        let pending = changes.withLock(\.self)
        guard !pending.isEmpty else { return }
        try store.apply(pending, waiting: wait)
        changes.withLock { $0.remove(pending) }
    }

    /// Performs an operation for the program, and waits for its result.
    func perform(
        _ work: @escaping @Sendable (AnswerStore) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let result: Result<Void, StoreError> = await withCheckedContinuation {
            continuation in
            writes.add { [store, changes] in
                continuation.resume(
                    returning: Result { () throws(StoreError) in
                        if !store.isReadOnly {
                            try Self.write(changes, to: store, waiting: .full)
                        }
                        try work(store)
                    })
            }
        }
        try result.get()
    }

    /// Removes answers for the program.
    func removeForProgram(
        _ remove: @escaping @Sendable (AnswerStore) throws(StoreError) -> Void
    ) async throws(StoreError) {
        removals.withLock { $0 += 1 }
        try await perform(remove)
    }

    /// Writes, and waits a moment for it.
    ///
    /// - Parameters:
    ///   - size: the size of the data that waits in memory, in bytes.
    ///   - work: writes the data.
    /// - Returns: whether it is written, or will be; `false` if too much data waits already.
    @discardableResult
    private func write<Value: Sendable>(
        size: Int64 = 0,
        _ work: @escaping @Sendable (AnswerStore) throws(StoreError) -> Value
    ) async -> Bool {
        guard !store.isReadOnly else { return false }
        guard await writes.add(size: size, { attemptWrite(work) }) else {
            report(
                StoreError(
                    .busy, store.databasePath, "is written too slowly, and an answer is not stored")
            )
            return false
        }
        return true
    }

    private func inBackground(
        _ work: @escaping @Sendable (AnswerStore) throws(StoreError) -> Void
    ) {
        guard !store.isReadOnly else { return }
        writes.add { attemptWrite(work) }
    }

    /// Writes the earlier changes and withdrawals of servers, then the data. If the changes cannot be written, nothing is
    /// written, because the data may be newer than a change.
    private func attemptWrite<Value>(
        _ work: (AnswerStore) throws(StoreError) -> Value
    ) {
        _ = attempt { store throws(StoreError) in
            try Self.write(changes, to: store, waiting: .unlessBusy)
            return try work(store)
        }
    }

    private func attempt<Value>(
        _ work: (AnswerStore) throws(StoreError) -> Value
    ) -> Value? {
        do throws(StoreError) {
            return try work(store)
        } catch {
            report(error)
            return nil
        }
    }
}
