// SPDX-License-Identifier: Apache-2.0

/// The problems that were reported and have not ended. Each new health is compared with them, so
/// that a problem is reported when it begins and when it ends.
///
/// The value outlives the times when nothing is followed: a problem that still stands afterwards is
/// not reported again, and one that has ended meanwhile is reported as ended.
package struct DiagnosticDeduplicator: Sendable {
    /// The mode of the last health.
    private var mode = PathMonitor.Mode.idle
    /// Whether the follower of the network could not query the kernel.
    private var followerFails = false
    /// Whether the last query beside the follower failed.
    private var queryFails = false
    private var isPolling = false
    private var limited: Set<Limitation.Source> = []
    private var costs = CostDiagnosticDeduplicator()
    /// What was counted, up to the last report.
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
