// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import NetworkReachability

/// A machine whose time passes when the test says so. Its requested wake-ups are performed.
struct MachineBench {
    typealias Action = DeferralMachine.Action
    typealias Options = DeferralQueue.Options

    private(set) var machine: DeferralMachine
    private(set) var now = Duration.zero
    /// When the machine wants to be woken.
    private(set) var alarm: Duration?
    /// How often it was.
    private(set) var wakes = 0
    private var generator = SeededGenerator(seed: 1)

    init(limit: Int = 1, confirms: Bool = false, path: NetworkPath? = .offline) {
        machine = DeferralMachine(limit: limit, confirms: confirms)
        if let path { _ = receive(path) }
    }

    var activity: DeferralQueue.Activity { machine.activity }
    var reasons: [String] { activity.reasons.map(\.code) }

    /// Adds an operation. Operations have the numbers 1, 2, 3 …
    mutating func add(
        _ constraints: NetworkConstraints = .connected,
        key: String? = nil,
        existing: DeferralQueue.ExistingWorkPolicy = .keep,
        options: Options = Options()
    ) -> [Action] {
        let request = DeferralMachine.Request(
            constraints: constraints, key: key.map(DeferralKey.init), existing: existing,
            options: options)
        return heed(machine.add(request, now: now).1)
    }

    mutating func receive(_ path: NetworkPath, awaitsAnswers: Bool = false) -> [Action] {
        heed(machine.receive(path, awaitsAnswers: awaitsAnswers, now: now))
    }

    mutating func cancel(_ id: DeferralMachine.OperationID) -> [Action] {
        heed(machine.cancel(id, now: now))
    }

    mutating func ended(
        _ id: DeferralMachine.OperationID,
        _ outcome: DeferralMachine.Outcome = .succeeded
    ) -> [Action] {
        heed(machine.ended(id, outcome, now: now, chance: .random(in: 0..<1, using: &generator)))
    }

    mutating func fail(_ id: DeferralMachine.OperationID) -> [Action] {
        ended(id, .failed(isTransient: true))
    }

    mutating func answered(
        _ id: DeferralMachine.OperationID,
        _ answer: DeferralQueue.Confirmation
    ) -> [Action] {
        heed(machine.answered(id, answer, now: now))
    }

    mutating func hold() -> [Action] { heed(machine.hold(now: now)) }
    mutating func resume() -> [Action] { heed(machine.resume(now: now)) }
    mutating func cancelAll() -> [Action] { heed(machine.cancelAll(now: now)) }

    /// Lets time pass, and wakes the machine whenever it wants to be.
    mutating func pass(_ time: Duration) -> [Action] {
        let end = now + time
        var actions: [Action] = []
        while let due = alarm, due <= end {
            now = max(now, due)
            alarm = nil
            wakes += 1
            actions += heed(machine.tick(now: now))
        }
        now = end
        return actions
    }

    /// Sets the alarm.
    ///
    /// - Returns: the other actions.
    private mutating func heed(_ actions: [Action]) -> [Action] {
        actions.filter { action in
            guard case .wake(let due) = action else { return true }
            alarm = due
            return false
        }
    }
}

extension DeferralMachine.OperationID: ExpressibleByIntegerLiteral {
    /// The number as it is.
    public init(integerLiteral number: UInt64) { self.init(number: number) }
}

extension DeferralMachine.Action {
    static func result(_ id: DeferralMachine.OperationID) -> Self {
        .finish(id, .outcome(of: id))
    }

    static func finish(_ id: DeferralMachine.OperationID, _ error: DeferralError) -> Self {
        .finish(id, .failed(error))
    }
}
