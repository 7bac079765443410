// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// What is known of the path that a condition is about, and why the condition does not hold by that. It does no I/O.
struct ConditionFacts {
    /// What is known of the host that the condition names; `nil` if it names none, or nothing is known of it.
    var lookup: HostAddresses.Knowledge?
    /// The path, with what was known of the internet before the check that is under way; `nil` if there is none.
    var unchecked: NetworkPath?
    /// The path, with the result of the last check; `nil` if there is none.
    var path: NetworkPath?
    /// Whether it is being checked whether the internet answers.
    var isBeingChecked: Bool
    /// Whether NetworkManager and ModemManager have not answered yet what the path costs.
    var awaitsCost: Bool

    /// Why the condition does not hold; empty if it does.
    func reasons(_ key: ConditionTracker.Key) -> [Verdict.Reason] {
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
        // What is negated holds meanwhile: the wait for the result is no loss.
        if key.requiresValidation, isBeingChecked, !key.condition.isNegated {
            return [.internetIsUnknown]
        }
        if awaitsCost, key.awaitsCosts || !key.condition.constraints.allowsExpensiveNetworkAccess {
            return [.costIsUnknown]
        }
        var condition = key.condition
        // The verdict is about the path; which host that leads to is decided.
        if condition.host == nil { condition.host = key.host }
        let reasons = condition.verdict(on: path ?? .unknown).reasons
        guard reasons.isEmpty, key.avoidsPortal, let path, path.leadsBeyondLink else {
            return reasons
        }
        if awaitsCost { return [.portalIsUnknown] }
        // While a check is under way, what was known before counts.
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

    /// NetworkManager may say that the path is metered.
    fileprivate static let costIsUnknown = Verdict.Reason(
        code: "unknownMetering",
        text: "NetworkManager has not yet answered whether the path is metered")

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
