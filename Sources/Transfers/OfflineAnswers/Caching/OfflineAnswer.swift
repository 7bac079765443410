// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import NetworkReachability
internal import TransferRules

/// The answer to a request, and its source.
public struct OfflineAnswer: Sendable {
    /// The content of the response.
    public let data: Data
    /// The response of the server, as it was sent or stored. The response of a stored answer has its age in seconds (`Age`).
    public let response: HTTPURLResponse
    /// The source of the answer: the server, or the store.
    public let source: Source
    /// The restrictions that forbid the use of this stored answer, and that the policy has overridden
    /// (``OfflinePolicy/overridingServer``); empty for all other answers.
    public let overridden: Set<Restriction>
    /// Why this answer of the server is not stored, so that there will be no answer without a network; `nil` if it is
    /// stored, or was stored before.
    ///
    /// If the store fails later, ``OfflineClient/Configuration/onStoreFailure`` is called.
    public let notStored: NotStored?

    /// The source of an answer.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Source: Sendable, Hashable {
        /// The server has just sent the answer.
        case network
        /// The answer was stored, and the server has just confirmed that it is still valid (304).
        case revalidated
        /// The answer was stored, and was not validated. The age is the time since the server made it.
        case stored(age: Duration, because: Reason)
    }

    /// The reason why a stored answer was used without validation.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// The answer is fresh by the rules of the server, or the request accepts its staleness (`max-stale`).
        case fresh
        /// The answer is stale, and the server allows its use while it is validated in the background
        /// (`stale-while-revalidate`).
        case staleWhileRevalidate
        /// The policy prefers a stored answer, which is validated in the background.
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
        /// The server has answered with this status, which means an error of the server.
        case serverError(Int)
        /// The answer from the network may be the page of a captive portal, or was rejected by
        /// ``OfflineClient/Configuration/validate``.
        case unexpectedAnswer
    }

    /// A restriction of the server or the request that forbids the use of a stored answer.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Restriction: String, Sendable, Hashable, Codable, CaseIterable {
        /// The server requires a validation before each use (`no-cache`).
        case noCache
        /// The server forbids the use of the stale answer (`must-revalidate`).
        case mustRevalidate
        /// The answer has been stale for longer than the server allows before a validation (`stale-while-revalidate`).
        case staleWhileRevalidate
        /// The answer has been stale for longer than the server or the request allows after an error of the server
        /// (`stale-if-error`).
        case staleIfError
        /// A request of the client has changed the resource since then (RFC 9111, section 4.4).
        case changed
        /// The request requires that the server is asked first (`no-cache`).
        case requested
    }
}

extension OfflineAnswer {
    /// Why an answer is not stored.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum NotStored: String, Sendable, Hashable, Codable, CaseIterable {
        /// The method is not `GET`.
        case method
        /// The request has content, by which the server may choose its answer.
        case content
        /// The request is for a part of the content (`Range`), or the answer has only a part.
        case part
        /// The program has set a condition in the request, such as `If-None-Match`.
        case condition
        /// The request has credentials, and the client has no ``OfflineClient/Configuration/account``.
        case noAccount
        /// The request forbids it (`no-store`).
        case requestNoStore
        /// The server forbids it (`no-store`).
        case noStore
        /// The server can choose another answer for each request (`Vary: *`).
        case varyAny
        /// Answers with this status are not stored.
        case status
        /// The answer is larger than ``OfflineClient/Configuration/answerSize`` or ``OfflineClient/Configuration/totalSize``.
        case tooLarge
        /// The answer may be the page of a captive portal.
        case unexpectedAnswer
        /// The store is read-only, or writes too slowly.
        case storeUnavailable
    }
}

extension OfflineAnswer.NotStored: CustomStringConvertible {
    /// The reason in words, in English.
    public var description: String {
        switch self {
        case .method: "only answers to GET are stored"
        case .content: "the request has a body"
        case .part: "only complete content is stored"
        case .condition: "the request is conditional"
        case .noAccount: "the request has credentials, and the client has no account"
        case .requestNoStore: "the request says no-store"
        case .noStore: "the server says no-store"
        case .varyAny: "the server says Vary: *"
        case .status: "answers with this status are not stored"
        case .tooLarge: "it is too large"
        case .unexpectedAnswer: "it may be the page of a captive portal"
        case .storeUnavailable: "the store cannot be written"
        }
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
    /// The source in words: `stored answer, 90.0 seconds old, used because there is no path`.
    public var description: String {
        switch self {
        case .network: "from the network"
        case .revalidated: "stored answer, confirmed by the server"
        case .stored(let age, let reason): "stored answer, \(age) old, used because \(reason)"
        }
    }
}

extension OfflineAnswer.Reason: CustomStringConvertible {
    /// The reason in words, in English.
    public var description: String {
        switch self {
        case .fresh: "it is fresh"
        case .staleWhileRevalidate: "the server allows its use until it is validated"
        case .storedFirst: "the policy prefers stored answers"
        case .storedOnly: "the policy allows only stored answers"
        case .noPath: "there is no path"
        case .constraints(let reasons):
            "the path does not meet the constraints: "
                + reasons.map(\.description).joined(separator: "; ")
        case .timeout: "the server did not answer in time"
        case .networkError(let code): "the server could not be reached (\(code.rawValue))"
        case .serverError(let status): "the server answered with status \(status)"
        case .unexpectedAnswer: "the network returned an unexpected answer"
        }
    }
}
