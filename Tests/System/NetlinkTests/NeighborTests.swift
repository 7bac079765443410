// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Netlink

/// Messages about neighbors, and which of them the kernel's filter passes.
@Suite struct NeighborTests {
    /// `192.0.2.1` over the interface with the index 3, as recorded.
    private static let router = Neighbor(
        interface: 3, address: AddressBytes(family: .ipv4, high: 0, low: 0xC000_0201))
    /// `fe80::1` over the same interface.
    private static let routerOfIPv6 = Neighbor(
        interface: 3, address: AddressBytes(family: .ipv6, high: 0xFE80_0000_0000_0000, low: 1))

    @Test(
        "An entry works if the kernel sends packets with it, and is reachable if it was confirmed",
        arguments: [
            ("192.0.2.1 0x2 added", Self.router, true, true),
            ("192.0.2.1 0x4 added", Self.router, true, false),
            ("192.0.2.1 0x80 added", Self.router, true, false),
            ("192.0.2.1 0x20 added", Self.router, false, false),
            ("192.0.2.1 0x20 removed", Self.router, false, false),
            ("fe80::1 0x2 added", Self.routerOfIPv6, true, true),
            ("fe80::1 0x20 removed", Self.routerOfIPv6, false, false),
        ] as [(String, Neighbor, Bool, Bool)])
    func decoding(
        _ subject: String, neighbor: Neighbor, isWorking: Bool, isReachable: Bool
    ) throws {
        let bytes = try Recording.of(.neighbor, "eth0 \(subject)")
        let message = try #require(try NeighborMessage(bytes))
        #expect(message.neighbor == neighbor)
        #expect(message.isWorking == isWorking)
        #expect(message.isReachable == isReachable)
        #expect(message.isRemoval == subject.hasSuffix("removed"))
        #expect(try KernelEvent(decoding: bytes.span.bytes) == .neighbor(message))
    }

    @Test(
        "An entry is fixed if it is permanent or of a link without addresses, and unanswered if it has failed",
        arguments: [
            (0x02, false, false), (0x20, false, true), (0x40, true, false), (0x80, true, false),
            (0x01, false, false), (0x10, false, false),
        ] as [(UInt16, Bool, Bool)])
    func states(state: UInt16, isFixed: Bool, isUnanswered: Bool) {
        let message = NeighborMessage(Self.router, state: state)
        #expect(message.isSearched == (state == 0x10))
        #expect(message.isFixed == isFixed)
        #expect(message.isUnanswered == isUnanswered)
    }

    @Test("An entry is confirmed within a time if its neighbor has answered in that time")
    func confirmation() throws {
        var bytes = try Recording.of(.neighbor, "eth0 192.0.2.1 0x2 added")
        let ticks = try #require(
            bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual([20, 0, 3, 0]) },
            "NDA_CACHEINFO is missing")
        bytes.replaceSubrange(ticks + 4..<ticks + 8, with: [100, 0, 0, 0])
        let message = try #require(try NeighborMessage(bytes))
        #expect(message.isConfirmed(within: 990))
        #expect(!message.isConfirmed(within: 989))
        let failed = try NeighborMessage(Recording.of(.neighbor, "eth0 192.0.2.1 0x20 added"))
        #expect(try #require(failed).isConfirmed(within: .max) == false)
        #expect(!NeighborMessage(Self.router, state: 2).isConfirmed(within: 60_000))
    }

    @Test(
        "An entry has a hardware address while the kernel sends packets with it",
        arguments: [
            ("192.0.2.1 0x2 added", [2, 0, 0, 0, 0, 2]),
            ("192.0.2.1 0x4 added", [2, 0, 0, 0, 0, 2]),
            ("192.0.2.1 0x80 added", [2, 0, 0, 0, 0, 2]), ("192.0.2.1 0x20 added", nil),
            ("fe80::1 0x2 added", [2, 0, 0, 0, 0, 3]), ("2001:db8::9 0x80 removed", nil),
        ] as [(String, [UInt8]?)])
    func hardwareAddress(_ subject: String, address: [UInt8]?) throws {
        let message = try NeighborMessage(Recording.of(.neighbor, "eth0 \(subject)"))
        #expect(try #require(message).hardwareAddress == address)
    }

    @Test("An entry of a bridge is no event")
    func bridge() throws {
        let bytes = try Recording.of(.neighbor, "port0 family 7 0x40 added")
        #expect(try NeighborMessage(bytes) == nil)
        #expect(try KernelEvent(decoding: bytes.span.bytes) == nil)
    }

    @Test("An entry without an address is no event, and one with a part of it is rejected")
    func absence() throws {
        var bytes = try Recording.of(.neighbor, "eth0 fe80::1 0x2 added")
        // NDA_DST becomes an attribute that is not known.
        bytes[30] = 99
        #expect(try NeighborMessage(bytes) == nil)
        bytes[30] = 1
        // The message ends 8 bytes after the beginning of the address, and so does the attribute.
        bytes = Array(bytes[..<40])
        bytes[0] = 40
        bytes[28] = 12
        #expect(throws: MessageDecodingError.truncated("NDA_DST")) { try NeighborMessage(bytes) }
    }

    @Test("A message that ends within its fixed part is rejected", arguments: 16..<28)
    func truncation(length: Int) throws {
        var bytes = Array(try Recording.of(.neighbor, "eth0 192.0.2.1 0x2 added")[..<length])
        bytes[0] = UInt8(length)
        #expect(throws: MessageDecodingError.truncated("struct ndmsg")) {
            try NeighborMessage(bytes)
        }
    }

    @Test("Attributes that are not known are skipped, and so is what follows the message")
    func surplus() throws {
        let bytes = try Recording.of(.neighbor, "eth0 192.0.2.1 0x2 added")
        var longer = bytes + [8, 0, 200, 0, 1, 2, 3, 4]
        longer[0] = UInt8(longer.count)
        #expect(try NeighborMessage(longer) == NeighborMessage(bytes))
        #expect(try NeighborMessage(bytes + [1, 2, 3, 4]) == NeighborMessage(bytes))
    }
}

