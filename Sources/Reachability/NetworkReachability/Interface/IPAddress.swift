// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// An IPv4 or IPv6 address.
public struct IPAddress: Sendable, Hashable {
    /// The version of the Internet Protocol.
    public enum Family: String, Sendable, Hashable, CaseIterable {
        /// IPv4.
        case ipv4
        /// IPv6.
        case ipv6
    }

    /// The address family.
    public let family: Family
    /// The first 8 bytes of an IPv6 address as a number; 0 for IPv4.
    let high: UInt64
    /// The last 8 bytes of an IPv6 address, or the 4 bytes of an IPv4 one, as a number.
    let low: UInt64

    init(family: Family, high: UInt64, low: UInt64) {
        self.family = family
        self.high = high
        self.low = low
    }

    /// Parses an address as text: IPv4 in dotted-decimal notation, or IPv6 as in RFC 4291.
    ///
    /// Returns `nil` for any other text, also for an address with a zone (`%eth0`) or a prefix
    /// length (`/64`).
    public init?(_ text: String) {
        if let bytes = AddressText.parseIPv4(text) {
            self.init(family: .ipv4, high: 0, low: UInt64(bytes))
        } else if let bytes = AddressText.parseIPv6(text) {
            self.init(family: .ipv6, high: bytes.high, low: bytes.low)
        } else {
            return nil
        }
    }

    /// The 4 or 16 bytes of the address, in network byte order.
    public var octets: [UInt8] {
        let (count, words) = family == .ipv4 ? (4, [low << 32]) : (16, [high, low])
        return (0..<count).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> (56 - $0 % 8 * 8)) }
    }

    /// Whether the address is link-local: in 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291).
    public var isLinkLocal: Bool {
        switch family {
        case .ipv4: low >> 16 == 0xA9FE
        case .ipv6: high >> 54 == 0xFE80 >> 6
        }
    }

    /// Whether the address is a loopback address: in 127.0.0.0/8, or ::1.
    public var isLoopback: Bool {
        switch family {
        case .ipv4: low >> 24 == 127
        case .ipv6: high == 0 && low == 1
        }
    }

    /// Whether the address is from 192.0.0.0/29, whose addresses translators have (CLAT, RFC 7335).
    var isOfTranslator: Bool { family == .ipv4 && low >> 3 == 0xC000_0000 >> 3 }

    /// The IPv4 address that an IPv4-mapped IPv6 address stands for (::ffff:192.0.2.1, RFC 4291, section 2.5.5.2), which
    /// the kernel sends packets to by IPv4; all others as they are.
    var unmapped: IPAddress {
        family == .ipv6 && high == 0 && low >> 32 == 0xFFFF
            ? IPAddress(family: .ipv4, high: 0, low: low & 0xFFFF_FFFF) : self
    }

    /// Whether the address is unspecified: 0.0.0.0 or ::.
    package var isUnspecified: Bool { high == 0 && low == 0 }

    /// Whether the address can be the source of packets.
    ///
    /// - Parameter onward: whether the packets leave the link. A link-local source is then not
    ///   usable, because the answers cannot come back.
    func isUsableSource(onward: Bool) -> Bool {
        !isLoopback && !isUnspecified && !(onward && isLinkLocal)
    }
}

extension IPAddress: CustomStringConvertible {
    /// The address as text; IPv6 in the form of RFC 5952.
    public var description: String {
        AddressText.format(isIPv6: family == .ipv6, high: high, low: low)
    }
}

/// An address is encoded as its text: `"192.0.2.7"`, `"2001:db8::7"`.
extension IPAddress: Codable {
    /// Decodes an address from its text.
    ///
    /// - Throws: `DecodingError`, which contains the text if that is not an address.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let address = IPAddress(text) else {
            throw DecodingError.invalid(decoder.codingPath, "\"\(text)\" is not an IP address")
        }
        self = address
    }

    /// Encodes the text of the address.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}

extension IPAddress.Family {
    /// Converts the family of an address in a message.
    init(_ family: AddressBytes.Family) {
        switch family {
        case .ipv4: self = .ipv4
        case .ipv6: self = .ipv6
        }
    }
}
