// SPDX-License-Identifier: Apache-2.0

/// How well the network can be followed. ``DiagnosticDeduplicator`` decides what is reported.
package struct MonitorHealth: Sendable, Hashable {
    /// How monitors learn of changes.
    package var mode = PathMonitor.Mode.idle
    /// The sources of changes that cannot be observed, with the reasons.
    var limitations: [Limitation] = []
    /// The counts since the start.
    package var statistics = PathMonitor.Statistics()
    /// Whether NetworkManager has answered; `nil` while that is unknown.
    var networkManager: ServiceAvailability?
    /// Whether NetworkManager's first answer over a connection is pending.
    var awaitsNetworkManager = false

    /// Creates the health before the network is followed: nothing is known to be wrong.
    package init() {}
}

/// The problems that were reported and have not ended. Each new health is compared with them, so
/// that a problem is reported when it begins and when it ends.
///
/// The value is kept while no monitor runs: a problem that persists is not reported again, and one
/// that has ended is reported as ended.
package struct DiagnosticDeduplicator: Sendable {
    /// The mode of the last health.
    private var mode = PathMonitor.Mode.idle
    /// Whether the follower of the network could not query the kernel.
    private var followerFails = false
    /// Whether the last query beside the follower failed.
    private var queryFails = false
    private var isPolling = false
    private var limited: Set<Limitation.Source> = []
    private var costs = Costs()
    /// The counters at the last report.
    private var statistics = PathMonitor.Statistics()
    private var isFilterOpen = false

    /// Creates the value of a process that has not reported anything.
    package init() {}

    private var isUnavailable: Bool { followerFails || queryFails }

    /// Records how well the network can be followed.
    ///
    /// - Returns: what is to be reported.
    package mutating func update(_ health: MonitorHealth) -> [NetworkDiagnostic] {
        defer { mode = health.mode }
        var diagnostics: [NetworkDiagnostic] = []
        switch health.mode {
        case .idle:
            // The next follower counts from zero.
            statistics = PathMonitor.Statistics()
            return []
        case .unavailable(let error):
            if !isUnavailable { diagnostics.append(NetworkDiagnostic(error)) }
            followerFails = true
        case .polling(let error):
            diagnostics += queryWorks()
            if !isPolling { diagnostics.append(NetworkDiagnostic(polling: error)) }
            isPolling = true
            diagnostics += count(health.statistics)
        case .events:
            diagnostics += queryWorks()
            if isPolling {
                diagnostics.append(
                    NetworkDiagnostic(
                        .notice, .recovered, "The kernel reports all changes again."))
            }
            isPolling = false
            diagnostics += count(health.statistics)
            diagnostics += limit(health.limitations) + filter(health.statistics)
        }
        if let networkManager = health.networkManager {
            diagnostics += costs.update(
                networkManager, isPending: health.awaitsNetworkManager)
        }
        return diagnostics
    }

    /// Records the outcome of a query beside the follower.
    ///
    /// - Parameter failure: why the kernel could not be queried; `nil` if it could.
    /// - Returns: what is to be reported.
    mutating func queried(_ failure: NetworkAccessError?) -> [NetworkDiagnostic] {
        let wasUnavailable = isUnavailable
        queryFails = failure != nil
        guard let failure else {
            // Otherwise, the follower knows whether its own queries work.
            if mode == .idle { followerFails = false }
            return wasUnavailable && !isUnavailable ? [.recovered] : []
        }
        return wasUnavailable ? [] : [NetworkDiagnostic(failure)]
    }

    /// Records that the follower can query the kernel. When it begins to, so can others.
    private mutating func queryWorks() -> [NetworkDiagnostic] {
        let wasUnavailable = isUnavailable
        followerFails = false
        switch mode {
        case .idle, .unavailable: queryFails = false
        case .events, .polling: break
        }
        return wasUnavailable && !isUnavailable ? [.recovered] : []
    }

    /// Records what cannot be observed.
    private mutating func limit(_ limitations: [Limitation]) -> [NetworkDiagnostic] {
        let begun = limitations.filter { limited.insert($0.source).inserted }
        let sources = Set(limitations.map(\.source))
        let ended = Limitation.Source.allCases.filter {
            limited.contains($0) && !sources.contains($0)
        }
        limited = sources
        return begun.map {
            NetworkDiagnostic(.warning, .limited, "\($0.source) cannot be observed: \($0.error).")
        }
            + ended.map {
                NetworkDiagnostic(.notice, .limitationEnded, "\($0) can be observed again.")
            }
    }

    /// Records what the follower has counted.
    private mutating func count(_ new: PathMonitor.Statistics) -> [NetworkDiagnostic] {
        let old = statistics
        statistics = new
        var diagnostics: [NetworkDiagnostic] = []
        if new.overruns > old.overruns {
            diagnostics.append(
                NetworkDiagnostic(
                    .notice, .resync,
                    "Messages of the kernel were lost, and the whole network was read again."))
        } else if new.resyncs > old.resyncs {
            diagnostics.append(
                NetworkDiagnostic(
                    .notice, .resync,
                    "A socket failed, and the whole network was read again."))
        }
        if new.drops > old.drops {
            diagnostics.append(
                NetworkDiagnostic(
                    .warning, .foreignMessages,
                    "\(new.drops - old.drops) messages were discarded: "
                        + "the kernel did not send them."))
        }
        return diagnostics
    }

    /// Records whether every route message is received. That is no problem, so its end is not
    /// reported.
    private mutating func filter(_ statistics: PathMonitor.Statistics) -> [NetworkDiagnostic] {
        defer { isFilterOpen = statistics.isFilterOpen }
        guard statistics.isFilterOpen, !isFilterOpen else { return [] }
        return [
            NetworkDiagnostic(
                .info, .filterOpen,
                "Every message about routes or neighbors is received: the kernel's filter cannot be used."
            )
        ]
    }
}

