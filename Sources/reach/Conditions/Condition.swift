// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// What `check`, `wait` and `run` ask for.
struct Condition: Sendable {
    /// What the path must be like.
    var constraints: NetworkConstraints
    /// The host that the path leads to; `nil` for the internet.
    var host: HostName?
    /// What is asked beside the constraints: nobody defers work until it costs money, so the library
    /// has no constraint for it.
    var demands: Set<Demand> = []
    /// Whether the result is inverted.
    var isNegated = false

    /// Something that only a question on the command line asks for.
    enum Demand: CaseIterable {
        /// There is no path. Nothing else can be asked of it.
        case offline
        /// Traffic counts as metered: what `--unmetered` refuses.
        case metered
        /// The path leads through a VPN.
        case vpn
    }

    /// Whether a path meets the condition.
    ///
    /// - Parameters:
    ///   - path: the path; `nil` if no address of the host is known.
    ///   - lookupFailure: why the host's name could not be looked up; `nil` if it could.
    func verdict(on path: NetworkPath?, lookupFailure: ResolutionError? = nil) -> Verdict {
        let reasons = reasons(path, lookupFailure)
        guard isNegated else { return Verdict(reasons: reasons) }
        return Verdict(
            reasons: reasons.isEmpty
                ? [Verdict.Reason(word: "holds", text: "the conditions hold (inverted by --not)")]
                : [])
    }

    private func reasons(
        _ path: NetworkPath?, _ lookupFailure: ResolutionError?
    ) -> [Verdict.Reason] {
        if demands.contains(.offline) {
            return path?.status == .satisfied ? [online] : []
        }
        guard let path else { return [unresolved(lookupFailure)] }
        let reasons = constraints.evaluate(path).reasons.map {
            Verdict.Reason(word: $0.word, text: $0.description, isCostly: $0.isCostly)
        }
        guard path.status == .satisfied else { return reasons }
        return reasons
            + Demand.allCases.filter(demands.contains).compactMap { missing($0, path) }
    }

    private var online: Verdict.Reason {
        let destination = host.map(\.description) ?? "the internet"
        return Verdict.Reason(word: "online", text: "there is a path to \(destination)")
    }

    private func unresolved(_ failure: ResolutionError?) -> Verdict.Reason {
        let name = host?.description ?? ""
        guard let failure, !failure.isAnswer else {
            return Verdict.Reason(word: "unresolved", text: "\(name) has no address")
        }
        return Verdict.Reason(
            word: "lookupFailed", text: "\(name) could not be looked up: \(failure.reason)")
    }

    /// What a satisfied path lacks for a demand.
    private func missing(_ demand: Demand, _ path: NetworkPath) -> Verdict.Reason? {
        switch demand {
        case .offline: online
        case .metered:
            refusesAsMetered(path)
                ? nil
                : Verdict.Reason(
                    word: "notMetered",
                    text: path.metered.value == .unknown
                        ? "cost unknown, counted as free: \(path.metered.detail)"
                        : "\(path.metered.value.words): \(path.metered.detail)")
        case .vpn:
            path.isVPN
                ? nil : Verdict.Reason(word: "noVPN", text: "the path does not lead through a VPN")
        }
    }

    /// Whether `--unmetered` would refuse a path, with the same word on unknown costs.
    private func refusesAsMetered(_ path: NetworkPath) -> Bool {
        var unmetered = NetworkConstraints.unmetered
        unmetered.unknownMetering = constraints.unknownMetering
        return unmetered.evaluate(path) != .satisfied
    }

    /// What was assumed where the condition holds; `nil` if nothing was.
    func assumption(on path: NetworkPath) -> String? {
        guard !isNegated, path.metered.value == .unknown, path.status == .satisfied else {
            return nil
        }
        if !constraints.allowsExpensiveNetworkAccess { return "cost unknown, counted as free" }
        return demands.contains(.metered) ? "cost unknown, counted as metered" : nil
    }

    /// What a path is asked for.
    ///
    /// - Parameters:
    ///   - configuration: what is asked by the configuration; its probes where there is no host.
    ///   - addresses: the host's.
    func question(_ configuration: PathQuestion, addresses: [String]) -> PathQuestion {
        guard host != nil else { return configuration }
        var question = configuration
        question.probes = PathProbes(
            addresses.compactMap { address in IPAddress(String(address.prefix { $0 != "%" })) })
        question.zone = addresses.lazy.compactMap(HostName.zone).first
        question.destination = .host
        return question
    }
}

/// Whether a condition holds, and why not.
struct Verdict: Sendable, Hashable {
    /// Why it does not.
    struct Reason: Sendable, Hashable {
        /// In a word that stays the same from version to version.
        var word: String
        /// In words for people.
        var text: String
        /// Whether traffic would cost.
        var isCostly = false
    }

    /// All that is missing; none if it holds.
    var reasons: [Reason]

    /// Whether it holds.
    var holds: Bool { reasons.isEmpty }

    /// Whether traffic would cost, as far as that is a reason.
    var isCostly: Bool { reasons.contains(where: \.isCostly) }

    /// What is missing, in words.
    var text: String { reasons.map(\.text.escaped).joined(separator: "; ") }
}

extension NetworkConstraints.Reason {
    /// Whether it is that traffic costs, or counts as if it did.
    fileprivate var isCostly: Bool {
        switch self {
        case .metered, .unknownMetering: true
        case .offline, .constrained, .typeNotAllowed, .typeProhibited, .otherInterface, .noIPv4,
            .noIPv6, .noDNS, .vpn:
            false
        }
    }
}
