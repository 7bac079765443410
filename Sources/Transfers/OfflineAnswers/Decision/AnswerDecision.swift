// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NetworkReachability
internal import TransferRules

/// Decides where the answer to a request comes from. It does no I/O.
///
/// There are two decisions. The ``opening(_:)`` is about the path: it is made before the request is sent, and again if the path
/// is lost while the request runs. The ``closing(_:)`` is about the server, while there is a path: no answer in time, an error of
/// the server, an unexpected answer, or an error of the connection.
struct AnswerDecision {
    let policy: OfflinePolicy
    /// The directives of the request about stored responses.
    let request: RequestDirectives
    /// The stored response; `nil` if there is none.
    let stored: StoredResponse?
    let now: HTTPDate

    /// The first action.
    enum Opening {
        /// The stored answer is used.
        case useStored(
            OfflineAnswer.Reason, Set<OfflineAnswer.Restriction>, revalidatesInBackground: Bool)
        /// The server is asked. The client waits for it for at most this time.
        case ask(within: Duration?)
        /// There is no answer.
        case fail(OfflineError)
    }

    // MARK: - Before a request

    /// Returns the first action.
    ///
    /// - Parameter obstacles: why the path does not meet the constraints; empty if it meets them.
    func opening(_ obstacles: [NetworkConstraints.Reason]) -> Opening {
        if policy.preference == .networkOnly, request.onlyIfCached { return .fail(.notStored([])) }
        if policy.preference == .storedOnly || request.onlyIfCached {
            return useStored(.storedOnly, on: .disconnected)
                ?? .fail(.notStored(restrictions(on: .disconnected) ?? []))
        }
        if policy.preference == .fresh || policy.preference == .stored,
            stored?.isFresh(for: request, now: now) == true
        {
            // A fresh answer needs no path.
            return .useStored(.fresh, [], revalidatesInBackground: false)
        }
        guard obstacles.isEmpty else {
            let isOffline = obstacles.contains { if case .offline = $0 { true } else { false } }
            guard policy.preference != .networkOnly,
                let use = useStored(
                    isOffline ? .noPath : .constraints(obstacles), on: .disconnected,
                    revalidatesInBackground: needsValidation)
            else { return .fail(.path(obstacles, restrictions(on: .disconnected) ?? [])) }
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
        case .storedOnly: preconditionFailure("the policy storedOnly has returned already")
        }
    }

    private func useStored(
        _ reason: OfflineAnswer.Reason, on occasion: ServingOccasion,
        revalidatesInBackground: Bool = false
    ) -> Opening? {
        overriding(on: occasion).map {
            .useStored(reason, $0, revalidatesInBackground: revalidatesInBackground)
        }
    }

    /// Whether the stored answer must be validated as soon as that is possible.
    var needsValidation: Bool {
        guard let stored else { return true }
        let isStale = stored.staleness(now: now) != nil
        // The request may prefer an answer that is newer than a fresh one.
        return stored.isInvalidated
            || (isOldEnough && (isStale || !stored.isFresh(for: request, now: now)))
    }

    /// Whether the stored answer has the minimum age of the policy. It counts from the last answer of the server.
    private var isOldEnough: Bool {
        guard let stored, stored.receivedAt <= now else { return true }
        return .seconds(now.seconds - stored.receivedAt.seconds) >= policy.minimumAge
    }

    // MARK: - After a request

    /// Decides whether the stored answer is used after a request has failed.
    ///
    /// - Parameter failure: why the request has failed.
    /// - Returns: the restrictions that the policy overrides; `nil` if the caller gets the result of the request.
    func closing(_ failure: OfflineAnswer.Reason) -> Set<OfflineAnswer.Restriction>? {
        guard policy.preference != .networkOnly else { return nil }
        return if case .serverError = failure {
            overriding(on: .serverError)
        } else {
            overriding(on: .disconnected)
        }
    }

    // MARK: - Restrictions

    /// The restrictions that the policy overrides if the stored answer is used; `nil` if the answer may not be used.
    private func overriding(on occasion: ServingOccasion) -> Set<OfflineAnswer.Restriction>? {
        guard let restrictions = restrictions(on: occasion),
            restrictions.isEmpty || policy.overridesRestrictions
        else { return nil }
        return restrictions
    }

    /// Why the stored answer may not be used; `nil` if there is none.
    private func restrictions(on occasion: ServingOccasion) -> Set<OfflineAnswer.Restriction>? {
        stored?.restrictions(on: occasion, for: request, now: now)
    }
}
