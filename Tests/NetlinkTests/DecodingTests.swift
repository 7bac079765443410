// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

@Suite struct LinkDecodingTests {
    private func link(_ name: String) throws -> LinkMessage {
        try LinkMessage(Recording.of(.link, name))
    }

    @Test func loopback() throws {
        let lo = try link("lo")
        #expect(lo.index == 1)
        #expect(lo.name == "lo")
        #expect(lo.hardwareType == 772)
        #expect(lo.flags.isSuperset(of: [.up, .running, .lowerUp]))
        #expect(lo.mtu == 65536)
        #expect(lo.operationalState == 0)
        #expect(lo.hardwareAddress == [0, 0, 0, 0, 0, 0])
        #expect(lo.kind == nil)
        #expect(lo.master == nil)
        #expect(!lo.isRemoval)
    }

    @Test func vethWithAlternativeNames() throws {
        let eth0 = try link("eth0")
        #expect(eth0.index == 3)
        #expect(eth0.kind == "veth")
        #expect(eth0.hardwareType == 1)
        #expect(eth0.operationalState == 6)
        #expect(eth0.mtu == 1500)
        #expect(eth0.link == 2)
        #expect(!eth0.isLinkInOtherNamespace)
        #expect(eth0.alternativeNames == ["uplink", "enp0s31f6"])
        #expect(eth0.hardwareAddress?.count == 6)
    }

    @Test func bridgePortKnowsItsMaster() throws {
        let bridge = try link("br0")
        let port = try link("port0")
        #expect(bridge.kind == "bridge")
        #expect(port.master == bridge.index)
        #expect(port.kind == "veth")
        #expect(port.isActiveBondMember == nil)
    }

    @Test func macvlanKnowsWhatItIsMadeOn() throws {
        let macvlan = try link("macvlan0")
        #expect(macvlan.kind == "macvlan")
        #expect(macvlan.link == (try link("eth0")).index)
    }

    @Test(arguments: [("tun0", LinkMessage.TunMode.tun, 65534), ("tap0", .tap, 1)])
    func tunMode(name: String, mode: LinkMessage.TunMode, hardwareType: UInt16) throws {
        let message = try link(name)
        #expect(message.kind == "tun")
        #expect(message.tunMode == mode)
        #expect(message.hardwareType == hardwareType)
    }

    @Test(arguments: ["vxlan0": "vxlan", "ifb0": "ifb"])
    func kind(name: String, kind: String) throws {
        #expect(try link(name).kind == kind)
    }
}

@Suite struct AddressDecodingTests {
    private func address(_ subject: String) throws -> AddressMessage {
        try #require(try AddressMessage(Recording.of(.address, subject)))
    }

    @Test func ipv4() throws {
        let message = try address("eth0 192.0.2.7")
        #expect(message.interface == 3)
        #expect(message.address == AddressBytes(family: .ipv4, high: 0, low: 0xC000_0207))
        #expect(message.prefixLength == 24)
        #expect(message.scope == 0)
        #expect(message.flags == 0x80)
    }

    @Test func secondary() throws {
        #expect(try address("eth0 192.0.2.8").flags == 0x81)
    }

    @Test func pointToPointTakesTheOwnAddressNotThePeers() throws {
        let message = try address("eth0 10.0.0.1")
        #expect(message.address == AddressBytes(family: .ipv4, high: 0, low: 0x0A00_0001))
        #expect(message.prefixLength == 32)
    }

    @Test func ipv6() throws {
        let message = try address("eth0 2001:db8::7")
        #expect(message.address == AddressBytes(family: .ipv6, high: 0x2001_0DB8_0000_0000, low: 7))
        #expect(message.prefixLength == 64)
        // IFA_F_NODAD and IFA_F_PERMANENT
        #expect(message.flags == 0x82)
    }
}

@Suite struct RuleDecodingTests {
    private func rule(_ subject: String) throws -> RuleMessage? {
        try RuleMessage(Recording.of(.rule, subject))
    }

    @Test func invertedMark() throws {
        let rule = try #require(try rule("32765 ipv4"))
        #expect(rule.family == .ipv4)
        #expect(rule.priority == 32765)
        #expect(rule.mark == 0xCA6C)
        #expect(rule.mask == 0xFFFF_FFFF)
        #expect(rule.isInverted)
    }

