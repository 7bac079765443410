// SPDX-License-Identifier: Apache-2.0

/// Constraints are encoded as a dictionary of their properties. A missing key has the value of
/// ``connected``, so that constraints that were stored by an older version can be decoded.
/// Interface types are written in a fixed order, so that equal constraints have equal encodings.
extension NetworkConstraints: Codable {
    private enum CodingKeys: String, CodingKey {
        case allowsExpensiveNetworkAccess
        case allowsConstrainedNetworkAccess
        case unknownMetering
        case allowedInterfaceTypes
        case prohibitedInterfaceTypes
        case requiredInterface
        case requiresIPv4
        case requiresIPv6
        case requiresDNS
        case allowsVPN
        case allowsRoaming
        case requiresValidation
    }

    /// Decodes constraints. Unknown keys are ignored.
    ///
    /// - Throws: `DecodingError` if a value has another type, or is not one of the known names.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
            value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
        }
        try read(.allowsExpensiveNetworkAccess, into: &allowsExpensiveNetworkAccess)
        try read(.allowsConstrainedNetworkAccess, into: &allowsConstrainedNetworkAccess)
        try read(.unknownMetering, into: &unknownMetering)
        try read(.prohibitedInterfaceTypes, into: &prohibitedInterfaceTypes)
        try read(.requiresIPv4, into: &requiresIPv4)
        try read(.requiresIPv6, into: &requiresIPv6)
        try read(.requiresDNS, into: &requiresDNS)
        try read(.allowsVPN, into: &allowsVPN)
        try read(.allowsRoaming, into: &allowsRoaming)
        try read(.requiresValidation, into: &requiresValidation)
        allowedInterfaceTypes = try container.decodeIfPresent(
            Set<InterfaceType>.self, forKey: .allowedInterfaceTypes)
        requiredInterface = try container.decodeIfPresent(String.self, forKey: .requiredInterface)
    }

    /// Encodes constraints.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(allowsExpensiveNetworkAccess, forKey: .allowsExpensiveNetworkAccess)
        try container.encode(
            allowsConstrainedNetworkAccess, forKey: .allowsConstrainedNetworkAccess)
        try container.encode(unknownMetering, forKey: .unknownMetering)
        try container.encodeIfPresent(
            allowedInterfaceTypes.map(inOrder), forKey: .allowedInterfaceTypes)
        try container.encode(inOrder(prohibitedInterfaceTypes), forKey: .prohibitedInterfaceTypes)
        try container.encodeIfPresent(requiredInterface, forKey: .requiredInterface)
        try container.encode(requiresIPv4, forKey: .requiresIPv4)
        try container.encode(requiresIPv6, forKey: .requiresIPv6)
        try container.encode(requiresDNS, forKey: .requiresDNS)
        try container.encode(allowsVPN, forKey: .allowsVPN)
        try container.encode(allowsRoaming, forKey: .allowsRoaming)
        try container.encode(requiresValidation, forKey: .requiresValidation)
    }

    private func inOrder(_ types: Set<InterfaceType>) -> [InterfaceType] {
        InterfaceType.allCases.filter(types.contains)
    }
}
