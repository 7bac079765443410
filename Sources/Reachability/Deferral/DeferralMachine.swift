// SPDX-License-Identifier: Apache-2.0

/// Which operations of a queue wait, run and end, and what is done next. Its methods change it and say
/// what is to be done; its owner calls them under a lock, and does that outside. Times are the owner's:
/// durations since whenever its clock began.
///
/// What waits for the same thing waits at the same gate, so that a change of the path is a question
/// for each gate, however many wait there. Whatever has a time stands in one heap, of which the least
/// is the only time that anybody needs to be woken at.
struct DeferralMachine: Sendable {
    /// Something to do.
    enum Action: Hashable {
        /// Ask whether the operation may run, and call ``answered(_:_:now:)``.
        case ask(OperationID)
        /// Cancel the asking; it is answered all the same.
        case withdraw(OperationID)
        /// Run the operation, and call ``ended(_:_:now:chance:)``.
        case start(OperationID)
        /// Cancel the running operation; it ends all the same.
        case stop(OperationID)
        /// Tell the operation's caller how it ended; nothing is to be said of it any more.
        case finish(OperationID, Ending)
        /// Call ``tick(now:)`` then, and not when was said before; `nil` for never.
        case wake(at: Duration?)
    }

    /// How many may run at the same time, or be asked about.
    let limit: Int
    /// Whether there is somebody to ask before an operation runs over a metered network.
    let confirms: Bool

    /// The newest path; `nil` if none is known.
    var path: NetworkPath?
    /// Since when it is as it is.
    var pathSince = Duration.zero
    /// The time of the event that is being taken in.
    var now = Duration.zero
    var operations: [OperationID: Operation] = [:]
    /// What waits for the network, by what it must be like.
    var gates: [Condition: Gate] = [:]
    /// The open gates at which something waits, by what would run first.
    var ready = IndexedHeap<Condition, Rank>()
    /// Who has which key.
    var claims: [DeferralKey: Claim] = [:]
    /// Whatever has a time.
    var timers = IndexedHeap<Timer, Duration>()
    /// The operations that somebody is asked about.
    var asking: Set<OperationID> = []
    /// How many run or are asked about.
    var active = 0
    var tally = Tally()
    /// What is to be done, as far as it has been decided.
    var actions: [Action] = []
    private(set) var isHeld = false
    private(set) var isCancelled = false
    private var lastNumber: UInt64 = 0
    /// When its owner knows to wake it.
    private var alarm: Duration?

    init(limit: Int, confirms: Bool) {
        self.limit = max(1, limit)
        self.confirms = confirms
    }

    /// An operation is to be run.
    mutating func add(_ request: Request, now: Duration) -> (OperationID, [Action]) {
        begin(now)
        lastNumber += 1
        let id = OperationID(number: lastNumber)
        let operation = Operation(request, now: self.now)
        operations[id] = operation
        tally.count(operation.phase, by: 1)
        if isCancelled {
            leave(id, .failed(.queueCancelled))
        } else if let key = operation.request.key {
            claim(key, for: id, operation.request.existing)
        } else {
            watchDeadline(of: id)
            enter(id)
        }
        return (id, conclude())
    }

    /// An operation's caller does not want it any more.
    mutating func cancel(_ id: OperationID, now: Duration) -> [Action] {
        begin(now)
        end(id, .cancelled)
        return conclude()
    }

    /// The path is another one.
    mutating func receive(_ path: NetworkPath, now: Duration) -> [Action] {
        begin(now)
        self.path = path
        pathSince = self.now
        for condition in Array(gates.keys) { evaluate(condition) }
        for id in asking.sorted() {
            if let operation = operations[id], !operation.costs(over: path) { interrupt(id) }
        }
        return conclude()
    }

    /// A running operation has ended. What is left to chance, if it is to be tried again, is
    /// decided by `chance`, from 0 up to 1.
    mutating func ended(
        _ id: OperationID,
        _ outcome: Outcome,
        now: Duration,
        chance: Double
    ) -> [Action] {
        begin(now)
        guard let operation = operations[id], case .running(let condition) = operation.phase
        else { return conclude() }
        release(id, from: condition)
        switch outcome {
        case .succeeded: leave(id, .outcome(of: id))
        case .failed, .cancelled:
            noticeDeadline(of: id)
            if let ending = operation.ending {
                leave(id, ending)
            } else if operation.isInterrupted {
                runAgain(id)
            } else {
                failed(id, outcome, chance: chance)
            }
        }
        return conclude()
    }

    /// Somebody who was asked about an operation has answered.
    mutating func answered(
        _ id: OperationID,
        _ answer: DeferralQueue.Confirmation,
        now: Duration
    ) -> [Action] {
        begin(now)
        guard let operation = operations[id], case .confirming(let condition) = operation.phase
        else { return conclude() }
        release(id, from: condition)
        if let ending = operation.ending {
            leave(id, ending)
            return conclude()
        }
        switch answer {
        case .run:
            operations[id]?.isConfirmed = true
            enter(id)
        case .wait:
            operations[id]?.isDeclined = !operation.isInterrupted
            enter(id)
        case .cancel: leave(id, .failed(.declined))
        }
        return conclude()
    }

    /// Nothing begins until ``resume(now:)``.
    mutating func hold(now: Duration) -> [Action] {
        begin(now)
        isHeld = true
        return conclude()
    }

    /// What could begin does.
    mutating func resume(now: Duration) -> [Action] {
        begin(now)
        isHeld = false
        return conclude()
    }

    /// The time has come that ``Action/wake(at:)`` asked for.
    mutating func tick(now: Duration) -> [Action] {
        begin(now)
        // It may be early; then it must be asked for again.
        alarm = nil
        return conclude()
    }

    /// Ends everything, for good.
    mutating func cancelAll(now: Duration) -> [Action] {
        begin(now)
        isCancelled = true
        for id in operations.keys.sorted() { end(id, .failed(.queueCancelled)) }
        return conclude()
    }

    private mutating func begin(_ now: Duration) { self.now = max(self.now, now) }

    /// What follows from an event. Events come before the times that have passed: what was lost at the
    /// last moment was lost.
    private mutating func conclude() -> [Action] {
        expire()
        schedule()
        if timers.leastRank != alarm {
            alarm = timers.leastRank
            actions.append(.wake(at: alarm))
        }
        defer { actions = [] }
        return actions
    }
}
