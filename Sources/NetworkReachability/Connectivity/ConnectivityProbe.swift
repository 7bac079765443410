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
}
