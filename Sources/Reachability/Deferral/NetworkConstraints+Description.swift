// SPDX-License-Identifier: Apache-2.0

extension NetworkConstraints: CustomStringConvertible {
    /// What is asked for: `connected`, or `connected, unmetered, not bluetooth`.
    public var description: String {
        var words = ["connected"]
        if !allowsExpensiveNetworkAccess { words.append("unmetered") }
        if !allowsConstrainedNetworkAccess { words.append("unconstrained") }
        if unknownMetering == .deny { words.append("unknown cost counts as metered") }
        if let allowed = allowedInterfaceTypes {
            let names = allowed.map(\.rawValue).sorted().joined(separator: " or ")
            words.append(names.isEmpty ? "no type allowed" : names)
        }
        words += prohibitedInterfaceTypes.map(\.rawValue).sorted().map { "not \($0)" }
        if let requiredInterface { words.append("by \(requiredInterface)") }
        if requiresIPv4 { words.append("IPv4") }
        if requiresIPv6 { words.append("IPv6") }
        if requiresDNS { words.append("DNS") }
        if !allowsVPN { words.append("no VPN") }
        return words.joined(separator: ", ")
    }
}

extension NetworkConstraints.Evaluation: CustomStringConvertible {
    /// Whether the constraints hold, and if not, why.
    public var description: String {
        switch self {
        case .satisfied: "satisfied"
        case .unsatisfied(let reasons):
            "unsatisfied: \(reasons.map(\.description).joined(separator: "; "))"
        }
    }
}
