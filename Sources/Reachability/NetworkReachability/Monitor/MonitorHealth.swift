// SPDX-License-Identifier: Apache-2.0

/// How well the network can be followed. ``DiagnosticDeduplicator`` tells what of it is to be reported.
package struct MonitorHealth: Sendable, Hashable {
    /// How changes are learned of.
    package var mode = PathMonitor.Mode.idle
    /// What cannot be followed, and why.
    package var limitations: [Limitation] = []
    /// The counts since the start.
    package var statistics = PathMonitor.Statistics()
    /// Whether NetworkManager has answered; `nil` while it is not known.
    var networkManager: ServiceAvailability?
    /// Whether NetworkManager's first answer over a connection is pending.
    var awaitsNetworkManager = false

    /// Creates the health before the network is followed: nothing is known to be wrong.
    package init() {}
}
