// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import NetworkReachability

/// Random events for a machine, and an account of its operations that checks each action. The account
/// knows nothing of gates, heaps and timers.
struct DeferralWorld {
    typealias ID = DeferralMachine.OperationID

    /// An operation as its caller sees it.
    struct Account {
        enum State { case waiting, asking, running }

        var request: DeferralMachine.Request
        var added: Duration
        var state = State.waiting
        var isInterrupted = false
        var isConfirmed = false
        /// Whether it waits for an unmetered network, by an answer from before its deadline.
        var isDeclined = false
        /// Whether it waits for an unmetered network, by an answer from after its deadline.
        var isDeclinedForGood = false
        var isCancelled = false
        var lastFailure: Duration?
    }

    private(set) var machine: DeferralMachine
    /// The operations that have not ended.
    private(set) var accounts: [ID: Account] = [:]
    /// The keys of those that have.
    private var finished: [ID: DeferralKey?] = [:]
    private(set) var starts = 0
    private var generator: SeededGenerator
    private var now = Duration.zero
    private var alarm: Duration?
    /// When the machine got its last event: it does not know of later times.
    private var lastEvent = Duration.zero
    private var isHeld = false
    /// The paths so far, and since when.
    private var history: [(since: Duration, path: NetworkPath)] = []

