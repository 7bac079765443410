// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Finds out whether the internet answers over a path that a ``PathTracker`` follows: performs the actions of
/// ``ValidationMachine``. It belongs to the thread of the tracker.
package final class PathValidator {
    /// What checks the path.
    package enum Source {
        /// A prober of this process.
        case prober(any PathProber)
        /// NetworkManager, which the tracker asks to check now. Its word is a part of the path.
        case networkManager
    }

    /// The result of a check.
    package struct Finding: Sendable, Hashable {
        /// What was found.
        package var answer: ConnectivityAnswer
        /// The name of the interface that was checked.
        package var interface: String
        /// When the result came, in milliseconds since 1970.
        package var time: Int64
    }

    private let source: Source
    private var machine: ValidationMachine
    /// The check that is under way.
    private var running: ValidationMachine.Attempt?
    /// The last result, which may be about another path.
    private var lastFinding: Finding?
    /// Until when an answer on what the path costs is waited for, by ``MonotonicClock``.
    private let costDeadline: Int64
    /// The connectivity that the owner has read last.
    private var known: NetworkPath.Connectivity?

    /// - Parameters:
    ///   - costPatience: how long to wait for NetworkManager's word on what the path costs, in milliseconds. Until then
    ///     the path counts as metered.
    package init(_ source: Source, _ rules: ValidationMachine.Rules, costPatience: Int64) {
        self.source = source
        machine = ValidationMachine(rules)
        costDeadline = MonotonicClock.milliseconds + costPatience
    }

    /// Whether the result for the present path is awaited and still unknown.
    package var isPending: Bool { machine.isPending }

    /// What was found out over the path as it is; `nil` if nothing was.
    package var finding: Finding? { machine.answer == nil ? nil : lastFinding }

    /// Begins or ceases to check the path. The owner reads ``connectivity`` afterwards.
    package func setAwaited(_ isAwaited: Bool, _ pathTracker: borrowing PathTracker) {
        perform(machine.setAwaited(isAwaited, now: MonotonicClock.milliseconds), pathTracker)
        known = connectivity
    }

    /// Takes the path as it is now. The owner reads ``connectivity`` afterwards.
    package func pathChanged(_ path: NetworkPath?, _ pathTracker: borrowing PathTracker) {
        take(path, pathTracker, MonotonicClock.milliseconds)
        known = connectivity
    }

    private func take(_ path: NetworkPath?, _ pathTracker: borrowing PathTracker, _ now: Int64) {
        let actions = machine.pathChanged(
            path?.validationSubject, isMetered: path?.isExpensive == true,
            costDeadline: pathTracker.awaitsNetworkManager ? costDeadline : nil, now: now)
        perform(actions, pathTracker)
    }

    /// Adds the descriptors to wait for.
    package func add(to ready: inout PollSet) {
        if case .prober(let prober) = source { prober.add(to: &ready) }
    }

    /// When to call ``receive(_:path:)`` even if nothing is ready, by ``MonotonicClock``; `nil` for never.
    package var due: Int64? {
        if case .prober(let prober) = source {
            MonotonicClock.earlier(machine.due, prober.due)
        } else {
            machine.due
        }
    }

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
        defer { known = connectivity }
        return known != connectivity
    }

    /// What is known of the connectivity of the path; `nil` if that is what the path says itself.
    package var connectivity: NetworkPath.Connectivity? {
        switch source {
        case .prober: machine.connectivity(now: MonotonicClock.milliseconds)
        case .networkManager: isPending ? .unknown : nil
        }
    }

    /// Returns a path with what is known of its connectivity.
    ///
    /// - Parameter path: a path over the interface of the one that is checked. Another one is returned as it is.
    package func validated(_ path: NetworkPath) -> NetworkPath {
        path.nameOfPrimary == machine.subject?.interface ? path.validated(connectivity) : path
    }

    /// The result of the check that is under way; `nil` while there is none.
    private func answer(
        _ pathTracker: borrowing PathTracker, _ path: NetworkPath?, _ now: Int64
    ) -> ConnectivityAnswer? {
        switch source {
        case .prober(let prober): return prober.receive()
        case .networkManager:
            // While a check is under way, this is when it has taken too long.
            let isSilent = machine.due.map { $0 <= now } ?? false
            guard !pathTracker.isCheckingConnectivity || isSilent else { return nil }
            let value = path?.connectivity.value ?? .unknown
            return ConnectivityAnswer(value, detail: isSilent ? Self.silence : "")
        }
    }

    private static let silence =
        "NetworkManager has not checked within \(ValidationMachine.patience / 1000) s"

    private func perform(
        _ actions: [ValidationMachine.Action], _ pathTracker: borrowing PathTracker
    ) {
        for action in actions {
            switch (action, source) {
            case (.check(let attempt), .prober(let prober)): prober.start(attempt)
            case (.check, .networkManager): pathTracker.checkConnectivity()
            case (.cancel, .prober(let prober)): prober.cancel()
            case (.cancel, .networkManager): break
            }
            if case .check(let attempt) = action { running = attempt } else { running = nil }
        }
    }
}
