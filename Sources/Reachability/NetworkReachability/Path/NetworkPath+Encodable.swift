// SPDX-License-Identifier: Apache-2.0

/// A path is encoded as `reach status --all --json` prints it, without `schema` and `time`.
///
/// The keys are the names of ``PathChange/Field``. The article <doc:JSON> describes the values.
extension NetworkPath: Encodable {
    /// A field as a coding key.
    private struct Key: CodingKey {
        let field: PathChange.Field
        var stringValue: String { field.rawValue }
        var intValue: Int? { nil }

        init(_ field: PathChange.Field) { self.field = field }
        init?(stringValue: String) {
            guard let field = PathChange.Field(rawValue: stringValue) else { return nil }
            self.field = field
        }
        init?(intValue: Int) { nil }
    }

    /// Encodes the path with all its interfaces.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try encode(to: encoder, interfaces: interfaces)
    }

    /// Encodes the path.
    ///
    /// - Parameters:
    ///   - encoder: the encoder.
    ///   - interfaces: the value of the member `interfaces`.
    ///   - isEvent: whether the path is that of an event, so that the plan is without bytes.
    func encode(
        to encoder: any Encoder, interfaces: some Encodable, isEvent: Bool = false
    ) throws {
        var container = encoder.container(keyedBy: Key.self)
        for field in PathChange.Field.allCases {
            let key = Key(field)
            switch field {
            case .status: try container.encode(status, forKey: key)
            // An optional value is encoded as null, and not left out.
            case .unsatisfiedReason: try container.encode(unsatisfiedReason, forKey: key)
            case .connectivity: try container.encode(connectivity, forKey: key)
            case .place: try container.encode(place, forKey: key)
            case .plan where isEvent: try container.encode(plan.map(Plan.Event.init), forKey: key)
            case .plan: try container.encode(plan, forKey: key)
            case .isRoaming: try container.encode(isRoaming, forKey: key)
            case .connection: try container.encode(connection, forKey: key)
            case .primary: try container.encode(nameOfPrimary, forKey: key)
            case .underlay: try container.encode(namesOfUnderlay, forKey: key)
            case .isVPN: try container.encode(isVPN, forKey: key)
            case .isDegraded: try container.encode(isDegraded, forKey: key)
            case .isConstrained: try container.encode(isConstrained, forKey: key)
            case .supportsIPv4: try container.encode(supportsIPv4, forKey: key)
            case .supportsIPv6: try container.encode(supportsIPv6, forKey: key)
            case .supportsDNS: try container.encode(supportsDNS, forKey: key)
            case .gateways: try container.encode(gateways.map(\.description), forKey: key)
            case .metered: try container.encode(metered, forKey: key)
            case .interfaces: try container.encode(interfaces, forKey: key)
            }
        }
    }
}

/// A change is encoded as `reach watch --all --json` prints it, without `schema`, `time` and
/// `sequence`: the `event`, the names of the `changes`, and the new path as `path`.
extension PathChange: Encodable {
    /// Encodes the change. The old path is not encoded.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        let path = ShownPath(new, interfaces: new.interfaces, isEvent: true)
        try PathEvent(self, path: path).encode(to: encoder)
    }
}

/// An interface is encoded as an element of `interfaces` in the JSON of its path.
extension NetworkInterface: Encodable {
    private enum Key: String, CodingKey {
        case name, index, type, kind, ssid, isVirtual, isUp, hasCarrier, operationalState, mtu
        case hardwareAddress, addresses, lowerInterfaces, carriesIPv4, carriesIPv6, metered
        case confidence, isRoaming
    }

    /// Encodes the interface.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(index, forKey: .index)
        try container.encode(type, forKey: .type)
        try container.encode(kind, forKey: .kind)
        try container.encode(ssid, forKey: .ssid)
        try container.encode(isVirtual, forKey: .isVirtual)
        try container.encode(isUp, forKey: .isUp)
        try container.encode(hasCarrier, forKey: .hasCarrier)
        try container.encode(operationalState.description, forKey: .operationalState)
        try container.encode(mtu, forKey: .mtu)
        try container.encode(hardwareAddress?.description, forKey: .hardwareAddress)
        try container.encode(addresses, forKey: .addresses)
        try container.encode(lowerInterfaces, forKey: .lowerInterfaces)
        try container.encode(carriesIPv4, forKey: .carriesIPv4)
        try container.encode(carriesIPv6, forKey: .carriesIPv6)
        try container.encode(metered, forKey: .metered)
        try container.encode(confidence, forKey: .confidence)
        try container.encode(isRoaming, forKey: .isRoaming)
    }
}

/// An address is encoded as an element of `addresses` in the JSON of its interface.
extension InterfaceAddress: Encodable {
    private enum Key: String, CodingKey {
        case address, peer, prefixLength, scope, flags
    }

    /// Encodes the address.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(address, forKey: .address)
        try container.encodeIfPresent(peer, forKey: .peer)
        try container.encode(prefixLength, forKey: .prefixLength)
        try container.encode(scope.description, forKey: .scope)
        try container.encode(flags.names, forKey: .flags)
    }
}

/// A finding is encoded as an object with `value`, `source` and `portal`.
extension NetworkPath.Connectivity: Encodable {
    private enum Key: String, CodingKey {
        case value, source, portal
    }

    /// Encodes the finding.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
        try container.encode(source, forKey: .source)
        try container.encode(portal, forKey: .portal)
    }
}

/// A value is encoded as an object with `value`, `isExpensive`, `source` and `detail`.
extension Metered: Encodable {
    private enum Key: String, CodingKey {
        case value, isExpensive, source, detail
    }

    /// Encodes the value.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
        try container.encode(isExpensive, forKey: .isExpensive)
        try container.encode(source, forKey: .source)
        try container.encode(detail, forKey: .detail)
    }
}