/// The kernel runs the filter on recorded messages.
extension NeighborTests {
    private func passes(_ subject: String, _ nextHops: [RouteFilter.NextHop]) throws -> Bool {
        let filter = RouteFilter(watching: [], nextHops: nextHops)
        #expect(!filter.isOpen)
        return try filter.program.pass(Recording.of(.neighbor, subject))
    }

    /// Each row: a message, and whether it passes while the next hop is known to be reachable, while it is known to
    /// work, and while nothing is known.
    @Test(
        "Of a known entry, only messages pass that say something else",
        arguments: [
            ("192.0.2.1 0x2 added", false, false, true), ("192.0.2.1 0x4 added", true, false, true),
            ("192.0.2.1 0x80 added", true, false, true), ("192.0.2.1 0x20 added", true, true, true),
            ("192.0.2.1 0x20 removed", true, true, true), ("fe80::1 0x2 added", false, false, true),
            ("fe80::1 0x20 removed", true, true, true),
            ("192.0.2.9 0x20 added", false, false, false),
            ("2001:db8::9 0x80 added", false, false, false),
        ] as [(String, Bool, Bool, Bool)])
    func nextHops(
        _ subject: String, whileReachable: Bool, whileItWorks: Bool, otherwise: Bool
    ) throws {
        let expected: [(RouteFilter.NextHop.Known, Bool)] = [
            (.isReachable, whileReachable), (.works, whileItWorks), (.nothing, otherwise),
        ]
        for (known, passes) in expected {
            let nextHops = [Self.router, Self.routerOfIPv6].map {
                RouteFilter.NextHop($0, known: known)
            }
            #expect(try self.passes("eth0 \(subject)", nextHops) == passes)
        }
    }

    /// Each row: a message, the hardware address that is known, and whether the message passes though the entry is known to
    /// be reachable, and though it is known to work.
    @Test(
        "A message passes whose entry has another hardware address than is known",
        arguments: [
            ("192.0.2.1 0x2 added", [2, 0, 0, 0, 0, 2], false, false),
            ("192.0.2.1 0x2 added", [2, 0, 0, 0, 0, 8], true, true),
            ("192.0.2.1 0x2 added", [3, 0, 0, 0, 0, 2], true, true),
            ("192.0.2.1 0x2 added", [2, 0, 0, 0, 0], true, true),
            ("192.0.2.1 0x2 added", [2, 0, 0, 0, 0, 2, 0], true, true),
            ("192.0.2.1 0x2 added", [2, 0, 0, 0, 0, 2, 0, 0], true, true),
            ("192.0.2.1 0x2 added", [], true, true),
            ("192.0.2.1 0x4 added", [2, 0, 0, 0, 0, 2], true, false),
            ("192.0.2.1 0x20 removed", [2, 0, 0, 0, 0, 2], true, true),
            ("192.0.2.9 0x20 added", [2, 0, 0, 0, 0, 2], false, false),
        ] as [(String, [UInt8], Bool, Bool)])
    func hardwareAddresses(
        _ subject: String, known: [UInt8], whileReachable: Bool, whileItWorks: Bool
    ) throws {
        for (state, passes) in [
            (RouteFilter.NextHop.Known.isReachable, whileReachable), (.works, whileItWorks),
        ] {
            let nextHop = RouteFilter.NextHop(Self.router, known: state, hardwareAddress: known)
            #expect(try self.passes("eth0 \(subject)", [nextHop]) == passes)
        }
    }

