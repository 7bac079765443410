// SPDX-License-Identifier: Apache-2.0

import ConnectivityProbes
import ReachCommand

extension HTTPConnectivityProbe {
    /// Creates the probe of a configuration.
    init(_ settings: ConnectivitySettings) throws(AddressError) {
        try self.init(
            url: settings.url, expectedText: settings.expectedText,
            isOfNetworkManager: settings.isOfNetworkManager)
    }

    /// Creates a probe that names this program to the server.
    ///
    /// - Parameters:
    ///   - url: the address that is requested.
    ///   - expectedText: the text that the server answers with; `nil` for status 204.
    ///   - isOfNetworkManager: whether the answer is read as NetworkManager does.
    init(
        url: String, expectedText: String?, isOfNetworkManager: Bool
    ) throws(AddressError) {
        let probe = try HTTPConnectivityProbe(
            url: url, expecting: expectedText.map { .text($0) } ?? .noContent,
            userAgent: "reach/\(version)")
        self = isOfNetworkManager ? probe.asNetworkManager : probe
    }
}
