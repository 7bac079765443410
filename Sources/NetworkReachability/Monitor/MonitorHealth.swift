// SPDX-License-Identifier: Apache-2.0

/// How well the network can be followed. Two values tell what began and what ended between them.
package struct MonitorHealth: Sendable, Hashable {
    /// How changes are learned of.
    package var mode = PathMonitor.Mode.idle
    /// What cannot be followed, and why.
    package var limitations: [NetworkAccessError] = []
    /// The counts since the start.
    package var statistics = PathMonitor.Statistics()
    /// Whether NetworkManager has answered.
    var networkManager = NetworkManagerAvailability.answered
    /// Whether NetworkManager's first answer is still pending.
    var awaitsNetworkManager = false

    /// Creates the health before the network is followed: nothing is known to be wrong.
    package init() {}

    /// Returns what is to be told about the difference from an earlier value.
    package func diagnostics(since old: MonitorHealth) -> [NetworkDiagnostic] {
        guard mode != .idle else { return [] }
        return modeDiagnostics(since: old.mode)
            + limitations.filter { !old.limitations.contains($0) }.map {
                NetworkDiagnostic(
                    .warning, .limited, "A source of changes cannot be observed: \($0).")
            }
            + old.limitations.filter { !limitations.contains($0) }.map {
                NetworkDiagnostic(
                    .notice, .limitationEnded, "A source of changes can be observed again: \($0).")
            }
            + statistics.diagnostics(since: old.statistics)
            + networkManagerDiagnostics(since: old)
    }

    private func modeDiagnostics(since old: PathMonitor.Mode) -> [NetworkDiagnostic] {
        guard mode != old else { return [] }
        switch mode {
        case .idle: return []
        case .events:
            // At the start, that is how it should be.
            return old == .idle
                ? [] : [NetworkDiagnostic(.notice, .recovered, "The kernel reports changes again.")]
        case .polling(let error):
            return [
                NetworkDiagnostic(
                    .warning, .polling,
                    "The kernel does not report every change, so the network is read every ten "
                        + "seconds: \(error).")
            ]
        case .unavailable(let error):
            return [NetworkDiagnostic(error)]
        }
    }

    private func networkManagerDiagnostics(since old: MonitorHealth) -> [NetworkDiagnostic] {
        guard
            networkManager != old.networkManager
                || awaitsNetworkManager != old.awaitsNetworkManager
        else { return [] }
        switch (old.networkManager, networkManager) {
        case (_, .missing(let reason)):
            return [
                NetworkDiagnostic(
                    missingCosts: reason, awaitsNetworkManager ? .info : .warning)
            ]
        case (.missing, .answered):
            return [
                NetworkDiagnostic(
                    old.awaitsNetworkManager ? .info : .notice, .networkManagerAnswered,
                    "NetworkManager has answered what connections cost.")
            ]
        case (_, .notRunning(let reason)):
            // Where NetworkManager never ran, nothing has ended.
            guard old.mode != .idle, !old.awaitsNetworkManager else { return [] }
            return [
                NetworkDiagnostic(
                    .notice, .networkManagerEnded,
                    "NetworkManager does not tell any more what connections cost: \(reason).")
            ]
        case (.notRunning, .answered), (.answered, .answered): return []
        }
    }
}

extension NetworkDiagnostic {
    /// A kernel that cannot be queried.
    init(_ error: NetworkAccessError) {
        self.init(.error, .unavailable, "The kernel cannot be queried: \(error).")
    }
}

extension NetworkDiagnostic {
    /// An answer of NetworkManager that is missing, for a reason.
    init(missingCosts reason: String, _ level: Level) {
        self.init(
            level, .networkManagerMissing, "It may be unknown what connections cost: \(reason).")
    }
}

extension PathMonitor.Statistics {
    fileprivate func diagnostics(since old: Self) -> [NetworkDiagnostic] {
        // A new follower counts from zero.
        let old = resyncs < old.resyncs || messages < old.messages ? Self() : old
        var diagnostics: [NetworkDiagnostic] = []
        if overruns > old.overruns {
            diagnostics.append(
                NetworkDiagnostic(
                    .notice, .resync,
                    "Messages of the kernel were lost, and the whole network was read again."))
        } else if resyncs > old.resyncs {
            diagnostics.append(
                NetworkDiagnostic(
                    .notice, .resync,
                    "A socket failed, and the whole network was read again."))
        }
        if drops > old.drops {
            diagnostics.append(
                NetworkDiagnostic(
                    .warning, .foreignMessages,
                    "\(drops - old.drops) messages were discarded: the kernel did not send them."))
        }
        if isFilterOpen, !old.isFilterOpen {
            diagnostics.append(
                NetworkDiagnostic(
                    .info, .filterOpen,
                    "Every route message is received: the kernel's filter cannot be used."))
        }
        return diagnostics
    }
}
