// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import Reachability

/// Requests that wait for the network: what `waitsForConnectivity`, `allowsExpensiveNetworkAccess` and
/// `allowsConstrainedNetworkAccess` are to URLSession on Apple's systems, and what Foundation lacks on
/// Linux.
///
/// ```swift
/// let (data, response) = try await URLSession.shared.data(for: request, constraints: .unmetered)
/// ```
///
/// A request is sent once the network meets its constraints; while it does not, nothing is sent, and
/// time that passes does not count towards the request's timeout. The path is what the kernel would
/// do with packets: no packet is sent to find out, so that behind a captive portal the request is
/// sent, and fails or is answered by the portal. `allowsCellularAccess`, of the request and of the
/// session's configuration, is one more constraint; Foundation knows it on Linux, and does nothing
/// with it.
extension URLSession {
    /// Fetches what a request is for, into memory, once the network meets some constraints.
    ///
    /// - Parameters:
    ///   - request: what is sent. If its body is a stream, which can be read only once, it is sent
    ///     only once: `onLoss` and `maxAttempts` are not heeded.
    ///   - constraints: what the network must be like when the request is sent.
    ///   - options: how it is deferred: a deadline, what happens when the network is lost in the
    ///     midst of it, and whether it is tried again after an error. If nothing is said, it waits
    ///     for however long it takes, is then left to finish, and its first error is the last.
    ///   - retries: the statuses that count as errors (``ResponseError``) and, with `maxAttempts` in the
    ///     options, are tried again: not before the backoff and the server's `Retry-After` are over.
    ///   - queue: where it waits; `nil` for one that all who say nothing share. That limits nothing,
    ///     and follows the network from the first request on, with one thread that sleeps.
    /// - Returns: what was received, and the response, whatever its status is: 404 is no error, unless
    ///   `retries` says so.
    /// - Throws: the session's own errors as they are (`URLError`); a ``ResponseError`` for a status that
    ///   counts as one; a `DeferralError` if there was nothing to be sent over in time;
    ///   `CancellationError` if the task was cancelled, while it waited or later, and with it the
    ///   session's task.
    ///
    /// The session must not be invalidated while a request waits: Foundation on Linux ends the process
    /// when a task is made then. It also never ends a request which is answered with status 401 and
    /// asks for a password that is not known (seen with Swift 6.3): cancel the task, or have a delegate
    /// answer. And it ends the process when a server sends a `Content-Length` of 2^63 - 512 or more.
    public func data(
        for request: URLRequest,
        constraints: NetworkConstraints,
        options: DeferralQueue.Options = DeferralQueue.Options(),
        retries: RetriedStatuses = .none,
        queue: DeferralQueue? = nil
    ) async throws -> (Data, URLResponse) {
        let deferred = DeferredRequest(
            request, configuration, constraints: constraints, options: options, retries: retries)
        let queue = queue ?? .forRequests
        return try await queue.run(deferred.constraints, options: deferred.options) {
            try await Transfer<(Data, URLResponse)>().run { transfer in
                self.dataTask(with: request) { data, response, error in
                    transfer.end(
                        Result {
                            if let error { throw error }
                            guard let data, let response else {
                                throw URLError(.badServerResponse)
                            }
                            if let response = response as? HTTPURLResponse,
                                retries.contains(response.statusCode)
                            {
                                throw ResponseError(.status, response)
                            }
                            return (data, response)
                        })
                }
            }
        }
    }

