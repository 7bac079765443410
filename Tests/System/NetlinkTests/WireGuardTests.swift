// SPDX-License-Identifier: Apache-2.0

@testable import Netlink
import Testing

/// Messages about a WireGuard interface, made as the kernel makes them (`wg_get_device_dump` of Linux 6.1).
@Suite("WireGuard") struct WireGuardTests {
    /// `WG_CMD_GET_DEVICE`.
    private static func message(_ attributes: [UInt8]...) -> [UInt8] {
        let content: [UInt8] = [0, 1, 0, 0] + Array(attributes.joined())
        var header: [UInt8] = integer(UInt32(content.count + 16))
        header += integer(UInt16(30))
        header += integer(UInt16(2))
        header += integer(UInt32(1))
        header += integer(UInt32(0))
        return header + content
    }

    /// The attributes of the interface, its secret key among them.
    private static let device: [UInt8] = {
        let attributes: [[UInt8]] = [
            attribute(6, integer(UInt16(51820))), attribute(7, integer(UInt32(0xCA6C))),
            attribute(1, integer(UInt32(5))), attribute(2, Array("wg0".utf8) + [0]),
            attribute(3, [UInt8](repeating: 0x5E, count: 32)),
            attribute(4, [UInt8](repeating: 0x9B, count: 32)),
        ]
        return Array(attributes.joined())
    }()

    private static func peers(_ peers: [UInt8]...) -> [UInt8] {
        attribute(8 | nested, list(peers))
    }

    /// The elements of a list, as attributes without a type.
    private static func list(_ elements: [[UInt8]]) -> [UInt8] {
        Array(elements.map { attribute(nested, $0) }.joined())
    }

    private static func peer(
        _ key: UInt8, endpoint: [UInt8]? = nil, _ allowedIPs: [UInt8]...
    ) -> [UInt8] {
        var peer = attribute(1, [UInt8](repeating: key, count: 32))
        if let endpoint {
            peer += attribute(2, [UInt8](repeating: 0x5E, count: 32))
            peer += attribute(6, [UInt8](repeating: 0, count: 16))
            peer += attribute(5, [25, 0])
            peer += attribute(4, endpoint)
        }
        return peer + attribute(9 | nested, list(allowedIPs))
    }

    /// `WGALLOWEDIP_A_CIDR_MASK`, `_FAMILY` and `_IPADDR`.
    private static func allowedIP(_ family: UInt16, _ address: [UInt8], _ length: UInt8) -> [UInt8]
    {
        attribute(3, [length]) + attribute(1, integer(family)) + attribute(2, address)
    }

    /// `struct sockaddr_in` and `struct sockaddr_in6`.
    private static let ipv4: [UInt8] =
        [2, 0, 0xCA, 0x6C, 198, 51, 100, 1] + [UInt8](repeating: 0, count: 8)
    private static func ipv6(_ first: [UInt8], scope: UInt32) -> [UInt8] {
        let start: [UInt8] = [10, 0, 0xCA, 0x6C, 0, 0, 0, 0] + first
        return start + [UInt8](repeating: 0, count: 15 - first.count) + [1] + integer(scope)
    }

    private static let anyIPv4 = allowedIP(2, [0, 0, 0, 0], 0)
    private static let anyIPv6 = allowedIP(10, [UInt8](repeating: 0, count: 16), 0)

