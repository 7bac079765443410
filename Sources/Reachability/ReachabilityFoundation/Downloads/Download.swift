// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import TransferRules

/// A download to a file. A private session performs it, in one or more attempts.
struct Download: Sendable {
    let request: URLRequest
    let caller: URLSession
    /// The delegate of the caller's session, which loses it when it is invalidated.
    let callerDelegate: CallerDelegate?
    /// The statuses that count as failures from the first response on.
    let retries: RetriedStatuses
    /// The closure that observes the progress.
    let progress: (@Sendable (DownloadProgress) -> Void)?

    init(
        _ request: URLRequest,
        for caller: URLSession,
        retries: RetriedStatuses = .none,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) {
        self.request = request
        self.caller = caller
        callerDelegate = CallerDelegate(caller)
        self.retries = retries
        self.progress = progress
    }

    /// Downloads to a file, and resumes the content that is in it if possible.
    ///
    /// - Returns: the response of an uninterrupted download.
    func run(into file: DownloadFile) async throws -> URLResponse {
        let session = PrivateSessions.downloads.serving(caller)
        var resumption = file.resumption
        var pace = PartPace()
        /// The request that a redirection leads to, if the redirection keeps the body.
        var redirected: URLRequest?
        var redirections = 0
        while true {
            let sent = redirected ?? resumption?.rest(of: request) ?? request
            let transfer = Transfer<DownloadAttempt.Outcome>(of: session.delegateQueue)
            let attempt = DownloadAttempt(
                self, resumption, into: file, Redirections(of: sent, session.configuration),
                transfer: transfer)
            switch try await transfer.run({ _ in attempt.task(for: sent, in: session) }) {
            case .received(let response):
                try file.publish()
                return response
            case .redirection(let next):
                guard redirections < Redirections.limit else {
                    throw URLError(.httpTooManyRedirects)
                }
                redirections += 1
                redirected = next
            // Each part has at least one byte, so the loop ends.
            case .receivedPart(let answer):
                let length = file.length - (resumption?.offset ?? 0)
                guard pace.allowsNext(afterPartOf: length) else {
                    throw ResponseError(.shortParts, answer)
                }
                resumption = file.resumption
                (redirected, redirections) = (nil, 0)
            // A request for the complete file has no rest that could be unusable, so this happens
            // only once.
            case .startAgain:
                resumption = nil
                (redirected, redirections) = (nil, 0)
            }
        }
    }
}

extension DownloadAttempt {
    /// Creates the task of the attempt in the private session of its caller.
    fileprivate func task(for request: URLRequest, in session: URLSession) -> URLSessionTask {
        guard let delegate = session.delegate as? DownloadDelegate else {
            preconditionFailure("private sessions for downloads have this delegate")
        }
        let task = session.dataTask(with: request)
        delegate.add(self, task)
        return task
    }
}

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// The number of bytes in the file, including those from earlier attempts.
    ///
    /// It decreases if a download starts again from the beginning.
    public let received: Int64
    /// The total number of bytes; `nil` if the server does not send it, or sends the length of
    /// encoded content.
    public let expected: Int64?

    /// Creates a progress value.
    public init(received: Int64, expected: Int64?) {
        self.received = received
        self.expected = expected
    }

    /// The fraction of the content that is in the file, from 0 to 1; `nil` if the total is unknown.
    public var fraction: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(Double(received) / Double(expected), 1) : 1
    }
}

extension DownloadProgress: CustomStringConvertible {
    /// The received and the total number of bytes: `120000 of 200000 bytes`.
    public var description: String {
        expected.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    }
}

/// The delegate of the private session: passes events to the attempts, and asks the delegate of the
/// caller's session.
final class DownloadDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let attempts = Lock<[Int: DownloadAttempt]>([:])

    /// Assigns an attempt to a task that has not been resumed.
    func add(_ attempt: DownloadAttempt, _ task: URLSessionTask) {
        attempts.withLock { $0[task.taskIdentifier] = attempt }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        attempt(dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        attempt(dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let attempt = attempts.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        attempt?.end(error, task.response)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let attempt = attempt(task) else { return }
        let proceed: @Sendable (URLRequest?) -> Void = { request in
            switch attempt.redirections.step(to: request, after: response) {
            case .follow(let request):
                attempt.transfer.redirect(to: request, completionHandler)
            case .sendAgain(let request): attempt.stop(with: .success(.redirection(request)))
            case .stay:
                attempt.refuseRedirection()
                attempt.transfer.redirect(to: nil, completionHandler)
            case .fail(let code): attempt.stop(with: .failure(URLError(code)))
            }
        }
        let proposal = attempt.redirections.proposal(request, after: response)
        attempt.callerDelegate.redirect(task, to: proposal, after: response, proceed)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let attempt = attempt(task)
        let proceed: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
            disposition, credential in
            if challenge.isUnanswered(by: disposition, credential) {
                attempt?.refuse(challenge.failureResponse)
            } else {
                completionHandler(disposition, credential)
            }
        }
        (attempt?.callerDelegate).answer(challenge, of: task, proceed)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        (attempt(task)?.callerDelegate).makeBodyStream(for: task, completionHandler)
    }

    private func attempt(_ task: URLSessionTask) -> DownloadAttempt? {
        attempts.withLock { $0[task.taskIdentifier] }
    }
}

extension HTTPURLResponse {
    /// The description of the content for a later resumption; `nil` if it cannot be resumed.
    ///
    /// - Parameter request: the caller's request.
    func content(for request: URLRequest) -> PartialContent? {
        guard request.httpMethod ?? "GET" == "GET",
            request.value(forHTTPHeaderField: "Range") == nil
        else { return nil }
        return PartialContent(status: statusCode, headers, from: origin, now: .now)
    }

    /// The length of the content; `nil` if it is unknown or there is no content.
    ///
    /// - Parameter request: the caller's request.
    func contentLength(for request: URLRequest) -> Int64? {
        headers.contentLength(status: statusCode, method: request.httpMethod ?? "GET")
    }
}

extension Resumption {
    /// The request for the rest, or for the complete file if the server has another version now.
    func rest(of request: URLRequest) -> URLRequest {
        var request = request
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}

extension PrivateSessions {
    /// The sessions for downloads.
    static let downloads = PrivateSessions { configuration, _ in
        // As with download tasks, content that goes to a file is not cached.
        configuration.urlCache = nil
        return URLSession(
            configuration: configuration, delegate: DownloadDelegate(), delegateQueue: nil)
    }
}
