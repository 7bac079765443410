// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import TransferRules

/// The rules for the redirections of one request.
///
/// Foundation on Linux follows a redirection without the body, with the cookies of the old place,
/// and with the password for it also at another server (seen with Swift 6.3).
struct Redirections: Sendable {
    /// The body of a request.
    enum Body: Sendable {
        case none, data, stream, file
    }

    /// The next step after a redirection.
    enum Step: Sendable, Equatable {
        /// Foundation sends this request, without a body.
        case follow(URLRequest)
        /// This request is sent by another task, with the body.
        case sendAgain(URLRequest)
        /// The redirection is the response.
        case stay
        case fail(URLError.Code)

        /// The request that is sent next; `nil` if there is none.
        var next: URLRequest? {
            switch self {
            case .follow(let request), .sendAgain(let request): request
            case .stay, .fail: nil
            }
        }
    }

    /// The number of redirections that are followed, the same as Foundation's.
    static let limit = 20

    private let sent: URLRequest
    /// The kind of the request's body.
    let body: Body
    /// `nil` if cookies are not set.
    private let cookies: HTTPCookieStorage?

    /// - Parameters:
    ///   - request: the request, without the session's cookies.
    ///   - hasFile: whether a file is the body of the request.
    init(of request: URLRequest, hasFile: Bool = false, _ configuration: URLSessionConfiguration) {
        sent = request
        body =
            if hasFile {
                .file
            } else if request.httpBodyStream != nil {
                .stream
            } else {
                request.httpBody == nil ? .none : .data
            }
        cookies = configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
    }

    /// Returns Foundation's next request without the fields that the next server must not get:
    /// passwords, and the cookies that the request itself has.
    func proposal(_ next: URLRequest, after response: HTTPURLResponse) -> URLRequest {
        let origin = next.url?.origin
        let isOfSender = origin != nil && origin == sent.url?.origin
        var next = body == .file ? UploadFile.withoutBody(next) : next
        next.setValue(
            isOfSender ? sent.value(forHTTPHeaderField: "Cookie") : nil,
            forHTTPHeaderField: "Cookie")
        if origin == nil || origin != response.origin {
            next.setValue(nil, forHTTPHeaderField: "Authorization")
            next.setValue(nil, forHTTPHeaderField: "Proxy-Authorization")
        }
        return next
    }

    /// Returns the step to a request.
    ///
    /// - Parameter next: the request that the session's delegate allows; `nil` if it allows none.
    func step(to next: URLRequest?, after response: HTTPURLResponse) -> Step {
        guard var next else { return .stay }
        if body != .none, next.httpMethod ?? "GET" != "GET" {
            let wasSecure = response.url?.scheme?.lowercased() == "https"
            if wasSecure, next.url?.scheme?.lowercased() != "https" { return .stay }
            // Foundation sets the cookies of a new task.
            return body == .stream ? .fail(.requestBodyStreamExhausted) : .sendAgain(next)
        }
        if let cookies, let url = next.url, let stored = cookies.cookies(for: url),
            let field = HTTPCookie.requestHeaderFields(with: stored)["Cookie"], !field.isEmpty
        {
            next.setValue(field, forHTTPHeaderField: "Cookie")
        }
        return .follow(next)
    }
}
