// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import TransferRules

/// The private session that performs the downloads of another session, with the same configuration.
///
/// There is one for each session that downloads, and it lives as long as that. A new session for
/// each download would not reuse connections, and with some versions of libcurl Foundation crashes
/// when it destroys a session that has a connection to an HTTPS server.
final class DownloadSession: Sendable {
    /// A session and its private session for downloads.
    private struct Pair {
        weak var caller: URLSession?
        let downloads: DownloadSession
    }

    private static let pairs = Lock<[ObjectIdentifier: Pair]>([:])

    private let delegate = DownloadDelegate()
    private let session: URLSession

    /// Returns the private session for a caller's session.
    static func serving(_ caller: URLSession) -> DownloadSession {
        let (downloads, orphans) = pairs.withLock { pairs in
            let orphans = pairs.filter { $0.value.caller == nil }
            for number in orphans.keys { pairs[number] = nil }
            let pair =
                pairs[ObjectIdentifier(caller)]
                ?? Pair(caller: caller, downloads: DownloadSession(caller.configuration))
            pairs[ObjectIdentifier(caller)] = pair
            return (pair.downloads, orphans.values)
        }
        for orphan in orphans { orphan.downloads.session.finishTasksAndInvalidate() }
        return downloads
    }

    private init(_ configuration: URLSessionConfiguration) {
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
        while true {
            let transfer = Transfer<DownloadAttempt.Outcome>()
            let attempt = DownloadAttempt(
                request, resumption, into: file, for: caller, transfer: transfer)
            let sent = resumption?.rest(of: request.request) ?? request.request
            switch try await transfer.run({ _ in task(for: sent, attempt) }) {
            case .received(let response):
                try file.publish()
                return response
            // Each part has at least one byte, so the loop ends.
            case .receivedPart(let answer):
                let length = file.length - (resumption?.offset ?? 0)
                guard pace.allowsNext(afterPartOf: length) else {
                    throw ResponseError(.shortParts, answer)
                }
                resumption = file.resumption
            // A request for the complete file has no rest that could be unusable, so this happens
            // only once.
            case .beginAnew:
                resumption = nil
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
        guard let (caller, delegate) = caller(task) else { return completionHandler(request) }
        let attempt = attempt(task)
        delegate.urlSession(
            caller, task: task, willPerformHTTPRedirection: response, newRequest: request
        ) { request in
            if request == nil { attempt?.refuseRedirection() }
            completionHandler(request)
        }
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
        guard let (caller, delegate) = caller(task) else {
            return proceed(.performDefaultHandling, nil)
        }
        delegate.urlSession(
            caller, task: task, didReceive: challenge, completionHandler: proceed)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        guard let (caller, delegate) = caller(task) else { return completionHandler(nil) }
        delegate.urlSession(caller, task: task, needNewBodyStream: completionHandler)
    }

    private func attempt(_ task: URLSessionTask) -> DownloadAttempt? {
        attempts.withLock { $0[task.taskIdentifier] }
    }

    /// The caller's session of a task, and its delegate.
    private func caller(_ task: URLSessionTask) -> (URLSession, any URLSessionTaskDelegate)? {
        guard let caller = attempt(task)?.caller,
            let delegate = caller.delegate as? any URLSessionTaskDelegate
        else { return nil }
        return (caller, delegate)
    }
}
