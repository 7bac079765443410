// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A queue that runs operations when the network meets their constraints, for example when it is not
/// metered.
///
/// It resembles Android's WorkManager and the discretionary transfers of URLSession.
///
/// ```swift
/// let queue = DeferralQueue()
/// let map = try await queue.run(.unmetered, key: "map") { try await download("map") }
/// ```
///
/// The queue follows structured concurrency: `run` returns or throws only after the operation has
/// ended, and an operation is cancelled with the task of its caller. Nothing is stored: deferred
/// operations do not survive the process. Between events the queue sleeps; it wakes when the path
/// changes or a timer is due. It can be used from any thread.
///
/// A queue ends when ``cancel()`` is called, when its monitor is cancelled, or when nothing
/// references it. A call of `run` that waits keeps its queue alive.
///
/// ## Calling run inside an operation
///
/// An operation can itself call `run` on the same queue. The call throws
/// ``DeferralError/waitsForItself`` in two cases:
///
/// - Its key is the key of the calling operation, or of an operation that waits for the calling
///   one.
/// - The calling operation and those that wait for it already are the queue's maximum number of
///   operations.
///
/// Other deadlocks are not detected. In these cases, calls wait for each other until they are
/// cancelled:
///
/// - With a limit of two, two independent operations run, and each calls `run`. Neither call can
///   start, and neither operation ends before its call does.
/// - Two operations call `run` with each other's key, and keep or append to the existing operation.
/// - An operation calls `run` in a child task (`async let`, a task group) and waits for that task.
///
/// If operations call `run`, set the maximum higher than the number of such operations at a time,
/// or use another queue for the inner calls.
public final class DeferralQueue: Sendable {
    let driver: DeferralDriver
    private let confirm: Confirm?

    /// Creates a queue. It starts to observe the network with the first operation.
    ///
    /// - Parameters:
    ///   - monitor: the monitor that reports the path. The queue starts it. The default is a
    ///     monitor of the queue's own; all monitors of a process share one thread.
    ///   - maxConcurrentOperationCount: the maximum number of operations that run at the same time;
    ///     values below 1 count as 1.
    ///   - clock: the clock that measures all durations. The default clock continues while the
    ///     machine is suspended.
    ///   - confirm: called before an operation runs over a metered path. A path counts as metered
    ///     if ``NetworkPath/isExpensive`` is true, or if its cost is unknown and the operation's
    ///     ``NetworkConstraints/unknownMetering-swift.property`` is `deny`. `nil` for no
    ///     confirmation.
    public init(
        monitor: PathMonitor = PathMonitor(),
        maxConcurrentOperationCount: Int = 4,
        clock: some Clock<Duration> = ContinuousClock(),
        confirm: Confirm? = nil
    ) {
        let machine = DeferralMachine(
            limit: maxConcurrentOperationCount, confirms: confirm != nil)
        driver = DeferralDriver(machine, monitor: monitor, alarm: DeferralAlarm(clock))
        self.confirm = confirm
    }

    deinit { driver.cancelAll() }

    /// Runs an operation once the network meets its constraints.
    ///
    /// - Parameters:
    ///   - constraints: what the network must be like when the operation starts.
    ///   - options: when the operation runs, and how often it is tried.
    ///   - operation: the work. It can run several times, one after the other, after a failure or a
    ///     loss of the network, as the options say. It runs in a task of its own and should end
    ///     soon when that task is cancelled: until then the call does not return, and the operation
    ///     counts towards the queue's maximum.
    /// - Returns: the value of the operation.
    /// - Throws: the error of the operation; `CancellationError` if the caller's task was cancelled
    ///   or the operation threw it; or a ``DeferralError``.
    public func run<Value: Sendable>(
        _ constraints: NetworkConstraints = .connected,
        options: Options = Options(),
        operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(
            DeferralMachine.Request(constraints: constraints, options: options), operation)
    }

    /// Runs an operation once the network meets its constraints, as unique work: in a queue, at
    /// most one operation with the same key runs at a time (WorkManager's unique work).
    ///
    /// - Parameters:
    ///   - constraints: what the network must be like when the operation starts.
    ///   - key: the identity of the work, such as a URL.
    ///   - existing: what happens if the queue already has an operation with this key.
    ///   - options: when the operation runs, and how often it is tried.
    ///   - operation: the work; see ``run(_:options:operation:)``.
    /// - Returns: the value of the operation, or of the existing operation that was kept.
    /// - Throws: the error of the operation, or of the existing operation that was kept;
    ///   `CancellationError` if the caller's task was cancelled or the operation threw it; or a
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

