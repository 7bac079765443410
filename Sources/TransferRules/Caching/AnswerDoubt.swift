// SPDX-License-Identifier: Apache-2.0

/// Why the response to a request may be the page of a captive portal, and not what the server has.
package enum AnswerDoubt: String, Sendable, Hashable {
    /// The network asks its user to sign in (511; RFC 6585, section 6).
    case signIn
    /// A request without encryption was redirected to another server.
    case otherServer
    /// A request without encryption was answered with another media type than the last time.
    case mediaType

    /// Looks for a doubt.
    ///
    /// Who answers an encrypted request has the certificate of the server, so that only a request without encryption can be
    /// answered by a portal. (An encrypted one fails.)
    ///
    /// - Parameters:
    ///   - asked: the server of the request.
    ///   - origin: the server of the response, after all redirections.
    ///   - stored: what was stored of an earlier response; `nil` if there is none.
    /// - Returns: `nil` if there is no doubt.
    package init?(
        status: Int, _ headers: HeaderFields, from origin: Origin?, asked: Origin?,
        stored: HeaderFields?
    ) {
        if status == 511 {
            self = .signIn
            return
        }
        guard let asked, asked.scheme == "http" else { return nil }
        guard let origin, asked.host == origin.host else {
            self = .otherServer
            return
        }
        // Of an error, the text has a media type of its own.
        guard let stored, status == 200, headers.mediaType != stored.mediaType else { return nil }
        self = .mediaType
    }
}
