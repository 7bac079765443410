// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Follows one condition of the command line while the network and the configuration change. `ConditionTracker` does the
/// work. Changes that cannot be observed are reported on standard error.
struct ConditionFollower: ~Copyable {
    private let condition: Condition
    private var configuration: FollowedConfiguration
    private var tracker: ConditionTracker
    /// The gate of the condition.
    private let gate: Int
    private var notices = ModeNotices()

    /// Starts to follow a condition.
    ///
    /// - Parameters:
    ///   - condition: the condition.
    ///   - stable: how long it must have held.
    ///   - limit: the end of the wait, which nothing here outlasts; `nil` for no end.
    ///   - file: the configuration, which is followed, too.
    init(
        _ condition: Condition, stable: Int64 = 0, until limit: WaitLimit?,
        _ file: ConfigurationFile
    ) throws {
        // Signals, the output and processes are waited for with the network.
        try PollSet.checkAvailability()
        let files = FileWatch()
        let configuration = try FollowedConfiguration(file, files) { try $0.check(condition) }
        let setup = ValidationSetup(
            configuration.configuration, isValidated: condition.constraints.requiresValidation,
            limit: limit.map { Int64(MonotonicClock.milliseconds(until: $0.due)) })
        var tracker = try ConditionTracker(
            configuration.question, validator: setup.validator, costPatience: setup.costPatience,
            files: files, lookups: .oneHost)
        try setup.checkAvailability(tracker.pathTracker, file)
        gate = tracker.acquire(
            ConditionTracker.Key(condition: condition, stability: stable, awaitsAnswers: true))
        tracker.settle(gate)
        self.condition = condition
        self.configuration = configuration
        self.tracker = tracker
        if !self.tracker.awaitsAnswers, let path { notifyCosts(of: path) }
    }

    /// The path that decides the condition; `nil` if it leads to a host without an address.
    var path: NetworkPath? { tracker.decidingPath(of: gate) }

    /// Whether the condition holds now, with the reasons.
    var verdict: Verdict {
        var failure: ResolutionError?
        if case .failed(let error) = tracker.lookup(of: gate) { failure = error }
        return condition.verdict(on: path, lookupFailure: failure, tracker.circumstances)
    }

    /// Text that says why the wait continues.
    var lacks: String {
        if let awaited { return awaited }
        let verdict = verdict
        return verdict.holds
            ? "the conditions have not held for long enough" : verdict.waitingText
    }

    /// Whether the condition has held for long enough, or when it will have.
    var state: ConditionTracker.State { tracker.state(of: gate) }

    /// Returns whether the condition was lost since the last call, even for a short time.
    mutating func readLapse() -> Bool { tracker.readLapse(of: gate) }

    /// The information that is still missing for the first verdict, as text; `nil` if none is.
    var awaited: String? {
        if tracker.lookup(of: gate) == .pending { return "the name of the host is being resolved" }
        if let answer = tracker.missingAnswer { return answer }
        return isChecking ? "it is being checked whether the internet answers" : nil
    }

    /// Whether the connectivity of the path is being checked, and not known yet.
    var isChecking: Bool { tracker.isChecking }

    /// Waits for a change, another descriptor, or the end of a time.
    ///
    /// - Parameters:
    ///   - other: another descriptor to wait for.
    ///   - end: when the wait ends at the latest, by ``MonotonicClock``; `nil` for no end.
    mutating func wait(beside other: PollSet.Interest? = nil, until end: Int64?) {
        notices.notify(tracker.pathTracker)
        var ready = PollSet()
        if let other { ready.add(other) }
        tracker.wait(for: &ready, until: MonotonicClock.earlier(tracker.due, end))
        let former = configuration.configuration.connectivity
        if configuration.reread() {
            let new = configuration.configuration
            let isOther = condition.constraints.requiresValidation && new.connectivity != former
            tracker.reconfigure(
                configuration.question,
                validator: isOther ? ValidationSetup.changed(new).validator : nil)
        }
        let awaitedAnswers = tracker.awaitsAnswers
        _ = tracker.receive(ready)
        if awaitedAnswers, !tracker.awaitsAnswers, let path { notifyCosts(of: path) }
    }

    private func notifyCosts(of path: NetworkPath) {
        CostNotice.notify(tracker.pathTracker.missingAnswerReason, of: path)
    }
}

extension ConditionFollower {
    /// Waits until the condition has held for long enough.
    ///
    /// - Parameters:
    ///   - limit: the end of the wait; `nil` for no end.
    ///   - isQuiet: whether the reason of the wait is not shown.
    /// - Returns: whether the condition holds; `false` if the deadline passed.
    mutating func wait(limit: WaitLimit?, isQuiet: Bool) -> Bool {
        var line = WaitingLine(until: limit, isQuiet: isQuiet)
        defer { line.clear() }
        while true {
            let state = state
            if state == .open { return true }
            let deadline = limit?.due
            if let deadline, deadline <= MonotonicClock.milliseconds { return false }
            line.show(lacks, isProvisional: awaited != nil)
            var due = line.due
            if case .opens(let time) = state { due = MonotonicClock.earlier(due, time) }
            wait(until: MonotonicClock.earlier(due, deadline))
        }
    }
}

extension Verdict {
    /// The reasons as text.
    var text: String { reasons.map(\.text.escaped).joined(separator: "; ") }

    /// The reasons as text that stays the same while time passes.
    fileprivate var waitingText: String {
        reasons.map(\.waitingText.escaped).joined(separator: "; ")
    }

    /// Returns the line of `check --json` and `wait --json`.
    ///
    /// - Parameters:
    ///   - path: the path that decided.
    ///   - holds: whether the condition holds and has held for the required time; `nil` to use the verdict.
    ///   - waited: the duration of the wait in milliseconds; `nil` for `check`.
    func line(_ path: NetworkPath, holds: Bool? = nil, waited: Int64? = nil) -> [UInt8] {
        OutputLine(
            VerdictLine(
                holds: holds ?? self.holds, reasons: reasons.map(\.code),
                waited: waited.map(Seconds.init(milliseconds:)),
                path: ShownPath(path, interfaces: path.interfacesOfInterest))
        ).bytes
    }
}

/// The line of `check --json` and `wait --json`.
private struct VerdictLine: Encodable {
    let holds: Bool
    let reasons: [String]
    /// `nil` for no such member.
    let waited: Seconds?
    let path: ShownPath<[NetworkInterface]>
}
