// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import LinuxSystem
internal import TransferRules

/// The store for tasks: its calls wait for the disk on a queue of their own, and not on the threads of tasks.
///
/// A store that fails is no reason to have no answer. What fails is reported, and counts as not stored.
struct StoreAccess: Sendable {
    private let store: AnswerStore
    private let queue: DispatchQueue
    private let now: @Sendable () -> HTTPDate
    private let report: @Sendable (OfflineStoreError) -> Void
    private let removals = Lock(0)

    /// How often the program has removed answers. What was requested before must not be stored afterwards: it may be
    /// for a user who has signed out.
    var removalCount: Int { removals.withLock { $0 } }

    init(
        _ store: AnswerStore, now: @escaping @Sendable () -> HTTPDate,
        report: @escaping @Sendable (OfflineStoreError) -> Void
    ) {
        self.store = store
        self.now = now
        self.report = report
        queue = DispatchQueue(label: "org.reach.answers")
    }

    /// What is stored for a request.
    struct Found: Sendable {
        /// The newest answer that the request selects; `nil` if there is none.
        var answer: StoredAnswer?
        /// The names of the fields by which the answers to its address are selected; `nil` if there are none.
        var selectingNames: Set<String>?
    }

    /// Looks for what is stored for a request, and notes that it is used.
    func find(_ asked: AskedRequest) async -> Found {
        let now = now()
        let found = await attempt { store throws(OfflineStoreError) in
            let answers = try store.answers(asked.key)
            let selected = answers.first { $0.selecting.matches(asked.headers) }?.answer
            let names = answers.reduce(into: Set<String>()) {
                $0.formUnion($1.selecting.values.keys)
            }
            return Found(answer: selected, selectingNames: answers.isEmpty ? nil : names)
        }
        // Apart from the look: where nothing can be written, what is stored is an answer all the same.
        if let id = found?.answer?.id {
            await attempt { store throws(OfflineStoreError) in try store.use(id, now: now) }
        }
        return found ?? Found()
    }

    func content(of id: Int64) async -> Data? {
        await attempt { store throws(OfflineStoreError) in try store.content(of: id) } ?? nil
    }

    /// The number of the last change of a resource.
    func lastChange() async -> Int64 {
        await attempt { store throws(OfflineStoreError) in try store.lastChange() } ?? 0
    }

    /// Stores an answer, unless the program has removed answers since it was requested.
    ///
    /// - Parameters:
    ///   - count: ``removalCount`` when it was requested.
    ///   - change: ``lastChange()`` when it was requested.
    func add(_ answer: NewAnswer, since count: Int, after change: Int64) async {
        let now = now()
        await attempt { [removals] store throws(OfflineStoreError) in
            guard removals.withLock({ $0 }) == count else { return }
            try store.add(answer, after: change, now: now)
        }
    }

    func update(
        _ answer: StoredAnswer, of asked: AskedRequest, to response: StoredResponse,
        after change: Int64
    ) async {
        let now = now()
        await attempt { store throws(OfflineStoreError) in
            try store.update(
                answer, of: asked.key, to: response,
                selecting: asked.selecting(by: response.headers), after: change, now: now)
        }
    }

    /// Removes answers for the program.
    func removeForProgram(
        _ remove: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Void
    ) async throws(OfflineStoreError) {
        try await perform { [removals] store throws(OfflineStoreError) in
            removals.withLock { $0 += 1 }
            try remove(store)
        }
    }

    func remove(_ asked: AskedRequest) async {
        await attempt { store throws(OfflineStoreError) in try store.remove(asked.key) }
    }

    func invalidate(_ urls: [String]) async {
        await attempt { store throws(OfflineStoreError) in try store.invalidate(urls) }
    }

    /// Does work whose failure the caller is to know.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Value
    ) async throws(OfflineStoreError) -> Value {
        let result: Result<Value, OfflineStoreError> = await withCheckedContinuation {
            continuation in
            queue.async { [store] in
                do throws(OfflineStoreError) {
                    continuation.resume(returning: .success(try work(store)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    @discardableResult
    private func attempt<Value: Sendable>(
        _ work: @escaping @Sendable (AnswerStore) throws(OfflineStoreError) -> Value
    ) async -> Value? {
        do throws(OfflineStoreError) {
            return try await perform(work)
        } catch {
            report(error)
            return nil
        }
    }
}