    static let paths: [NetworkPath] = [.offline, .free, .costly, .unclear, .constrained]
    static let constraints: [NetworkConstraints] = {
        var careful = NetworkConstraints.unmetered
        careful.unknownMetering = .deny
        return [.connected, .unmetered, .discretionary, careful]
    }()

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        machine = DeferralMachine(
            limit: Int.random(in: 1...4, using: &generator),
            confirms: Bool.random(using: &generator))
    }

    var path: NetworkPath? { history.last?.path }

    /// Something happens.
    mutating func step() {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<25: add()
        case 25..<45: receive(pick(Self.paths))
        case 45..<65: passTime()
        case 65..<85: endSomething()
        case 85..<92: cancelSomething()
        case 92..<95:
            isHeld = true
            heed(machine.hold(now: now))
        default:
            isHeld = false
            heed(machine.resume(now: now))
        }
        inspect()
    }

    /// All that is good for the operations happens, until none is left or much too much time has
    /// passed.
    mutating func settle() {
        isHeld = false
        heed(machine.resume(now: now))
        receive(.free)
        for _ in 0..<10_000 where !accounts.isEmpty {
            if let id = some({ $0 == .asking || $0 == .running }) {
                end(id, .succeeded, .run)
            } else if let alarm {
                now = max(now, alarm)
                tick()
            } else {
                return
            }
            inspect()
        }
    }

    /// The queue ends.
    mutating func cancelAll() { heed(machine.cancelAll(now: now)) }

    // MARK: Events

    private mutating func add() {
        var request = DeferralMachine.Request(constraints: pick(Self.constraints))
        if chance(0.5) { request.key = DeferralKey(base: Int.random(in: 0..<3, using: &generator)) }
        request.existing = pick(DeferralQueue.ExistingWorkPolicy.allCases)
        request.options.priority = pick(DeferralQueue.Priority.allCases)
        request.options.onLoss = pick(DeferralQueue.LossPolicy.allCases)
        request.options.maxAttempts = pick([1, 3])
        request.options.backoff = .exponential(first: .seconds(4), limit: .seconds(20))
        if chance(0.3) { request.options.minimumLatency = seconds(20) }
        if chance(0.3) { request.options.stability = seconds(20) }
        if chance(0.3) {
            request.options.deadline = .init(
                duration: seconds(60), action: pick(DeferralQueue.Deadline.Action.allCases))
        }
        // The account is opened before the machine speaks of it.
        let id = ID(number: UInt64(accounts.count + finished.count) + 1)
        accounts[id] = Account(request: request, added: now)
        let (named, actions) = machine.add(request, now: now)
        #expect(named == id)
        heed(actions)
    }

    private mutating func receive(_ path: NetworkPath) {
        history.append((now, path))
        heed(machine.receive(path, now: now))
    }

    private mutating func passTime() {
        now += seconds(15)
        // Sometimes it is woken late, and something else is first.
        if let alarm, alarm <= now, chance(0.8) { tick() }
    }

    private mutating func tick() {
        alarm = nil
        heed(machine.tick(now: now))
    }

    private mutating func endSomething() {
        guard let id = some({ $0 == .asking || $0 == .running }) else { return }
        end(
            id,
            pick([
                .succeeded, .failed(isTransient: true), .failed(isTransient: true),
                .failed(isTransient: false), .cancelled,
            ]), pick(DeferralQueue.Confirmation.allCases))
    }

    private mutating func end(
        _ id: ID,
        _ outcome: DeferralMachine.Outcome,
        _ answer: DeferralQueue.Confirmation
    ) {
        guard let account = accounts[id] else { return }
        accounts[id]?.state = .waiting
        if account.state == .asking {
            if answer == .run { accounts[id]?.isConfirmed = true }
            if answer == .wait, !account.isInterrupted {
                let isPast = isPastDeadline(account, at: lastEvent)
                accounts[id]?.isDeclined = true
                accounts[id]?.isDeclinedForGood = isPast
            }
            heed(machine.answered(id, answer, now: now))
        } else {
            let failed = outcome != .succeeded && !account.isInterrupted
            if failed { accounts[id]?.lastFailure = now }
            heed(
                machine.ended(
                    id, outcome, now: now, chance: .random(in: 0..<1, using: &generator)))
        }
    }

    private mutating func cancelSomething() {
        guard let id = some({ _ in true }) else { return }
        accounts[id]?.isCancelled = true
        heed(machine.cancel(id, now: now))
    }

    // MARK: Checks

    private mutating func heed(_ actions: [DeferralMachine.Action]) {
        defer { lastEvent = now }
        for action in actions {
            switch action {
            case .wake(let due): alarm = due
            case .ask(let id):
                check(machine.confirms && accounts[id]?.isConfirmed == false, "\(id) is asked for")
                check(costs(id), "\(id) is asked for where nothing costs")
                begins(id, .asking)
            case .start(let id):
                check(
                    !machine.confirms || !costs(id) || accounts[id]?.isConfirmed == true,
                    "\(id) costs")
                begins(id, .running)
                starts += 1
            case .withdraw(let id): interrupted(id, .asking)
            case .stop(let id): interrupted(id, .running)
            case .finish(let id, let ending):
                check(finished[id] == nil && accounts[id]?.state == .waiting, "\(id) ends")
                let key = accounts.removeValue(forKey: id)?.request.key
                finished.updateValue(key, forKey: id)
                if case .outcome(let other) = ending {
                    check(finished[other] == .some(key), "\(id) ends as \(other) does")
                }
            }
        }
    }

    private mutating func begins(_ id: ID, _ state: Account.State) {
        guard let account = accounts[id] else { return check(false, "\(id) is not there") }
        let options = account.request.options
        check(account.state == .waiting && !account.isCancelled, "\(id) begins out of turn")
        check(!isHeld, "\(id) begins while held")
        check(active.count < machine.limit, "\(id) is one too many")
        check(now >= account.added + options.minimumLatency, "\(id) is early")
        if let failure = account.lastFailure {
            check(now >= failure + .seconds(2), "\(id) is tried again early")
        }
        if let key = account.request.key {
            check(!active.contains { $0.request.key == key }, "\(id) is not alone")
        }
        if let deadline = options.deadline, deadline.action == .fail {
            check(now < account.added + deadline.duration, "\(id) is late")
        }
        if !isPastDeadline(account, at: now) || account.isDeclinedForGood {
            check(hasHeld(account, for: options.stability), "\(id) begins on a wrong network")
        }
        accounts[id]?.state = state
        accounts[id]?.isInterrupted = false
    }

    private mutating func interrupted(_ id: ID, _ state: Account.State) {
        check(accounts[id]?.state == state, "\(id) is interrupted out of turn")
        check(accounts[id]?.isInterrupted == false, "\(id) is interrupted twice")
        accounts[id]?.isInterrupted = true
    }

    private func inspect() {
        let active = active
        for (id, account) in accounts {
            let holds = hasHeld(account, for: .zero)
            let options = account.request.options
            if account.state == .running, options.onLoss == .stop, !account.isInterrupted {
                check(holds || isPastDeadline(account, at: now), "\(id) runs on")
            }
            if account.state == .waiting, account.request.key == nil,
                options.stability == .zero, account.lastFailure == nil, !account.isDeclined,
                holds, !isHeld, active.count < machine.limit,
                now >= account.added + options.minimumLatency, alarm.map({ $0 > now }) ?? true
            {
                check(false, "\(id) waits for nothing")
            }
        }
        let activity = machine.activity
        check(activity.running == active.count { $0.state == .running }, "running")
        check(activity.running + activity.waiting == accounts.count, "waiting")
        check(activity.finished == finished.count, "finished")
        check(activity.waiting == 0 || !activity.reasons.isEmpty, "reasons")
    }

    /// As `#expect`, which is slow where it is met a million times.
    private func check(_ isSo: Bool, _ otherwise: @autoclosure () -> String) {
        if !isSo { Issue.record("\(otherwise()), at \(now)") }
    }

    private func costs(_ id: ID) -> Bool {
        path.map { accounts[id]?.request.constraints.countsAsMetered($0) } == true
    }

    private var active: [Account] { accounts.values.filter { $0.state != .waiting } }

    private func isPastDeadline(_ account: Account, at time: Duration) -> Bool {
        guard let deadline = account.request.options.deadline, deadline.action == .run else {
            return false
        }
        return time >= account.added + deadline.duration
    }

    /// Whether the constraints hold, and have for so long.
    private func hasHeld(_ account: Account, for stability: Duration) -> Bool {
        var since: Duration?
        for (begin, path) in history.reversed() {
            guard account.request.constraints.evaluate(path) == .satisfied else { break }
            since = begin
        }
        return since.map { $0 + stability <= now } ?? false
    }

    // MARK: Chance

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    private mutating func chance(_ part: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < part
    }

    private mutating func seconds(_ most: Int) -> Duration {
        .seconds(Int.random(in: 0...most, using: &generator))
    }

    private mutating func some(_ isWanted: (Account.State) -> Bool) -> ID? {
        let ids = accounts.keys.sorted().filter { id in
            accounts[id].map { isWanted($0.state) } ?? false
        }
        return ids.isEmpty ? nil : pick(ids)
    }
}
