// SPDX-License-Identifier: Apache-2.0

extension NetworkConstraints {
    /// What constraints can demand of a path, one by one. ``unknownMetering`` only says what two of them mean.
    package enum Part: Sendable, Hashable, CaseIterable {
        case cost, data, types, prohibitedTypes, interface, ipv4, ipv6, dns, noVPN, noRoaming,
            validation

        /// Whether another interface could be wrong although the path is right: a connection must not leave by it.
        package var isAboutInterface: Bool {
            switch self {
            case .cost, .data, .types, .prohibitedTypes, .interface, .noVPN, .noRoaming,
                .validation:
                true
            case .ipv4, .ipv6, .dns: false
            }
        }
    }

    /// Whether the constraints demand something of a path.
    package func demand(_ part: Part) -> Bool {
        switch part {
        case .cost: !allowsExpensiveNetworkAccess
        case .data: !allowsConstrainedNetworkAccess
        case .types: allowedInterfaceTypes != nil
        case .prohibitedTypes: !prohibitedInterfaceTypes.isEmpty
        case .interface: requiredInterface != nil
        case .ipv4: requiresIPv4
        case .ipv6: requiresIPv6
        case .dns: requiresDNS
        case .noVPN: !allowsVPN
        case .noRoaming: !allowsRoaming
        case .validation: requiresValidation
        }
    }
}

extension Condition {
    /// Whether a connection must not leave by another interface than that of the path that meets the condition.
    package var isAboutInterface: Bool {
        NetworkConstraints.Part.allCases.contains { $0.isAboutInterface && constraints.demand($0) }
            || demands.contains(.metered)
    }
}
