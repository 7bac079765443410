// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

/// Decoding ends with a value or a ``MessageDecodingError``, whatever the bytes are. A trap, a hang
/// or a read past the end (under the address sanitizer) fails these tests.
@Suite struct MalformedMessageTests {
    @Test("The recordings are found")
    func thereAreRecordings() {
        #expect(Recording.all.count >= 180)
    }

    @Test("Every recorded message is decoded", arguments: Recording.all)
    func wholeMessages(_ recording: Recording) throws {
        try recording.decode(recording.bytes)
    }

    @Test("A message that is cut short is rejected", arguments: Recording.all)
    func everyPrefixIsCutShort(_ recording: Recording) throws {
        for length in 0..<recording.bytes.count {
            #expect(throws: MessageDecodingError.self) {
                try recording.decode(Array(recording.bytes[..<length]))
            }
        }
    }

    /// The header of each prefix has the new length, so that the cut is within an attribute.
    @Test("A message that is cut in an attribute is decoded or rejected", arguments: Recording.all)
    func everyPrefixWithItsOwnLength(_ recording: Recording) throws {
        for length in 16..<recording.bytes.count {
            var bytes = Array(recording.bytes[..<length])
            bytes.setInteger(UInt32(length), at: 0)
            decodeWhatever(bytes, as: recording)
        }
    }

    /// Each 16-bit word in turn is set to invalid lengths.
    @Test("Invalid lengths in a message are handled", arguments: Recording.all)
    func lengthsThatCannotBe(_ recording: Recording) throws {
        for offset in stride(from: 16, to: recording.bytes.count - 1, by: 2) {
            for value: UInt16 in [0, 1, 3, 4, 5, 8, 0x7FFF, 0xFFFF] {
                var bytes = recording.bytes
                bytes.setInteger(value, at: offset)
                decodeWhatever(bytes, as: recording)
            }
        }
    }

    @Test("Each decoder rejects messages of other types")
    func anyDecoderRefusesOtherTypes() throws {
        let link = try Recording.of(.link, "eth0")
        let rule = try Recording.of(.rule, "32766 ipv4")
        #expect(throws: MessageDecodingError.messageType(32)) { try LinkMessage(rule) }
        #expect(throws: MessageDecodingError.messageType(16)) { try AddressMessage(link) }
        #expect(throws: MessageDecodingError.messageType(16)) { try RuleMessage(link) }
        #expect(throws: MessageDecodingError.messageType(16)) { try RouteReply(link) }
    }

    /// `rtnl_route_parse` of libnl-route 3.7 loops forever on length 0, and reads past the end on
    /// one that is too long.
    @Test(
        "A next hop of an invalid length is rejected",
        arguments: [0, 1, 7, 9, 12, 255] as [UInt16])
    func nextHopLength(_ length: UInt16) throws {
        // RTM_NEWROUTE with one RTA_MULTIPATH of one next hop of 8 bytes
        var bytes: [UInt8] = [40, 0, 0, 0, 24, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        bytes += [2, 0, 0, 0, 254, 0, 0, 1, 0, 0, 0, 0]
        bytes += [12, 0, 9, 0] + [8, 0, 0, 0, 3, 0, 0, 0]
        #expect(try RouteReply(bytes).nextHops.map(\.interface) == [3])
        bytes.setInteger(length, at: 32)
        #expect(throws: MessageDecodingError.nextHopLength(Int(length))) {
            try RouteReply(bytes)
        }
    }

    @Test("A prefix that is longer than an address is rejected")
    func prefixLongerThanAnAddress() throws {
        var bytes = try Recording.of(.route, "198.41.0.4 fibmatch")
        bytes[17] = 33
        #expect(throws: MessageDecodingError.prefixLength(33)) { try RouteReply(bytes) }
    }

    @Test("A name that is not UTF-8 is repaired")
    func namesThatAreNotUTF8() throws {
        var bytes = try Recording.of(.link, "eth0")
        // The name follows the header, struct ifinfomsg and its attribute's header.
        #expect(Array(bytes[36..<40]) == Array("eth0".utf8))
        bytes[36] = 0xFF
        #expect(try LinkMessage(bytes).name == "\u{FFFD}th0")
    }

    private func decodeWhatever(_ bytes: [UInt8], as recording: Recording) {
        do { try recording.decode(bytes) } catch {
            #expect(error is MessageDecodingError)
        }
    }
}

extension [UInt8] {
    /// Overwrites bytes with an integer in the machine's byte order.
    fileprivate mutating func setInteger<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
        for byte in 0..<(Value.bitWidth / 8) {
            self[offset + byte] = UInt8(truncatingIfNeeded: value.littleEndian >> (8 * byte))
        }
    }
}
