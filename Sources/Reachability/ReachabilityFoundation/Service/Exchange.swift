// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import FoundationNetworking
internal import LinuxSystem
package import TransferRules

/// A request, and the response that comes after all redirections.
///
/// Foundation on Linux follows every redirection without the body, so that a redirected `PUT`
/// leaves an empty file behind (seen with Swift 6.3). If a redirection keeps the body, the next
/// request is sent with it, by a task of its own.
///
/// The tasks are those of a private session. So the caller can invalidate its session at any time.
package struct Exchange: Sendable {
    private let caller: URLSession
    /// The delegate of the caller's session, which loses it when it is invalidated.
    private let callerDelegate: CallerDelegate?
    /// The file that is the body of the request; `nil` if the request has its own body, or none.
    private let file: URL?

    /// Throws if a request must not be sent.
    package typealias RedirectionCheck = @Sendable (URLRequest) async throws -> Void

    fileprivate enum Outcome: Sendable {
        case response(Data, URLResponse)
        /// A redirection to this request, which keeps the body.
        case redirection(URLRequest)
    }

    package init(for caller: URLSession, file: URL? = nil) {
        self.caller = caller
        callerDelegate = CallerDelegate(caller)
        self.file = file
    }

    /// Sends the request and follows its redirections.
    ///
    /// - Parameters:
    ///   - checkRedirection: called with each request that a redirection leads to, before it is
    ///     sent. If it throws, the exchange ends with its error. `nil` to follow all.
    ///   - noteRedirection: called with each redirection that is followed, on any thread.
    /// - Throws: the error of `checkRedirection`; a `CocoaError` with the path if the file cannot
    ///   be read, before it is sent each time.
    package func run(
        _ request: URLRequest,
        checkRedirection: RedirectionCheck? = nil,
        noteRedirection: @escaping @Sendable (HTTPURLResponse) -> Void = { _ in }
    ) async throws -> (Data, URLResponse) {
        var request = request
        for _ in 0...Redirections.limit {
            switch try await send(request, checkRedirection, noteRedirection) {
            case .response(let data, let response): return (data, response)
            case .redirection(let next): request = next
            }
        }
        throw URLError(.httpTooManyRedirects)
    }

    private func send(
        _ request: URLRequest, _ checkRedirection: RedirectionCheck?,
        _ noteRedirection: @escaping @Sendable (HTTPURLResponse) -> Void
    ) async throws -> Outcome {
        let file = try file.map { try UploadFile(at: $0) }
        let redirections = Redirections(
            of: request, hasFile: file != nil, caller.configuration)
        // The private session is valid as long as the caller's session lives.
        let session = PrivateSessions.requests.serving(caller)
        return try await Transfer<Outcome>(of: session.delegateQueue).run { transfer in
            let delegate = ExchangeDelegate(
                redirections, file, callerDelegate, checkRedirection, noteRedirection, transfer)
            let end: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = {
                data, response, error in
                transfer.end(
                    Result {
                        if let error { throw file?.failure ?? error }
                        if let next = delegate.redirection { return .redirection(next) }
                        guard let data, let response else { throw URLError(.badServerResponse) }
                        return .response(data, response)
                    })
            }
            return withExtendedLifetime(caller) {
                let task = session.dataTask(
                    with: file?.asBody(of: request) ?? request, completionHandler: end)
                task.delegate = delegate
                return task
            }
        }
    }
}

/// The delegate of a caller's session, and that session.
struct CallerDelegate: Sendable {
    let session: URLSession
    let delegate: any URLSessionTaskDelegate

    /// Returns `nil` if the session has no delegate for tasks.
    init?(_ session: URLSession) {
        guard let delegate = session.delegate as? any URLSessionTaskDelegate else { return nil }
        self.session = session
        self.delegate = delegate
    }
}

/// The questions to the delegate of a caller's session. Without a delegate, the answer is Foundation's
/// default.
extension CallerDelegate? {
    /// Asks for the request to send after a redirection.
    func redirect(
        _ task: URLSessionTask, to proposal: URLRequest, after response: HTTPURLResponse,
        _ completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let self else { return completionHandler(proposal) }
        self.delegate.urlSession(
            self.session, task: task, willPerformHTTPRedirection: response, newRequest: proposal,
            completionHandler: completionHandler)
    }

    /// Asks for the answer to an authentication challenge.
    func answer(
        _ challenge: URLAuthenticationChallenge, of task: URLSessionTask,
        _ completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let self else { return completionHandler(.performDefaultHandling, nil) }
        self.delegate.urlSession(
            self.session, task: task, didReceive: challenge, completionHandler: completionHandler)
    }

