// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// What `check`, `wait` and `run` ask for.
struct Condition: Sendable {
    /// What the path must be like.
    var constraints: NetworkConstraints
    /// Where to; `nil` for the internet.
    var host: HostName?
    /// Whether it is to be otherwise.
    var isNegated = false

    /// Whether a path will do.
    ///
    /// - Parameter path: `nil` if the host has no address.
    func verdict(on path: NetworkPath?) -> Verdict {
        let reasons: [Verdict.Reason]
        if let path {
            reasons = constraints.evaluate(path).reasons.map {
                Verdict.Reason(word: $0.word, text: $0.description)
            }
        } else {
            reasons = [
                Verdict.Reason(
                    word: "unresolved", text: "\(host?.description ?? "") has no address")
            ]
        }
        guard isNegated else { return Verdict(reasons: reasons) }
        return Verdict(
            reasons: reasons.isEmpty
                ? [Verdict.Reason(word: "holds", text: "what must not hold does")] : [])
    }

    /// What a path is asked for.
    ///
    /// - Parameters:
    ///   - configuration: what is asked by the configuration; its probes where there is no host.
    ///   - addresses: the host's.
    func question(_ configuration: PathQuestion, addresses: [String]) -> PathQuestion {
        guard host != nil else { return configuration }
        var question = configuration
        question.probes = PathProbes(addresses.compactMap(IPAddress.init))
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
    }

    /// All that is missing; none if it holds.
    var reasons: [Reason]

    /// Whether it holds.
    var holds: Bool { reasons.isEmpty }

    /// What is missing, in words.
    var text: String { reasons.map(\.text.escaped).joined(separator: "; ") }
}
