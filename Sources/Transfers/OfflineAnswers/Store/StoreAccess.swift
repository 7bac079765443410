// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import DurableStore
internal import Foundation
internal import LinuxSystem
internal import TransferRules

/// The store for tasks: its calls wait for the disk on queues of their own, and not on the threads of tasks.
///
/// Looks have one queue and writes another one, so that a look waits for no write. An answer waits a moment until it is
/// stored, so that the next request finds it. If that takes longer, because another process holds the lock or many answers
/// are being stored, it is stored in the background.
///
/// A store that fails is no reason to have no answer. What fails is reported, and counts as not stored. What servers have
/// changed or withdrawn is kept until it is written: with the next write that succeeds, before anything else.
struct StoreAccess: Sendable {
    private let store: AnswerStore
    private let looks = DispatchQueue(label: "org.reach.answers.looks")
    private let writes: WriteQueue
    private let now: @Sendable () -> HTTPDate
    private let report: @Sendable (OfflineStoreError) -> Void
    private let removals = Lock(0)
    /// The answers that were used, and whose use is still to be noted.
    private let uses = Lock<Set<Int64>>([])
    private let changes = Lock(PendingChanges())

    /// How often this program has removed answers. What waits to be requested in the background is not requested
    /// afterwards: it may be for a user who has signed out.
    var removalCount: Int { removals.withLock { $0 } }

    init(
        _ store: AnswerStore, now: @escaping @Sendable () -> HTTPDate,
        report: @escaping @Sendable (OfflineStoreError) -> Void
    ) {
        self.store = store
        self.now = now
        self.report = report
        writes = WriteQueue(limit: store.limits.total)
        inBackground { store throws(OfflineStoreError) in try store.tidy() }
    }

    // MARK: - Looks

    /// The stored answers to a request.
    struct Found: Sendable {
        /// The answer that is used for the request; `nil` if there is none.
        var answer: StoredAnswer?
        /// The newest one that is no error.
        var lastGood: StoredAnswer?
        /// The names of the fields by which the answers to its address are selected; `nil` if there are none.
        var selectingNames: Set<String>?
    }

