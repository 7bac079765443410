// SPDX-License-Identifier: Apache-2.0

/// Probes are encoded as in the command's configuration file:
/// `{"ipv4": ["198.41.0.4", "9.9.9.9"], "ipv6": ["2001:500:2::c"]}`.
///
/// Each family keeps its order. Decoded probes have the IPv4 addresses first.
extension PathProbes: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case ipv4, ipv6

        var family: IPAddress.Family {
            switch self {
            case .ipv4: .ipv4
            case .ipv6: .ipv6
            }
        }
    }

    /// Decodes probes. A missing family has its addresses of ``standard``.
    ///
    /// - Throws: `DecodingError`, which names the key and the reason, if a key is unknown, or if an
    ///   address is not one of its family.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        self.init(
            try Key.allCases.flatMap { key in
                guard let texts = try values.decodeUnlessMissing([String].self, forKey: key) else {
                    return PathProbes.standard.addresses(of: key.family)
                }
                return try texts.enumerated().map { position, text in
                    guard let address = IPAddress(text), address.family == key.family else {
                        throw DecodingError.invalid(
                            values.codingPath + [key, ElementKey(position)],
                            "\"\(text)\" is not an \(key == .ipv4 ? "IPv4" : "IPv6") address")
                    }
                    return address
                }
            })
    }

    /// Encodes probes, with both families.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for key in Key.allCases { try container.encode(addresses(of: key.family), forKey: key) }
    }

    private func addresses(of family: IPAddress.Family) -> [IPAddress] {
        addresses.filter { $0.family == family }
    }
}
