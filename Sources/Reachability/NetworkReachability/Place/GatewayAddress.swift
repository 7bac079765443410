// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The address of a router, by which a ``NetworkPlace`` recognizes a network: its IP address, or its hardware address.
///
/// Many networks have a router with the same IP address, such as 192.168.1.1. Its hardware address tells them apart.
public enum GatewayAddress: Sendable, Hashable {
    /// The IP address of a next hop. A link-local address with a zone matches only on the interface with that name,
    /// and without a zone on any.
    case ip(IPAddress, zone: String? = nil)
    /// The hardware address that the kernel's neighbor table has for a next hop (`NDA_LLADDR`).
    ///
    /// The kernel has none before it has sent a packet to the router, and while the router does not answer. No packet is
    /// sent to find it out.
    case hardware(HardwareAddress)

    /// Parses an address as text: an IPv4 or IPv6 address, a link-local IPv6 address also with a zone (`fe80::1%eth0`), or a
    /// hardware address (`02:00:00:00:00:01`, in any case).
    ///
    /// Returns `nil` for any other text.
    public init?(_ text: String) {
        if let address = IPAddress(text) {
            self = .ip(address.unmapped)
        } else if let address = HardwareAddress(text) {
            self = .hardware(address)
        } else {
            let parts = text.pieces(separatedBy: "%", maxSplits: 1, omittingEmpty: false)
            guard parts.count == 2, !parts[1].isEmpty, let address = IPAddress(String(parts[0])),
                address.family == .ipv6, address.isLinkLocal
            else { return nil }
            self = .ip(address, zone: String(parts[1]))
        }
    }

    /// Whether the address is a hardware address.
    var isHardware: Bool {
        switch self {
        case .ip: false
        case .hardware: true
        }
    }
}

extension GatewayAddress: CustomStringConvertible {
    /// The address as text: `192.0.2.1`, `fe80::1%eth0`, `02:00:00:00:00:01`.
    public var description: String {
        switch self {
        case .ip(let address, let zone): zone.map { "\(address)%\($0)" } ?? address.description
        case .hardware(let address): address.description
        }
    }
}

/// An address is encoded as its text.
extension GatewayAddress: Codable {
    /// Decodes an address from its text.
    ///
    /// - Throws: `DecodingError`, which contains the text if that is not an address.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let address = GatewayAddress(text) else {
            throw DecodingError.invalid(
                decoder.codingPath, "\"\(text)\" \(GatewayAddress.whyMalformed)")
        }
        self = address
    }

    /// Encodes the text of the address.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }

    /// The end of a sentence about a text that is no address.
    package static let whyMalformed =
        "is neither an IP address nor a hardware address such as 02:00:00:00:00:01"
}
