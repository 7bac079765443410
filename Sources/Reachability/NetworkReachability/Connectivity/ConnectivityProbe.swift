// SPDX-License-Identifier: Apache-2.0

/// A check whether the internet answers over an interface.
///
/// A program gives a probe to a monitor by ``PathMonitor/Configuration/validation``. The monitor decides when to check. The
/// library `ConnectivityProbes` has a probe that sends an HTTP request.
public protocol ConnectivityProbe: Sendable {
    /// Checks once whether the internet answers over an interface.
    ///
    /// The task is cancelled if the path changes meanwhile; the result then does not matter. A monitor counts a check that
    /// has not ended after ten seconds as ``NetworkPath/Connectivity/Value/limited``, and cancels it.
    ///
    /// - Parameter interface: the name of the interface over which packets must leave.
    func check(over interface: String) async -> ConnectivityAnswer

    /// Checks once whether the internet answers over an interface of a network that tells of a captive portal.
    ///
    /// Monitors call this function. Implement it if the probe can ask a portal; otherwise ``check(over:)`` is called.
    ///
    /// - Parameters:
    ///   - interface: the name of the interface over which packets must leave.
    ///   - portal: the address of the portal that the network's DHCP server tells (RFC 8910), which should be that of its API
    ///     (RFC 8908); `nil` if there is none. The network chooses it.
    func check(over interface: String, portal: String?) async -> ConnectivityAnswer
}

extension ConnectivityProbe {
    /// Checks once by ``check(over:)``, without asking the portal.
    public func check(over interface: String, portal: String?) async -> ConnectivityAnswer {
        await check(over: interface)
    }
}
