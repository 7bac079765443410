// SPDX-License-Identifier: Apache-2.0

extension NetworkPath: CustomDebugStringConvertible {
    /// The status, with the interfaces that have a live route or with the reason: `satisfied
    /// (wlan0)`, `unsatisfied (no interface has a link)`.
    public var debugDescription: String {
        if let reason = unsatisfiedReason {
            let dead = deadChoice.flatMap { interface(UInt32($0)) }
            let words = dead.map { "the default route uses \($0.name), which \($0.deadLink.text)" }
            return "\(status) (\(words ?? reason.description))"
        }
        let names = availableInterfaces.map(\.name).joined(separator: ", ")
        return names.isEmpty ? "\(status)" : "\(status) (\(names))"
    }
}

extension NetworkPath.UnsatisfiedReason: CustomStringConvertible {
    /// A description of the reason for people, in English.
    ///
    /// If the reason applies to one interface that the kernel prefers,
    /// ``NetworkPath/debugDescription`` names it.
    public var description: String {
        switch self {
        case .noInterface: "there is no network interface"
        case .noCarrier: "no interface has a link"
        case .noAddress: "no interface with a link has a usable address"
        case .noRoute: "there is no route"
        case .routeRejected: "a route rejects the packets"
        }
    }
}

extension PathProbes: CustomStringConvertible {
    /// The addresses, separated by commas.
    public var description: String { addresses.map(\.description).joined(separator: ", ") }
}

extension PathChange: CustomStringConvertible {
    /// The fields that differ, and both paths: `status, gateways: satisfied (wlan0) -> unsatisfied
    /// (…)`.
    public var description: String {
        let names = fields.map(\.rawValue).joined(separator: ", ")
        return "\(names): \(old) -> \(new)" + (isResync ? ", after messages were lost" : "")
    }
}
