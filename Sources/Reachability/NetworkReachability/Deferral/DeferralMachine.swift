// SPDX-License-Identifier: Apache-2.0

/// The state machine of a queue: which operations wait, run and end, and what is done next.
///
/// It is a pure value. Its methods change it and return actions. Its owner, ``DeferralCore``, calls
/// them under a lock and performs the actions without the lock. Times are durations on the owner's
/// clock.
///
/// Operations that wait for the same condition share a gate, so that a change of the path is
/// evaluated once for each gate, not for each operation. All timers are in one heap; the owner sets
/// an alarm for the first one only.
struct DeferralMachine: Sendable {
    /// Something that the owner must do.
    enum Action: Hashable {
        /// Call the confirmation closure, then ``answered(_:_:now:)``.
        case ask(OperationID)
        /// Cancel the task of the confirmation closure. ``answered(_:_:now:)`` is called
        /// nevertheless.
        case withdraw(OperationID)
        /// Run the operation, and call ``ended(_:_:now:chance:)``.
        case start(OperationID)
        /// Cancel the task of the operation. ``ended(_:_:now:chance:)`` is called nevertheless.
        case stop(OperationID)
        /// Report the ending to the caller. It is the last action about the operation.
        case finish(OperationID, Ending)
        /// Call ``tick(now:)`` at this time; `nil` for never. It replaces the time given before.
        case wake(at: Duration?)
    }

    /// The maximum number of operations that run or wait for confirmation at the same time.
    let limit: Int
    /// Whether the queue has a confirmation closure.
    let confirms: Bool

    /// The newest path; `nil` before the first one.
    var path: NetworkPath?
    /// The time at which the newest path arrived.
    var pathSince = Duration.zero
    /// The time of the event that is being handled.
    var now = Duration.zero
    var operations: [OperationID: Operation] = [:]
    /// The gates where operations wait for the network, by their condition.
    var gates: [Condition: Gate] = [:]
    /// The open gates where an operation waits, in the order in which these would start.
    var ready = IndexedHeap<Condition, Rank>()
    /// The operations that have each key.
    var claims: [DeferralKey: Claim] = [:]
    /// All timers.
    var timers = IndexedHeap<Timer, Duration>()
    /// The operations that wait for confirmation.
    var asking: Set<OperationID> = []
    /// The number of operations that run or wait for confirmation.
    var active = 0
    var tally = Tally()
    /// The actions decided so far in this event.
    var actions: [Action] = []
    private(set) var isHeld = false
    private(set) var isCancelled = false
    private var lastNumber: UInt64 = 0
    /// The time for which the owner has set the alarm.
    private var alarm: Duration?

    init(limit: Int, confirms: Bool) {
        self.limit = max(1, limit)
        self.confirms = confirms
    }

    /// Adds an operation.
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

    /// Cancels an operation for its caller.
    mutating func cancel(_ id: OperationID, now: Duration) -> [Action] {
        begin(now)
        end(id, .cancelled)
        return conclude()
    }

    /// Handles a new path.
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

    /// Handles the end of a running operation.
    ///
    /// - Parameter chance: the random number for the backoff's jitter, from 0 up to 1.
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

    /// Handles the answer to a confirmation request.
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

    /// Starts no further operation until ``resume(now:)``.
    mutating func hold(now: Duration) -> [Action] {
        begin(now)
        isHeld = true
        return conclude()
    }

    /// Starts operations again.
    mutating func resume(now: Duration) -> [Action] {
        begin(now)
        isHeld = false
        return conclude()
    }

    /// Handles the alarm that ``Action/wake(at:)`` requested.
    mutating func tick(now: Duration) -> [Action] {
        begin(now)
        // If the alarm was early, it is requested again.
        alarm = nil
        return conclude()
    }

    /// Ends all operations, and every later one at once.
    mutating func cancelAll(now: Duration) -> [Action] {
        begin(now)
        isCancelled = true
        for id in operations.keys.sorted() { end(id, .failed(.queueCancelled)) }
        return conclude()
    }

    private mutating func begin(_ now: Duration) { self.now = max(self.now, now) }

    /// Returns the actions that follow from an event.
    ///
    /// The event is handled before the timers that are due: a constraint that was lost at the last
    /// moment is lost.
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
