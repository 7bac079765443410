// SPDX-License-Identifier: Apache-2.0

extension PathMonitor {
    /// Creates a monitor of the path to a host, with the source and the settings of this one.
    ///
    /// - Parameter addresses: the addresses of the host: a route to one of them suffices.
    package func monitor(ofPathTo addresses: [IPAddress]) -> PathMonitor {
        var question = driver.question
        question.probes = PathProbes(addresses)
        question.destination = .host
        return PathMonitor(question: question, of: driver.source)
    }

    /// Whether the first answers on what the path costs are still to come, or the first path is.
    package var awaitsAnswers: Bool { driver.delivered?.awaitsAnswers ?? true }

    /// Evaluates constraints for the current path. While the first answers on what it costs are waited for, constraints that
    /// depend on them do not hold.
    package func evaluate(_ constraints: NetworkConstraints) -> NetworkConstraints.Evaluation {
        var circumstances = Circumstances.current
        circumstances.awaitsAnswers = driver.delivered?.awaitsAnswers ?? false
        return constraints.evaluate(currentPath, circumstances)
    }

    /// Whether the connectivity of the path is awaited, and the first result is still to come.
    package var awaitsValidation: Bool { driver.awaitsValidation }
}

extension PathMonitor.AsyncIterator {
    /// Creates an iterator and starts the monitor.
    ///
    /// - Parameters:
    ///   - monitor: the monitor.
    ///   - validates: whether the iterator waits for the connectivity of the path.
    package init(_ monitor: PathMonitor, validates: Bool) {
        self.init(
            NewestValues(monitor.driver.signals(validates: validates)) {
                monitor.driver.delivered?.path
            })
    }
}

extension PathMonitor.Validation {
    /// The check of the path.
    package var probe: any ConnectivityProbe { box.probe }

    /// When the path is checked.
    package var rules: ValidationMachine.Rules {
        .init(interval: Swift.max(interval.milliseconds, 1000), onMetered: onMetered)
    }
}

extension Metered.Value {
    /// The value in a sentence.
    package var text: String {
        switch self {
        case .yes: "metered"
        case .no: "not metered"
        case .guessYes: "probably metered"
        case .guessNo: "probably not metered"
        case .unknown: "cost unknown"
        }
    }
}
