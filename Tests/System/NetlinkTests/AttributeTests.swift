// SPDX-License-Identifier: Apache-2.0

@testable import Netlink
import Testing

/// Each attribute that a decoder reads: its value, its absence, too few bytes and too many.
@Suite struct AttributeTests {
    @Test("An attribute has its value", arguments: AttributeCase.all)
    func value(_ one: AttributeCase) throws {
        #expect(try one.decode(one.type, one.payload) == .value)
    }

    @Test("Without the attribute the value is the default", arguments: AttributeCase.all)
    func absence(_ one: AttributeCase) throws {
        #expect(try one.decode(attributes: []) == .absent)
    }

    @Test("An attribute with fewer bytes than its type is rejected", arguments: AttributeCase.sized)
    func truncation(_ one: AttributeCase) {
        for count in 0..<one.payload.count {
            #expect(throws: MessageDecodingError.self, "\(count) bytes") {
                try one.decode(one.type, Array(one.payload.prefix(count)))
            }
        }
    }

    @Test(
        "An address of a route with fewer bytes than its family is absent",
        arguments: AttributeCase.optional)
    func shortAddress(_ one: AttributeCase) throws {
        for count in 0..<one.payload.count {
            let outcome = try one.decode(one.type, Array(one.payload.prefix(count)))
            #expect(outcome == .absent, "\(count) bytes")
        }
    }

    @Test(
        "Bytes after a value, and after the zero at the end of a name, are ignored",
        arguments: AttributeCase.sized + AttributeCase.optional + AttributeCase.names)
    func surplus(_ one: AttributeCase) throws {
        for count in 1...5 {
            let surplus = [UInt8](repeating: 0xA5, count: count)
            #expect(try one.decode(one.type, one.payload + surplus) == .value, "\(count) bytes")
        }
    }

    @Test("A name needs no zero at its end", arguments: AttributeCase.names)
    func unterminated(_ one: AttributeCase) throws {
        #expect(try one.decode(one.type, Array(one.payload.dropLast())) == .value)
    }

    /// `NLA_F_NESTED` and `NLA_F_NET_BYTEORDER`.
    @Test("The flags in the type of an attribute do not count", arguments: AttributeCase.all)
    func flags(_ one: AttributeCase) throws {
        for flags: UInt16 in [0x8000, 0x4000, 0xC000] {
            #expect(try one.decode(one.type | flags, one.payload) == .value)
        }
    }

    @Test(
        "Unknown attributes before and after an attribute are skipped", arguments: AttributeCase.all
    )
    func unknown(_ one: AttributeCase) throws {
        for type: UInt16 in [0, 61, 63, 64, 127, 1000, 0x3FFF] {
            let other = attribute(type, [1, 2, 3])
            let own = attribute(one.type, one.payload)
            #expect(try one.decode(attributes: other + own + other) == .value, "type \(type)")
        }
    }

    @Test("Of an attribute that comes twice, the last one counts", arguments: AttributeCase.sized)
    func repetition(_ one: AttributeCase) throws {
        let zeros = [UInt8](repeating: 0, count: one.payload.count)
        let attributes = attribute(one.type, zeros) + attribute(one.type, one.payload)
        #expect(try one.decode(attributes: attributes) == .value)
    }

    @Test(
        "An attribute whose length is less than its header, or more than the message, is rejected",
        arguments: AttributeCase.all)
    func length(_ one: AttributeCase) {
        let size = one.payload.count + 4
        for length in [0, 1, 3, size + 4, 0xFFFF] {
            var bytes = attribute(one.type, one.payload)
            bytes.replaceSubrange(0..<2, with: integer(UInt16(length)))
            #expect(throws: MessageDecodingError.self, "length \(length)") {
                try one.decode(attributes: bytes)
            }
        }
    }

    @Test("The last attribute needs no padding", arguments: AttributeCase.all)
    func padding(_ one: AttributeCase) throws {
        let bytes = attribute(one.type, one.payload).prefix(one.payload.count + 4)
        guard one.isOutermost else { return }
        #expect(try one.decode(attributes: Array(bytes)) == .value)
    }

    @Test("A message that ends within its fixed part is rejected", arguments: MessageForm.all)
    func fixedPart(_ form: MessageForm) {
        for count in 0..<form.fixed.count {
            #expect(throws: MessageDecodingError.truncated(form.part), "\(count) bytes") {
                try form.decode(form.message(fixed: Array(form.fixed.prefix(count))))
            }
        }
    }

    @Test("A message of another type is rejected", arguments: MessageForm.all)
    func otherType(_ form: MessageForm) {
        let other = MessageForm(form.part, form.type + 100, form.fixed, form.decode)
        // A generic message has the family's type, which the kernel chooses; its command is in the fixed part.
        let isGeneric = form.part == "struct genlmsghdr"
        let fixed = isGeneric ? [form.fixed[0] + 100] + form.fixed.dropFirst() : form.fixed
        #expect(throws: MessageDecodingError.self) {
            try form.decode((isGeneric ? form : other).message(fixed: fixed))
        }
    }

    @Test("An address message without an address is rejected")
    func noAddress() {
        let message = MessageForm.address.message()
        #expect(throws: MessageDecodingError.truncated("the address")) {
            try AddressMessage(message)
        }
    }

    @Test("A rule with an attribute that is not decoded is selective, except those of no effect")
    func ruleAttributes() throws {
        func isSelective(_ type: UInt16) throws -> Bool? {
            try RuleMessage(MessageForm.rule.message(attribute(type, [1, 0, 0, 0])))?.isSelective
        }
        // FRA_FLOW, FRA_PAD, FRA_PROTOCOL
        for type: UInt16 in [11, 18, 21] { #expect(try isSelective(type) == false, "\(type)") }
        // FRA_DST, FRA_SRC, FRA_IIFNAME, FRA_GOTO, FRA_TUN_ID, FRA_OIFNAME, FRA_L3MDEV, FRA_UID_RANGE,
        // FRA_IP_PROTO, FRA_SPORT_RANGE, FRA_DPORT_RANGE, and one that is to come
        for type: UInt16 in [1, 2, 3, 4, 12, 17, 19, 20, 22, 23, 24, 60] {
            #expect(try isSelective(type) == true, "\(type)")
        }
    }

    @Test("What depends on the kind of a link is read for this kind only")
    func otherKinds() throws {
        // IFLA_INFO_DATA of a VLAN has other attributes with the same numbers.
        for data: [UInt8] in [attribute(2, integer(UInt32(7))), attribute(3, [2])] {
            let information = attribute(1, Array("vlan".utf8) + [0]) + attribute(2 | nested, data)
            let link = try LinkMessage(
                MessageForm.link.message(attribute(18 | nested, information)))
            #expect(link.kind == "vlan")
            #expect(link.bondActiveMember == nil && link.tunMode == nil)
        }
        // IFLA_INFO_SLAVE_KIND and _SLAVE_DATA
        let member =
            attribute(4, Array("bridge".utf8) + [0]) + attribute(5 | nested, attribute(1, [0]))
        let port = try LinkMessage(MessageForm.link.message(attribute(18 | nested, member)))
        #expect(port.isActiveBondMember == nil)
    }
}

