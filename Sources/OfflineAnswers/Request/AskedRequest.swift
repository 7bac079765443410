// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ReachabilityFoundation
internal import TransferRules

/// A request of the caller's, and what follows from it for stored answers.
struct AskedRequest: Sendable {
    let request: URLRequest
    let method: String
    /// What its answer is stored under.
    let key: AnswerKey
    /// The server.
    let origin: Origin?
    /// The header as it is sent, but for what Foundation adds to every request.
    let headers: HeaderFields
    /// Whether the answer may be stored.
    let storage: StorageRequest
    /// What the request says about stored answers.
    let directives: RequestDirectives

    /// - Parameters:
    ///   - configuration: that of the session, which adds fields to each request.
    ///   - account: for whom answers are stored; `nil` or empty for everybody.
    init(
        _ request: URLRequest, _ configuration: URLSessionConfiguration, account: String?
    ) throws(OfflineError) {
        guard let url = request.url?.absoluteURL, let stored = url.storedForm else {
            throw .unsupportedURL
        }
        self.request = request
        method = (request.httpMethod ?? "GET").uppercased()
        key = AnswerKey(url: stored, account: account ?? "")
        origin = url.origin
        headers = HeaderFields(Self.fields(request, configuration))
        storage = StorageRequest(
            method: method, headers: headers,
            hasContent: request.httpBody?.isEmpty == false || request.httpBodyStream != nil,
            hasCredentials: url.user() != nil || url.password() != nil,
            hasAccount: !key.account.isEmpty)
        directives = RequestDirectives(headers)
    }

    /// The fields by which the answer is selected. An account stands for its credentials, which change, and which must not
    /// be stored.
    func selecting(by answer: HeaderFields) -> SelectingFields {
        let fields = SelectingFields(named: answer, in: headers)
        guard !key.account.isEmpty else { return fields }
        return SelectingFields(values: fields.values.filter { $0.key != "authorization" })
    }

    /// The fields of the request, and those that the session adds to it.
    private static func fields(
        _ request: URLRequest, _ configuration: URLSessionConfiguration
    ) -> [FieldLine] {
        var fields: [String: FieldLine] = [:]
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            fields["\(name.base)".lowercased()] = FieldLine("\(name.base)", "\(value)")
        }
        if request.httpShouldHandleCookies, configuration.httpShouldSetCookies,
            let url = request.url,
            let cookies = configuration.httpCookieStorage?.cookies(for: url),
            let value = HTTPCookie.requestHeaderFields(with: cookies)["Cookie"], !value.isEmpty
        {
            fields["cookie"] = FieldLine("Cookie", value)
        }
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            fields[name.lowercased()] = FieldLine(name, value)
        }
        return fields.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension URL {
    /// The address under which an answer is stored: without a fragment, user and password, and with the scheme and host in
    /// lower case; `nil` if it is no address of http or https.
    var storedForm: String? {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty
        else { return nil }
        parts.scheme = scheme
        parts.percentEncodedHost = host
        parts.fragment = nil
        // First the password: without a user there can be none.
        parts.password = nil
        parts.user = nil
        if parts.port == (scheme == "https" ? 443 : 80) { parts.port = nil }
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        return parts.string
    }
}

extension HTTPURLResponse {
    /// The lines of the header. (Foundation on Linux joins fields with the same name by commas.)
    var fieldLines: [FieldLine] {
        allHeaderFields.map { FieldLine("\($0.key.base)", "\($0.value)") }
            .sorted { $0.name < $1.name }
    }
}
