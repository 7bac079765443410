// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import NetworkReachability
internal import TransferRules

/// Requests that wait until the network meets their constraints.
///
/// ```swift
/// let (data, response) = try await URLSession.shared.data(for: request, constraints: .unmetered)
/// ```
///
/// They replace `waitsForConnectivity`, `allowsExpensiveNetworkAccess` and
/// `allowsConstrainedNetworkAccess`, which Foundation does not have on Linux.
/// `allowsCellularAccess`, of the request and of the session's configuration, is one more
/// constraint; Foundation declares it on Linux, but ignores it.
///
/// A request is sent once the network meets its constraints. Until then nothing is sent, and the
/// request's timeout does not count. The constraints are evaluated with the kernel's routes, not by
/// sending a packet: behind a captive portal the request is sent, and fails or is answered by the
/// portal.
extension URLSession {
    /// Performs a request once the network meets its constraints, and returns the content in
    /// memory.
    ///
    /// - Parameters:
    ///   - request: the request. If its body is a stream, which can be read only once, the request
    ///     is sent only once: `onLoss` and `maxAttempts` are ignored, and a redirection that keeps
    ///     the body throws `URLError.requestBodyStreamExhausted`.
    ///   - constraints: the requirements for the network when the request is sent.
    ///   - options: a deadline, what happens when the network is lost during the request, and
    ///     retries after an error. By default the request waits without limit, continues if the
    ///     network is lost, and is not retried.
    ///   - retries: the statuses that count as errors (``ResponseError``). With `maxAttempts` in
    ///     `options`, the request is retried after them, but not before the backoff and the
    ///     server's `Retry-After` are over.
    ///   - queue: the queue in which the request waits; `nil` for one that all requests without a
    ///     queue share. The shared queue has no limit of concurrent requests. From its first
    ///     request on, it observes the network with one sleeping thread.
    /// - Returns: the content and the response. Its status can be any: 404 is not an error unless
    ///   `retries` contains it.
    /// - Throws: the errors of the session (`URLError`); a ``ResponseError`` for a status in
    ///   `retries`; a `DeferralError`, for example if the deadline passed; `CancellationError` if
    ///   the task was cancelled, which also cancels the session's task.
    ///
    /// ## The session
    ///
    /// The request runs in a private session with the configuration of this one. Its delegate is
    /// called on this session's delegate queue, or on a serial queue of its own if that one is
    /// concurrent. It asks this session's delegate about redirections, passwords and bodies,
    /// and tells it how much of the body is sent. Invalidating this session does not end the
    /// request; cancelling the task does. The private session is needed because Foundation on Linux
    /// ends the process if a task is created in an invalidated session, as for a retry (seen with
    /// Swift 6.3).
    ///
    /// ## Redirections
    ///
    /// A redirection that keeps the method (307, 308, and 301 or 302 of a `PUT`) keeps the body.
    /// From `https` to `http` a body is not sent: such a redirection is the result.
    ///
    /// The next request has the session's cookies for the new place. To another scheme, host or
    /// port, the request's own `Authorization`, `Proxy-Authorization` and `Cookie` are not sent.
    /// The session's delegate sees the request without them and can set others. Every server gets
    /// the fields of the configuration (`httpAdditionalHeaders`).
    ///
    /// ## Known problems
    ///
    /// Foundation on Linux has these (seen with Swift 6.3):
    ///
    /// - The content of a response is empty if its status is 401 and it asks for an unknown
    ///   password. Foundation itself would wait without end.
    /// - The process ends if a server sends a `Content-Length` of 2^63 - 512 or more.
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
        let exchange = Exchange(for: self)
        return try await queue.run(deferred.constraints, options: deferred.options) {
            let (data, response) = try await exchange.run(request)
            try retries.check(response)
            return (data, response)
        }
    }

    /// Uploads a file once the network meets the constraints.
    ///
    /// ```swift
    /// var upload = URLRequest(url: url)
    /// upload.httpMethod = "PUT"
    /// let (receipt, _) = try await URLSession.shared.upload(
    ///     for: upload, fromFile: song, constraints: .unmetered,
    ///     options: .init(onLoss: .stop, maxAttempts: 5), retries: .transient)
    /// ```
    ///
    /// The file is read while it is sent, with little memory, and with its size as
    /// `Content-Length`. It must not change during the upload. `Content-Type` is not set unless the
    /// request sets it.
    ///
    /// - Parameters:
    ///   - request: the request. Its method is one with a body, such as `PUT` or `POST`; `GET`
    ///     throws `URLError.dataLengthExceedsMaximum`. Its own body is ignored.
    ///   - file: the file, or a symbolic link to it.
    ///   - constraints: the requirements for the network when the file is sent.
    ///   - options: when the file is sent, and how often; see
    ///     ``data(for:constraints:options:retries:queue:)``.
    ///   - retries: the statuses that count as errors; see
    ///     ``data(for:constraints:options:retries:queue:)``.
    ///   - queue: the queue in which the upload waits; see
    ///     ``data(for:constraints:options:retries:queue:)``.
    /// - Returns: the content of the response in memory, and the response. Its status can be any.
    /// - Throws: a `CocoaError` with the path if the file cannot be read: before the upload waits
    ///   or, if it changed since then, before it is sent, also to the place of a redirection, or
    ///   while it is sent if it became smaller. It is not retried. Otherwise the errors of
    ///   ``data(for:constraints:options:retries:queue:)``.
    ///
    /// ## Sending again
    ///
    /// By default the file is sent once. With `onLoss: .stop`, an upload whose network is lost or
    /// becomes metered is cancelled, and sent again from its beginning when the network meets the
    /// constraints; with `maxAttempts`, also after an error. Then the server may receive the file
    /// twice, because an upload can arrive although its response is lost. Use these options only
    /// with a request that can be repeated: with an idempotent method, such as `PUT`, or with a
    /// `POST` that the server recognizes, for example by an `Idempotency-Key` field.
    ///
    /// A redirection that keeps the method (307, 308, and 301 or 302 of a `PUT`) sends the file to
    /// the new place. Foundation on Linux would send an empty file there (seen with Swift 6.3).
    /// Other rules for redirections, and for an invalidated session, are those of
    /// ``data(for:constraints:options:retries:queue:)``.
    public func upload(
        for request: URLRequest,
        fromFile file: URL,
        constraints: NetworkConstraints,
        options: DeferralQueue.Options = DeferralQueue.Options(),
        retries: RetriedStatuses = .none,
        queue: DeferralQueue? = nil
    ) async throws -> (Data, URLResponse) {
        _ = try UploadFile(at: file)
        let request = UploadFile.withoutBody(request)
        var options = options
        options.isTransient = { [isTransient = options.isTransient] error in
            !(error is CocoaError) && isTransient(error)
        }
        let deferred = DeferredRequest(
            request, configuration, constraints: constraints, options: options, retries: retries)
        let queue = queue ?? .forRequests
        let exchange = Exchange(for: self, file: file)
        return try await queue.run(deferred.constraints, options: deferred.options) {
            let (data, response) = try await exchange.run(request)
            try retries.check(response)
            return (data, response)
        }
    }

    /// Downloads to a file once the network meets the constraints, and resumes the download after
    /// an interruption.
    ///
    /// ```swift
    /// let (file, _) = try await URLSession.shared.download(
    ///     for: request, constraints: .unmetered, options: .init(onLoss: .stop)
    /// ) { progress in print(progress.received) }
    /// try FileManager.default.moveItem(at: file, to: destination)
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request. If its body is a stream, which can be read only once, the request
    ///     is sent only once: `onLoss` and `maxAttempts` are ignored, and a redirection that keeps
    ///     the body throws `URLError.requestBodyStreamExhausted`.
    ///   - constraints: the requirements for the network when the request is sent.
    ///   - options: when the request is sent, and how often; see
    ///     ``data(for:constraints:options:retries:queue:)``.
    ///   - retries: the statuses that count as errors from the first response on; see
    ///     ``data(for:constraints:options:retries:queue:)``.
    ///   - queue: the queue in which the download waits; see
    ///     ``data(for:constraints:options:retries:queue:)``.
    ///   - progress: called after the response and after each piece of content, one call at a time,
    ///     on a queue that all downloads of the session share. It should return soon. It is not
    ///     called after the method has returned.
    /// - Returns: the file and the response. The file is in the folder for temporary files and
    ///   readable only by its owner; the caller moves or deletes it. The status of the response can
    ///   be any. A resumed download has the response of its first part: status 200, with the header
    ///   of an uninterrupted download.
    /// - Throws: the errors of the session (`URLError`) and of the file system (`CocoaError`); a
    ///   ``ResponseError`` for a response that counts as an error; a `DeferralError`, for example
    ///   if the deadline passed; `CancellationError` if the task was cancelled, which also cancels
    ///   the session's task. No file remains after an error.
    ///
    /// ## Resuming
    ///
    /// A download that runs again, after a loss of the network (`onLoss: .stop`) or after an error
    /// (`maxAttempts`), continues where it stopped if the server proves that it sends the rest of
    /// the same version (RFC 9110, `If-Range`):
    ///
    /// - The first response must have a strong entity tag, or a modification date that is at least
    ///   one minute older than the response, and no content encoding.
    /// - The response with the rest must come from the same server, name the same version, begin
    ///   where the file ends, and match the total length.
    ///
    /// If it does not, or if the server does not have the rest (412, 416), the download starts
    /// again from the beginning. A connection can break before the loss of the network is known;
    /// this counts as an error.
    ///
    /// The server may send the complete file (200) instead of the rest. It replaces the content in
    /// the file if it has the same media type, and an entity tag or a modification date. Otherwise
    /// it may be a captive portal's page: the attempt fails with
    /// ``ResponseError/Reason/replacement``, and the content in the file is kept. After three such
    /// responses in a row with the same media type from the same server, the next one replaces the
    /// content.
    ///
    /// ## Responses that count as errors
    ///
    /// After the first content, a response without the file (204, a redirection that cannot be
    /// followed, 404, 503) throws ``ResponseError``, and the content in the file is kept for the
    /// next attempt. Statuses 408, 425, 429, 5xx and those in `retries` are retried, others are
    /// not. A redirection that the session's delegate does not follow is the result, not an error;
    /// so is one with a body from `https` to `http`. The rules for other redirections are those of
    /// ``data(for:constraints:options:retries:queue:)``.
    ///
    /// A part (206) is an error unless the request or the session's configuration has a `Range`
    /// field (``ResponseError/Reason/unrequestedPart``). An attempt ends with an error if the
    /// server sends 64 parts in a row of less than 64 KiB (``ResponseError/Reason/shortParts``).
    ///
    /// ## Differences from URLSession's downloads
    ///
    /// The download runs in a private session with the configuration of this one, which asks this
    /// session's delegate about redirections, passwords and bodies. Invalidating this session does
    /// not end the download; cancelling the task does. The private session is needed because
    /// Foundation on Linux cannot resume downloads, leaves the file of a cancelled download behind,
    /// and writes the content twice if a delegate observes the progress (seen with Swift 6.3).
    ///
    /// The file has no name until it is complete, so that nothing remains if the process is killed.
    /// On file systems that do not support this (FAT, NFS), or without `/proc`, a killed process
    /// leaves `UUID.download` in the folder for temporary files.
    ///
    /// Foundation on Linux ends the process if a server sends a `Content-Length` of 2^63 - 512 or
    /// more.
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
        let download = Download(request, for: self, retries: retries, progress: progress)
        do {
            let response = try await queue.run(deferred.constraints, options: deferred.options) {
                try await download.run(into: file)
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
    /// The queue of requests that name none. It has no limit, because URLSession has its own.
    static let forRequests = DeferralQueue(maxConcurrentOperationCount: .max)
}

/// The constraints and options of a request: the caller's, restricted by the request itself.
struct DeferredRequest: Sendable {
    var constraints: NetworkConstraints
    var options: DeferralQueue.Options

    init(
        _ request: URLRequest,
        _ configuration: URLSessionConfiguration,
        constraints: NetworkConstraints,
        options: DeferralQueue.Options,
        retries: RetriedStatuses = .none
    ) {
        self.constraints = constraints
        self.options = options
        if !request.allowsCellularAccess || !configuration.allowsCellularAccess {
            self.constraints.prohibitedInterfaceTypes.insert(.wwan)
        }
        // A body stream can be read only once.
        if request.httpBodyStream != nil {
            self.options.onLoss = .finish
            self.options.maxAttempts = 1
        }
        // The caller's closures apply to all errors, too.
        self.options.isTransient = { error in
            if let error = error as? ResponseError, !error.isTransient(retries) { return false }
            return options.isTransient(error)
        }
        self.options.retryDelay = { error in
            let wanted = (error as? ResponseError)?.retryAfter
            return [wanted, options.retryDelay(error)].compactMap(\.self).max()
        }
    }
}

extension ResponseError {
    /// Whether another attempt can succeed. It cannot after a status that neither the standard nor
    /// the caller considers transient, nor after a part that was not requested.
    fileprivate func isTransient(_ retries: RetriedStatuses) -> Bool {
        switch reason {
        case .replacement, .shortParts: true
        default: retries.contains(statusCode) || isTransientStatus(statusCode)
        }
    }
}