/// A type of message: its fixed part, and its decoder.
struct MessageForm: Sendable, CustomTestStringConvertible {
    /// The name of the fixed part.
    let part: String
    let type: UInt16
    let fixed: [UInt8]
    /// Decodes a message without regard to its content.
    let decode: @Sendable ([UInt8]) throws -> Void

    init(
        _ part: String, _ type: UInt16, _ fixed: [UInt8],
        _ decode: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        (self.part, self.type, self.fixed, self.decode) = (part, type, fixed, decode)
    }

    var testDescription: String { "\(part), type \(type)" }

    /// Makes a message.
    func message(_ attributes: [UInt8] = []) -> [UInt8] { message(fixed: fixed + attributes) }

    /// Makes a message with another content.
    func message(fixed: [UInt8]) -> [UInt8] {
        integer(UInt32(fixed.count + 16)) + integer(type) + integer(UInt16(0))
            + integer(UInt32(1)) + integer(UInt32(0)) + fixed
    }

    /// `RTM_NEWLINK`: family, padding, ARPHRD_ETHER, index 3, IFF_UP, change mask.
    static let link = MessageForm(
        "struct ifinfomsg", 16, [0, 0, 1, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    ) { _ = try LinkMessage($0) }
    /// `RTM_NEWADDR`: AF_INET, prefix length, flags, scope, index 3.
    static let address = MessageForm("struct ifaddrmsg", 20, [2, 24, 0x80, 0, 3, 0, 0, 0]) {
        _ = try AddressMessage($0)
    }
    /// `RTM_NEWROUTE`: AF_INET, lengths, type of service, table main, protocol, scope, RTN_UNICAST, flags.
    static let route = MessageForm("struct rtmsg", 24, [2, 0, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]) {
        _ = try RouteReply($0)
    }
    /// `RTM_NEWNEIGH`: AF_INET, padding, index 3, NUD_REACHABLE, flags, type.
    static let neighbor = MessageForm("struct ndmsg", 28, [2, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0]) {
        _ = try NeighborMessage($0)
    }
    /// `RTM_NEWRULE`: AF_INET, lengths, type of service, table main, reserved, FR_ACT_TO_TBL, flags.
    static let rule = MessageForm(
        "struct fib_rule_hdr", 32, [2, 0, 0, 0, 254, 0, 0, 1, 0, 0, 0, 0]
    ) { _ = try RuleMessage($0) }
    /// `NL80211_CMD_NEW_INTERFACE`, and the version.
    static let wirelessInterface = MessageForm("struct genlmsghdr", 28, [7, 1, 0, 0]) {
        _ = try WirelessInterface($0)
    }
    /// `NL80211_CMD_NEW_SCAN_RESULTS`.
    static let wirelessNetwork = MessageForm("struct genlmsghdr", 28, [34, 1, 0, 0]) {
        _ = try WirelessNetwork($0)
    }
    /// `NL80211_CMD_NEW_STATION`.
    static let station = MessageForm("struct genlmsghdr", 28, [19, 1, 0, 0]) {
        _ = try WirelessStation($0)
    }
    /// `WG_CMD_GET_DEVICE`.
    static let wireGuard = MessageForm("struct genlmsghdr", 30, [0, 1, 0, 0]) {
        _ = try WireGuardMessage($0)
    }

    static let all = [
        link, address, route, neighbor, rule, wirelessInterface, wirelessNetwork, station,
        wireGuard,
    ]
}