    @Test func markWithMask() throws {
        let rule = try #require(try rule("5210 ipv4"))
        #expect(rule.mark == 0x80000)
        #expect(rule.mask == 0xFF0000)
        #expect(!rule.isInverted)
    }

    @Test func withoutMark() throws {
        let rule = try #require(try rule("32766 ipv6"))
        #expect(rule.family == .ipv6)
        #expect(rule.mark == 0)
    }

    @Test func multicastRoutingsRulesAreNotOurs() throws {
        #expect(try rule("32767 128") == nil)
    }
}

@Suite struct RouteDecodingTests {
    private func route(_ subject: String) throws -> RouteReply {
        try RouteReply(Recording.of(.route, subject))
    }

    private func ipv4(_ bytes: UInt64) -> AddressBytes {
        AddressBytes(family: .ipv4, high: 0, low: bytes)
    }

    @Test func theKernelsChoiceHasOneHopAndASource() throws {
        let reply = try route("198.41.0.4")
        #expect(reply.type == 1)
        #expect(reply.table == 254)
        #expect(reply.prefixLength == 32)
        #expect(reply.nextHops.count == 1)
        #expect(reply.source == ipv4(0xC000_0207) || reply.source == ipv4(0xC633_6407))
    }

    @Test func theEntryHasEveryHop() throws {
        let reply = try route("198.41.0.4 fibmatch")
        #expect(reply.prefixLength == 0)
        #expect(
            reply.nextHops == [
                RouteReply.NextHop(interface: 3, gateway: ipv4(0xC000_0201)),
                RouteReply.NextHop(interface: 13, gateway: ipv4(0xC633_6401)),
            ])
    }

    @Test func gatewayOfTheOtherFamily() throws {
        let reply = try route("9.9.9.9 fibmatch")
        #expect(reply.metric == 50)
        #expect(reply.prefixLength == 8)
        #expect(
            reply.nextHops == [
                RouteReply.NextHop(
                    interface: 3,
                    gateway: AddressBytes(family: .ipv6, high: 0xFE80_0000_0000_0000, low: 1))
            ])
    }

    @Test func groupOfNextHopObjects() throws {
        let reply = try route("8.8.8.8 fibmatch")
        #expect(reply.nextHops.map(\.interface) == [3, 13])
    }

    @Test func expiry() throws {
        let ticks = try #require(try route("2001:500:2::c fibmatch").expiresInTicks)
        #expect(ticks > 0 && ticks <= 180_000)
        #expect(try route("198.41.0.4").expiresInTicks == nil)
    }

    @Test func thisMachine() throws {
        #expect(try route("192.0.2.7").type == 2)
    }
}

@Suite struct AcknowledgementDecodingTests {
    @Test(arguments: [
        ("203.0.113.1", 22 as Int32),  // EINVAL: blackhole
        ("203.0.114.1", 13),  // EACCES: prohibit
        ("2001:db8:dead::1", 113),  // EHOSTUNREACH: unreachable
    ])
    func refusal(subject: String, errno: Int32) throws {
        let bytes = try Recording.of(.refusal, subject)
        #expect(try Acknowledgement(bytes).errno == errno)
    }

    @Test func extendedAcknowledgement() throws {
        // NLMSG_ERROR, NLM_F_CAPPED and NLM_F_ACK_TLVS, -ENODEV, the request's header, then
        // NLMSGERR_ATTR_MSG "gone".
        var bytes: [UInt8] = [48, 0, 0, 0, 2, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0]
        bytes += [0xED, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 16)
        bytes += [9, 0, 1, 0] + Array("gone".utf8) + [0, 0, 0, 0]
        let acknowledgement = try Acknowledgement(bytes)
        #expect(acknowledgement.errno == 19)
        #expect(acknowledgement.text == "gone")
        let error = #expect(throws: NetlinkError.self) {
            try acknowledgement.check(.dumpLinks)
        }
        #expect(
            error?.description
                == "cannot dump links (RTM_GETLINK): No such device (errno 19): gone")
    }
}