    /// Downloads what a request is for into a file, once the network meets some constraints.
    ///
    /// ```swift
    /// let (file, _) = try await URLSession.shared.download(
    ///     for: request, constraints: .unmetered, options: .init(onLoss: .stop)
    /// ) { progress in print(progress.received) }
    /// try FileManager.default.moveItem(at: file, to: destination)
    /// ```
    ///
    /// A download that is run again, because the network was lost (`onLoss: .stop`) or after an error
    /// (`maxAttempts`), goes on where it was if the server proves that it sends the rest of the same
    /// version. The first response must have a strong entity tag, or a time of modification that is at
    /// least a minute old, and no content encoding (RFC 9110, `If-Range`). The response with the rest must
    /// come from the same server, name the same version, begin where the file ends, and fit the length of
    /// the whole. If it does not, or if the server has no such rest (412, 416), the download asks for the
    /// whole and begins anew. A connection may break before it is known that the network is lost, and that
    /// counts as an error.
    ///
    /// The server may answer with the whole (200) instead of the rest. The whole replaces what has come if it
    /// has the same media type, and an entity tag or a time of modification. Otherwise it may be a captive
    /// portal's page: the attempt fails with ``ResponseError/Reason/replacement``, and what has come is
    /// kept for the next attempt. After three such answers in a row that have the same media type and come
    /// from the same server, the next one replaces what has come.
    ///
    /// Once content has come, an answer without the file (204, 302 that cannot be followed, 404, 503) is an
    /// error of the download: it throws ``ResponseError``, and what has come is kept for the next attempt.
    /// Statuses 408, 425, 429, 5xx and those of `retries` are tried again, others are not. A redirection
    /// that this session's delegate does not follow is no error, but the response.
    ///
    /// A part (206) is an error if the request and the session's configuration have no `Range`
    /// (``ResponseError/Reason/unrequestedPart``). A server that sends 64 parts in a row of less than
    /// 64 KiB ends the attempt (``ResponseError/Reason/shortParts``).
    ///
    /// It is made by a session of the library's own that has this one's configuration, and asks this
    /// one's delegate about redirections, passwords and bodies. For Foundation on Linux cannot resume
    /// downloads, leaves the file of a cancelled one behind, and writes the content twice into the
    /// file of one whose delegate wants to know of its progress (seen with Swift 6.3). Invalidating
    /// this session does not end it; cancelling the task does. Foundation on Linux also ends the process
    /// when a server sends a `Content-Length` of 2^63 - 512 or more.
    ///
    /// - Parameters:
    ///   - request: what is sent. If its body is a stream, which can be read only once, it is sent
    ///     only once: `onLoss` and `maxAttempts` are not heeded.
    ///   - constraints: what the network must be like when the request is sent.
    ///   - options: how it is deferred; see ``data(for:constraints:options:retries:queue:)``.
    ///   - retries: the statuses that count as errors from the first answer on; see
    ///     ``data(for:constraints:options:retries:queue:)``.
    ///   - queue: where it waits; see ``data(for:constraints:options:retries:queue:)``.
    ///   - progress: called when the response has come and after each piece of content, one call after
    ///     the other, on a queue that the session's downloads share: it should return soon. It is not
    ///     called any more once the download has returned.
    /// - Returns: a file with what was received, which is the caller's to move or to delete, in the
    ///   folder for temporary files, and readable for its owner alone; and the response, whatever its
    ///   status is. The response to a download that went on is that of its first part: status 200, and
    ///   the headers of a download that was not interrupted.
    /// - Throws: the session's own errors as they are (`URLError`), and the file system's (`CocoaError`);
    ///   a ``ResponseError`` for a status that counts as an error; a `DeferralError` if there was nothing
    ///   to download over in time; `CancellationError` if the task was cancelled, while it waited or
    ///   later, and with it the session's task. No file is left behind then.
    ///
    /// The file has no name until it is complete, so that nothing stays behind if the process is killed
    /// before. Where the file system cannot do that (FAT, NFS), or without `/proc`, a kill leaves
    /// `UUID.download` in the folder for temporary files.
    public func download(
        for request: URLRequest,
        constraints: NetworkConstraints,
        options: DeferralQueue.Options = DeferralQueue.Options(),
        retries: RetriedStatuses = .none,
        queue: DeferralQueue? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws -> (URL, URLResponse) {
        let deferred = DeferredRequest(
            request, configuration, constraints: constraints, options: options, retries: retries)
        let queue = queue ?? .forRequests
        let file = DownloadFile()
        do {
            let response = try await queue.run(deferred.constraints, options: deferred.options) {
                try await DownloadSession.serving(self).download(
                    DownloadRequest(request: request, retries: retries, progress: progress),
                    into: file, for: self)
            }
            file.close()
            return (file.url, response)
        } catch {
            file.remove()
            throw error
        }
    }
}

extension DeferralQueue {
    /// Where requests wait for which no queue is named. URLSession has limits of its own.
    static let forRequests = DeferralQueue(maxConcurrentOperationCount: .max)
}
