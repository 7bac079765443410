// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkConstraints {
    /// Whether a path will do.
    public enum Evaluation: Sendable, Hashable {
        /// It will.
        case satisfied
        /// It will not, for these reasons, of which there is at least one.
        case unsatisfied([Reason])

        /// The reasons to wait; none if the path will do.
        public var reasons: [Reason] {
            switch self {
            case .satisfied: []
            case .unsatisfied(let reasons): reasons
            }
        }
    }

    /// Whether a path will do, and if not, everything that it lacks. Where there is no path, that is
    /// the only reason. It looks at the path alone, and not at the network.
    public func evaluate(_ path: NetworkPath) -> Evaluation {
        let reasons = path.status == .satisfied ? lacks(of: path) : offline(path)
        return reasons.isEmpty ? .satisfied : .unsatisfied(reasons)
    }

    /// Whether traffic over a path costs money, as far as these constraints count it so.
    func countsAsMetered(_ path: NetworkPath) -> Bool {
        guard path.status == .satisfied else { return false }
        return path.isExpensive || (path.metered.value == .unknown && unknownMetering == .deny)
    }

    private func offline(_ path: NetworkPath) -> [Reason] {
        // An unsatisfied path always says why.
        [.offline(path.unsatisfiedReason ?? .noRoute)]
    }

    private func lacks(of path: NetworkPath) -> [Reason] {
        var reasons: [Reason] = []
        if !allowsExpensiveNetworkAccess, countsAsMetered(path) {
            reasons.append(
                path.isExpensive ? .metered(path.metered) : .unknownMetering(path.metered))
        }
        if !allowsConstrainedNetworkAccess, path.isConstrained { reasons.append(.constrained) }
        if let allowedInterfaceTypes,
            let other = path.connection(otherThan: allowedInterfaceTypes)
        {
            reasons.append(.typeNotAllowed(other))
        }
        // In an order that does not vary from run to run.
        for type in InterfaceType.allCases
        where prohibitedInterfaceTypes.contains(type) && path.usesInterfaceType(type) {
            reasons.append(.typeProhibited(type))
        }
        if let requiredInterface, !path.isCarried(by: requiredInterface) {
            reasons.append(.otherInterface(required: requiredInterface))
        }
        if requiresIPv4, !path.supportsIPv4 { reasons.append(.noIPv4) }
        if requiresIPv6, !path.supportsIPv6 { reasons.append(.noIPv6) }
        if requiresDNS, !path.supportsDNS { reasons.append(.noDNS) }
        if !allowsVPN, path.isVPN { reasons.append(.vpn) }
        return reasons
    }
}

extension NetworkPath {
    /// A medium that carries it, or may, and is none of some types; `nil` if there is none.
    fileprivate func connection(otherThan types: Set<InterfaceType>) -> Connection? {
        // No medium is a VPN: that word is about the top.
        if isVPN, types.contains(.vpn) { return nil }
        let allowed = Set(types.subtracting([.vpn]).map(Connection.init))
        return possibleConnections.first { !allowed.contains($0) }
    }

    fileprivate func isCarried(by name: String) -> Bool {
        (decision.primaries.inOrder.compactMap(\.self) + decision.underlay).contains { index in
            guard let interface = seen[index] else { return false }
            return interface.name == name || interface.link.alternativeNames.contains(name)
        }
    }
}
