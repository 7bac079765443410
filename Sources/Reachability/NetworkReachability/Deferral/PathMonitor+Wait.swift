// SPDX-License-Identifier: Apache-2.0

extension PathMonitor {
    /// Returns when ``path(when:timeout:stability:clock:)`` gives up, in durations since the call; `nil` for never. The first
    /// path is waited for after the timeout, which may be zero.
    ///
    /// - Parameters:
    ///   - timeout: the timeout of the call.
    ///   - first: when the first path that could be evaluated was received; `nil` before.
    static func deadline(_ timeout: Duration?, firstPath first: Duration?) -> Duration? {
        timeout.map { Swift.max($0.bounded, first ?? $0.bounded + .seconds(5)) }
    }

    /// Waits until the path meets constraints (the command `reach wait`).
    ///
    /// ```swift
    /// if let path = try await monitor.path(when: .unmetered, timeout: .seconds(60)) {
    ///     print("not metered: \(path.connection)")
    /// }
    /// ```
    ///
    /// The method starts the monitor, and sleeps until the path changes. The current path counts, even with a timeout
    /// of zero: the method waits up to five seconds longer for the first path and for the facts that the constraints depend
    /// on. These are the power of the machine, and the answers of NetworkManager and ModemManager about the cost. The
    /// answers are waited for two seconds at most.
    ///
    /// - Parameters:
    ///   - constraints: what the path must be like.
    ///   - timeout: how long to wait; `nil` for no limit.
    ///   - stability: how long the constraints must hold, from the call at the earliest. As in the
    ///     monitor's sequence, a path that is replaced before the task runs is not seen.
    ///   - clock: the clock that measures both durations. The default clock continues while the
    ///     machine is suspended.
    /// - Returns: the first path that meets the constraints; `nil` after the timeout.
    /// - Throws: `CancellationError` if the task or the monitor is cancelled.
    public func path(
        when constraints: NetworkConstraints,
        timeout: Duration? = nil,
        stability: Duration = .zero,
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws -> NetworkPath? {
        try Task.checkCancellation()
        let alarm = DeferralAlarm(clock)
        let (signals, signal) = AsyncStream.signals()
        driver.addConsumer(signal, validates: constraints.requiresValidation)
        let source = driver.source
        let observer =
            constraints.dependsOnCircumstances(source.circumstances)
            ? source.circumstanceObservers.add { signal.yield() } : nil
        defer { if let observer { source.circumstanceObservers.remove(observer) } }
        for circumstance in constraints.circumstancesNeeded { source.follow(circumstance, true) }
        defer {
            for circumstance in constraints.circumstancesNeeded {
                source.follow(circumstance, false)
            }
        }
        var gate = ConditionGate(stability: stability.bounded)
        var first: Duration?
        // A new setting for each path would leave a sleeping task behind until its time.
        var alarmTime: Duration?
        var settings = 0
        for await _ in signals {
            let now = alarm.now()
            var circumstances = driver.source.circumstances
            let update = driver.delivered
            circumstances.awaitsAnswers = update?.awaitsAnswers ?? true
            if let path = update?.path {
                if first == nil, !constraints.lacksFacts(for: path, circumstances) { first = now }
                if constraints.evaluate(path, circumstances) == .satisfied {
                    gate.hold(at: now)
                } else {
                    gate.lose(at: now)
                }
            }
            let change = constraints.nextChange(circumstances).map {
                now + .milliseconds($0 - circumstances.now)
            }
            switch gate.next(at: now, deadline: Self.deadline(timeout, firstPath: first)) {
            case .open: return update?.path
            case .timedOut:
                try Task.checkCancellation()
                return nil
            case .wait(let end):
                let due = [end, change].compactMap(\.self).min()
                guard due != alarmTime else { continue }
                alarmTime = due
                settings += 1
                alarm.set(due, number: settings) { signal.yield() }
            }
        }
        throw CancellationError()
    }
}

extension NetworkConstraints {
    /// Whether the result depends on a fact beside the path that is not known yet.
    fileprivate func lacksFacts(for path: NetworkPath, _ circumstances: Circumstances) -> Bool {
        if needsPath, path.status != .satisfied { return false }
        return dependsOnPower && circumstances.power() == nil
            || circumstances.awaitsAnswers && dependsOnAnswers
    }
}
