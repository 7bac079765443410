// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
internal import TransferRules

/// An answer of a server that ends an attempt of a request as a failure.
///
/// Statuses are failures only where the caller says so (`retries`), and in the midst of a download: what
/// was downloaded before must not be replaced by the text of an error. A part that was not asked for is a
/// failure of every download.
public struct ResponseError: Error {
    /// Why an answer is a failure.
    public struct Reason: Sendable, Hashable {
        private let word: String

        /// The answer's status.
        public static let status = Reason(word: "status")
        /// A download was to go on, and the answer is a whole file of another kind or without a name of
        /// its version. Captive portals answer so.
        public static let replacement = Reason(word: "replacement")
        /// A download asked for the whole file, and the answer is a part of it (status 206). The download
        /// is not tried again.
        public static let unrequestedPart = Reason(word: "unrequestedPart")
        /// The server sent 64 parts in a row that are shorter than 64 KiB. The next attempt goes on with
        /// what follows.
        public static let shortParts = Reason(word: "shortParts")
    }

    /// Why the answer is a failure.
    public let reason: Reason
    /// The answer.
    public let response: HTTPURLResponse
    /// How long the server wants to be left alone (`Retry-After`), at most 24 hours; `nil` if it does not
    /// say. The next attempt waits for at least as long.
    public let retryAfter: Duration?

    /// An answer that is a failure. How long the server wants to be left alone is taken from its header.
    public init(_ reason: Reason, _ response: HTTPURLResponse) {
        self.reason = reason
        self.response = response
        retryAfter = response.headers.retryAfter(now: .now)
    }

    /// The status of the answer.
    public var statusCode: Int { response.statusCode }
}

extension ResponseError: CustomStringConvertible {
    /// The error in words that a person understands. User, password and query of the URL are left out.
    public var description: String {
        let place = response.url.flatMap { url in
            url.host().map { "\($0)\(url.path())" }
        }
        let server = place.map { "the server of \($0)" } ?? "the server"
        switch reason {
        case .replacement:
            return "\(server) answered with another file than the one that was to go on"
        case .unrequestedPart:
            return "\(server) answered with a part of the file, and the whole file was asked for"
        case .shortParts:
            return "\(server) sends the file in parts that are too short"
        default:
            let words = HTTPURLResponse.localizedString(forStatusCode: statusCode)
            return "\(server) answered with status \(statusCode) (\(words))"
        }
    }
}

extension ResponseError: LocalizedError {
    /// The error in words that a person understands.
    public var errorDescription: String? { description }
}
