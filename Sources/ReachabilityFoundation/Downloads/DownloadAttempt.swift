// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import TransferRules

/// An attempt of a download: takes what a session tells of its task to the file.
final class DownloadAttempt: Sendable {
    /// How an attempt ends, if not by an error.
    enum Outcome: Sendable {
        /// All is in the file.
        case received(URLResponse)
        /// A part of the rest is in the file: what follows is to be asked for.
        case receivedPart(HTTPURLResponse)
        /// What was in the file is of no use: it is to be tried again without it.
        case beginAnew
    }

    /// What becomes of the content that follows.
    private enum Expectation {
        /// It is the rest, or a part of it, and ends here.
        case part(end: Int64, total: Int64, HTTPURLResponse)
        /// It is the content from the beginning on.
        case whole(length: Int64?)
        /// It is of no interest, and this is what follows if nothing better comes.
        case nothing(ResponseError)
    }

    private struct State {
        var response: URLResponse?
        var expectation: Expectation?
        /// Whether what follows is of no interest.
        var isOver = false
        /// Whether the caller's delegate refused to follow a redirection.
        var isRedirectionRefused = false
    }

    /// Whom the download is for, and whose delegate is asked.
    let caller: URLSession
    private let request: DownloadRequest
    private let file: DownloadFile
    private let resumption: Resumption?
    private let transfer: Transfer<Outcome>
    private let state = Lock(State())

    /// - Parameters:
    ///   - request: what its user wanted.
    ///   - resumption: what is asked for; `nil` if it is the whole.
    init(
        _ request: DownloadRequest,
        _ resumption: Resumption?,
        into file: DownloadFile,
        for caller: URLSession,
        transfer: Transfer<Outcome>
    ) {
        self.request = request
        self.resumption = resumption
        self.file = file
        self.caller = caller
        self.transfer = transfer
    }

    /// A response, of which there is more than one if a password was asked for.
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
            stop(with: .success(.beginAnew))
        case .whole, .other, nil:
            let length = answer.contentLength(for: request.request)
            beginWhole(answer, length: length, answer.content(for: request.request))
        }
    }

    /// The caller's delegate does not follow a redirection, whose response comes next.
    func refuseRedirection() { state.withLock { $0.isRedirectionRefused = true } }

    /// Some content.
    func receive(_ data: Data) {
        let (expectation, isOver) = state.withLock { ($0.expectation, $0.isOver) }
        guard !isOver else { return }
        switch expectation {
        case .nothing: return
        case .part(let end, _, _) where Int64(data.count) > end - file.length:
            return stop(with: .success(.beginAnew))
        case .part, .whole, nil: break
        }
        do {
            try file.append(data)
        } catch {
            return stop(with: .failure(error))
        }
        tell()
    }

    /// Nobody knows the password: the response that asks for it is the one.
    func refuse(_ response: URLResponse?) {
        guard let response = response ?? state.withLock(\.response) else { return }
        if let answer = response as? HTTPURLResponse, let failure = failure(answer) {
            stop(with: .failure(failure))
        } else {
            stop(with: .success(.received(response)))
        }
    }

    /// The task has ended.
    ///
    /// - Parameter last: the task's last response. Foundation does not tell one that is a redirection without
    ///   a usable `Location`, except by the task (seen with Swift 6.3).
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

    /// How a response fails the attempt, by its status; `nil` if it does not. Statuses that the download's
    /// user counts as errors do, but for those that say that the rest cannot be had.
    private func failure(_ response: HTTPURLResponse) -> ResponseError? {
        let status = response.statusCode
        var stage = DownloadStage()
        stage.isResumed = resumption != nil
        stage.isForPart = isForPart
        stage.hasBegun = file.hasBegun
        stage.isRedirectionRefused = state.withLock(\.isRedirectionRefused)
        let isRefusal = resumption != nil && [412, 416].contains(status)
        if !isRefusal, request.retries.contains(status) { return ResponseError(.status, response) }
        return switch stage.verdict(on: status) {
        case .usable: nil
        case .failure: ResponseError(.status, response)
        case .unrequestedPart: ResponseError(.unrequestedPart, response)
        }
    }

    /// Whether the download's user asks for a part, by the request or for all requests of the session.
    private var isForPart: Bool {
        if request.request.value(forHTTPHeaderField: "Range") != nil { return true }
        let names = caller.configuration.httpAdditionalHeaders?.keys.map { "\($0.base)" } ?? []
        return names.contains { $0.lowercased() == "range" }
    }

    private func fail(_ error: ResponseError) {
        switch error.statusCode {
        // Somebody may know the password: then another response follows.
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
        tell()
    }

    private func stop(with verdict: Result<Outcome, any Error>) {
        state.withLock { $0.isOver = true }
        transfer.stop(with: verdict)
    }

    private func tell() {
        guard let progress = request.progress else { return }
        switch state.withLock(\.expectation) {
        case .part(_, let total, _):
            progress(DownloadProgress(received: file.length, expected: total))
        case .whole(let length):
            progress(DownloadProgress(received: file.length, expected: length))
        case .nothing, nil: break
        }
    }
}
