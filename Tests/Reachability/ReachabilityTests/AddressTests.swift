// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

@Suite struct AddressTests {
    @Test(
        "The description of a parsed address is its text",
        arguments: [
            "0.0.0.0", "127.0.0.1", "192.0.2.7", "255.255.255.255", "::", "::1", "2001:db8::7",
            "fe80::1", "2001:500:2::c",
        ])
    func textIsReadAndWrittenAlike(_ text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }

    @Test(
        "Invalid text is not an address",
        arguments: [
            "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4 ", "::g", "fe80::1%eth0",
            "1.2.3.4/8",
            "localhost", "192.0.2.7\0", "::1\0.example",
        ])
    func whatIsNoAddress(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "Link-local addresses are recognized by their prefix",
        arguments: [
            ("169.254.0.1", true), ("169.255.0.1", false), ("fe80::1", true), ("febf::1", true),
            ("fec0::1", false), ("192.0.2.7", false), ("fd00::1", false),
        ])
    func linkLocal(_ text: String, isLinkLocal: Bool) throws {
        #expect(try #require(IPAddress(text)).isLinkLocal == isLinkLocal)
    }

    @Test(
        "An address is usable unless it is local, tentative or a duplicate",
        arguments: [
            ("192.0.2.7", [], true),
            ("fd00::7", [], true),
            ("169.254.7.7", [], false),
            ("fe80::7", [], false),
            ("127.0.0.1", [], false),
            ("::1", [], false),
            ("2001:db8::7", .tentative, false),
            ("2001:db8::7", [.tentative, .optimistic], true),
            ("2001:db8::7", [.tentative, .dadFailed], false),
            ("2001:db8::7", .deprecated, true),
            ("2001:db8::7", .temporary, true),
        ] as [(String, InterfaceAddress.Flags, Bool)])
    func usable(_ text: String, flags: InterfaceAddress.Flags, isUsable: Bool) throws {
        let address = try #require(IPAddress(text))
        #expect(
            InterfaceAddress(address: address, prefixLength: 64, flags: flags).isUsable == isUsable)
    }

    @Test("The names of flags are in the order of their bits")
    func flagsHaveNames() {
        let flags: InterfaceAddress.Flags = [.permanent, .dadFailed, .tentative]
        #expect(flags.names == ["dadFailed", "tentative", "permanent"])
    }

    @Test("Only a link-local gateway is described with its zone")
    func gatewaysBearTheirZone() throws {
        let router = NetworkPath.Gateway(
            address: try #require(IPAddress("fe80::1")), interface: "eth0")
        #expect(router.description == "fe80::1%eth0")
        let wide = NetworkPath.Gateway(
            address: try #require(IPAddress("192.0.2.1")), interface: "eth0")
        #expect(wide.description == "192.0.2.1")
    }

    @Test("A hardware address is described in hexadecimal")
    func hardwareAddresses() {
        let address = HardwareAddress([0x02, 0, 0xAB, 0, 0, 0x1F])
        #expect(address.description == "02:00:ab:00:00:1f")
        #expect(address.isLocallyAdministered)
        #expect(!HardwareAddress([0, 0x11]).isLocallyAdministered)
        #expect(!HardwareAddress([]).isLocallyAdministered)
    }
}
