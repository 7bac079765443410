// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The addresses that represent the internet. Routes to them are queried; no packet is sent to
/// them.
public struct PathProbes: Sendable, Hashable {
    /// The addresses, in the order of the queries.
    public var addresses: [IPAddress]

    /// Creates probes with other addresses.
    ///
    /// Choose IPv4 addresses from both halves of the address space (below and above 128.0.0.0), and
    /// IPv6 addresses from 2000::/3. If a family has no address, the path does not support that
    /// family.
    public init(_ addresses: [IPAddress]) {
        self.addresses = addresses
    }

    /// The default addresses: the root name servers A and C, and Quad9, which are not expected to
    /// change.
    ///
    /// One IPv4 address is in each half of the address space, because some VPNs cover the internet
    /// with two routes (0.0.0.0/1 and 128.0.0.0/1).
    public static let standard = PathProbes(
        ["198.41.0.4", "9.9.9.9", "2001:500:2::c"].compactMap(IPAddress.init))
}

extension PathProbes: CustomStringConvertible {
    /// The addresses, separated by commas.
    public var description: String { addresses.map(\.description).joined(separator: ", ") }
}

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