extension DiagnosticDeduplicator {
    /// The last report about NetworkManager's answer on what connections cost.
    struct Costs: Sendable {
        /// A problem that was reported and has not ended.
        private enum Problem {
            /// The first answer is pending. (Level `info`)
            case pending
            /// The answer is missing. (Level `warning`)
            case missing
            /// NetworkManager does not run any more. (Level `notice`)
            case ended
        }

        private var problem: Problem?
        /// The reasons that were reported since NetworkManager answered last. A bus that takes each
        /// connection and then closes it has the same few reasons again and again.
        private var reasons: Set<String> = []
        private var hasAnswered = false

        /// Records whether NetworkManager has answered.
        ///
        /// - Parameter isPending: whether the first answer over a connection is pending.
        /// - Returns: what is to be reported.
        mutating func update(
            _ availability: ServiceAvailability,
            isPending: Bool
        ) -> [NetworkDiagnostic] {
            switch availability {
            case .answered: answered()
            case .notRunning(let reason): notRunning(reason)
            case .missing(let reason): missing(reason, isPending: isPending)
            }
        }

        private mutating func missing(_ reason: String, isPending: Bool) -> [NetworkDiagnostic] {
            if isPending {
                // A new connection does not end the problem of the last one.
                guard problem == nil else { return [] }
                problem = .pending
            } else {
                guard reasons.insert(reason).inserted else { return [] }
                problem = .missing
            }
            return [
                NetworkDiagnostic(
                    isPending ? .info : .warning, .networkManagerMissing,
                    "It may be unknown what connections cost: \(reason).")
            ]
        }

        private mutating func notRunning(_ reason: String) -> [NetworkDiagnostic] {
            let old = problem
            switch old {
            case .ended: return []
            case .missing: problem = .ended
            // Where NetworkManager never ran, nothing has ended but the wait for its answer.
            case .pending, nil: problem = hasAnswered ? .ended : nil
            }
            guard old != nil || problem != nil else { return [] }
            return [
                NetworkDiagnostic(
                    problem == nil ? .info : .notice, .networkManagerEnded,
                    "NetworkManager does not tell what connections cost: \(reason).")
            ]
        }

        private mutating func answered() -> [NetworkDiagnostic] {
            let old = problem
            problem = nil
            reasons = []
            hasAnswered = true
            guard let old else { return [] }
            return [
                NetworkDiagnostic(
                    old == .pending ? .info : .notice, .networkManagerAnswered,
                    "NetworkManager has answered what connections cost.")
            ]
        }
    }
}

extension NetworkDiagnostic {
    /// A kernel that cannot be queried.
    fileprivate init(_ error: NetworkAccessError) {
        self.init(.error, .unavailable, "The kernel cannot be queried: \(error).")
    }

    /// A kernel that does not report every change.
    fileprivate init(polling error: NetworkAccessError) {
        self.init(
            .warning, .polling,
            "The kernel does not report every change, so the network is read every ten seconds: "
                + "\(error).")
    }

    /// A kernel that can be queried again.
    fileprivate static var recovered: NetworkDiagnostic {
        NetworkDiagnostic(.notice, .recovered, "The kernel can be queried again.")
    }
}
