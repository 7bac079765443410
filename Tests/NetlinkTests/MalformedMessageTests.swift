// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

/// Whatever the bytes are, decoding ends with a value or a ``DecodingError``. A trap, a hang or a
/// read past the end (under the address sanitizer) fails these.
@Suite struct MalformedMessageTests {
    @Test func thereAreRecordings() {
        #expect(Recording.all.count >= 180)
    }

    @Test(arguments: Recording.all)
    func wholeMessages(_ recording: Recording) throws {
        try recording.decode(recording.bytes)
    }

    @Test(arguments: Recording.all)
    func everyPrefixIsCutShort(_ recording: Recording) throws {
        for length in 0..<recording.bytes.count {
            #expect(throws: DecodingError.self) {
                try recording.decode(Array(recording.bytes[..<length]))
            }
        }
    }

    /// Prefixes whose header has been told the new length, so that the cut falls into an attribute.
    @Test(arguments: Recording.all)
    func everyPrefixWithItsOwnLength(_ recording: Recording) throws {
        for length in 16..<recording.bytes.count {
            var bytes = Array(recording.bytes[..<length])
            bytes.setInteger(UInt32(length), at: 0)
            decodeWhatever(bytes, as: recording)
        }
    }

    /// Every 16-bit word in turn set to lengths that cannot be.
    @Test(arguments: Recording.all)
    func lengthsThatCannotBe(_ recording: Recording) throws {
        for offset in stride(from: 16, to: recording.bytes.count - 1, by: 2) {
            for value: UInt16 in [0, 1, 3, 4, 5, 8, 0x7FFF, 0xFFFF] {
                var bytes = recording.bytes
                bytes.setInteger(value, at: offset)
                decodeWhatever(bytes, as: recording)
            }
        }
    }

    @Test func anyDecoderRefusesOtherTypes() throws {
        let link = try Recording.of(.link, "eth0")
        let rule = try Recording.of(.rule, "32766 ipv4")
        #expect(throws: DecodingError.messageType(32)) { try LinkMessage(rule) }
        #expect(throws: DecodingError.messageType(16)) { try AddressMessage(link) }
        #expect(throws: DecodingError.messageType(16)) { try RuleMessage(link) }
        #expect(throws: DecodingError.messageType(16)) { try RouteReply(link) }
    }

    /// `rtnl_route_parse` of libnl-route 3.7 loops for ever on the first and reads past the end on
    /// the second.
    @Test(arguments: [0, 1, 7, 9, 12, 255] as [UInt16])
    func nextHopLength(_ length: UInt16) throws {
        // RTM_NEWROUTE with one RTA_MULTIPATH of one next hop of 8 bytes
        var bytes: [UInt8] = [40, 0, 0, 0, 24, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        bytes += [2, 0, 0, 0, 254, 0, 0, 1, 0, 0, 0, 0]
        bytes += [12, 0, 9, 0] + [8, 0, 0, 0, 3, 0, 0, 0]
        #expect(try RouteReply(bytes).nextHops.map(\.interface) == [3])
        bytes.setInteger(length, at: 32)
        #expect(throws: DecodingError.nextHopLength(Int(length))) {
            try RouteReply(bytes)
        }
    }

    @Test func prefixLongerThanAnAddress() throws {
        var bytes = try Recording.of(.route, "198.41.0.4 fibmatch")
        bytes[17] = 33
        #expect(throws: DecodingError.prefixLength(33)) { try RouteReply(bytes) }
    }

    @Test func namesThatAreNotUTF8() throws {
        var bytes = try Recording.of(.link, "eth0")
        // The name stands behind the header, struct ifinfomsg and its attribute's header.
        #expect(Array(bytes[36..<40]) == Array("eth0".utf8))
        bytes[36] = 0xFF
        #expect(try LinkMessage(bytes).name == "\u{FFFD}th0")
    }

    private func decodeWhatever(_ bytes: [UInt8], as recording: Recording) {
        do { try recording.decode(bytes) } catch {
            #expect(error is DecodingError)
        }
    }
}

extension [UInt8] {
    /// Overwrites bytes with an integer as the machine has it.
    fileprivate mutating func setInteger<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
        for byte in 0..<(Value.bitWidth / 8) {
            self[offset + byte] = UInt8(truncatingIfNeeded: value.littleEndian >> (8 * byte))
        }
    }
}
