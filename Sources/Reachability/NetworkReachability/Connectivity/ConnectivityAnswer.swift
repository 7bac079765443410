// SPDX-License-Identifier: Apache-2.0

/// The result of one connectivity check over an interface.
public struct ConnectivityAnswer: Sendable, Hashable {
    /// How far packets got during the check. A probe finds ``NetworkPath/Connectivity/Value/full``,
    /// ``NetworkPath/Connectivity/Value/portal`` or ``NetworkPath/Connectivity/Value/limited``.
    public var value: NetworkPath.Connectivity.Value
    /// The observation of the check, for people, in English: `HTTP status 204, as expected`.
    ///
    /// It can contain text of the server. Escape control characters before you print it.
    public var detail: String
    /// The answer of the API of the network's captive portal; `nil` if it was not asked, or does not answer.
    public var captivePortal: CaptivePortal?

    /// Creates a result.
    public init(
        _ value: NetworkPath.Connectivity.Value, detail: String = "",
        captivePortal: CaptivePortal? = nil
    ) {
        self.value = value
        self.detail = detail
        self.captivePortal = captivePortal
    }
}

extension ConnectivityAnswer: CustomStringConvertible {
    /// The value, and what the check observed: `portal: HTTP status 302`.
    public var description: String {
        detail.isEmpty ? value.rawValue : "\(value.rawValue): \(detail)"
    }
}
