// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

@Suite struct LinkDecodingTests {
    private func link(_ name: String) throws -> LinkMessage {
        try LinkMessage(Recording.of(.link, name))
    }

    @Test("Loopback has no kind and no master")
    func loopback() throws {
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

    @Test("A veth has its peer and its alternative names")
    func vethWithAlternativeNames() throws {
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

    @Test("A bridge port has the index of its bridge")
    func bridgePortKnowsItsMaster() throws {
        let bridge = try link("br0")
        let port = try link("port0")
        #expect(bridge.kind == "bridge")
        #expect(port.master == bridge.index)
        #expect(port.kind == "veth")
        #expect(port.isActiveBondMember == nil)
    }

    @Test("A macvlan has the index of the interface below")
    func macvlanKnowsWhatItIsMadeOn() throws {
        let macvlan = try link("macvlan0")
        #expect(macvlan.kind == "macvlan")
        #expect(macvlan.link == (try link("eth0")).index)
    }

    @Test(
        "A tun and a tap differ in their mode",
        arguments: [("tun0", LinkMessage.TunMode.tun, 65534), ("tap0", .tap, 1)])
    func tunMode(name: String, mode: LinkMessage.TunMode, hardwareType: UInt16) throws {
        let message = try link(name)
        #expect(message.kind == "tun")
        #expect(message.tunMode == mode)
        #expect(message.hardwareType == hardwareType)
    }

    @Test("The group of a link is decoded")
    func group() throws {
        var bytes = try Recording.of(.link, "eth0")
        #expect(try LinkMessage(bytes).group == 0)
        // IFLA_GROUP, of 8 bytes.
        let attribute = try #require(bytes.firstRange(of: [8, 0, 27, 0]))
        bytes[attribute.upperBound] = 7
        #expect(try LinkMessage(bytes).group == 7)
    }

    @Test("The kind of a link is decoded", arguments: ["vxlan0": "vxlan", "ifb0": "ifb"])
    func kind(name: String, kind: String) throws {
        #expect(try link(name).kind == kind)
    }
}

@Suite struct AddressDecodingTests {
    private func address(_ subject: String) throws -> AddressMessage {
        try #require(try AddressMessage(Recording.of(.address, subject)))
    }

    @Test("An IPv4 address is decoded")
    func ipv4() throws {
        let message = try address("eth0 192.0.2.7")
        #expect(message.interface == 3)
        #expect(message.address == AddressBytes(family: .ipv4, high: 0, low: 0xC000_0207))
        #expect(message.peer == nil)
        #expect(message.prefixLength == 24)
        #expect(message.scope == 0)
        #expect(message.flags == 0x80)
    }

    @Test("A secondary address has its flag")
    func secondary() throws {
        #expect(try address("eth0 192.0.2.8").flags == 0x81)
    }

    @Test("A point-to-point address is decoded apart from its peer")
    func pointToPointTakesTheOwnAddressNotThePeers() throws {
        let message = try address("eth0 10.0.0.1")
        #expect(message.address == AddressBytes(family: .ipv4, high: 0, low: 0x0A00_0001))
        #expect(message.peer == AddressBytes(family: .ipv4, high: 0, low: 0x0A00_0002))
        #expect(message.prefixLength == 32)
    }

    @Test("An IPv6 address is decoded")
    func ipv6() throws {
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

    @Test("A rule with an inverted mark is decoded")
    func invertedMark() throws {
        let rule = try #require(try rule("32765 ipv4"))
        #expect(rule.family == .ipv4)
        #expect(rule.priority == 32765)
        #expect(rule.mark == 0xCA6C)
        #expect(rule.table == 51820)
        #expect(rule.isInverted)
    }

    @Test("A rule with a mark is decoded")
    func markThatPasses() throws {
        let rule = try #require(try rule("5210 ipv4"))
        #expect(rule.mark == 0x80000)
        #expect(rule.table == 254)
        #expect(!rule.isInverted)
    }

    @Test("The mask of a rule's mark decides which marks it selects")
    func selectedMarks() throws {
        let masked = try #require(try rule("5210 ipv4"))
        #expect(masked.mask == 0xFF0000)
        #expect(masked.selects(mark: 0x80000) && masked.selects(mark: 0x8000F))
        #expect(!masked.selects(mark: 0) && !masked.selects(mark: 0x180000))
        let inverted = try #require(try rule("32765 ipv4"))
        #expect(inverted.mask == .max)
        #expect(inverted.selects(mark: 0) && !inverted.selects(mark: 0xCA6C))
        let any = try #require(try rule("32766 ipv6"))
        #expect(any.mask == 0 && any.selects(mark: 0) && any.selects(mark: 7))
    }

    @Test("A rule that rejects packets by their marks is decoded")
    func unreachable() throws {
        var bytes = try Recording.of(.rule, "5210 ipv4")
        #expect(try RuleMessage(bytes)?.isUnreachable == false)
        // The action, after the header of the message.
        bytes[16 + 7] = 7
        let rule = try #require(try RuleMessage(bytes))
        #expect(rule.isUnreachable && rule.isSelective)
    }

    @Test("The mark of a rule without one is 0")
    func withoutMark() throws {
        let rule = try #require(try rule("32766 ipv6"))
        #expect(rule.family == .ipv6)
        #expect(rule.mark == 0)
    }

    @Test(
        "A rule applies to ordinary packets if it selects none but those without a mark",
        arguments: [
            // From all lookup main; not from all fwmark 0xca6c; from all fwmark 0x80000; table 253.
            ([], "32766 ipv4", true), ([], "32766 ipv6", true), ([], "32765 ipv4", true),
            ([], "5210 ipv4", false),
            // FRA_OIFNAME, FRA_IIFNAME, FRA_L3MDEV, FRA_UID_RANGE
            ([8, 0, 17, 0, 0x65, 0x74, 0x68, 0], "32766 ipv4", false),
            ([8, 0, 3, 0, 0x65, 0x74, 0x68, 0], "32766 ipv4", false),
            ([5, 0, 19, 0, 1, 0, 0, 0], "32766 ipv4", false),
            ([12, 0, 20, 0, 0, 0, 0, 0, 9, 0, 0, 0], "32766 ipv4", false),
            // FRA_SUPPRESS_PREFIXLEN
            ([8, 0, 14, 0, 0, 0, 0, 0], "32766 ipv4", false),
            ([8, 0, 14, 0, 255, 255, 255, 255], "32766 ipv4", true),
        ] as [([UInt8], String, Bool)])
    func ordinaryPackets(attribute: [UInt8], subject: String, applies: Bool) throws {
        var bytes = try Recording.of(.rule, subject) + attribute
        bytes[0] += UInt8(attribute.count)
        #expect(try RuleMessage(bytes)?.appliesToOrdinaryPackets == applies)
    }

    @Test(
        "A rule with a prefix, a type of service or another action than a table is selective",
        arguments: [(1, 24), (2, 32), (3, 8), (7, 6)] as [(Int, UInt8)])
    func header(offset: Int, value: UInt8) throws {
        var bytes = try Recording.of(.rule, "32766 ipv4")
        bytes[MessageHeader.length + offset] = value
        #expect(try RuleMessage(bytes)?.appliesToOrdinaryPackets == false)
    }

    @Test("Rules differ by attributes that are not decoded, but not by volatile flags")
    func content() throws {
        let bytes = try Recording.of(.rule, "5210 ipv4")
        let rule = try #require(try RuleMessage(bytes))
        // fib_rule_hdr.flags: FIB_RULE_IIF_DETACHED
        var isDetached = bytes
        isDetached[MessageHeader.length + 8] = 8
        #expect(try RuleMessage(isDetached) == rule)
        // fib_rule_hdr.tos
        var hasType = bytes
        hasType[MessageHeader.length + 3] = 8
        #expect(try RuleMessage(hasType) != rule)
    }

    @Test("Rules of multicast routing are ignored")
    func multicastRoutingsRulesAreNotOurs() throws {
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

    @Test("The kernel's choice has one next hop and a source")
    func theKernelsChoiceHasOneHopAndASource() throws {
        let reply = try route("198.41.0.4")
        #expect(reply.type == 1)
        #expect(reply.table == 254)
        #expect(reply.prefixLength == 32)
        #expect(reply.nextHops.count == 1)
        #expect(reply.source == ipv4(0xC000_0207) || reply.source == ipv4(0xC633_6407))
    }

    @Test("The entry has all next hops")
    func theEntryHasEveryHop() throws {
        let reply = try route("198.41.0.4 fibmatch")
        #expect(reply.prefixLength == 0)
        #expect(
            reply.nextHops == [
                RouteReply.NextHop(interface: 3, gateway: ipv4(0xC000_0201)),
                RouteReply.NextHop(interface: 13, gateway: ipv4(0xC633_6401)),
            ])
    }

    @Test("An IPv4 route may have an IPv6 gateway")
    func gatewayOfTheOtherFamily() throws {
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

    @Test("The next hops of a group of nexthop objects are decoded")
    func groupOfNextHopObjects() throws {
        let reply = try route("8.8.8.8 fibmatch")
        #expect(reply.nextHops.map(\.interface) == [3, 13])
    }

    @Test("A dead next hop is marked dead")
    func aDeadLegIsSaidToBeDead() throws {
        #expect(try route("198.41.0.5 fibmatch").nextHops.map(\.isDead) == [false, true])
    }

    @Test("The expiry of a route is decoded")
    func expiry() throws {
        let ticks = try #require(try route("2001:500:2::c fibmatch").expiresInTicks)
        #expect(ticks > 0 && ticks <= 180_000)
        #expect(try route("198.41.0.4").expiresInTicks == nil)
    }

    @Test("A route to this machine is local")
    func thisMachine() throws {
        #expect(try route("192.0.2.7").type == 2)
    }

}

@Suite("Names of the kernel's numbers") struct KernelNameTests {
    @Test(
        "A route type has the name that ip route shows",
        arguments: [
            (1, "unicast"), (3, "broadcast"), (5, "multicast"), (7, "unreachable"), (99, "0x63"),
        ])
    func routeTypes(type: UInt8, name: String) {
        #expect(KernelName.routeType(type) == name)
    }

    @Test(
        "A scope has the name that ip address shows",
        arguments: [(0, "global"), (200, "site"), (253, "link"), (254, "host"), (7, "0x7")])
    func scopes(scope: UInt8, name: String) {
        #expect(KernelName.scope(scope) == name)
    }
}

@Suite struct AcknowledgementDecodingTests {
    @Test(
        "A refusal has the kernel's error number",
        arguments: [
            ("203.0.113.1", 22 as Int32),  // EINVAL: blackhole
            ("203.0.114.1", 13),  // EACCES: prohibit
            ("2001:db8:dead::1", 113),  // EHOSTUNREACH: unreachable
        ])
    func refusal(subject: String, errno: Int32) throws {
        let bytes = try Recording.of(.refusal, subject)
        #expect(try Acknowledgement(bytes).errno == errno)
    }

    @Test("The text of an extended acknowledgement is part of the error")
    func extendedAcknowledgement() throws {
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

/// Interfaces of real drivers, recorded with a kernel 6.1.
@Suite struct OtherKernelDecodingTests {
    private func link(_ label: String) throws -> LinkMessage {
        try LinkMessage(Recording.of(.link, label, from: "messages-6.1.hex"))
    }

    @Test(
        "Links of real drivers are decoded",
        arguments: [
            ("e1000e", "eth0", 1, nil, "pci"), ("wwan", "wwan0", 65534, "wwan", nil),
            ("usb-qmi-modem", "wwan1", 1, nil, "usb"), ("qmi-raw-ip", "wwan1", 65534, nil, "usb"),
            ("wifi", "wlan1", 1, nil, nil), ("wifi-monitor", "mon0", 803, nil, nil),
            ("ppp-modem", "ppp0", 512, "ppp", nil), ("bt", "bnep0", 1, nil, nil),
            ("wireguard", "wg0", 65534, "wireguard", nil), ("iphone", "eth2", 1, nil, "usb"),
        ] as [(String, String, UInt16, String?, String?)])
    func links(label: String, name: String, hardwareType: UInt16, kind: String?, bus: String?)
        throws
    {
        let message = try link(label)
        #expect(message.name == name)
        #expect(message.hardwareType == hardwareType)
        #expect(message.kind == kind)
        #expect(message.parentBus == bus)
        #expect(message.mtu != nil)
    }

    @Test("A bond and its members name the active member")
    func bondAndItsActiveMember() throws {
        let bond = try link("bond-up")
        #expect(bond.kind == "bond")
        #expect(bond.bondActiveMember != nil)
        #expect(try link("bond-port").isActiveBondMember != nil)
    }

    @Test("A link in another namespace is not mistaken for one of this namespace")
    func aLinkInAnotherNamespace() throws {
        let macvlan = try link("macvlan-other-netns")
        #expect(macvlan.isLinkInOtherNamespace)
        // The index in the other namespace equals the own index here, and must not be mistaken for
        // it.
        #expect(macvlan.link == macvlan.index)
    }

    @Test("An event of wireless extensions has only a name")
    func wirelessExtensionEventSaysNothingButTheName() throws {
        let event = try link("wext")
        #expect(event.name == "wlan1")
        #expect(event.mtu == nil)
        #expect(event.kind == nil)
        #expect(event.operationalState == nil)
        #expect(event.hardwareAddress == nil)
    }

    @Test("The flags of an address are decoded")
    func addressWithFlags() throws {
        let subjects = ["rec0", "rec0-2", "rec0-3", "rec0-4"]
        let addresses = try subjects.compactMap {
            try AddressMessage(Recording.of(.address, $0, from: "messages-6.1.hex"))
        }
        #expect(addresses.count == 4)
        // IFA_F_DEPRECATED
        #expect(addresses.contains { $0.flags & 0x20 != 0 })
    }

    @Test(
        "All next hops of a route are decoded",
        arguments: [
            ("v4-multipath-fibmatch", 2), ("v4-nexthop-group-fibmatch", 2),
            ("v6-multipath-fibmatch", 2), ("v4-via-inet6-fibmatch", 1), ("v4-plain", 1),
        ])
    func nextHops(label: String, count: Int) throws {
        let route = try RouteReply(Recording.of(.route, label, from: "messages-6.1.hex"))
        #expect(route.nextHops.count == count)
    }

    @Test("The mode and the network of a Wi-Fi interface are decoded")
    func wirelessModes() throws {
        func wireless(_ label: String) throws -> WirelessInterface? {
            try WirelessInterface(Recording.of(.wireless, label, from: "messages-6.1.hex"))
        }
        #expect(try wireless("wlan1")?.mode == 2)
        // This kernel reports the network of an access point, but not that of a station.
        #expect(try wireless("wlan1")?.ssid == nil)
        #expect(try wireless("wlan2-2")?.ssid == Array("hotspot".utf8))
        #expect(try wireless("mon0")?.mode == 6)
        #expect(try wireless("mesh0")?.mode == 7)
        // A P2P device has no interface.
        #expect(try wireless("?") == nil)
    }

    @Test("The network of a station is decoded")
    func theNetworkThatAStationIsIn() throws {
        let network = try WirelessNetwork(
            Recording.of(.network, "wlan1", from: "messages-6.1.hex"))
        #expect(network.isJoined)
        #expect(network.ssid == Array("testnet".utf8))
        #expect(network.cost == nil)
    }

    @Test(
        "The network cost in an access point's vendor element is decoded",
        arguments: [
            ([0x00, 0x50, 0xF2, 0x11, 0x01, 0, 0, 0], NetworkCost.unrestricted),
            ([0x00, 0x50, 0xF2, 0x11, 0x02, 0, 0, 0], .fixed),
            // Over the limit, roaming.
            ([0x00, 0x50, 0xF2, 0x11, 0x04, 0, 0x05, 0], .variable),
            ([0x00, 0x50, 0xF2, 0x11, 0x03, 0, 0, 0], nil),
            ([0x00, 0x50, 0xF2, 0x11, 0x02, 0, 0], nil),
            ([0x00, 0x50, 0xF2, 0x04, 0x02, 0, 0, 0], nil),
            ([], nil),
        ] as [([UInt8], NetworkCost?)])
    func whatAnAccessPointSaysOfTheCost(_ content: [UInt8], cost: NetworkCost?) {
        #expect(NetworkCost(vendorElement: content) == cost)
    }
}

@Suite struct KernelEventDecodingTests {
    private static let newRoute: UInt8 = 24
    private static let deletedRoute: UInt8 = 25

    private func event(_ bytes: [UInt8]) throws -> KernelEvent? {
        try KernelEvent(decoding: bytes.span.bytes)
    }

    @Test("Links and rules are events, other messages are not")
    func eventsAndOtherMessages() throws {
        let link = try Recording.of(.link, "eth0")
        #expect(try event(link) == .link(try LinkMessage(link)))
        let rule = try Recording.of(.rule, "32766 ipv4")
        #expect(try event(rule) == .rule(try #require(try RuleMessage(rule))))
        #expect(try event(Recording.of(.rule, "32767 128")) == nil)
        #expect(try event(Recording.of(.refusal, "203.0.113.1")) == nil)
    }

    /// The kernel reports an added IPv4 route after it has added it.
    @Test(
        "A query certainly sees only an added IPv4 route",
        arguments: [
            ("198.41.0.4 fibmatch", Self.newRoute, .route(.ipv4, isMade: true)),
            ("198.41.0.4 fibmatch", Self.deletedRoute, .route(.ipv4, isMade: false)),
            ("2001:500:2::c fibmatch", Self.newRoute, .route(.ipv6, isMade: false)),
            ("2001:500:2::c fibmatch", Self.deletedRoute, .route(.ipv6, isMade: false)),
        ] as [(String, UInt8, KernelEvent)])
    func routes(_ subject: String, type: UInt8, expected: KernelEvent) throws {
        var route = try Recording.of(.route, subject)
        route[4] = type
        guard case .route(let family, let isMade, _)? = try event(route) else {
            Issue.record("no event about a route")
            return
        }
        #expect(KernelEvent.route(family, isMade: isMade) == expected)
        // AF_MPLS, whose groups are not subscribed.
        route[MessageHeader.length] = 28
        guard case .route(nil, isMade: false, _)? = try event(route) else {
            Issue.record("no event about a route of another family")
            return
        }
    }

    private static let overThree = attribute(4, integer(UInt32(3)))

    /// `RTN_UNICAST` is 1, `RTN_UNREACHABLE` 7; `NLM_F_CREATE` is 0x400, `NLM_F_REPLACE` 0x100.
    @Test(
        "A unicast route with one next hop can be new through its interface alone",
        arguments: [
            ("added", 0x400, 1, overThree, 3),
            ("in place of another", 0x100, 1, overThree, nil),
            ("that rejects packets", 0x400, 7, overThree, nil),
            ("without an interface", 0x400, 1, [], nil),
            ("with several next hops (RTA_MULTIPATH)", 0x400, 1, overThree + attribute(9, []), nil),
            (
                "by a next hop object (RTA_NH_ID)", 0x400, 1,
                overThree + attribute(30, integer(UInt32(1))), nil
            ),
            ("with an interface of two bytes", 0x400, 1, attribute(4, [3, 0]), nil),
            ("with a broken attribute", 0x400, 1, overThree + [2, 0, 0, 0], nil),
        ] as [(String, UInt16, UInt8, [UInt8], UInt32?)])
    func interface(
        name: String, flags: UInt16, type: UInt8, attributes: [UInt8], interface: UInt32?
    ) throws {
        // struct rtmsg: family, lengths, type of service, table, protocol, scope, type, flags
        let body: [UInt8] = [2, 0, 0, 0, 254, 3, 0, type, 0, 0, 0, 0] + attributes
        let header =
            integer(UInt32(16 + body.count)) + integer(UInt16(Self.newRoute)) + integer(flags)
            + [UInt8](repeating: 0, count: 8)
        #expect(try event(header + body) == .route(.ipv4, isMade: true, interface: interface))
    }

    /// `RTM_NEWPREFIX` and `RTM_NEWNDUSEROPT`: their contents do not matter.
    @Test(
        "A prefix or option event counts as a router advertisement", arguments: [52, 68] as [UInt8])
    func routerAdvertisement(type: UInt8) throws {
        var message = try Recording.of(.route, "2001:500:2::c fibmatch")
        message[4] = type
        #expect(try event(message) == .routerAdvertisement)
    }

    /// A bridge reports its ports with its own family, and a port that leaves the bridge as a
    /// removal.
    @Test("A bridge's message about a port is not a link event")
    func aPortOfABridgeIsNoLink() throws {
        var port = try Recording.of(.link, "port0")
        port[16] = 7
        #expect(try event(port) == nil)
        port[4] = 17
        #expect(try event(port) == nil)
    }
}
