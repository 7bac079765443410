// SPDX-License-Identifier: Apache-2.0

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
    package var headline: String {
        let page = userPortalURL.map { isCaptive ? ": log in at \($0)" : ", its page is \($0)" }
        return (isCaptive ? "captive" : "not captive") + (page ?? "")
    }

    /// What else the portal says.
    package var details: [String] {
        [
            secondsRemaining.map { "the session ends in \($0) s" },
            bytesRemaining.map { "the session ends after \($0) bytes" },
            canExtendSession.map { "the session can\($0 ? "" : "not") be extended" },
            venueInfoURL.map { "about this place: \($0)" },
        ].compactMap(\.self)
    }
}
