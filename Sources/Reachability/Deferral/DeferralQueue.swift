// SPDX-License-Identifier: Apache-2.0

/// Runs what can wait when the network is right for it: when there is a path, when it does not cost,
/// when nobody is disturbed (the shape of WorkManager, and of URLSession's discretionary transfers).
///
/// ```swift
/// let queue = DeferralQueue()
/// let map = try await queue.run(.unmetered, key: "map") { try await download("map") }
/// ```
///
/// It is structured: `run` returns or throws once the operation has ended, and no earlier; an
/// operation is cancelled with its caller's task; and nothing is stored, so that what is deferred
/// lasts as long as the program. A queue sleeps until the path changes or the next time comes that
/// something waits for. It can be used from any thread.
///
/// It ends with ``cancel()``, with its monitor, or when nobody holds it any more; who waits for an
/// operation holds it.
///
/// An operation may itself call `run`. The call throws ``DeferralError/waitsForItself`` in two cases: under the key of
/// the operation or of one that waits for it, and where these take all of the queue's places.
///
/// Nothing else is checked. In other cases calls can wait for each other until they are cancelled:
///
/// - With a limit of two, two independent operations run, and each calls `run`. Both calls wait for a place, and
///   neither operation ends before its call does.
/// - Two operations call `run` under each other's key, and keep or append to what is there.
/// - An operation calls `run` in a child task (`async let`, a task group) and waits for it.
///
/// If operations call `run`, give the queue more places than there are such operations at a time, or use another queue
/// for the inner calls.
public final class DeferralQueue: Sendable {
    let core: DeferralCore
    private let confirm: Confirm?

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - monitor: tells the path. The queue starts it with the first operation. Without one the
    ///     queue has one of its own; all monitors of a process share their work.
    ///   - maxConcurrentOperationCount: how many operations run at the same time, at least one.
    ///   - clock: what durations are measured by. The default goes on while the machine is suspended.
    ///   - confirm: asks before an operation runs over a network that is metered, or probably, or may
    ///     be where its constraints say that unknown counts so.
    public init(
        monitor: PathMonitor = PathMonitor(),
        maxConcurrentOperationCount: Int = 4,
        clock: some Clock<Duration> = ContinuousClock(),
        confirm: Confirm? = nil
    ) {
        let machine = DeferralMachine(
            limit: maxConcurrentOperationCount, confirms: confirm != nil)
        core = DeferralCore(machine, monitor: monitor, clock: DeferralClock(clock))
        self.confirm = confirm
    }

    deinit { core.cancelAll() }

    /// Runs an operation once the network meets its constraints.
    ///
    /// - Parameters:
    ///   - constraints: what the network must be like when the operation begins.
    ///   - options: how it is deferred.
    ///   - operation: what is to be done. It may be run several times, one after the other: after a
    ///     failure, or a loss of the network, as the options say. It should end when its task is
    ///     cancelled: until it has, its caller waits, and it takes one of the queue's places.
    /// - Returns: the operation's value.
    /// - Throws: the operation's error, `CancellationError` if the caller's task was cancelled or the
    ///   operation gave itself up with that, or a ``DeferralError``.
    public func run<Value: Sendable>(
        _ constraints: NetworkConstraints = .connected,
        options: Options = Options(),
        operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(
            DeferralMachine.Request(constraints: constraints, options: options), operation)
    }

    /// Runs an operation once the network meets its constraints, as the only one of its key in this
    /// queue (WorkManager's unique work).
    ///
    /// - Parameters:
    ///   - constraints: what the network must be like when the operation begins.
    ///   - key: what it is about, such as a URL.
    ///   - existing: what happens if there is an operation under the key already.
    ///   - options: how it is deferred.
    ///   - operation: what is to be done; see ``run(_:options:operation:)``.
    /// - Returns: the operation's value, or that of the one which was kept.
    /// - Throws: the operation's error, or that of the one which was kept; `CancellationError` if the
    ///   caller's task was cancelled or the operation gave itself up with that; or a
    ///   ``DeferralError``.
    public func run<Value: Sendable>(
        _ constraints: NetworkConstraints = .connected,
        key: some Hashable & Sendable,
        existing: ExistingWorkPolicy = .keep,
        options: Options = Options(),
        operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let request = DeferralMachine.Request(
            constraints: constraints, key: DeferralKey(base: key), existing: existing,
            options: options)
        return try await run(request, operation)
    }

    /// Begins nothing more until ``resume()``: the application is busy with something that matters
    /// more. What runs is left to finish; deadlines go on. Held twice is held once.
    public func hold() { core.hold() }

    /// Lets operations begin again.
    public func resume() { core.resume() }

    /// Whether nothing begins until ``resume()``.
    public var isHeld: Bool { core.isHeld }

    /// Ends the queue, for good. Whatever waits fails with ``DeferralError/queueCancelled``, and so
    /// does what is asked for later; whatever runs is cancelled, and fails so too if it does not end
    /// with a value nevertheless.
    public func cancel() { core.cancelAll() }

    /// Does in the caller's task what the machine says, turn by turn.
    private func run<Value: Sendable>(
        _ request: DeferralMachine.Request,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let outer = RunningOperation.current
        let queue = ObjectIdentifier(core)
        if outer?.blocks(request.key, in: queue, limit: core.limit) == true {
            throw DeferralError.waitsForItself
        }
        let id = core.add(request)
        return try await withTaskCancellationHandler {
            var turn = await core.turn(of: id)
            while true {
                // Who was cancelled before its turn came begins nothing.
                let isCancelled = Task.isCancelled
                switch turn {
                case .confirm(let question):
                    let answer =
                        isCancelled ? .wait : await answer(to: question, for: id)
                    turn = await core.turn(of: id, after: answer)
                case .run:
                    let running = RunningOperation(queue: queue, key: request.key, outer: outer)
                    let outcome: Result<Value, any Error> =
                        isCancelled
                        ? .failure(CancellationError())
                        : await core.result(of: Task { try await running.run(operation) }, for: id)
                    turn = await core.turn(
                        of: id, after: outcome.map { DeferredValue(value: $0) },
                        options: request.options)
                case .finish(let outcome):
                    guard let deferred = try outcome.get() as? DeferredValue<Value> else {
                        throw DeferralError.mismatchedResult
                    }
                    return deferred.value
                }
            }
        } onCancel: {
            core.cancel(id)
        }
    }

    private func answer(
        to question: ConfirmationRequest,
        for id: DeferralCore.OperationID
    ) async -> Confirmation {
        guard let confirm else { return .run }
        return await core.result(of: Task { await confirm(question) }, for: id).get()
    }
}
