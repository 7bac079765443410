// SPDX-License-Identifier: Apache-2.0

/// Evidence that a response may be the page of a captive portal, and not the answer of the server.
package enum PortalEvidence: String, Sendable, Hashable {
    /// The network asks its user to sign in (511; RFC 6585, section 6).
    case signIn
    /// A request without encryption was redirected to another server.
    case otherServer
    /// The answer is a page, and the stored one is none.
    case mediaType

    private static let page = "text/html"

    /// Looks for evidence.
    ///
    /// An encrypted answer comes from the holder of the server's certificate, so a portal can answer only requests without
    /// encryption. (An encrypted one fails.) But the server itself may redirect to a page to sign in.
    ///
    /// - Parameters:
    ///   - asked: the server of the request.
    ///   - origin: the server of the response, after all redirections.
    ///   - isRedirected: whether the response is that of another address.
    ///   - stored: the media type of the stored answer; `nil` if there is no successful one.
    /// - Returns: `nil` without evidence.
    package init?(
        status: Int, _ headers: HeaderFields, from origin: Origin?, isRedirected: Bool = false,
        asked: Origin?, stored: String?
    ) {
        if status == 511 {
            self = .signIn
            return
        }
        let isPlain = asked?.scheme == "http"
        if isPlain, origin == nil || asked?.host != origin?.host {
            self = .otherServer
            return
        }
        // A portal and a sign-in have pages. A server may change from one picture format to another.
        guard isPlain || isRedirected, status == 200, headers.mediaType == Self.page,
            let stored, stored != Self.page
        else { return nil }
        self = .mediaType
    }
}
