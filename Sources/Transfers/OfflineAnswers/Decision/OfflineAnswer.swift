// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import NetworkReachability
internal import TransferRules

/// The answer to a request, and where it comes from.
public struct OfflineAnswer: Sendable {
    /// The content of the response.
    public let data: Data
    /// The response of the server, as it was sent or stored. That of a stored answer has its age in seconds (`Age`).
    public let response: HTTPURLResponse
    /// The source of the answer: the server, or the store.
    public let source: Source
    /// The reasons of the server or the request against the use of this stored answer, which the policy has overridden
    /// (``OfflinePolicy/overridingServer``); empty for all other answers.
    public let overridden: Set<Restriction>
    /// Why this answer of the server's is not stored, so that there will be no answer without a network; `nil` if it is
    /// stored, or was stored before.
    ///
    /// If the store fails afterwards, ``OfflineClient/Configuration/onStoreFailure`` is called.
    public let notStored: NotStored?

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
        /// The answer is stale, and the server allows its use while it is validated in the background (`stale-while-revalidate`).
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
        /// The server has answered with this status, of an error of its own.
        case serverError(Int)
        /// The answer from the network may be the page of a captive portal, or was rejected by
        /// ``OfflineClient/Configuration/validate``.
        case unexpectedAnswer
    }

    /// A reason of the server or the request against the use of a stored answer.
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
        /// The request has a condition of the program's own, such as `If-None-Match`.
        case condition
        /// The request has credentials, and the client has no ``OfflineClient/Configuration/account``.
        case noAccount
        /// The request does not allow it (`no-store`).
        case requestNoStore
        /// The server does not allow it (`no-store`).
        case noStore
        /// The server can choose another answer for each request (`Vary: *`).
        case varyAny
        /// The status is an error, or another one that is not stored.
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
        case .content: "the request has content"
        case .part: "it is a part, or may be one"
        case .condition: "the request is conditional"
        case .noAccount: "the request has credentials, and the client has no account"
        case .requestNoStore: "the request says no-store"
        case .noStore: "the server says no-store"
        case .varyAny: "the server says Vary: *"
        case .status: "its status is not one that is stored"
        case .tooLarge: "it is too large"
        case .unexpectedAnswer: "it may be the page of a captive portal"
        case .storeUnavailable: "the store cannot be written"
        }
    }
}

extension OfflineAnswer.NotStored {
    init(_ obstacle: StorageObstacle) {
        switch obstacle {
        case .method: self = .method
        case .content: self = .content
        case .part: self = .part
        case .condition: self = .condition
        case .credentials: self = .noAccount
        case .requestNoStore: self = .requestNoStore
        case .noStore: self = .noStore
        case .status: self = .status
        case .varyAny: self = .varyAny
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
