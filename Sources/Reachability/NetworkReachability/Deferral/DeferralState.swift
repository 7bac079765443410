// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The state that a queue's lock guards: the machine, and the callers of its operations.
struct DeferralState: Sendable {
    typealias OperationID = DeferralMachine.OperationID

    /// How an operation ended. A value is wrapped in a `DeferredValue`.
    typealias Outcome = Result<any Sendable, any Error>

    /// A consumer of the activity sequence, to which a possible change is signalled.
    typealias Watcher = AsyncStream<Void>.Continuation

    /// What a caller does next.
    enum Turn: Sendable {
        /// Call the confirmation closure and report its answer.
        case confirm(DeferralQueue.ConfirmationRequest)
        /// Run the operation and report its outcome.
        case run
        /// Return or throw.
        case finish(Outcome)
    }

    /// Something to do without the lock.
    enum Step {
        case resume(CheckedContinuation<Turn, Never>, Turn)
        case interrupt(@Sendable () -> Void)
        case setAlarm(Duration?, number: Int)
        case signal(Watcher)
        /// Tell the monitor whether an operation waits for the connectivity of the path.
        case claim(Bool, revision: Int)
    }

    /// The caller of an operation.
    private struct Caller {
        /// The continuation with which it waits for its turn.
        var continuation: CheckedContinuation<Turn, Never>?
        /// Its turn, if that arrived before the caller waited.
        var turn: Turn?
        /// Cancels its running task.
        var interrupt: (@Sendable () -> Void)?
        /// Whether its running task, or the next one, is cancelled.
        var isInterrupted = false
    }

    var machine: DeferralMachine
    /// The task that passes paths to the machine.
    var follower: Task<Void, Never>?
    var watchers: [Int: Watcher] = [:]
    var lastWatcher = 0
    private var callers: [OperationID: Caller] = [:]
    private var alarmNumber = 0
    /// What the monitor received last.
    private var isValidationClaimed = false
    /// The number of the last claim. It increases in the whole process: a new queue can have the address of an old one.
    private static let claimRevision = Lock(0)

    init(machine: DeferralMachine) { self.machine = machine }

    /// Adds an operation.
    mutating func add(
        _ request: DeferralMachine.Request,
        now: Duration
    ) -> (id: OperationID, steps: [Step]) {
        let (id, actions) = machine.add(request, now: now)
        callers[id] = Caller()
        return (id, steps(actions))
    }

    /// Lets a caller wait for its turn.
    mutating func wait(
        _ id: OperationID,
        _ continuation: CheckedContinuation<Turn, Never>
    ) -> [Step] {
        callers[id]?.interrupt = nil
        callers[id]?.continuation = continuation
        guard let turn = callers[id]?.turn else { return [] }
        callers[id]?.turn = nil
        return resume(id, with: turn)
    }

    /// Keeps the closure that cancels the caller's running task.
    mutating func engage(_ id: OperationID, interrupt: @escaping @Sendable () -> Void) -> [Step] {
        callers[id]?.interrupt = interrupt
        return callers[id]?.isInterrupted == true ? [.interrupt(interrupt)] : []
    }

    /// The steps that signal a possible change of the activity to all consumers.
    var signal: [Step] { watchers.values.map { .signal($0) } }

    /// The step that tells the monitor whether an operation waits for the connectivity of the path, if that has changed.
    var claim: [Step] {
        mutating get {
            guard machine.requiresValidation != isValidationClaimed else { return [] }
            isValidationClaimed.toggle()
            let revision = Self.claimRevision.withLock { revision in
                revision += 1
                return revision
            }
            return [.claim(isValidationClaimed, revision: revision)]
        }
    }

    /// Converts actions to steps that need no lock.
    ///
    /// - Parameter outcome: the outcome of the operation whose end the actions report.
    mutating func steps(_ actions: [DeferralMachine.Action], _ outcome: Outcome? = nil) -> [Step] {
        actions.flatMap { step($0, outcome) }
    }

    private mutating func step(_ action: DeferralMachine.Action, _ outcome: Outcome?) -> [Step] {
        switch action {
        case .ask(let id):
            guard let operation = machine.operations[id], let path = machine.path else { return [] }
            let request = DeferralQueue.ConfirmationRequest(
                key: operation.request.key?.base, constraints: operation.request.constraints,
                path: path)
            return give(.confirm(request), to: id)
        case .start(let id): return give(.run, to: id)
        case .withdraw(let id), .stop(let id):
            callers[id]?.isInterrupted = true
            return callers[id]?.interrupt.map { [.interrupt($0)] } ?? []
        case .finish(let id, .outcome): return outcome.map { give(.finish($0), to: id) } ?? []
        case .finish(let id, .cancelled):
            return give(.finish(.failure(CancellationError())), to: id)
        case .finish(let id, .failed(let error)): return give(.finish(.failure(error)), to: id)
        case .wake(let due):
            alarmNumber += 1
            return [.setAlarm(due, number: alarmNumber)]
        }
    }

    private mutating func give(_ turn: Turn, to id: OperationID) -> [Step] {
        callers[id]?.isInterrupted = false
        return resume(id, with: turn)
    }

    /// Resumes the caller with its turn, or keeps the turn until the caller waits.
    private mutating func resume(_ id: OperationID, with turn: Turn) -> [Step] {
        guard let continuation = callers[id]?.continuation else {
            callers[id]?.turn = turn
            return []
        }
        callers[id]?.continuation = nil
        switch turn {
        case .confirm, .run: break
        case .finish: callers[id] = nil
        }
        return [.resume(continuation, turn)]
    }
}

/// A wrapper for the value of an operation. It keeps the static type, also of an optional.
struct DeferredValue<Value: Sendable>: Sendable {
    let value: Value
}
