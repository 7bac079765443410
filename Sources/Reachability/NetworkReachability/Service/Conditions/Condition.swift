// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// A condition of the command and of durable transfers: constraints, and what only a command line demands.
package struct Condition: Sendable, Hashable, CustomStringConvertible {
    /// The constraints that the path must meet.
    package var constraints: NetworkConstraints
    /// The host that the path leads to; `nil` for the internet.
    package var host: HostName?
    /// The address of a next hop; `nil` for any. A program names a place instead, which has the address.
    package var gateway: GatewayAddress?
    /// Demands that the library has no constraint for, because no program defers work until it costs money.
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
        gateway: GatewayAddress? = nil,
        demands: Set<Demand> = [],
        isNegated: Bool = false
    ) {
        self.constraints = constraints
        self.host = host
        self.gateway = gateway
        self.demands = demands
        self.isNegated = isNegated
    }

    /// The conditions in a list: `connected, unmetered, to example.org`; `not (connected, wifi)` if the result is inverted.
    package var description: String {
        var words = demanded.map { $0.word(self) }
        if !demands.contains(.offline) { words.insert("\(constraints)", at: 0) }
        if let host { words.append("to \(host.description)") }
        let text = words.joined(separator: ", ")
        return isNegated ? "not (\(text))" : text
    }

    /// Whether a path meets the condition.
    ///
    /// - Parameters:
    ///   - path: the path; `nil` if no address of the host is known.
    ///   - lookupFailure: why the host name could not be resolved; `nil` if it could.
    ///   - circumstances: the facts beside the path that the condition depends on.
    package func verdict(
        on path: NetworkPath?, lookupFailure: ResolutionError? = nil,
        _ circumstances: Circumstances = .current
    ) -> Verdict {
        let reasons = reasons(path, lookupFailure, circumstances)
        guard isNegated else { return Verdict(reasons: reasons) }
        return Verdict(
            reasons: reasons.isEmpty
                ? [Verdict.Reason(code: "holds", text: "the conditions hold (inverted by --not)")]
                : [])
    }

    private func reasons(
        _ path: NetworkPath?, _ lookupFailure: ResolutionError?, _ circumstances: Circumstances
    ) -> [Verdict.Reason] {
        if demands.contains(.offline) {
            return path?.status == .satisfied ? [online] : []
        }
        guard let path else { return [unresolved(lookupFailure)] }
        guard path.status == .satisfied || !needsPath else {
            return NetworkConstraints.reasonsOffline(path).map {
                Verdict.Reason(code: $0.code, text: offlineText($0, on: path))
            }
        }
        let reasons = Requirement.constraints.flatMap { constraint in
            constraint.reasons(constraints, path, circumstances).map {
                Verdict.Reason(
                    code: $0.code, text: constraint.text($0, path),
                    waitingText: constraint.waitingText?($0), isLossAtOnce: constraint.isLostAtOnce)
            }
        }
        return reasons + demanded.compactMap { $0.reason(self, path, circumstances) }
    }

    /// The demands of the condition beside its constraints.
    private var demanded: [Requirement.Demand] {
        // Most conditions demand nothing, and thousands can be evaluated with each change of the network.
        if demands.isEmpty, gateway == nil { return [] }
        return Requirement.demands.filter { $0.isRequired(self) }.compactMap(\.demand)
    }

    /// The text of the reason of an unsatisfied path. The path says more than the reason: which interface is without a
    /// link.
    private func offlineText(_ reason: NetworkConstraints.Reason, on path: NetworkPath) -> String {
        if reason == .offline(.noCarrier) {
            return "offline: \(path.whyNoCarrier(to: host?.description))"
        }
        return path.whyChoiceFails(to: host?.description).map { "offline: \($0)" }
            ?? reason.description
    }

    /// The reason why `--offline` does not hold.
    var online: Verdict.Reason {
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

    /// The assumption by which a condition holds, in words; `nil` if there is none.
    package func assumption(on path: NetworkPath) -> String? {
        guard !isNegated, path.status == .satisfied else { return nil }
        let assumptions = requirements.compactMap { $0.assumption(path) }
        return assumptions.isEmpty ? nil : assumptions.joined(separator: "; ")
    }

    /// Returns the question whose path decides the condition.
    ///
    /// - Parameters:
    ///   - configuration: the question of the configuration. Its probes apply if the condition has no host.
    ///   - addresses: the addresses of the host.
    package func question(_ configuration: PathQuestion, addresses: [String]) -> PathQuestion {
        var question = configuration
        if gateway?.isHardware == true { question.asksForHardwareAddresses = true }
        guard host != nil else { return question }
        question.probes = PathProbes(
            addresses.compactMap { IPAddress(HostName.address(of: $0))?.unmapped })
        question.zone = addresses.lazy.compactMap(HostName.zone).first
        question.destination = .host
        return question
    }
}

/// A condition is stored as its parts. Missing keys have the default values.
extension Condition: Codable {
    private enum CodingKeys: String, CodingKey {
        case constraints, host, gateway, demands, isNegated
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            constraints: try container.decode(NetworkConstraints.self, forKey: .constraints),
            host: try container.decodeIfPresent(String.self, forKey: .host)
                .flatMap { HostName($0, allowsZone: true) },
            gateway: try container.decodeIfPresent(GatewayAddress.self, forKey: .gateway),
            demands: try container.decodeIfPresent(Set<Demand>.self, forKey: .demands) ?? [],
            isNegated: try container.decodeIfPresent(Bool.self, forKey: .isNegated) ?? false)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(constraints, forKey: .constraints)
        try container.encodeIfPresent(host?.description, forKey: .host)
        try container.encodeIfPresent(gateway, forKey: .gateway)
        try container.encode(Demand.allCases.filter(demands.contains), forKey: .demands)
        try container.encode(isNegated, forKey: .isNegated)
    }
}

extension Condition {
    /// Encodes the requirements one by one, as the JSON of a transfer has them: those of the library by the names of the
    /// properties, and the others by the names of their options.
    package func encodeRequirements(to encoder: any Encoder) throws {
        try constraints.encode(to: encoder)
        var container = encoder.container(keyedBy: MemberKey.self)
        for demand in Demand.allCases {
            try container.encode(
                demands.contains(demand), forKey: MemberKey(demand.rawValue))
        }
        try container.encode(gateway, forKey: MemberKey("gateway"))
        try container.encode(host?.description, forKey: MemberKey("to"))
    }
}

/// Whether a condition holds, and why not.
package struct Verdict: Sendable, Hashable {
    /// A reason why a condition does not hold.
    package struct Reason: Sendable, Hashable {
        /// The code in JSON. It is stable across versions.
        package var code: String
        /// The reason as text. It can contain names as the system reports them.
        package var text: String
        /// The text while the condition is waited for. It stays the same while time passes.
        package var waitingText: String
        /// Whether the loss counts at once, without a grace.
        package internal(set) var isLossAtOnce = false

        init(
            code: String, text: String, waitingText: String? = nil, isLossAtOnce: Bool = false
        ) {
            self.code = code
            self.text = text
            self.waitingText = waitingText ?? text
            self.isLossAtOnce = isLossAtOnce
        }
    }

    /// The reasons why the condition does not hold; empty if it holds.
    package var reasons: [Reason]

    init(reasons: [Reason]) { self.reasons = reasons }

    /// Whether the condition holds.
    package var holds: Bool { reasons.isEmpty }

    /// Whether the loss counts at once, without a grace: traffic would be metered, or the hours are over.
    package var isLossAtOnce: Bool { reasons.contains(where: \.isLossAtOnce) }
}