    /// Asks for another stream of the body, because the first one was read.
    func makeBodyStream(
        for task: URLSessionTask, _ completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        guard let self else { return completionHandler(nil) }
        self.delegate.urlSession(
            self.session, task: task, needNewBodyStream: completionHandler)
    }
}

/// The delegate of one task, which asks the delegate of the caller's session.
private final class ExchangeDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    private let redirections: Redirections
    private let file: UploadFile?
    private let callerDelegate: CallerDelegate?
    private let checkRedirection: Exchange.RedirectionCheck?
    private let noteRedirection: @Sendable (HTTPURLResponse) -> Void
    private let transfer: Transfer<Exchange.Outcome>
    private let next = Lock<URLRequest?>(nil)

    /// The request that a redirection leads to, if the redirection keeps the body. Foundation does
    /// not follow it then.
    var redirection: URLRequest? { next.withLock(\.self) }

    /// - Parameters:
    ///   - file: the body of the request, if it is a file.
    ///   - callerDelegate: the delegate to ask, if there is one.
    ///   - checkRedirection: called before each redirection that is followed.
    ///   - noteRedirection: called with each redirection that is followed.
    ///   - transfer: the transfer that the task belongs to.
    init(
        _ redirections: Redirections,
        _ file: UploadFile?,
        _ callerDelegate: CallerDelegate?,
        _ checkRedirection: Exchange.RedirectionCheck?,
        _ noteRedirection: @escaping @Sendable (HTTPURLResponse) -> Void,
        _ transfer: Transfer<Exchange.Outcome>
    ) {
        self.redirections = redirections
        self.file = file
        self.callerDelegate = callerDelegate
        self.checkRedirection = checkRedirection
        self.noteRedirection = noteRedirection
        self.transfer = transfer
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let proceed: @Sendable (URLRequest?) -> Void = { [self] request in
            let step = redirections.step(to: request, after: response)
            guard let checkRedirection, let next = step.next else {
                return take(step, after: response, completionHandler)
            }
            Task {
                do { try await checkRedirection(next) } catch {
                    return transfer.stop(with: .failure(error))
                }
                take(step, after: response, completionHandler)
            }
        }
        let proposal = redirections.proposal(request, after: response)
        callerDelegate.redirect(task, to: proposal, after: response, proceed)
    }

    private func take(
        _ step: Redirections.Step, after response: HTTPURLResponse,
        _ completionHandler: @Sendable (URLRequest?) -> Void
    ) {
        switch step {
        case .follow(let request):
            noteRedirection(response)
            transfer.redirect(to: request, completionHandler)
        case .sendAgain(let request):
            noteRedirection(response)
            next.withLock { $0 = request }
            transfer.redirect(to: nil, completionHandler)
        case .stay: transfer.redirect(to: nil, completionHandler)
        case .fail(let code): transfer.stop(with: .failure(URLError(code)))
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let proceed: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
            [transfer] disposition, credential in
            guard challenge.isUnanswered(by: disposition, credential) else {
                return completionHandler(disposition, credential)
            }
            if let response = challenge.failureResponse {
                transfer.stop(with: .success(.response(Data(), response)))
            } else {
                transfer.stop(with: .failure(URLError(.userAuthenticationRequired)))
            }
        }
        callerDelegate.answer(challenge, of: task, proceed)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        if let file { return completionHandler(UploadFile.Content(of: file)) }
        // Foundation ends the process if it is given a stream in place of data.
        guard redirections.body == .stream else { return completionHandler(nil) }
        callerDelegate.makeBodyStream(for: task, completionHandler)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let callerDelegate else { return }
        callerDelegate.delegate.urlSession(
            callerDelegate.session, task: task, didSendBodyData: bytesSent,
            totalBytesSent: totalBytesSent,
            totalBytesExpectedToSend: file?.size ?? totalBytesExpectedToSend)
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

extension HTTPURLResponse {
    /// The header fields. (Foundation on Linux joins fields with the same name by commas.)
    package var headers: HeaderFields {
        HeaderFields(
            allHeaderFields.map { field in
                (name: "\(field.key.base)", value: "\(field.value)")
            })
    }

    /// The server of the response.
    var origin: Origin? { url?.origin }
}

extension URL {
    /// The server of the URL; `nil` if it has no host.
    package var origin: Origin? {
        guard let scheme, let host = host() else { return nil }
        return Origin(scheme: scheme, host: host, port: port)
    }
}

extension HTTPDate {
    /// The current time of this machine's clock.
    static var now: HTTPDate { HTTPDate(seconds: Int64(Date().timeIntervalSince1970)) }
}
