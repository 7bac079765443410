// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import TransferRules

/// The file that a download fills, from one attempt to the next. It is made with the first response, and
/// gets its name when all is in it. Its errors are Foundation's.
final class DownloadFile: Sendable {
    private struct State {
        /// `nil` before it is made, and after it was given up.
        var file: TemporaryFile?
        var length: Int64 = 0
        /// The response that began what is in it.
        var response: URLResponse?
        /// What it is the beginning of; `nil` if it cannot be resumed.
        var content: PartialContent?
        /// Whether a response has been the content that was asked for, and not an error.
        var hasBegun = false
        var replacements = Replacements()
    }

    let url: URL
    private let state = Lock(State())

    /// - Parameter folder: where it is made.
    init(in folder: URL = FileManager.default.temporaryDirectory) {
        url = folder.appendingPathComponent("\(UUID().uuidString).download")
    }

    /// How many bytes are in it.
    var length: Int64 { state.withLock(\.length) }

    /// The response that began what is in it: for the caller, that of the whole download.
    var response: URLResponse? { state.withLock(\.response) }

    /// Whether an attempt was answered with content. An error after that is one in the midst of it.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    /// How what is in it can be resumed; `nil` if it cannot, or if nothing is in it.
    var resumption: Resumption? {
        state.withLock { state in
            guard state.length > 0, let content = state.content else { return nil }
            return Resumption(offset: state.length, of: content)
        }
    }

    /// Whether an answer to the request for the rest may be used. It is asked for each answer, once.
    func allows(_ answer: Resumption.Answer) -> Bool {
        state.withLock { $0.replacements.allows(answer) }
    }

    /// Takes out what is in it.
    ///
    /// - Parameters:
    ///   - response: the one that brings what is written from now on.
    ///   - content: what that is; `nil` if it cannot be resumed.
    func begin(_ response: URLResponse, _ content: PartialContent?) throws {
        try state.withLock { state in
            try translatingErrors(of: url) {
                if let file = state.file {
                    try file.empty()
                } else {
                    state.file = try TemporaryFile(path: url.path)
                }
            }
            state.length = 0
            state.response = response
            state.content = content
            if let status = (response as? HTTPURLResponse)?.statusCode {
                let isContent = (200...299).contains(status) && status != 204 && status != 205
                state.hasBegun = state.hasBegun || isContent
            }
        }
    }

    /// Writes to its end.
    func append(_ data: Data) throws {
        try state.withLock { state in
            do {
                try translatingErrors(of: url) { try state.file?.append(data.bytes) }
                state.length += Int64(data.count)
            } catch {
                // Nobody knows how much of it has been written.
                state.content = nil
                throw error
            }
        }
    }

    /// Gives it its name: all is in it.
    func publish() throws {
        try state.withLock { state in
            try translatingErrors(of: url) { try state.file?.publish() }
        }
    }

    /// Closes it, and leaves it to its user if it has its name.
    func close() { state.withLock { $0 = State() } }

    /// Deletes it.
    func remove() {
        state.withLock { state in
            // Nobody can do anything about a temporary file that stays.
            try? state.file?.remove()
            state = State()
        }
    }
}
