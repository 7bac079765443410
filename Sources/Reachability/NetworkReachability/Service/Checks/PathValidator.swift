// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Finds out whether the internet answers over a path that a ``PathTracker`` follows: performs the actions of
/// ``ValidationMachine``. It belongs to the thread of the tracker.
package final class PathValidator {
    /// The prober or the service that checks the path.
    package enum Source {
        /// A prober of this process.
        case prober(any PathProber)
        /// NetworkManager, which the tracker asks to check now. The path has its result. While NetworkManager does not
        /// check, the prober does, if there is one.
        case networkManager(otherwise: (any PathProber)?)

        /// Chooses by the settings of the user.
        ///
        /// - Parameters:
        ///   - prober: the prober of the settings; `nil` if they name none, so that only NetworkManager can check.
        ///   - isFallback: whether the prober checks only while NetworkManager does not.
        package init(_ prober: (any PathProber)?, isFallback: Bool) {
            self =
                if let prober, !isFallback {
                    .prober(prober)
                } else {
                    .networkManager(otherwise: prober)
                }
        }
    }

    /// The result of a check.
    package struct Finding: Sendable, Hashable {
        /// The result.
        package var answer: ConnectivityAnswer
        /// The name of the interface that was checked.
        package var interface: String
        /// When the result came, in milliseconds since 1970.
        package var time: Int64
    }

    private let source: Source
    /// The prober that makes the checks; `nil` while NetworkManager does.
    private var prober: (any PathProber)?
    /// Whether the last result is one of the prober.
    private var isAnswerOfProber = false
    private var machine: ValidationMachine
    /// The check that is under way.
    private var running: ValidationMachine.Attempt?
    /// The last result, which may be about another path.
    private var lastFinding: Finding?
    /// How long the machine had been suspended when that was read last.
    var suspended = ClockOffset.suspended
    /// The connectivity that the owner has read last.
    private var known: NetworkPath.Connectivity?

    /// Creates a validator that checks nothing yet. While the tracker awaits the first answers on what paths cost, a path of
    /// unknown cost counts as metered.
    package init(_ source: Source, _ rules: ValidationMachine.Rules) {
        self.source = source
        if case .prober(let prober) = source { self.prober = prober }
        machine = ValidationMachine(rules)
    }

    /// Whether the result for the present path is awaited and still unknown.
    package var isPending: Bool { machine.isPending }

    /// The result of the last check of the current path; `nil` if there is none.
    package var finding: Finding? { machine.answer == nil ? nil : lastFinding }

    /// Begins or ceases to check the path. The owner reads ``connectivity`` afterwards.
    package func setAwaited(_ isAwaited: Bool, _ pathTracker: borrowing PathTracker) {
        let now = MonotonicClock.milliseconds
        if suspended.update(.suspended) { perform(machine.slept(now: now), pathTracker) }
        perform(machine.setAwaited(isAwaited, now: now), pathTracker)
        known = connectivity
    }

    /// Takes the current path. The owner reads ``connectivity`` afterwards.
    package func pathChanged(_ path: NetworkPath?, _ pathTracker: borrowing PathTracker) {
        take(path, pathTracker, MonotonicClock.milliseconds)
        known = connectivity
    }

    private func take(_ path: NetworkPath?, _ pathTracker: borrowing PathTracker, _ now: Int64) {
        let actions = machine.pathChanged(
            to: path, awaitsAnswers: pathTracker.awaitsAnswers,
            hasSlept: suspended.update(.suspended), now: now)
        perform(actions, pathTracker)
    }

    /// Adds the descriptors to wait for.
    package func add(to ready: inout PollSet) {
        prober?.add(to: &ready)
    }

    /// When to call ``receive(_:path:)`` even if nothing is ready, by ``MonotonicClock``; `nil` for never.
    package var due: Int64? { MonotonicClock.earlier(machine.due, prober?.due) }

    /// Handles what is ready, after the tracker has handled its part.
    ///
    /// - Parameter path: the path as it is now.
    /// - Returns: whether ``connectivity`` has changed since the last call of this type's functions.
    package func receive(_ pathTracker: borrowing PathTracker, path: NetworkPath?) -> Bool {
        // With one time for all, a check does not end in two ways.
        let now = MonotonicClock.milliseconds
        take(path, pathTracker, now)
        if let running, let answer = answer(pathTracker, path, now) {
            self.running = nil
            lastFinding = Finding(
                answer: answer, interface: running.interface, time: RealTimeClock.milliseconds)
            perform(machine.answered(running.number, answer, now: now), pathTracker)
        }
        let before = machine.answer
        perform(machine.timeCame(now: now), pathTracker)
        if let answer = machine.answer, answer != before, let interface = machine.subject?.interface
        {
            // The machine itself has ended a check.
            lastFinding = Finding(
                answer: answer, interface: interface, time: RealTimeClock.milliseconds)
        }
        if machine.answer != nil, running == nil { isAnswerOfProber = prober != nil }
        defer { known = connectivity }
        return known != connectivity
    }

    /// The known connectivity of the path; `nil` if the path itself has it.
    package var connectivity: NetworkPath.Connectivity? {
        if isAnswerOfProber { return machine.connectivity(now: MonotonicClock.milliseconds) }
        return isPending ? .unknown : nil
    }

    /// Returns a path with its known connectivity.
    ///
    /// - Parameter path: a path over the interface of the one that is checked. Another one is returned as it is.
    package func validated(_ path: NetworkPath) -> NetworkPath {
        path.nameOfPrimary == machine.subject?.interface ? path.validated(connectivity) : path
    }

    /// The result of the check that is under way; `nil` while there is none.
    private func answer(
        _ pathTracker: borrowing PathTracker, _ path: NetworkPath?, _ now: Int64
    ) -> ConnectivityAnswer? {
        if let prober { return prober.receive() }
        // While a check is under way, this is when it has taken too long.
        let isSilent = machine.due.map { $0 <= now } ?? false
        guard !pathTracker.isCheckingConnectivity || isSilent else { return nil }
        let value = path?.connectivity.value ?? .unknown
        return ConnectivityAnswer(value, detail: isSilent ? Self.silence : "")
    }

    private static let silence =
        "NetworkManager has not checked within \(ValidationMachine.patience / 1000) s"

    private func perform(
        _ actions: [ValidationMachine.Action], _ pathTracker: borrowing PathTracker
    ) {
        for action in actions {
            switch action {
            case .check(let attempt):
                if case .networkManager(let other) = source {
                    prober = pathTracker.checksConnectivity ? nil : other
                }
                if let prober { prober.start(attempt) } else { pathTracker.checkConnectivity() }
                running = attempt
            case .cancel:
                // Only a check of the prober can be ended.
                prober?.cancel()
                running = nil
            }
        }
    }
}

