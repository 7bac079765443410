// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Netlink

/// The kernel runs the filter on messages in the kernel's format.
@Suite struct RouteFilterTests {
    private func passes(_ message: [UInt8], _ filter: RouteFilter) throws -> Bool {
        try filter.program.pass(message)
    }

    /// A route message in the format of `fib_dump_info` and `rt6_fill_node`.
    private func route(_ prefix: String, length: UInt8, isRemoval: Bool = false) throws -> [UInt8] {
        let destination = try #require(address(prefix))
        let bytes: [UInt8] = destination.withBytes { Array($0) }
        var message: [UInt8] = [0, 0, 0, 0, isRemoval ? 25 : 24, 0, 0, 0]
        message += [UInt8](repeating: 0, count: 8)
        message += [destination.family.rawValue, length, 0, 0, 254, 0, 0, 1, 0, 0, 0, 0]
        message += [8, 0, 15, 0, 254, 0, 0, 0]
        if length > 0 { message += [UInt8(bytes.count + 4), 0, 1, 0] + bytes }
        message += [8, 0, 4, 0, 2, 0, 0, 0]
        message[0] = UInt8(message.count)
        return message
    }

    private func address(_ text: String) -> AddressBytes? {
        var four: UInt32 = 0
        if inet_pton(AF_INET, text, &four) == 1 {
            return AddressBytes(family: .ipv4, high: 0, low: UInt64(UInt32(bigEndian: four)))
        }
        var sixteen: (UInt64, UInt64) = (0, 0)
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        return AddressBytes(
            family: .ipv6, high: UInt64(bigEndian: sixteen.0), low: UInt64(bigEndian: sixteen.1))
    }

    private func filter(_ addresses: [String]) -> RouteFilter {
        RouteFilter(watching: addresses.compactMap(address))
    }

    private static let watched = ["198.41.0.4", "9.9.9.9", "2001:500:2::c", "2620:fe::9"]

    @Test(
        "A route passes if its prefix covers a watched address",
        arguments: [
            // Short prefixes pass, whether they cover a watched address or not.
            ("0.0.0.0", 0, true), ("0.0.0.0", 1, true), ("128.0.0.0", 1, true),
            ("44.0.0.0", 7, true), ("::", 0, true), ("2000::", 3, true), ("fd00::", 8, true),
            // IPv4
            ("198.0.0.0", 8, true), ("198.41.0.0", 16, true), ("198.41.0.0", 24, true),
            ("198.41.0.4", 32, true), ("198.41.0.5", 32, false), ("198.41.1.0", 24, false),
            ("10.0.0.0", 8, false), ("9.9.9.0", 24, true), ("9.9.8.0", 23, true),
            ("9.9.10.0", 23, false), ("192.0.2.0", 24, false),
            // IPv6, within the first word, across the first two, and beyond
            ("2001::", 16, true), ("2002::", 16, false), ("2001:500::", 30, true),
            ("2001:500::", 32, true), ("2001:501::", 32, false), ("2001:500::", 33, true),
            ("2001:500:8000::", 33, false), ("2001:500:2::", 48, true),
            ("2001:500:3::", 48, false), ("2001:500:2::", 63, true), ("2001:500:2::", 64, true),
            ("2001:500:2:1::", 64, false), ("2001:500:2::c", 128, true),
            ("2001:501:2::", 64, false), ("2620:fe::", 48, true), ("2620:ff::", 48, false),
        ] as [(String, UInt8, Bool)], [false, true])
    func routes(_ route: (prefix: String, length: UInt8, passes: Bool), isRemoval: Bool) throws {
        let message = try self.route(route.prefix, length: route.length, isRemoval: isRemoval)
        #expect(try passes(message, filter(Self.watched)) == route.passes)
    }

    @Test("Recorded messages that are not about routes pass", arguments: Recording.all)
    func recordings(_ recording: Recording) throws {
        switch recording.kind {
        case .link, .address, .rule:
            #expect(try passes(recording.bytes, filter(Self.watched)))
        case .route, .refusal, .wireless, .network, .neighbor: break
        }
    }

    @Test("Without a watched address only short prefixes pass")
    func withoutAWatchedAddressOnlyShortPrefixesPass() throws {
        let filter = filter([])
        #expect(try passes(route("0.0.0.0", length: 0), filter))
        #expect(try !passes(route("198.41.0.0", length: 24), filter))
        #expect(try !passes(route("2001:500:2::", length: 48), filter))
    }

    @Test("A route without a destination attribute passes")
    func aRouteThatCannotBeJudgedPasses() throws {
        var message = try route("10.0.0.0", length: 24)
        // RTA_DST becomes RTA_SRC.
        message[38] = 2
        #expect(try passes(message, filter(Self.watched)))
    }

    @Test("A filter has room for 400 addresses")
    func manyAddressesStillFit() throws {
        let filter = filter((0..<200).flatMap { ["10.0.\($0).1", "2001:db8:\($0)::1"] })
        #expect(!filter.isOpen)
        #expect(try passes(route("10.0.199.0", length: 24), filter))
        #expect(try passes(route("2001:db8:199::", length: 48), filter))
        #expect(try !passes(route("10.0.200.0", length: 24), filter))
        #expect(try !passes(route("2001:db8:200::", length: 48), filter))
    }

    @Test("With too many addresses every message passes")
    func tooManyAddressesLetEverythingPass() {
        #expect(filter((0..<1000).map { "10.\($0 / 250).\($0 % 250).1" }).isOpen)
    }

    @Test("An unprivileged user can subscribe and attach a filter")
    func listeningWorksForAnyUser() throws {
        let socket = try RouteEventSocket(receiveBuffer: 1 << 20)
        try socket.attach(filter(Self.watched))
        try socket.attach(filter((0..<1000).map { "10.\($0 / 250).\($0 % 250).1" }))
        let outcome = try socket.receive { _ in }
        #expect(outcome == .drained || outcome == .more)
    }
}
