// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import NetworkReachability

/// The order of IPv4 addresses is the one that `ip address` shows after the same commands (Linux
/// 6.1 and 6.18). IPv6 addresses are sorted by value, because their events come after duplicate
/// address detection, not in the kernel's order.
@Suite struct AddressOrderTests {
    struct Row: CustomTestStringConvertible {
        /// The events: `ADDRESS/LENGTH`, followed by a scope that is not global and by flags; a `-`
        /// before it removes the address.
        let events: String
        /// The addresses of `eth0` after the events.
        let order: String

        var testDescription: String { events }
    }

    @Test(
        "The addresses of an interface keep the kernel's order",
        arguments: [
            Row(
                events: "10.0.0.1/24, 10.0.0.2/24 secondary, 10.0.1.1/24",
                order: "10.0.0.1 10.0.1.1 10.0.0.2"),
            Row(
                events: """
                    10.0.0.1/24, 10.0.2.1/24 link, 10.0.4.1/24 host, 10.0.5.1/24 link, 10.0.6.1/24
                    """,
                order: "10.0.4.1 10.0.2.1 10.0.5.1 10.0.0.1 10.0.6.1"),
            Row(
                events:
                    "2001:db8::1/64, 2001:db8::2/64, fe80::1/64 link, fec0::1/64 site, fd00::1/64",
                order: "2001:db8::1 2001:db8::2 fd00::1 fec0::1 fe80::1"),
            Row(
                events: """
                    fe80::1/64 link, 10.0.0.1/24, fe80::2/64 link, 10.0.0.2/24 secondary, 10.0.1.1/24
                    """,
                order: "10.0.0.1 10.0.1.1 10.0.0.2 fe80::1 fe80::2"),
            Row(
                events: "::1/128 host, fe80::2/64 link, fe80::1/64 link",
                order: "fe80::1 fe80::2 ::1"),
            // Reported again, with other flags.
            Row(
                events: "2001:db8::1/64 tentative, 2001:db8::2/64, 2001:db8::1/64",
                order: "2001:db8::1 2001:db8::2"),
            // A primary address is removed, and a secondary one of its prefix becomes primary.
            Row(
                events: """
                    10.0.0.1/24, 10.0.1.1/24, 10.0.1.2/24 secondary, 10.0.0.2/24 secondary, -10.0.1.1/24, \
                    10.0.1.2/24
                    """,
                order: "10.0.0.1 10.0.1.2 10.0.0.2"),
            Row(
                events: """
                    10.0.0.1/24, 10.0.1.1/24, 10.0.3.1/24, 10.0.0.2/24 secondary, 10.0.1.2/24 secondary, \
                    10.0.0.3/24 secondary, -10.0.0.1/24, 10.0.0.2/24
                    """,
                order: "10.0.1.1 10.0.3.1 10.0.0.2 10.0.1.2 10.0.0.3"),
            Row(
                events: """
                    10.0.0.1/24, 10.0.1.1/24, 10.0.3.1/24, 10.0.1.2/24 secondary, 10.0.3.2/24 secondary, \
                    -10.0.3.1/24, 10.0.3.2/24
                    """,
                order: "10.0.0.1 10.0.1.1 10.0.3.2 10.0.1.2"),
            Row(
                events: """
                    10.0.2.1/24 link, 10.0.0.1/24, 10.0.0.2/24 secondary, 10.0.2.2/24 link secondary, \
                    -10.0.2.1/24, 10.0.2.2/24 link
                    """,
                order: "10.0.2.2 10.0.0.1 10.0.0.2"),
            Row(events: "10.0.0.1/24, 10.0.0.2/24 secondary, -10.0.0.2/24", order: "10.0.0.1"),
        ])
    func order(_ row: Row) throws {
        var state = network([link(2, "eth0")])
        for event in row.events.split(separator: ",") {
            _ = state.apply(.address(try Self.message(event)))
        }
        let order = try #require(state[2]).addresses.map(\.address.description)
        #expect(order.joined(separator: " ") == row.order)
        // A dump of the addresses keeps their order.
        let addresses = try #require(state[2]).addresses
        state.set(addresses, of: 2)
        #expect(state[2]?.addresses == addresses)
    }

    private static func message(_ text: Substring) throws -> AddressMessage {
        let words = text.split(separator: " ")
        let parts = try #require(words.first).split(separator: "/")
        let address = try #require(IPAddress(String(parts[0].drop { $0 == "-" })))
        let length = try #require(parts.last.flatMap { UInt8($0) })
        var message = AddressMessage(
            interface: 2, address: address.bytes, prefixLength: length)
        message.isRemoval = parts[0].hasPrefix("-")
        for word in words.dropFirst() {
            switch word {
            case "site": message.scope = 200
            case "link": message.scope = 253
            case "host": message.scope = 254
            case "secondary": message.flags |= 0x01
            case "tentative": message.flags |= 0x40
            default: Issue.record("no word of an address: \(word)")
            }
        }
        return message
    }
}