    /// Starts no further operations until ``resume()`` is called, for example while the application
    /// is busy with more important work.
    ///
    /// Running operations continue, and deadlines still count. Holding a queue twice has no further
    /// effect: one ``resume()`` ends it.
    public func hold() { driver.hold() }

    /// Ends a hold: operations start again.
    public func resume() { driver.resume() }

    /// Whether the queue is on hold (``hold()``).
    public var isHeld: Bool { driver.isHeld }

    /// Ends the queue permanently.
    ///
    /// Waiting operations, and operations that are added later, fail with
    /// ``DeferralError/queueCancelled``. Running operations are cancelled, and fail with the same
    /// error unless they return a value nevertheless.
    public func cancel() { driver.cancelAll() }

    /// Performs the machine's decisions for one operation in the task of its caller.
    private func run<Value: Sendable>(
        _ request: DeferralMachine.Request,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let outer = RunningOperation.current
        let queue = ObjectIdentifier(driver)
        if outer?.blocks(request.key, in: queue, limit: driver.limit) == true {
            throw DeferralError.waitsForItself
        }
        let id = driver.add(request)
        return try await withTaskCancellationHandler {
            var turn = await driver.turn(of: id)
            while true {
                // A caller that was cancelled before its turn starts nothing.
                let isCancelled = Task.isCancelled
                switch turn {
                case .confirm(let question):
                    let answer = isCancelled ? .wait : await answer(to: question, for: id)
                    turn = await driver.turn(of: id, after: answer)
                case .run:
                    var outcome = Result<Value, any Error>.failure(CancellationError())
                    if !isCancelled {
                        let running = RunningOperation(queue: queue, key: request.key, outer: outer)
                        outcome = await driver.result(
                            of: { Task { try await running.run(operation) } }, for: id,
                            or: outcome)
                    }
                    turn = await driver.turn(
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
            driver.cancel(id)
        }
    }

    private func answer(
        to question: ConfirmationRequest, for id: DeferralDriver.OperationID
    ) async -> Confirmation {
        guard let confirm else { return .run }
        return await driver.result(
            of: { Task { await confirm(question) } }, for: id, or: .success(.wait)
        ).get()
    }
}

/// A running operation of a queue. It detects calls of `run` inside the operation, which cannot end
/// before such a call returns.
private final class RunningOperation: Sendable {
    /// The operation whose task this is, or that started this task.
    @TaskLocal static var inherited: RunningOperation?

    private let queue: ObjectIdentifier
    private let key: DeferralKey?
    /// The operation that called `run` for this one and waits for it.
    private let outer: RunningOperation?
    /// The identity of the task it runs in; `nil` before and after.
    private let task = Lock<Int?>(nil)

    init(queue: ObjectIdentifier, key: DeferralKey?, outer: RunningOperation?) {
        self.queue = queue
        self.key = key
        self.outer = outer
    }

    /// The operation that runs in the current task itself. (Child tasks inherit ``inherited`` too,
    /// but an operation need not wait for these.)
    static var current: RunningOperation? {
        guard let inherited, let task = CurrentTask.identity else { return nil }
        return inherited.task.withLock { $0 == task } ? inherited : nil
    }

    /// Whether a call of `run` in this operation would wait for this operation, or for one that
    /// waits for it: because of its key, or because these operations reach the queue's limit.
    func blocks(_ key: DeferralKey?, in queue: ObjectIdentifier, limit: Int) -> Bool {
        var places = 0
        var next: RunningOperation? = self
        while let operation = next {
            if operation.queue == queue {
                places += 1
                if let key, operation.key == key { return true }
            }
            next = operation.outer
        }
        return places >= limit
    }

    /// Runs the operation in the current task.
    func run<Value>(
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        task.withLock { $0 = CurrentTask.identity }
        defer { task.withLock { $0 = nil } }
        return try await Self.$inherited.withValue(self) { try await operation() }
    }
}
