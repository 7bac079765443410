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
    let asked: AskedDelegate?
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
        asked = AskedDelegate(caller)
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
            let transfer = Transfer<DownloadAttempt.Outcome>()
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
        let task = session.dataTask(with: request)
        (session.delegate as? DownloadDelegate)?.add(self, task)
        return task
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
        guard let attempt = attempt(task) else { return completionHandler(nil) }
        let proceed: @Sendable (URLRequest?) -> Void = { request in
            switch attempt.redirections.step(to: request, after: response) {
            case .follow(let request): completionHandler(request)
            case .sendAgain(let request): attempt.stop(with: .success(.redirection(request)))
            case .stay:
                attempt.refuseRedirection()
                completionHandler(nil)
            case .fail(let code): attempt.stop(with: .failure(URLError(code)))
            }
        }
        let proposal = attempt.redirections.proposal(request, after: response)
        guard let asked = attempt.asked else { return proceed(proposal) }
        asked.delegate.urlSession(
            asked.session, task: task, willPerformHTTPRedirection: response, newRequest: proposal,
            completionHandler: proceed)
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
        guard let asked = attempt?.asked else { return proceed(.performDefaultHandling, nil) }
        asked.delegate.urlSession(
            asked.session, task: task, didReceive: challenge, completionHandler: proceed)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        guard let asked = attempt(task)?.asked else { return completionHandler(nil) }
        asked.delegate.urlSession(
            asked.session, task: task, needNewBodyStream: completionHandler)
    }

    private func attempt(_ task: URLSessionTask) -> DownloadAttempt? {
        attempts.withLock { $0[task.taskIdentifier] }
    }
}
