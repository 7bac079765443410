// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import TransferRules

/// The private session that performs the downloads of another session, with the same configuration.
final class DownloadSession: PrivateSession {
    static let all = PrivateSessions<DownloadSession>()

    let session: URLSession
    private let delegate = DownloadDelegate()

    init(serving caller: URLSession) {
        let configuration = caller.configuration
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        // As with download tasks, content that goes to a file is not cached.
        copy.urlCache = nil
        session = URLSession(configuration: copy, delegate: delegate, delegateQueue: nil)
    }

    /// Downloads to a file, and resumes the content that is in it if possible.
    ///
    /// - Returns: the response of an uninterrupted download.
    func download(
        _ request: DownloadRequest,
        into file: DownloadFile,
        for caller: URLSession
    ) async throws -> URLResponse {
        var resumption = file.resumption
        var pace = PartPace()
        /// The request that a redirection leads to, if the redirection keeps the body.
        var redirected: URLRequest?
        var redirections = 0
        while true {
            let sent =
                redirected ?? resumption?.rest(of: request.request) ?? request.request
            let transfer = Transfer<DownloadAttempt.Outcome>()
            let attempt = DownloadAttempt(
                request, resumption, into: file, for: caller,
                Redirections(of: sent, session.configuration), transfer: transfer)
            switch try await transfer.run({ _ in task(for: sent, attempt) }) {
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
            case .beginAnew:
                resumption = nil
                (redirected, redirections) = (nil, 0)
            }
        }
    }

    private func task(for request: URLRequest, _ attempt: DownloadAttempt) -> URLSessionTask {
        let task = session.dataTask(with: request)
        delegate.add(attempt, task)
        return task
    }
}

/// The delegate of the private session: passes events to the attempts, and asks the delegate of the
/// caller's session.
private final class DownloadDelegate: NSObject, URLSessionDataDelegate, Sendable {
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
            case .sendAnew(let request): attempt.stop(with: .success(.redirection(request)))
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
