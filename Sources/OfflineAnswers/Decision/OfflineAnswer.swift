// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import NetworkReachability

/// The answer to a request, and where it comes from.
public struct OfflineAnswer: Sendable {
    /// The content of the response.
    public let data: Data
    /// The response of the server, as it was sent or stored. That of a stored answer has its age in seconds (`Age`).
    public let response: HTTPURLResponse
    /// Where the answer comes from.
    public let source: Source
    /// What the server or the request has said against the use of this stored answer, and the policy has passed over
    /// (``OfflinePolicy/overridingServer``); empty for all other answers.
    public let overridden: Set<Restriction>

    /// Where an answer comes from.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Source: Sendable, Hashable {
        /// The server has just sent the answer.
        case network
        /// The answer was stored, and the server has just said that it is still valid (304).
        case revalidated
        /// The answer was stored, and was not validated. The age counts from when the server made it.
        case stored(age: Duration, because: Reason)
    }

    /// Why a stored answer was used without being validated.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// The answer is fresh: the server has said that it need not be asked. Or the request accepts how stale it is
        /// (`max-stale`).
        case fresh
        /// The answer is stale, and the server allows its use while it is validated behind (`stale-while-revalidate`).
        case staleWhileRevalidate
        /// The policy prefers a stored answer, which is validated behind.
        case storedFirst
        /// The policy accepts only stored answers.
        case storedOnly
        /// There is no path to the internet.
        case noPath
        /// The path does not meet the constraints, for these reasons, such as that it is metered.
        case constraints([NetworkConstraints.Reason])
        /// The server has not answered in time.
        case timeout
        /// The server could not be reached.
        case networkError(URLError.Code)
        /// The server has answered with this status, of an error of its own.
        case serverError(Int)
        /// The answer from the network may be the page of a captive portal, or was rejected by
        /// ``OfflineClient/Configuration/validate``.
        case unexpectedAnswer
    }

    /// What the server or the request has said against the use of a stored answer.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Restriction: String, Sendable, Hashable, Codable, CaseIterable {
        /// The server wants to be asked each time (`no-cache`).
        case noCache
        /// The server forbids to use it when it is stale (`must-revalidate`).
        case mustRevalidate
        /// It has been stale for longer than the server allows before it is validated (`stale-while-revalidate`).
        case staleWhileRevalidate
        /// It has been stale for longer than the server or the request allows when the server fails (`stale-if-error`).
        case staleIfError
        /// A request of this client's has changed the resource since (RFC 9111, section 4.4).
        case changed
        /// The request prefers a newer one (`no-cache`, `max-age`, `min-fresh`).
        case requested
    }
}

extension OfflineAnswer.Source {
    /// Whether the answer was stored and not validated.
    public var isStored: Bool {
        switch self {
        case .network, .revalidated: false
        case .stored: true
        }
    }
}

extension OfflineAnswer.Source: CustomStringConvertible {
    /// The source in words: `90.0 seconds old, stored, because there is no path`.
    public var description: String {
        switch self {
        case .network: "from the network"
        case .revalidated: "validated by the server"
        case .stored(let age, let reason): "\(age) old, stored, because \(reason)"
        }
    }
}

extension OfflineAnswer.Reason: CustomStringConvertible {
    /// The reason in words, in English.
    public var description: String {
        switch self {
        case .fresh: "it is fresh"
        case .staleWhileRevalidate: "the server allows it until it is validated"
        case .storedFirst: "stored answers are preferred"
        case .storedOnly: "only stored answers are wanted"
        case .noPath: "there is no path"
        case .constraints(let reasons):
            "the path does not meet the constraints: "
                + reasons.map(\.description).joined(separator: "; ")
        case .timeout: "the server has not answered in time"
        case .networkError(let code): "the server could not be reached (\(code.rawValue))"
        case .serverError(let status): "the server has answered with \(status)"
        case .unexpectedAnswer: "the answer from the network is not what is expected"
        }
    }
}