    private static func address(_ bytes: [UInt8]) -> AddressBytes {
        let low = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard bytes.count == 16 else { return AddressBytes(family: .ipv4, high: 0, low: low) }
        return AddressBytes(
            family: .ipv6, high: bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) },
            low: low)
    }

    @Test("The mark, the port, the endpoints and the allowed IPs of a device are decoded")
    func decoded() throws {
        let messages = try [
            WireGuardMessage(
                Self.message(
                    Self.device,
                    Self.peers(
                        Self.peer(1, endpoint: Self.ipv4, Self.anyIPv4, Self.anyIPv6),
                        Self.peer(2, endpoint: Self.ipv6([0xFE, 0x80], scope: 3)),
                        Self.peer(3, endpoint: Self.ipv6([0x20, 0x01], scope: 0)))))
        ]
        let device = WireGuardDevice(messages)
        #expect(device.mark == 0xCA6C)
        #expect(device.port == 51820)
        #expect(device.peers.map { $0.endpoint?.port } == [51820, 51820, 51820])
        #expect(device.peers.map { $0.endpoint?.zone } == [nil, 3, nil])
        #expect(device.peers[0].endpoint?.address == Self.address([198, 51, 100, 1]))
        #expect(
            device.peers[2].endpoint?.address
                == Self.address([0x20, 0x01] + [UInt8](repeating: 0, count: 13) + [1]))
        #expect(
            device.peers[0].allowedIPs == [
                .init(Self.address([0, 0, 0, 0]), length: 0),
                .init(Self.address([UInt8](repeating: 0, count: 16)), length: 0),
            ])
    }

    @Test("A peer that the next message continues is one peer")
    func continued() throws {
        let device = try WireGuardDevice([
            WireGuardMessage(
                Self.message(
                    Self.device,
                    Self.peers(
                        Self.peer(1, endpoint: Self.ipv4, Self.allowedIP(2, [10, 0, 0, 0], 8))))),
            WireGuardMessage(
                Self.message(Self.peers(Self.peer(1, Self.anyIPv4), Self.peer(2, Self.anyIPv6)))),
        ])
        #expect(device.mark == 0xCA6C)
        #expect(device.peers.map { $0.endpoint != nil } == [true, false])
        #expect(device.peers.map { $0.allowedIPs.map(\.length) } == [[8, 0], [0]])
    }

    @Test("A device without peers and without a mark is decoded")
    func empty() throws {
        let device = try WireGuardDevice([WireGuardMessage(Self.message(Self.device))])
        #expect(device == WireGuardDevice(mark: 0xCA6C, port: 51820))
        #expect(try WireGuardDevice([WireGuardMessage(Self.message())]) == WireGuardDevice())
    }

    @Test(
        "A message that is cut short is rejected",
        arguments: [
            peers(peer(1, endpoint: [2, 0])),
            peers(peer(1, endpoint: [2, 0, 0xCA, 0x6C, 198])),
            peers(peer(1, endpoint: Array(ipv6([], scope: 0).prefix(20)))),
            peers(peer(1, attribute(1, integer(UInt16(2))))),
            peers(peer(1, allowedIP(10, [0, 0, 0, 0], 0))),
            attribute(7, [1]), attribute(6, []),
        ] as [[UInt8]])
    func truncated(attributes: [UInt8]) {
        #expect(throws: MessageDecodingError.self) {
            try WireGuardMessage(Self.message(attributes))
        }
    }

    @Test(
        "The longest allowed IPs decide which peer an address belongs to",
        arguments: [
            ([198, 41, 0, 4], 1), ([10, 1, 2, 3], 2), ([10, 1, 2, 4], 3), ([10, 200, 0, 1], 3),
            ([0x20] + [UInt8](repeating: 0, count: 15), 4),
            ([0xFD] + [UInt8](repeating: 0, count: 15), nil),
        ] as [([UInt8], UInt16?)])
    func longestPrefix(bytes: [UInt8], port: UInt16?) {
        func peer(_ port: UInt16, _ bytes: [UInt8], _ length: UInt8) -> WireGuardDevice.Peer {
            .init(
                endpoint: .init(address: Self.address([198, 51, 100, 1]), port: port),
                allowedIPs: [.init(Self.address(bytes), length: length)])
        }
        let device = WireGuardDevice(peers: [
            peer(2, [10, 1, 2, 3], 32), peer(1, [0, 0, 0, 0], 0), peer(3, [10, 0, 0, 0], 8),
            peer(4, [0x20] + [UInt8](repeating: 0, count: 15), 3),
        ])
        #expect(
            device.endpoints(for: [Self.address(bytes)]).map(\.port) == (port.map { [$0] } ?? []))
    }
}
