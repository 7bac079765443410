// SPDX-License-Identifier: Apache-2.0

/// What is under a queue's lock: the machine, and those whom it speaks of.
struct DeferralState: Sendable {
    typealias OperationID = DeferralMachine.OperationID

    /// How an operation ended: the value is in a `DeferredValue`.
    typealias Outcome = Result<any Sendable, any Error>

    /// Somebody who wants to know what the queue does: signalled that it may be something else.
    typealias Watcher = AsyncStream<Void>.Continuation

    /// What a caller is to do next.
    enum Turn: Sendable {
        /// Ask, and say what was answered.
        case confirm(DeferralQueue.ConfirmationRequest)
        /// Run the operation, and say how it ended.
        case run
        /// Return.
        case finish(Outcome)
    }

    /// Something to do once the lock is released.
    enum Step {
        case resume(CheckedContinuation<Turn, Never>, Turn)
        case interrupt(@Sendable () -> Void)
        case setAlarm(Duration?, number: Int)
        case signal(Watcher)
    }

    /// Who called.
    private struct Caller {
        /// What it waits for its turn with.
        var continuation: CheckedContinuation<Turn, Never>?
        /// Its turn, if that came before it waited.
        var turn: Turn?
        /// Cancels what it does.
        var interrupt: (@Sendable () -> Void)?
        /// Whether what it does, or is about to do, is cancelled.
        var isInterrupted = false
    }

    var machine: DeferralMachine
    /// Tells the machine of paths.
    var follower: Task<Void, Never>?
    var watchers: [Int: Watcher] = [:]
    var lastWatcher = 0
    private var callers: [OperationID: Caller] = [:]
    private var alarmNumber = 0

    init(machine: DeferralMachine) { self.machine = machine }

    /// Takes in an operation.
    mutating func add(
        _ request: DeferralMachine.Request,
        now: Duration
    ) -> (id: OperationID, steps: [Step]) {
        let (id, actions) = machine.add(request, now: now)
        callers[id] = Caller()
        return (id, steps(actions))
    }

    /// A caller waits for its turn.
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

    /// A caller does what it was to do, which can be cancelled.
    mutating func engage(_ id: OperationID, interrupt: @escaping @Sendable () -> Void) -> [Step] {
        callers[id]?.interrupt = interrupt
        return callers[id]?.isInterrupted == true ? [.interrupt(interrupt)] : []
    }

    /// Tells those who watch that something may have changed.
    var signal: [Step] { watchers.values.map { .signal($0) } }

    /// What to do, with all that it needs once the lock is released.
    ///
    /// - Parameter outcome: how the operation ended of which actions say that it did.
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

    /// Has a caller take its turn, or keeps that for when it waits.
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

/// A value of an operation on its way to those who wait for it. It keeps its type even if that is an
/// optional one.
struct DeferredValue<Value: Sendable>: Sendable {
    let value: Value
}
