// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// A condition of the command and of durable transfers: constraints, and what only a command line demands.
package struct Condition: Sendable, Hashable, CustomStringConvertible {
    /// The constraints that the path must meet.
    package var constraints: NetworkConstraints
    /// The host that the path leads to; `nil` for the internet.
    package var host: HostName?
    /// Demands that the library has no constraint for, because nobody defers work until it costs money.
    package var demands: Set<Demand> = []
    /// Whether the result is inverted (`--not`).
    package var isNegated = false

    /// A demand that exists only on the command line.
    package enum Demand: String, Sendable, Codable, CaseIterable {
        /// There is no path. Excludes all other demands and constraints.
        case offline
        /// The path counts as metered: `--unmetered` rejects it.
        case metered
        /// The path leads through a VPN.
        case vpn
    }

    /// Creates a condition.
    package init(
        constraints: NetworkConstraints = NetworkConstraints(),
        host: HostName? = nil,
        demands: Set<Demand> = [],
        isNegated: Bool = false
    ) {
        self.constraints = constraints
        self.host = host
        self.demands = demands
        self.isNegated = isNegated
    }

    /// The conditions in a list: `connected, unmetered, to example.org`; `not (connected, wifi)` if the result is inverted.
    package var description: String {
        var words = demands.contains(.offline) ? ["offline"] : ["\(constraints)"]
        if demands.contains(.metered) { words.append("metered") }
        if demands.contains(.vpn) { words.append("a VPN") }
        if let host { words.append("to \(host.description)") }
        let text = words.joined(separator: ", ")
        return isNegated ? "not (\(text))" : text
    }

    /// Whether a path meets the condition.
    ///
    /// - Parameters:
    ///   - path: the path; `nil` if no address of the host is known.
    ///   - lookupFailure: why the host name could not be resolved; `nil` if it could.
    package func verdict(on path: NetworkPath?, lookupFailure: ResolutionError? = nil) -> Verdict {
        let reasons = reasons(path, lookupFailure)
        guard isNegated else { return Verdict(reasons: reasons) }
        return Verdict(
            reasons: reasons.isEmpty
                ? [Verdict.Reason(code: "holds", text: "the conditions hold (inverted by --not)")]
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
            Verdict.Reason(code: $0.code, text: text($0, on: path), isCostly: $0.isCostly)
        }
        guard path.status == .satisfied else { return reasons }
        return reasons
            + Demand.allCases.filter(demands.contains).compactMap { missing($0, path) }
    }

    /// The text of a reason. The path knows more than the reason: which interface is without a link.
    private func text(_ reason: NetworkConstraints.Reason, on path: NetworkPath) -> String {
        if reason == .offline(.noCarrier) {
            return "offline: \(path.whyNoCarrier(to: host?.description))"
        }
        if case .offline = reason, let why = path.whyChoiceFails(to: host?.description) {
            return "offline: \(why)"
        }
        if reason == .notValidated(path.connectivity), path.connectivity.value == .unknown,
            path.isExpensive
        {
            return "\(reason): the path is metered, and is checked only with \"onMetered\""
        }
        return reason.description
    }

    private var online: Verdict.Reason {
        let destination = host.map(\.description) ?? "the internet"
        return Verdict.Reason(code: "online", text: "there is a path to \(destination)")
    }

    private func unresolved(_ failure: ResolutionError?) -> Verdict.Reason {
        let name = host?.description ?? ""
        guard let failure, !failure.isAnswer else {
            return Verdict.Reason(code: "unresolved", text: "\(name) has no address")
        }
        return Verdict.Reason(
            code: "lookupFailed", text: "\(name) could not be resolved: \(failure.reason)")
    }

    /// Returns why a satisfied path does not meet a demand; `nil` if it does.
    private func missing(_ demand: Demand, _ path: NetworkPath) -> Verdict.Reason? {
        switch demand {
        case .offline: online
        case .metered:
            refusesAsMetered(path)
                ? nil
                : Verdict.Reason(
                    code: "notMetered",
                    text: path.metered.value == .unknown
                        ? "cost unknown, counted as not metered: \(path.metered.detail)"
                        : "\(path.metered.value.text): \(path.metered.detail)")
        case .vpn:
            path.isVPN
                ? nil : Verdict.Reason(code: "noVPN", text: "the path does not lead through a VPN")
        }
    }

    /// Whether `--unmetered` rejects a path, with the same `--unknown-metered`.
    private func refusesAsMetered(_ path: NetworkPath) -> Bool {
        var unmetered = NetworkConstraints.unmetered
        unmetered.unknownMetering = constraints.unknownMetering
        return unmetered.evaluate(path) != .satisfied
    }

    /// The assumption by which a condition holds, in words; `nil` if there is none.
    package func assumption(on path: NetworkPath) -> String? {
        guard !isNegated, path.status == .satisfied else { return nil }
        let assumptions = [costAssumption(path), roamingAssumption(path)].compactMap(\.self)
        return assumptions.isEmpty ? nil : assumptions.joined(separator: "; ")
    }

    private func roamingAssumption(_ path: NetworkPath) -> String? {
        !constraints.allowsRoaming && path.isRoaming == nil && path.usesInterfaceType(.wwan)
            ? "unknown whether the modem is roaming, counted as not roaming" : nil
    }

    private func costAssumption(_ path: NetworkPath) -> String? {
        guard path.metered.value == .unknown else { return nil }
        if !constraints.allowsExpensiveNetworkAccess {
            return "cost unknown, counted as not metered"
        }
        return demands.contains(.metered) ? "cost unknown, counted as metered" : nil
    }

    /// Returns the question whose path decides the condition.
    ///
    /// - Parameters:
    ///   - configuration: the question of the configuration. Its probes apply if the condition has no host.
    ///   - addresses: the addresses of the host.
    package func question(_ configuration: PathQuestion, addresses: [String]) -> PathQuestion {
        guard host != nil else { return configuration }
        var question = configuration
        question.probes = PathProbes(
            addresses.compactMap { IPAddress(HostName.address(of: $0))?.unmapped })
        question.zone = addresses.lazy.compactMap(HostName.zone).first
        question.destination = .host
        return question
    }
}

extension NetworkConstraints.Reason {
    /// Whether the reason is that the path is metered, or counts as metered.
    fileprivate var isCostly: Bool {
        switch self {
        case .metered, .unknownMetering: true
        case .offline, .constrained, .typeNotAllowed, .typeProhibited, .otherInterface, .noIPv4,
            .noIPv6, .noDNS, .vpn, .roaming, .notValidated:
            false
        }
    }
}

/// A condition is stored as its parts. Missing keys have the default values.
extension Condition: Codable {
    private enum CodingKeys: String, CodingKey {
        case constraints, host, demands, isNegated
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            constraints: try container.decode(NetworkConstraints.self, forKey: .constraints),
            host: try container.decodeIfPresent(String.self, forKey: .host)
                .flatMap { HostName($0, allowsZone: true) },
            demands: try container.decodeIfPresent(Set<Demand>.self, forKey: .demands) ?? [],
            isNegated: try container.decodeIfPresent(Bool.self, forKey: .isNegated) ?? false)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(constraints, forKey: .constraints)
        try container.encodeIfPresent(host?.description, forKey: .host)
        try container.encode(Demand.allCases.filter(demands.contains), forKey: .demands)
        try container.encode(isNegated, forKey: .isNegated)
    }
}
