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
        case receivedPart
        /// What was in the file is of no use: it is to be tried again without it.
        case beginAnew
    }

    /// What becomes of the content that follows.
    private enum Expectation {
        /// It is the rest, or a part of it, and ends here.
        case part(end: Int64, total: Int64)
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
        if isFailure(answer) { return fail(ResponseError(.status, answer)) }
        let length = answer.contentLength(for: request.request)
        let content = answer.content(for: request.request)
        guard let resumption else { return beginWhole(answer, length: length, content) }
        switch resumption.answer(
            status: answer.statusCode, answer.headers, from: answer.origin)
        {
        case .part(let end, let total):
            expect(.part(end: end, total: total), file.response ?? answer)
        case .complete:
            stop(with: .success(.received(file.response ?? answer)))
        case .whole(_, let doubts) where !doubts.isDisjoint(with: [.mediaType, .validator]):
            stop(with: .failure(ResponseError(.replacement, answer)))
        case .unusable:
            stop(with: .success(.beginAnew))
        // A redirection that is not followed is what the session's delegate wants.
        case .whole, .other:
            beginWhole(answer, length: length, content)
        }
    }

    /// Some content.
    func receive(_ data: Data) {
        let (expectation, isOver) = state.withLock { ($0.expectation, $0.isOver) }
        guard !isOver else { return }
        switch expectation {
        case .nothing: return
        case .part(let end, _) where Int64(data.count) > end - file.length:
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
        if let answer = response as? HTTPURLResponse, isFailure(answer) {
            stop(with: .failure(ResponseError(.status, answer)))
        } else {
            stop(with: .success(.received(response)))
        }
    }

    /// The task has ended.
    func end(_ error: (any Error)?) {
        transfer.end(
            Result {
                if let error { throw error }
                let (response, expectation) = state.withLock { ($0.response, $0.expectation) }
                guard let response, let expectation else { throw URLError(.badServerResponse) }
                switch expectation {
                case .nothing(let failure): throw failure
                case .part(let end, let total):
                    guard file.length == end else { throw URLError(.networkConnectionLost) }
                    return end < total ? .receivedPart : .received(response)
                case .whole(let length):
                    if let length, file.length < length { throw URLError(.networkConnectionLost) }
                    if let length, file.length > length { throw URLError(.badServerResponse) }
                    return .received(response)
                }
            })
    }

    /// Whether a response is a failure of the attempt: where its user says so, and in the midst of a
    /// download, where an error's text must not take the place of what is there. A part that cannot be
    /// had is none: then the whole is asked for.
    private func isFailure(_ response: HTTPURLResponse) -> Bool {
        switch response.statusCode {
        case 412 where resumption != nil, 416 where resumption != nil: false
        case let status where request.retries.contains(status): true
        case 200, 206, 300...399: false
        case 201...299: resumption != nil
        default: file.hasBegun
        }
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
        case .part(_, let total):
            progress(DownloadProgress(received: file.length, expected: total))
        case .whole(let length):
            progress(DownloadProgress(received: file.length, expected: length))
        case .nothing, nil: break
        }
    }
}
