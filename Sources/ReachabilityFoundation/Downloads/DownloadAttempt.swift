// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem

/// An attempt of a download: takes what a session tells of its task to the file.
final class DownloadAttempt: Sendable {
    /// How an attempt ends, if not by an error.
    enum Outcome: Sendable {
        /// All is in the file.
        case received(URLResponse)
        /// What was in the file is of no use: it is to be tried again without it.
        case beginAnew
    }

    private struct State {
        var response: URLResponse?
        var expected: Int64?
        /// Whether what follows is of no interest.
        var isOver = false
    }

    /// Whom the download is for, and whose delegate is asked.
    let caller: URLSession
    private let request: URLRequest
    private let file: DownloadFile
    private let resumption: Resumption?
    private let progress: (@Sendable (DownloadProgress) -> Void)?
    private let transfer: Transfer<Outcome>
    private let state = Lock(State())

    /// - Parameters:
    ///   - request: what its user wanted.
    ///   - resumption: what is asked for; `nil` if it is the whole.
    init(
        _ request: URLRequest,
        _ resumption: Resumption?,
        into file: DownloadFile,
        for caller: URLSession,
        transfer: Transfer<Outcome>,
        progress: (@Sendable (DownloadProgress) -> Void)?
    ) {
        self.request = request
        self.resumption = resumption
        self.file = file
        self.caller = caller
        self.transfer = transfer
        self.progress = progress
    }

    /// A response, of which there is more than one if a password was asked for.
    func receive(_ response: URLResponse) {
        let expected: Int64?
        switch Resumption.answer(response, to: resumption) {
        case .rest(let length) where file.length == resumption?.offset:
            expected = length
        case .whole(let length):
            expected = length
            do {
                try file.begin(tag: Resumption.tag(of: response, to: request))
            } catch {
                return stop(with: .failure(error))
            }
        // In the file there may be the answer that asked for a password.
        case .rest, .unusable:
            return stop(with: .success(.beginAnew))
        }
        state.withLock { state in
            state.response = response
            state.expected = expected
        }
        tell()
    }

    /// Some content.
    func receive(_ data: Data) {
        guard !state.withLock(\.isOver) else { return }
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
        stop(with: .success(.received(response)))
    }

    /// The task has ended.
    func end(_ error: (any Error)?) {
        transfer.end(
            Result {
                if let error { throw error }
                guard let response = state.withLock(\.response) else {
                    throw URLError(.badServerResponse)
                }
                return .received(response)
            })
    }

    private func stop(with verdict: Result<Outcome, any Error>) {
        state.withLock { $0.isOver = true }
        transfer.stop(with: verdict)
    }

    private func tell() {
        guard let progress else { return }
        progress(
            DownloadProgress(received: file.length, expected: state.withLock(\.expected)))
    }
}
