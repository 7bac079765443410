// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The facts that decide a condition: its path, and the lookups, checks and answers that are pending. It does no I/O.
struct ConditionFacts {
    /// The lookup of the host that the condition names; `nil` if it names none.
    var lookup: HostAddresses.LookupState?
    /// The path, with the connectivity before the running check; `nil` if there is no path.
    var unchecked: NetworkPath?
    /// The path, with the result of the last check; `nil` if there is no path.
    var path: NetworkPath?
    /// Whether a check of the internet is running.
    var isBeingChecked: Bool
    /// Which answer of NetworkManager or ModemManager about the cost is missing, as a sentence; `nil` if none is.
    var missingAnswer: String?
    /// The facts beside the path that the condition depends on.
    var circumstances = Circumstances.current

    /// Why the condition does not hold; empty if it does, and `nil` if that is not known yet.
    func reasons(_ key: ConditionTracker.Key) -> [Verdict.Reason]? {
        if key.condition.host != nil {
            // The user has named the host, so the internet does not stand for it.
            var failure: ResolutionError?
            switch lookup {
            case .addresses(let addresses) where !addresses.isEmpty: break
            case .failed(let error): failure = error; fallthrough
            case .addresses, .pending, nil:
                return key.condition.verdict(on: nil, lookupFailure: failure).reasons
            }
        }
        let isUnchecked = key.requiresValidation && isBeingChecked
        if isUnchecked, !key.condition.isNegated { return [.internetIsUnknown] }
        let reasons = reasonsOfPath(key)
        // A negated condition goes on as it was: the wait for the result is no loss.
        return reasons.isEmpty && isUnchecked ? nil : reasons
    }

    /// Why the condition does not hold on the path as it is known.
    private func reasonsOfPath(_ key: ConditionTracker.Key) -> [Verdict.Reason] {
        var condition = key.condition
        // The verdict is about the path; which host that leads to is decided.
        if condition.host == nil { condition.host = key.host }
        if let missingAnswer, condition.needsPath, key.awaitsAnswers || condition.dependsOnAnswers {
            return [.costIsUnknown(missingAnswer)]
        }
        let reasons = condition.verdict(on: path ?? .unknown, circumstances).reasons
        guard reasons.isEmpty, key.avoidsPortal, let path, path.leadsBeyondLink else {
            return reasons
        }
        if missingAnswer != nil { return [.portalIsUnknown] }
        // During a check, the result of the one before counts.
        let known = isBeingChecked ? unchecked ?? path : path
        return known.connectivity.value == .portal ? [.portalIsKnown] : []
    }
}

extension ConditionTracker.Key {
    /// Whether the internet must answer.
    var requiresValidation: Bool { condition.constraints.requiresValidation }
}

extension NetworkPath {
    /// Whether another machine of the network may answer in place of the server: packets go through a gateway, or to a
    /// modem's provider, and not through a tunnel.
    fileprivate var leadsBeyondLink: Bool {
        !isVPN && (!gateways.isEmpty || connection == .wwan)
    }
}

extension Verdict.Reason {
    /// The check of the internet has not ended.
    fileprivate static let internetIsUnknown = Verdict.Reason(
        code: "notValidated", text: "it is being checked whether the internet answers")

    /// The missing answer may say that traffic costs money.
    fileprivate static func costIsUnknown(_ missingAnswer: String) -> Verdict.Reason {
        Verdict.Reason(code: "unknownMetering", text: missingAnswer)
    }

    /// NetworkManager may know of a login page.
    fileprivate static let portalIsUnknown = Verdict.Reason(
        code: "portal",
        text:
            "NetworkManager has not yet answered whether the user must log in to the network first"
    )

    /// The user must log in first.
    fileprivate static let portalIsKnown = Verdict.Reason(
        code: "portal",
        text:
            "the user must log in to the network first: its login page could be taken for the server's answer"
    )
}
