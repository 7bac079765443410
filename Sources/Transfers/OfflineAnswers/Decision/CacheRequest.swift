// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import NetworkReachability
internal import ReachabilityFoundation
internal import TransferRules

/// A request of the caller with its policy and constraints, and its properties that matter for stored answers.
struct CacheRequest: Sendable {
    let urlRequest: URLRequest
    let method: String
    /// The key under which its answers are stored.
    let key: AnswerKey
    /// The server.
    let origin: Origin?
    /// The header as it is sent, without the fields that are the same for all programs.
    let headers: HeaderFields
    /// The properties that decide whether the answer may be stored.
    let storage: StorageRequest
    /// The directives of the request about stored answers.
    let directives: RequestDirectives
    /// The preferred source of the answer.
    let policy: OfflinePolicy
    /// The requirements for the path.
    let constraints: NetworkConstraints
    /// The closure of the call that checks an answer; `nil` to use that of the client.
    let validate: Validation?

    /// Returns whether an answer has the expected content.
    typealias Validation = @Sendable (Data, HTTPURLResponse) -> Bool

    /// - Parameters:
    ///   - request: the request.
    ///   - configuration: the configuration of the session, which adds fields to each request.
    ///   - account: the account for which answers are stored; `nil` or empty for all users.
    ///   - policy: the preferred source of the answer.
    ///   - constraints: the requirements for the path.
    ///   - validate: checks an answer; `nil` to use the closure of the client.
    init(
        _ request: URLRequest, _ configuration: URLSessionConfiguration, account: String?,
        policy: OfflinePolicy = .freshFirst, constraints: NetworkConstraints = .connected,
        validate: Validation? = nil
    ) throws(OfflineError) {
        guard let url = request.url?.absoluteURL, let stored = url.storedForm else {
            throw .unsupportedURL
        }
        urlRequest = request
        self.policy = policy
        self.constraints = constraints
        self.validate = validate
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

    /// The fields that select an answer, without the credentials of an account: these change, and must not be stored.
    func selecting(by answer: HeaderFields) -> SelectingFields {
        let fields = SelectingFields(named: answer, in: headers)
        guard !key.account.isEmpty else { return fields }
        return SelectingFields(values: fields.values.filter { $0.key != "authorization" })
    }

    /// The URL, which is not relative to another one.
    var url: URL? { urlRequest.url?.absoluteURL }

    /// Whether an answer has content that can be checked.
    func isWhole(status: Int) -> Bool { method == "GET" && (200...299).contains(status) }

    /// The fields of the request, and those that the session and Foundation add to it.
    private static func fields(
        _ request: URLRequest, _ configuration: URLSessionConfiguration
    ) -> [FieldLine] {
        var fields = foundationFields
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

    /// The fields that Foundation on Linux adds if a request does not have them, and that differ between programs. A server
    /// may choose its answer by them (`Vary`), and programs can share a store.
    ///
    /// Foundation also adds the version of libcurl (`NAME (unknown version) curl/8.5.0`), which is unknown here. It is the same
    /// for all programs of a machine.
    private static var foundationFields: [String: FieldLine] {
        var fields = [
            "user-agent": FieldLine(
                "User-Agent", "\(ProcessInfo.processInfo.processName) (unknown version) curl")
        ]
        if let language = Locale.current.language.languageCode?.identifier {
            fields["accept-language"] = FieldLine("Accept-Language", language)
        }
        return fields
    }
}

extension URL {
    /// The URL under which an answer is stored: without a fragment, user and password, and with the scheme and host in lower
    /// case; `nil` if it is not an http or https URL.
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
