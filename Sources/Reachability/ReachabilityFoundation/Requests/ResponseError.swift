// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import FoundationNetworking
internal import TransferRules

/// An error that is thrown when a server's response is a failure of the request.
///
/// A status is a failure only if the caller lists it (`retries`), or if it comes after content of a
/// download: the text of an error must not replace what was downloaded. A part that was not
/// requested is a failure of every download.
public struct ResponseError: Error {
    /// The reason why a response is a failure.
    public struct Reason: Sendable, Hashable {
        private let word: String

        /// The status of the response.
        public static let status = Reason(word: "status")
        /// The rest of a download was requested, but the response is a complete file of another
        /// media type, or without an entity tag or a modification date. Captive portals respond
        /// like that.
        public static let replacement = Reason(word: "replacement")
        /// The complete file was requested, but the response is a part of it (status 206). The
        /// download is not retried.
        public static let unrequestedPart = Reason(word: "unrequestedPart")
        /// The server sent 64 parts in a row that are shorter than 64 KiB. The next attempt
        /// continues after these.
        public static let shortParts = Reason(word: "shortParts")
    }

    /// The reason why the response is a failure.
    public let reason: Reason
    /// The response of the server.
    public let response: HTTPURLResponse
    /// The delay that the server requests before the next attempt (`Retry-After`), at most 24
    /// hours; `nil` if it requests none.
    ///
    /// The next attempt waits for at least this time.
    public let retryAfter: Duration?

    /// Creates an error for a response. ``retryAfter`` is read from its header.
    public init(_ reason: Reason, _ response: HTTPURLResponse) {
        self.reason = reason
        self.response = response
        retryAfter = response.headers.retryAfter(now: .now)
    }

    /// The HTTP status of the response.
    public var statusCode: Int { response.statusCode }
}

extension RetriedStatuses {
    /// Throws an error if the status of a response counts as a failure.
    func check(_ response: URLResponse) throws(ResponseError) {
        if let response = response as? HTTPURLResponse, contains(response.statusCode) {
            throw ResponseError(.status, response)
        }
    }
}

extension ResponseError: CustomStringConvertible {
    /// A description of the error for people, in English. The user, password and query of the URL
    /// are left out.
    public var description: String {
        let place = response.url.flatMap { url in
            url.host().map { "\($0)\(url.path())" }
        }
        let server = place.map { "the server of \($0)" } ?? "the server"
        switch reason {
        case .replacement:
            return "\(server) sent another file instead of the rest of the download"
        case .unrequestedPart:
            return "\(server) sent a part of the file instead of the complete file"
        case .shortParts:
            return "\(server) sends the file in parts that are too short"
        default:
            let words = HTTPURLResponse.localizedString(forStatusCode: statusCode)
            return "\(server) answered with status \(statusCode) (\(words))"
        }
    }
}