/// Checks the connectivity of paths on the thread of a ``PathTracker``, which waits for both.
package protocol PathProber: AnyObject {
    /// Starts a check. No other one is under way.
    func start(_ attempt: ValidationMachine.Attempt)
    /// Ends the check that is under way, without a result.
    func cancel()
    /// Adds the descriptors to wait for.
    func add(to ready: inout PollSet)
    /// When to call ``receive()`` even if nothing is ready, by ``MonotonicClock``; `nil` for never.
    var due: Int64? { get }
    /// Handles what is ready.
    ///
    /// - Returns: the result of the check; `nil` while there is none.
    func receive() -> ConnectivityAnswer?
}

extension ValidationMachine {
    /// Replaces the path.
    ///
    /// - Parameters:
    ///   - path: the path; `nil` if there is none.
    ///   - awaitsAnswers: whether the first answers about the cost are still waited for.
    ///   - hasSlept: whether the machine was suspended since the last call, so that the path counts as another one.
    mutating func pathChanged(
        to path: NetworkPath?, awaitsAnswers: Bool, hasSlept: Bool, now: Int64
    ) -> [Action] {
        pathChanged(
            path?.validationSubject, isMetered: path?.isExpensive == true,
            awaitsCost: awaitsAnswers && path?.metered.value == .unknown, hasSlept: hasSlept,
            now: now)
    }
}

extension NetworkPath {
    /// The subject of a connectivity check of the path; `nil` if the path is unsatisfied.
    package var validationSubject: ValidationSubject? {
        guard let primary else { return nil }
        var subject = ValidationSubject(interface: primary.name, index: primary.index)
        subject.families = decision.primaries
        subject.underlay = namesOfUnderlay
        subject.gateways = gateways.map(\.description)
        // The query of the portal's API may go through the tunnel, and the server would not recognize this machine.
        subject.portal = isVPN ? nil : connectivity.portal
        subject.networks = decision.used.compactMap { interface($0)?.ssid }
        return subject
    }

    /// Returns the path with another result of a connectivity check. The address of the portal stays.
    ///
    /// - Parameter connectivity: the result; `nil` for the path's own one.
    package func validated(_ connectivity: Connectivity?) -> NetworkPath {
        guard let connectivity, isSatisfied else { return self }
        return deciding { decision in
            decision.connectivity = Connectivity(
                connectivity.value, source: connectivity.source,
                portal: decision.connectivity.portal)
        }
    }
}

extension PathExplanation {
    /// Returns the explanation with the result of a check that was made for it.
    ///
    /// - Parameters:
    ///   - path: the path with the result.
    ///   - fact: the server, the time of the check, and the observation, in words.
    ///   - captivePortal: what the API of the network's captive portal says; `nil` if nothing.
    package func validated(
        _ path: NetworkPath, fact: String, captivePortal: CaptivePortal? = nil
    ) -> PathExplanation {
        let source: Evidence.Source =
            path.connectivity.source == .probe ? .probe : .networkManager
        let answer = Answer.connectivity(
            of: path, [Evidence(source: source, fact: fact, decided: true)])
        var answers = answers.filter { $0.question != .connectivity }
        // After the answers to the first two questions about the path.
        let position =
            answers.firstIndex {
                $0.question != .path && $0.question != .metered || $0.interface != nil
            }
            ?? answers.endIndex
        answers.insert(answer, at: position)
        if let captivePortal, let address = path.connectivity.portal {
            let place = answers.firstIndex { $0.question == .portal } ?? position
            answers.insert(.captive(captivePortal, address), at: place + 1)
        }
        return PathExplanation(path: path, answers: answers, captivePortal: captivePortal)
    }
}
