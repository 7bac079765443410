// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

/// The counters of links.
@Suite struct LinkCountersTests {
    /// `IFLA_STATS64`.
    private static let type: UInt16 = 23

    /// A message about link 7, with attributes.
    private func message(_ attributes: [UInt8], type: UInt16 = 16) -> [UInt8] {
        let body =
            [0, 0] + integer(UInt16(1)) + integer(UInt32(7)) + integer(UInt32(1))
            + integer(UInt32(0)) + attributes
        return integer(UInt32(body.count + 16)) + integer(type) + integer(UInt16(0))
            + integer(UInt32(0)) + integer(UInt32(0)) + body
    }

    /// Packets and bytes that were received and sent, and no errors.
    private static let numbers =
        [3, 4, 5_000_000_000, 6].flatMap { integer(UInt64($0)) } + [UInt8](repeating: 0, count: 160)

    private func counters(_ attributes: [UInt8]) throws -> LinkCounters? {
        try LinkCounters(decoding: message(attributes).span.bytes)
    }

    @Test("The counters are the bytes, in 64 bits")
    func value() throws {
        let expected = LinkCounters(received: 5_000_000_000, sent: 6)
        #expect(try counters(attribute(Self.type, Self.numbers)) == expected)
        let name = attribute(3, Array("wwan0\0".utf8))
        let link = try CountedLink(
            decoding: message(name + attribute(Self.type, Self.numbers)).span.bytes)
        #expect(link?.counters == expected)
        #expect(link?.link.name == "wwan0")
        #expect(link?.link.index == 7)
    }

    @Test("A message without counters has none")
    func absence() throws { #expect(try counters([]) == nil) }

    @Test("Fewer bytes than the counters need are rejected")
    func truncation() {
        for count in 0..<32 {
            #expect(throws: MessageDecodingError.self, "\(count) bytes") {
                try counters(attribute(Self.type, Array(Self.numbers.prefix(count))))
            }
        }
    }

    @Test("The kernel has counters of loopback, one by one and among all")
    func loopback() throws {
        let socket = try NetlinkSocket(.route)
        let one = try #require(try socket.countedLink(1))
        #expect(one.link.name == "lo")
        let all = try socket.dumpCountedLinks().elements
        let same = try #require(all.first { $0.link.index == 1 })
        #expect(same.counters.received >= one.counters.received)
    }

    @Test(
        "A link that is not there has no counters", arguments: [0, 0x7FFF_0000, .max] as [UInt32])
    func missing(index: UInt32) throws {
        #expect(try NetlinkSocket(.route).countedLink(index) == nil)
    }
}