    @Test("The removal of an entry that worked passes")
    func removal() throws {
        let neighbor = Neighbor(
            interface: 3, address: AddressBytes(family: .ipv6, high: 0x2001_0DB8_0000_0000, low: 9))
        let nextHop = RouteFilter.NextHop(neighbor, known: .works)
        #expect(try !passes("eth0 2001:db8::9 0x80 added", [nextHop]))
        #expect(try passes("eth0 2001:db8::9 0x80 removed", [nextHop]))
        // A removal that names NUD_REACHABLE says that there is no entry.
        let reachable = RouteFilter.NextHop(neighbor, known: .isReachable)
        var message = try Recording.of(.neighbor, "eth0 2001:db8::9 0x80 removed")
        message[24] = 0x02
        let filter = RouteFilter(watching: [], nextHops: [reachable])
        #expect(try filter.program.pass(message))
    }

    @Test("The same address over another interface is another neighbor, as is a similar address")
    func others() throws {
        for original in [Self.router, Self.routerOfIPv6] {
            var others = [original, original, original]
            others[0].interface = 4
            let (high, low) = (original.address.high, original.address.low)
            let family = original.address.family
            others[1].address = AddressBytes(family: family, high: high, low: low + 1)
            others[2].address = AddressBytes(family: family, high: high, low: low + 1 << 31)
            for bit in 0..<64 where family == .ipv6 {
                let other = AddressBytes(family: family, high: high ^ 1 << UInt64(bit), low: low)
                others.append(Neighbor(interface: 3, address: other))
            }
            let subject = "eth0 \(family == .ipv4 ? "192.0.2.1" : "fe80::1") 0x2 added"
            let nextHops = others.map { RouteFilter.NextHop($0, known: .nothing) }
            #expect(try !passes(subject, nextHops))
            // It is found after those.
            #expect(
                try passes(
                    subject, nextHops + [RouteFilter.NextHop(original, known: .nothing)]))
        }
    }

    @Test("Without a next hop no message about a neighbor passes", arguments: Recording.all)
    func none(_ recording: Recording) throws {
        guard recording.kind == .neighbor else { return }
        #expect(try !RouteFilter(watching: []).program.pass(recording.bytes))
        #expect(try !RouteFilter.withoutNeighbors.pass(recording.bytes))
    }

    @Test("A request to a program to look for a neighbor does not pass")
    func request() throws {
        var message = try Recording.of(.neighbor, "eth0 192.0.2.1 0x20 added")
        message[4] = 30
        let filter = RouteFilter(
            watching: [], nextHops: [RouteFilter.NextHop(Self.router, known: .nothing)])
        #expect(try !filter.program.pass(message))
        #expect(try !RouteFilter.withoutNeighbors.pass(message))
    }

    @Test("Before next hops are known, all messages about other subjects pass")
    func otherSubjects() throws {
        for recording in Recording.all
        where [.link, .address, .rule, .route].contains(recording.kind) {
            #expect(try RouteFilter.withoutNeighbors.pass(recording.bytes))
        }
    }

    @Test("A filter has room for 200 next hops. With more, every message about a neighbor passes")
    func many() throws {
        func filter(_ count: UInt64) -> RouteFilter {
            let nextHops = (0..<count).map { number in
                let address = AddressBytes(
                    family: .ipv6, high: 0xFE80_0000_0000_0000, low: 0x100 + number)
                return RouteFilter.NextHop(
                    Neighbor(interface: 3, address: address), known: .works)
            }
            return RouteFilter(watching: [], nextHops: nextHops)
        }
        let message = try Recording.of(.neighbor, "eth0 192.0.2.9 0x20 added")
        #expect(!filter(200).isOpen)
        #expect(try !filter(200).program.pass(message))
        #expect(filter(2000).isOpen)
        #expect(try filter(2000).program.pass(message))
        // Routes are still filtered.
        #expect(filter(2000).program.count < 200)
    }
}

extension [FilterInstruction] {
    /// Whether a datagram passes: it is sent through a pair of local sockets, which the kernel filters like netlink
    /// sockets.
    func pass(_ message: [UInt8]) throws -> Bool {
        var pair: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        try attach(to: pair[1])
        try #require(send(pair[0], message, message.count, 0) == message.count)
        var buffer = [UInt8](repeating: 0, count: 4096)
        return recv(pair[1], &buffer, buffer.count, Int32(MSG_DONTWAIT)) == message.count
    }
}
