// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// The parts of a request that decide whether its response may be stored.
struct StorageRequest: Sendable, Hashable {
    var method: String
    var headers: HeaderFields
    var hasContent: Bool
    /// Whether the request has credentials: in a field, in the address, or by a challenge.
    var hasCredentials: Bool
    /// Whether the caller has said for whom answers are stored.
    var hasAccount: Bool

    init(
        method: String, headers: HeaderFields, hasContent: Bool = false,
        hasCredentials: Bool = false, hasAccount: Bool = false
    ) {
        self.method = method
        self.headers = headers
        self.hasContent = hasContent
        self.hasCredentials = hasCredentials || headers.contains("Authorization")
        self.hasAccount = hasAccount
    }

    /// Why a cache can neither serve the request nor store its response; `nil` if it can.
    var obstacle: OfflineAnswer.NotStored? {
        guard method == "GET" || method == "HEAD" else { return .method }
        if hasContent { return .content }
        if headers.contains("Range") { return .part }
        if Self.conditions.contains(where: headers.contains) { return .condition }
        // A private cache may store them, and would then give them to another user of the program (section 3.5).
        if hasCredentials, !hasAccount { return .noAccount }
        return nil
    }

    /// The fields of a conditional request (RFC 9110, section 13.1).
    private static let conditions = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
    ]

    /// Why a response is not stored; `nil` if it may be.
    func obstacle(ofStatus status: Int, _ response: HeaderFields) -> OfflineAnswer.NotStored? {
        if let obstacle { return obstacle }
        guard method == "GET" else { return .method }
        if RequestDirectives(headers).noStore { return .requestNoStore }
        if status == 206 || response.contains("Content-Range") { return .part }
        let directives = ResponseDirectives(response)
        guard Self.storedStatuses.contains(status) else { return .status }
        // A cache that knows the status may ignore no-store then (section 5.2.2.3).
        if directives.noStore, !directives.mustUnderstand { return .noStore }
        let saysHowLong = directives.maxAge != nil || response.contains("Expires")
        // An error replaces the last good answer only if the server says for how long it is one.
        guard status < 400 || saysHowLong else { return .status }
        if response[list: "Vary"].contains("*") { return .varyAny }
        return nil
    }

    /// The statuses that are stored. All of them are understood.
    ///
    /// RFC 9111 allows to store more, as long as the server says for how long: errors of the server, or of the caller's
    /// credentials. They would take the place of the last good answer.
    private static let storedStatuses: Set<Int> = [
        200, 203, 204, 300, 301, 308, 404, 405, 410, 414,
    ]
}

/// The fields of a request by which one of several stored responses is selected (`Vary`; RFC 9111, section 4.1).
package struct SelectingFields: Sendable, Hashable {
    /// The values by names in lower case; `nil` for a field that the request does not have.
    package let values: [String: String?]

    /// Creates the fields from stored values.
    package init(values: [String: String?]) { self.values = values }

    /// Creates the fields that a response names, with the values of its request.
    init(named response: HeaderFields, in request: HeaderFields) {
        self.init(names: Set(response[list: "Vary"].map { $0.lowercased() }), in: request)
    }

    /// Creates some fields with the values of a request.
    ///
    /// - Parameters:
    ///   - names: the names of the fields, in lower case.
    ///   - request: the header of the request.
    init(names: Set<String>, in request: HeaderFields) {
        values = Dictionary(
            uniqueKeysWithValues: names.map { ($0, Self.value(of: $0, in: request)) })
    }

    /// Whether another request has the same values.
    func matches(_ request: HeaderFields) -> Bool {
        values.allSatisfy { name, value in
            name != "*" && Self.value(of: name, in: request) == value
        }
    }

    /// The value without differences that do not matter: blanks around the members of a list, and several lines.
    private static func value(of name: String, in request: HeaderFields) -> String? {
        request.contains(name) ? request[list: name].joined(separator: ",") : nil
    }
}

/// The invalidation of stored responses by a request (RFC 9111, section 4.4).
enum Invalidation {
    /// Whether a method cannot change anything on the server (RFC 9110, section 9.2.1).
    static func isSafe(_ method: String) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
    }

    /// Whether the responses to a request invalidate stored ones. Errors alone do not.
    ///
    /// - Parameters:
    ///   - method: the method of the request.
    ///   - statuses: the statuses of the redirections that were followed, and of the last response, if there is one. The
    ///     server has made the change with the first one that is no error, whatever becomes of the page that it leads to.
    static func applies(method: String, statuses: [Int]) -> Bool {
        !isSafe(method) && statuses.contains(where: (200...399).contains)
    }

    /// Whether a response of one server may invalidate the stored responses of an address in `Location`. Only responses of
    /// the same server may, so that a server cannot remove the responses of others.
    static func mayInvalidate(_ origin: Origin?, byAnswerOf asked: Origin?) -> Bool {
        origin != nil && origin == asked
    }

    /// Whether the response to a `GET` removes the stored responses for its address.
    ///
    /// A success that may not be stored removes them, because the server has a newer version. An error does not remove the
    /// last good response, even with `no-store`, which web frameworks send with every error. Only 410 (gone for good) does.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - obstacle: why the response is not stored; `nil` if it is.
    static func withdraws(status: Int, obstacle: OfflineAnswer.NotStored?) -> Bool {
        switch obstacle {
        case .noStore, .varyAny: (200...299).contains(status) || status == 410
        case .status, nil: status == 410
        default: false
        }
    }
}

/// A sign that a response may be the page of a captive portal, not the answer of the server.
enum PortalEvidence: String, Sendable, Hashable {
    /// The network asks its user to sign in (511; RFC 6585, section 6).
    case signIn
    /// A request without encryption was redirected to another server.
    case otherServer
    /// The answer is a page, and the stored answer is not.
    case mediaType
    /// The request was encrypted, the answer is a page that was not, and there is no stored answer to compare it with.
    case unencryptedPage

    private static let page = "text/html"

    /// Looks for a sign of a captive portal.
    ///
    /// A portal can answer only requests without encryption, because it does not have the certificate of the server. But the
    /// server itself may redirect to a login page. Foundation also follows a redirection from https to http (seen with
    /// Swift 6.3), so that the answer to an encrypted request can come from a portal, too.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - headers: the header of the response.
    ///   - servers: the servers of the request and of each redirection that was followed. The last one has answered.
    ///   - isRedirected: whether the response comes from another address.
    ///   - stored: the media type of the stored answer; `nil` if there is no successful one.
    /// - Returns: `nil` if there is no sign.
    init?(
        status: Int, _ headers: HeaderFields, from servers: [Origin?], isRedirected: Bool = false,
        stored: String?
    ) {
        if status == 511 {
            self = .signIn
            return
        }
        let origin = servers.last ?? nil
        let firstPlain = servers.lazy.compactMap(\.self).first { $0.scheme == "http" }
        let isPage = headers.mediaType == Self.page
        // An address of https that leads through http to another server of https is common: of short addresses, for example.
        let isSecured = servers.first??.scheme == "https" && origin?.scheme == "https"
        if let firstPlain, firstPlain.host != origin?.host, isPage || !isSecured {
            self = .otherServer
            return
        }
        // A portal and a sign-in have pages. A server may change from one picture format to another.
        guard firstPlain != nil || isRedirected, status == 200, isPage
        else { return nil }
        if let stored {
            guard stored != Self.page else { return nil }
            self = .mediaType
        } else {
            guard servers.first??.scheme == "https", origin?.scheme == "http" else { return nil }
            self = .unencryptedPage
        }
    }
}
