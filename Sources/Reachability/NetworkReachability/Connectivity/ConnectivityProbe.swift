// SPDX-License-Identifier: Apache-2.0

/// A check whether the internet answers over an interface.
///
/// A program gives a probe to a monitor by ``PathMonitor/Configuration/validation``. The monitor decides when to check. The
/// library `ConnectivityProbes` has a probe that sends an HTTP request.
public protocol ConnectivityProbe: Sendable {
    /// Checks once whether the internet answers over an interface.
    ///
    /// The task is cancelled if the path changes during the check; the result then does not matter. A monitor counts a check that
    /// has not ended after ten seconds as ``NetworkPath/Connectivity/Value/limited``, and cancels it.
    ///
    /// - Parameter interface: the name of the interface over which packets must leave.
    func check(over interface: String) async -> ConnectivityAnswer

    /// Checks once whether the internet answers over an interface of a network that announces a captive portal.
    ///
    /// Monitors call this function. Implement it if the probe can ask a portal; otherwise ``check(over:)`` is called.
    ///
    /// - Parameters:
    ///   - interface: the name of the interface over which packets must leave.
    ///   - portal: the address of the portal that the network's DHCP server announces (RFC 8910), which should be that of its
    ///     API (RFC 8908); `nil` if there is none. The network chooses it.
    func check(over interface: String, portal: String?) async -> ConnectivityAnswer
}

extension ConnectivityProbe {
    /// Checks once by ``check(over:)``, without asking the portal.
    public func check(over interface: String, portal: String?) async -> ConnectivityAnswer {
        await check(over: interface)
    }
}

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

/// The answer of the API of a captive portal (RFC 8908).
///
/// The network chooses all of it. Do not open an address without the user.
public struct CaptivePortal: Sendable, Hashable {
    /// Whether the portal holds packets back until the user has done something (`captive`).
    public var isCaptive: Bool
    /// The address of the page for the user (`user-portal-url`), an absolute URL of HTTP or HTTPS; `nil` if there is none.
    public var userPortalURL: String?
    /// The address of a page about the place (`venue-info-url`), an absolute URL of HTTP or HTTPS; `nil` if there is none.
    public var venueInfoURL: String?
    /// Whether the user can extend the session on the page (`can-extend-session`); `nil` if the portal does not say.
    public var canExtendSession: Bool?
    /// The time until the session ends, in seconds, as of the answer (`seconds-remaining`); `nil` if the portal does not say.
    public var secondsRemaining: Int64?
    /// The number of bytes until the session ends, as of the answer (`bytes-remaining`); `nil` if the portal does not say.
    public var bytesRemaining: Int64?

    /// Creates a value, for example for a test.
    public init(
        isCaptive: Bool, userPortalURL: String? = nil, venueInfoURL: String? = nil,
        canExtendSession: Bool? = nil, secondsRemaining: Int64? = nil, bytesRemaining: Int64? = nil
    ) {
        self.isCaptive = isCaptive
        self.userPortalURL = userPortalURL
        self.venueInfoURL = venueInfoURL
        self.canExtendSession = canExtendSession
        self.secondsRemaining = secondsRemaining
        self.bytesRemaining = bytesRemaining
    }
}

extension CaptivePortal: CustomStringConvertible {
    /// The answer of the portal in one line: `captive: log in at https://portal.example/`.
    public var description: String { ([headline] + details).joined(separator: "; ") }

    /// Whether the portal holds packets back, and where the user logs in.
    var headline: String {
        let page = userPortalURL.map { isCaptive ? ": log in at \($0)" : ", its page is \($0)" }
        return (isCaptive ? "captive" : "not captive") + (page ?? "")
    }

    /// The other statements of the portal.
    var details: [String] {
        [
            secondsRemaining.map { "the session ends in \($0) s" },
            bytesRemaining.map { "the session ends after \($0) bytes" },
            canExtendSession.map { "the session can\($0 ? "" : "not") be extended" },
            venueInfoURL.map { "about this place: \($0)" },
        ].compactMap(\.self)
    }
}
