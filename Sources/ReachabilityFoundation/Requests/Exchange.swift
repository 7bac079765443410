// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem

/// A request, and the response that comes after all redirections.
///
/// Foundation on Linux follows every redirection without the body, so that a redirected `PUT`
/// leaves an empty file behind (seen with Swift 6.3). If a redirection keeps the body, the next
/// request is sent with it, by a task of its own.
struct Exchange: Sendable {
    let session: URLSession
    /// The file that is the body of the request; `nil` if the request has its own body, or none.
    var file: UploadFile?

    private enum Outcome: Sendable {
        case response(Data, URLResponse)
        /// A redirection to this request, which keeps the body.
        case redirection(URLRequest)
    }

    /// Sends the request and follows its redirections.
    func run(_ request: URLRequest) async throws -> (Data, URLResponse) {
        var request = request
        // As many redirections as Foundation follows.
        for _ in 0...20 {
            switch try await send(request) {
            case .response(let data, let response): return (data, response)
            case .redirection(let next): request = next
            }
        }
        throw URLError(.httpTooManyRedirects)
    }

    private func send(_ request: URLRequest) async throws -> Outcome {
        try await Transfer<Outcome>().run { transfer in
            let delegate = ExchangeDelegate(body(of: request)) {
                transfer.stop(with: $0.map { .response(Data(), $0) })
            }
            let task = task(for: request) { data, response, error in
                transfer.end(
                    Result {
                        if let error { throw error }
                        if let next = delegate.redirection { return .redirection(next) }
                        guard let data, let response else { throw URLError(.badServerResponse) }
                        return .response(data, response)
                    })
            }
            task.delegate = delegate
            return task
        }
    }

    private func task(
        for request: URLRequest,
        end: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionTask {
        guard let file else { return session.dataTask(with: request, completionHandler: end) }
        return session.uploadTask(with: request, fromFile: file.url, completionHandler: end)
    }

    private func body(of request: URLRequest) -> ExchangeDelegate.Body {
        if file != nil { return .file }
        if request.httpBodyStream != nil { return .stream }
        return request.httpBody == nil ? .none : .data
    }
}

/// The delegate of one task, which asks the session's delegate.
///
/// What it does not implement, Foundation asks of the session's delegate.
private final class ExchangeDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    /// The body of the task's request.
    enum Body: Sendable {
        case none, data, stream, file
    }

    private let body: Body
    private let stop: @Sendable (Result<URLResponse, any Error>) -> Void
    private let next = Lock<URLRequest?>(nil)

    /// The request that a redirection leads to, if the redirection keeps the body. Foundation does
    /// not follow it then.
    var redirection: URLRequest? { next.withLock(\.self) }

    /// - Parameter stop: ends the task with a response without content, or with an error.
    init(_ body: Body, stop: @escaping @Sendable (Result<URLResponse, any Error>) -> Void) {
        self.body = body
        self.stop = stop
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let proceed: @Sendable (URLRequest?) -> Void = { [self] request in
            let method = request?.httpMethod ?? "GET"
            switch body {
            case .data where method != "GET", .file where method != "GET":
                next.withLock { $0 = request }
                completionHandler(nil)
            case .stream where method != "GET":
                stop(.failure(URLError(.requestBodyStreamExhausted)))
            case .none, .data, .stream, .file:
                completionHandler(request)
            }
        }
        guard let delegate = session.delegate as? any URLSessionTaskDelegate else {
            return proceed(request)
        }
        delegate.urlSession(
            session, task: task, willPerformHTTPRedirection: response, newRequest: request,
            completionHandler: proceed)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let proceed: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
            [stop] disposition, credential in
            guard challenge.isUnanswered(by: disposition, credential) else {
                return completionHandler(disposition, credential)
            }
            if let response = challenge.failureResponse {
                stop(.success(response))
            } else {
                stop(.failure(URLError(.userAuthenticationRequired)))
            }
        }
        guard let delegate = session.delegate as? any URLSessionTaskDelegate else {
            return proceed(.performDefaultHandling, nil)
        }
        delegate.urlSession(
            session, task: task, didReceive: challenge, completionHandler: proceed)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        // Foundation ends the process if it is given a stream in place of a file or data.
        guard body == .stream, let delegate = session.delegate as? any URLSessionTaskDelegate
        else { return completionHandler(nil) }
        delegate.urlSession(session, task: task, needNewBodyStream: completionHandler)
    }
}

extension URLAuthenticationChallenge {
    /// Whether an answer has no credential. Foundation on Linux waits without end for one that is
    /// missing (seen with Swift 6.3).
    func isUnanswered(
        by disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?
    ) -> Bool {
        switch disposition {
        case .useCredential: credential == nil
        case .performDefaultHandling: proposedCredential == nil
        case .rejectProtectionSpace: true
        case .cancelAuthenticationChallenge: false
        }
    }
}
