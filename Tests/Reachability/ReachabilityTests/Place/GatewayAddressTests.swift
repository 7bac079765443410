// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NetworkReachability

/// Addresses of routers as text.
@Suite struct GatewayAddressTests {
    private static let router = HardwareAddress([2, 0, 0, 0, 0, 0x0A])

    @Test(
        "A gateway is an IP address or a hardware address",
        arguments: [
            ("192.0.2.1", .ip(IPAddress("192.0.2.1")!), "192.0.2.1"),
            ("2001:DB8:0::1", .ip(IPAddress("2001:db8::1")!), "2001:db8::1"),
            ("::ffff:192.0.2.1", .ip(IPAddress("192.0.2.1")!), "192.0.2.1"),
            ("fe80::1", .ip(IPAddress("fe80::1")!), "fe80::1"),
            ("fe80::1%eth0", .ip(IPAddress("fe80::1")!, zone: "eth0"), "fe80::1%eth0"),
            ("02:00:00:00:00:0a", .hardware(router), "02:00:00:00:00:0a"),
            ("02:00:00:00:00:0A", .hardware(router), "02:00:00:00:00:0a"),
            // Eight groups are an IPv6 address.
            ("02:00:00:00:00:00:00:01", .ip(IPAddress("2::1")!), "2::1"),
        ] as [(String, GatewayAddress, String)])
    func parsing(_ text: String, address: GatewayAddress, description: String) throws {
        #expect(GatewayAddress(text) == address)
        #expect(address.description == description)
        let encoded = try JSONEncoder().encode([address])
        #expect(try JSONDecoder().decode([GatewayAddress].self, from: encoded) == [address])
    }

    @Test(
        "Any other text is no gateway",
        arguments: [
            "", "router", "192.0.2", "192.0.2.1/24", "192.0.2.1%eth0", "2001:db8::1%eth0",
            "fe80::1%",
            "02:00:00:00:00", "2:0:0:0:0:1", "02-00-00-00-00-01", "02:00:00:00:00:0g",
            "+2:00:00:00:00:01", "02:00:00:00:00:01:", "02:00:00:00:00:01 ",
        ])
    func faults(_ text: String) {
        #expect(GatewayAddress(text) == nil)
    }
}
