// SPDX-License-Identifier: Apache-2.0

public import Foundation
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

extension ResponseError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

/// The HTTP statuses that count as failures of a request, so that it can be retried.
///
/// ```swift
/// let (answer, _) = try await URLSession.shared.data(
///     for: request, constraints: .connected, options: .init(maxAttempts: 5), retries: .transient)
/// ```
public struct RetriedStatuses: Sendable, Hashable {
    private let statuses: Set<Int>

    /// No status counts as a failure: every response is a result, as in URLSession.
    public static let none = RetriedStatuses([])

    /// The statuses after which the same request can succeed later: 408, 425, 429, and 500 to 599.
    public static let transient = RetriedStatuses((100...599).filter(isTransientStatus))

    /// Creates a set of these statuses.
    public init(_ statuses: some Sequence<Int>) { self.statuses = Set(statuses) }

    /// Returns these statuses together with others.
    public func union(_ others: RetriedStatuses) -> RetriedStatuses {
        RetriedStatuses(statuses.union(others.statuses))
    }

    /// Whether a status counts as a failure.
    public func contains(_ status: Int) -> Bool { statuses.contains(status) }

    /// Throws an error if the status of a response counts as a failure.
    func check(_ response: URLResponse) throws(ResponseError) {
        if let response = response as? HTTPURLResponse, contains(response.statusCode) {
            throw ResponseError(.status, response)
        }
    }
}

extension RetriedStatuses: ExpressibleByArrayLiteral {
    /// Creates a set of these statuses.
    public init(arrayLiteral statuses: Int...) { self.init(statuses) }
}

extension RetriedStatuses: CustomStringConvertible {
    /// The statuses in ascending order, consecutive ones as a range: `408, 500-599`; or `none`.
    public var description: String {
        var rows: [ClosedRange<Int>] = []
        for status in statuses.sorted() {
            if let last = rows.last, last.upperBound + 1 == status {
                rows[rows.count - 1] = last.lowerBound...status
            } else {
                rows.append(status...status)
            }
        }
        let texts = rows.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
}
