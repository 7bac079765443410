// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NetworkReachability
internal import TransferRules

/// Decides where the answer to a request comes from. It does no I/O.
///
/// There are two decisions: the ``opening(_:)``, before anything is sent, and the ``closing(_:)``, when a request has
/// ended.
struct AnswerDecision {
    let policy: OfflinePolicy
    /// The directives of the request about stored responses.
    let request: RequestDirectives
    /// The stored response; `nil` if there is none.
    let stored: StoredResponse?
    let now: HTTPDate

    /// Whether the network may be used.
    enum Path: Hashable {
        case open
        /// It does not meet the constraints, for these reasons.
        case barred([NetworkConstraints.Reason])
    }

    /// The first action.
    enum Opening: Hashable {
        /// The stored answer is used.
        case useStored(
            OfflineAnswer.Reason, Set<OfflineAnswer.Restriction>, revalidatesInBackground: Bool)
        /// The server is asked, and waited for as long as this.
        case ask(within: Duration?)
        /// There is no answer.
        case fail(Failure)
    }

    /// Why there is no answer.
    enum Failure: Hashable {
        case path([NetworkConstraints.Reason], Set<OfflineAnswer.Restriction>)
        case notStored(Set<OfflineAnswer.Restriction>)
    }

    /// The result of a request that has failed.
    enum Outcome: Hashable {
        /// The server has not answered in time, and the request goes on.
        case timeout
        case networkError(URLError.Code)
        case serverError(Int)
        case unexpectedAnswer
    }

    /// The action after a request that has failed.
    enum Closing: Hashable {
        /// The stored answer is used.
        case useStored(OfflineAnswer.Reason, Set<OfflineAnswer.Restriction>)
        /// The result of the request is used.
        case passOn
    }

    // MARK: - Before a request

    func opening(_ path: Path) -> Opening {
        if policy.preference == .networkOnly, request.onlyIfCached {
            return .fail(.notStored([]))
        }
        if policy.preference == .storedOnly || request.onlyIfCached {
            return useStored(.storedOnly, on: .disconnected) ?? .fail(.notStored(restrictions()))
        }
        if policy.preference == .fresh || policy.preference == .stored,
            restrictions(on: .unasked)?.isEmpty == true
        {
            // What is fresh needs no path.
            return .useStored(.fresh, [], revalidatesInBackground: false)
        }
        if case .barred(let reasons) = path {
            let reason: OfflineAnswer.Reason =
                reasons.contains(where: \.isOffline) ? .noPath : .constraints(reasons)
            guard policy.preference != .networkOnly,
                let use = useStored(
                    reason, on: .disconnected, revalidatesInBackground: needsValidation)
            else { return .fail(.path(reasons, restrictions())) }
            return use
        }
        switch policy.preference {
        case .fresh where stored?.mayBeUsedWhileRevalidating(for: request, now: now) == true:
            return .useStored(.staleWhileRevalidate, [], revalidatesInBackground: true)
        case .network, .fresh, .networkOnly: return .ask(within: policy.patience)
        case .stored:
            return useStored(
                .storedFirst, on: .revalidatingInBackground, revalidatesInBackground: isOldEnough)
                ?? .ask(within: policy.patience)
        case .storedOnly: preconditionFailure("only what is stored, and the network was asked")
        }
    }

    private func useStored(
        _ reason: OfflineAnswer.Reason, on occasion: ServingOccasion,
        revalidatesInBackground: Bool = false
    ) -> Opening? {
        guard let restrictions = restrictions(on: occasion),
            restrictions.isEmpty || policy.overridesRestrictions
        else { return nil }
        return .useStored(reason, restrictions, revalidatesInBackground: revalidatesInBackground)
    }

    /// Whether the stored answer is to be validated once that is possible.
    var needsValidation: Bool {
        guard let stored else { return true }
        return stored.isInvalidated
            || (isOldEnough && (stored.staleness(now: now) != nil || stored.directives.noCache))
    }

    /// Whether the stored answer has the minimum age of the policy. It counts from the last answer of the server.
    private var isOldEnough: Bool {
        guard let stored, stored.receivedAt <= now else { return true }
        return .seconds(now.seconds - stored.receivedAt.seconds) >= policy.minimumAge
    }

    // MARK: - After a request

    func closing(_ outcome: Outcome) -> Closing {
        guard policy.preference != .networkOnly,
            let restrictions = restrictions(on: outcome.occasion),
            restrictions.isEmpty || policy.overridesRestrictions
        else { return .passOn }
        return .useStored(outcome.reason, restrictions)
    }

    // MARK: - Restrictions

    /// Why the stored answer may not be used, apart from being stale, when there is no network; empty if there is none.
    private func restrictions() -> Set<OfflineAnswer.Restriction> {
        restrictions(on: .disconnected) ?? []
    }

    /// Why the stored answer may not be used; `nil` if there is none.
    private func restrictions(on occasion: ServingOccasion) -> Set<OfflineAnswer.Restriction>? {
        guard let stored else { return nil }
        let restrictions = stored.restrictions(on: occasion, for: request, now: now)
        return Set(restrictions.map(OfflineAnswer.Restriction.init))
    }
}

extension AnswerDecision.Outcome {
    var occasion: ServingOccasion {
        switch self {
        case .timeout, .networkError, .unexpectedAnswer: .disconnected
        case .serverError: .serverError
        }
    }

    var reason: OfflineAnswer.Reason {
        switch self {
        case .timeout: .timeout
        case .networkError(let code): .networkError(code)
        case .serverError(let status): .serverError(status)
        case .unexpectedAnswer: .unexpectedAnswer
        }
    }
}

extension OfflineAnswer.Restriction {
    init(_ restriction: ServingRestriction) {
        switch restriction {
        // The request's preference for what is fresh.
        case .requested, .stale: self = .requested
        case .noCache: self = .noCache
        case .invalidated: self = .changed
        case .mustRevalidate: self = .mustRevalidate
        case .staleWhileRevalidate: self = .staleWhileRevalidate
        case .staleIfError: self = .staleIfError
        }
    }
}

extension NetworkConstraints.Reason {
    /// Whether there is no path at all.
    fileprivate var isOffline: Bool {
        if case .offline = self { true } else { false }
    }
}
