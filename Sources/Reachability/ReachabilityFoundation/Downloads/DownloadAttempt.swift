// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import TransferRules

/// An attempt of a download: handles the events of a session's task and writes the content to the
/// file.
final class DownloadAttempt: Sendable {
    /// The result of an attempt without an error.
    enum Outcome: Sendable {
        /// The file is complete.
        case received(URLResponse)
        /// The file has one more part; the following one must be requested.
        case receivedPart(HTTPURLResponse)
        /// The content in the file cannot be resumed; the complete file must be requested.
        case startAgain
        /// A redirection to this request, which keeps the body.
        case redirection(URLRequest)
    }

    /// The meaning of the content that follows.
    private enum Expectation {
        /// The rest, or a part of it, up to `end`.
        case part(end: Int64, total: Int64, HTTPURLResponse)
        /// The content from the beginning.
        case whole(length: Int64?)
        /// Content to ignore. The attempt fails with this error unless another response follows.
        case nothing(ResponseError)
    }

    private struct State {
        var response: URLResponse?
        var expectation: Expectation?
        /// Whether the following content is ignored.
        var isOver = false
        /// Whether a redirection is not followed.
        var isRedirectionRefused = false
    }

    /// The delegate of the caller's session.
    var callerDelegate: CallerDelegate? { download.callerDelegate }
    let redirections: Redirections
    private let download: Download
    private let file: DownloadFile
    private let resumption: Resumption?
    let transfer: Transfer<Outcome>
    private let state = Lock(State())

    /// - Parameters:
    ///   - download: the parameters of the download.
    ///   - resumption: the rest that is requested; `nil` for the complete file.
    init(
        _ download: Download,
        _ resumption: Resumption?,
        into file: DownloadFile,
        _ redirections: Redirections,
        transfer: Transfer<Outcome>
    ) {
        self.download = download
        self.resumption = resumption
        self.file = file
        self.redirections = redirections
        self.transfer = transfer
    }

    /// Handles a response. There are several if a password is required.
    func receive(_ response: URLResponse) {
        guard let answer = response as? HTTPURLResponse else {
            let length = response.expectedContentLength
            return beginWhole(response, length: length > 0 ? length : nil, nil)
        }
        let meaning = resumption?.answer(
            status: answer.statusCode, answer.headers, from: answer.origin)
        let isAllowed = meaning.map(file.allows) ?? true
        if let failure = failure(answer) { return fail(failure) }
        guard isAllowed else {
            return stop(with: .failure(ResponseError(.replacement, answer)))
        }
        switch meaning {
        case .part(let end, let total):
            expect(.part(end: end, total: total, answer), file.response ?? answer)
        case .complete:
            stop(with: .success(.received(file.response ?? answer)))
        case .unusable:
            stop(with: .success(.startAgain))
        case .whole, .other, nil:
            let length = answer.contentLength(for: download.request)
            beginWhole(answer, length: length, answer.content(for: download.request))
        }
    }

    /// Notes that a redirection is not followed. Its response comes next.
    func refuseRedirection() { state.withLock { $0.isRedirectionRefused = true } }

    /// Handles a piece of content.
    func receive(_ data: Data) {
        let (expectation, isOver) = state.withLock { ($0.expectation, $0.isOver) }
        guard !isOver else { return }
        switch expectation {
        case .nothing: return
        case .part(let end, _, _) where Int64(data.count) > end - file.length:
            return stop(with: .success(.startAgain))
        case .part, .whole, nil: break
        }
        do {
            try file.append(data)
        } catch {
            return stop(with: .failure(error))
        }
        reportProgress()
    }

    /// Handles a missing password: the response that asks for it is the result.
    func refuse(_ response: URLResponse?) {
        guard let response = response ?? state.withLock(\.response) else { return }
        if let answer = response as? HTTPURLResponse, let failure = failure(answer) {
            stop(with: .failure(failure))
        } else {
            stop(with: .success(.received(response)))
        }
    }

    /// Handles the end of the task.
    ///
    /// - Parameter last: the task's last response. Foundation reports a redirection without a
    ///   usable `Location` only there (seen with Swift 6.3).
    func end(_ error: (any Error)?, _ last: URLResponse?) {
        transfer.end(
            Result {
                if let error { throw error }
                let (response, expectation) = state.withLock { ($0.response, $0.expectation) }
                guard let response, let expectation else {
                    if let last = last as? HTTPURLResponse, let failure = failure(last) {
                        throw failure
                    }
                    throw URLError(.badServerResponse)
                }
                switch expectation {
                case .nothing(let failure): throw failure
                case .part(let end, let total, let answer):
                    guard file.length == end else { throw URLError(.networkConnectionLost) }
                    return end < total ? .receivedPart(answer) : .received(response)
                case .whole(let length):
                    if let length, file.length < length { throw URLError(.networkConnectionLost) }
                    if let length, file.length > length { throw URLError(.badServerResponse) }
                    return .received(response)
                }
            })
    }

    /// Returns the error for a response's status; `nil` if it is not a failure. The statuses in
    /// `retries` are failures, except those that mean that the rest is not available.
    private func failure(_ response: HTTPURLResponse) -> ResponseError? {
        let status = response.statusCode
        var stage = DownloadStage()
        stage.isResumed = resumption != nil
        stage.isForPart = isForPart
        stage.hasBegun = file.hasBegun
        stage.isRedirectionRefused = state.withLock(\.isRedirectionRefused)
        let isRefusal = resumption != nil && [412, 416].contains(status)
        if !isRefusal, download.retries.contains(status) { return ResponseError(.status, response) }
        return switch stage.meaning(of: status) {
        case .usable: nil
        case .failure: ResponseError(.status, response)
        case .unrequestedPart: ResponseError(.unrequestedPart, response)
        }
    }

    /// Whether the caller requests a part of the file, in the request or in the session's
    /// configuration.
    private var isForPart: Bool {
        if download.request.value(forHTTPHeaderField: "Range") != nil { return true }
        let fields = download.caller.configuration.httpAdditionalHeaders ?? [:]
        return fields.keys.contains { "\($0.base)".lowercased() == "range" }
    }

    private func fail(_ error: ResponseError) {
        switch error.statusCode {
        // If a password is known, another response follows.
        case 401, 407: expect(.nothing(error), error.response)
        default: stop(with: .failure(error))
        }
    }

    private func beginWhole(_ response: URLResponse, length: Int64?, _ content: PartialContent?) {
        do {
            try file.begin(response, content)
        } catch {
            return stop(with: .failure(error))
        }
        expect(.whole(length: length), response)
    }

    private func expect(_ expectation: Expectation, _ response: URLResponse) {
        state.withLock { state in
            state.response = response
            state.expectation = expectation
        }
        reportProgress()
    }

    /// Ends the attempt, and ignores later events.
    func stop(with result: Result<Outcome, any Error>) {
        state.withLock { $0.isOver = true }
        transfer.stop(with: result)
    }

    private func reportProgress() {
        guard let progress = download.progress else { return }
        switch state.withLock(\.expectation) {
        case .part(_, let total, _):
            progress(DownloadProgress(received: file.length, expected: total))
        case .whole(let length):
            progress(DownloadProgress(received: file.length, expected: length))
        case .nothing, nil: break
        }
    }
}