    /// Looks for what is stored for a request, and notes that it is used.
    func find(_ request: CacheRequest) async -> Found {
        let now = now()
        // Before the look: what is written meanwhile is seen in the one or the other.
        let changes = changes.withLock(\.self)
        let found = await look { store throws(OfflineStoreError) in
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
        await look { store throws(OfflineStoreError) in try store.content(of: id) } ?? nil
    }

    /// The current state of changes and removals; `nil` if the store cannot be read.
    func mark() async -> StoreMark? {
        await look { store throws(OfflineStoreError) in try store.mark() }
    }

    private func look<Value: Sendable>(
        _ work: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Value
    ) async -> Value? {
        let value: Value? = await withCheckedContinuation { continuation in
            looks.async { continuation.resume(returning: attempt(work)) }
        }
        let damaged = store.damagedAnswers.withLock { damaged in
            defer { damaged = [] }
            return damaged
        }
        if !damaged.isEmpty {
            report(
                OfflineStoreError(
                    .damaged, store.databasePath,
                    "had \(damaged.count) damaged answer\(damaged.count == 1 ? "" : "s")"))
            inBackground { store throws(OfflineStoreError) in try store.remove(damaged) }
        }
        return value
    }

    /// Notes that an answer was used, in the background. If another process writes, it is noted later.
    private func note(_ id: Int64, _ now: HTTPDate) {
        let isFirst = uses.withLock { uses in
            // As long as none can be noted, more are not kept.
            if uses.count < Self.longestUses { uses.insert(id) }
            return uses.count == 1
        }
        guard isFirst || writes.count == 0 else { return }
        inBackground { [uses] store throws(OfflineStoreError) in
            let noted = uses.withLock(\.self)
            guard !noted.isEmpty else { return }
            do throws(OfflineStoreError) {
                try store.use(noted, now: now)
            } catch  where error.code == .busy {
                return
            }
            uses.withLock { $0.subtract(noted) }
        }
    }

    private static let longestUses = 10_000

    // MARK: - Writes

    /// How many writes have not ended.
    var waitingWrites: Int { writes.count }

    /// Stores an answer, unless a program has removed answers since it was requested.
    ///
    /// - Parameter mark: ``mark()`` when it was requested.
    /// - Returns: why it is not stored, as far as that is known at once.
    func add(_ answer: NewAnswer, after mark: StoreMark?) async -> OfflineAnswer.NotStored? {
        if store.isTooLarge(answer) { return .tooLarge }
        guard !store.isReadOnly, let mark else { return .storeUnavailable }
        let now = now()
        let isTaken = await write(size: Int64(answer.content.count)) {
            store throws(OfflineStoreError) in
            try store.add(answer, after: mark, now: now, waiting: .unlessBusy)
        }
        return isTaken ? nil : .storeUnavailable
    }

    func update(
        _ answer: StoredAnswer, of request: CacheRequest, to response: StoredResponse,
        after mark: StoreMark?
    ) async {
        guard let mark else { return }
        let now = now()
        await write { store throws(OfflineStoreError) in
            try store.update(
                answer, of: request.key, to: response,
                selecting: request.selecting(by: response.headers), after: mark, now: now,
                waiting: .unlessBusy)
        }
    }

    /// Removes the answers to a request, which the server has withdrawn. From now on no look finds them.
    func remove(_ request: CacheRequest) async {
        changes.withLock { $0.withdraw(request.key) }
        await write { _ throws(OfflineStoreError) in }
    }

    /// Notes that the resources of addresses have changed. From now on each look knows it.
    func invalidate(_ urls: [String]) async {
        changes.withLock { $0.change(urls) }
        await write { _ throws(OfflineStoreError) in }
    }

    /// Writes pending changes of servers in the background, if that has failed before.
    func writeChanges() {
        guard !changes.withLock(\.isEmpty) else { return }
        inBackground { [changes] store throws(OfflineStoreError) in
            try Self.write(changes, to: store, waiting: .full)
        }
    }

    private static func write(
        _ changes: Lock<PendingChanges>, to store: AnswerStore, waiting wait: AnswerStore.Wait
    ) throws(OfflineStoreError) {
        let pending = changes.withLock(\.self)
        guard !pending.isEmpty else { return }
        try store.apply(pending, waiting: wait)
        changes.withLock { $0.remove(pending) }
    }

    /// Performs an operation whose failure the program gets, and waits until it is done.
    func perform(
        _ work: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Void
    ) async throws(OfflineStoreError) {
        let result: Result<Void, OfflineStoreError> = await withCheckedContinuation {
            continuation in
            writes.add { [store, changes] in
                continuation.resume(
                    returning: Result { () throws(OfflineStoreError) in
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
        _ remove: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Void
    ) async throws(OfflineStoreError) {
        removals.withLock { $0 += 1 }
        try await perform(remove)
    }

    /// Writes, and waits a moment for it.
    ///
    /// - Parameter size: what waits with it in memory, in bytes.
    /// - Returns: whether it is written, or will be; `false` if too much waits already.
    @discardableResult
    private func write<Value: Sendable>(
        size: Int64 = 0,
        _ work: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Value
    ) async -> Bool {
        guard !store.isReadOnly else { return false }
        guard await writes.add(size: size, { attemptWrite(work) }) else {
            report(
                OfflineStoreError(
                    .busy, store.databasePath, "is written too slowly, and an answer is not stored")
            )
            return false
        }
        return true
    }

    private func inBackground(
        _ work: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Void
    ) {
        guard !store.isReadOnly else { return }
        writes.add { attemptWrite(work) }
    }

    /// Writes, after what servers have changed or withdrawn before. If that cannot be written, neither is the rest: it may be
    /// newer than the change.
    private func attemptWrite<Value>(
        _ work: (AnswerStore) throws(OfflineStoreError) -> Value
    ) {
        _ = attempt { store throws(OfflineStoreError) in
            try Self.write(changes, to: store, waiting: .unlessBusy)
            return try work(store)
        }
    }

    private func attempt<Value>(
        _ work: (AnswerStore) throws(OfflineStoreError) -> Value
    ) -> Value? {
        do throws(OfflineStoreError) {
            return try work(store)
        } catch {
            report(error)
            return nil
        }
    }
}
