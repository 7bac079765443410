// SPDX-License-Identifier: Apache-2.0

@testable import Netlink
import Testing

/// An attribute that a decoder reads, and what it makes of it: a row of ``AttributeTests``.
struct AttributeCase: Sendable, CustomTestStringConvertible {
    enum Outcome: Equatable {
        /// The message has the value of the row.
        case value
        /// It has the value of a message without the attribute.
        case absent
        case other
    }

    /// The kind of its payload.
    enum Payload {
        /// A number, a struct or an address of a fixed size. Fewer bytes are an error.
        case sized
        /// An address of a fixed size. Fewer bytes are no address.
        case optional
        /// A text that a zero ends.
        case name
        /// Bytes in any number.
        case bytes
    }

    /// The name in the kernel's headers.
    let name: String
    let type: UInt16
    let payload: [UInt8]
    let kind: Payload
    /// Whether no attribute contains it.
    let isOutermost: Bool
    /// Decodes a message that has these attributes in the place of this one.
    private let decoded: @Sendable (_ attributes: [UInt8]) throws -> Outcome

    var testDescription: String { name }

    /// - Parameters:
    ///   - form: the message that has the attribute.
    ///   - place: puts attributes to their place among, or within, the attributes of the message.
    ///   - member: the value that the attribute sets.
    private init<Message, Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ payload: [UInt8], as kind: Payload = .sized,
        of form: MessageForm, isOutermost: Bool = true,
        at place: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
        _ decode: @escaping @Sendable ([UInt8]) throws -> Message?,
        _ member: @escaping @Sendable (Message) -> Value, is value: Value, absent: Value
    ) {
        (self.name, self.type, self.payload, self.kind) = (name, type, payload, kind)
        self.isOutermost = isOutermost
        decoded = { attributes in
            guard let message = try decode(form.message(place(attributes))) else { return .absent }
            let found = member(message)
            return found == value ? .value : found == absent ? .absent : .other
        }
    }

    func decode(attributes: [UInt8]) throws -> Outcome { try decoded(attributes) }

    func decode(_ type: UInt16, _ payload: [UInt8]) throws -> Outcome {
        try decoded(attribute(type, payload))
    }

    static let all = links + addresses + routes + rules + wireless + wireGuards
    static let sized = all.filter { $0.kind == .sized }
    static let optional = all.filter { $0.kind == .optional }
    static let names = all.filter { $0.kind == .name }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private static func ipv4(_ low: UInt64) -> AddressBytes {
        AddressBytes(family: .ipv4, high: 0, low: low)
    }

    // MARK: Links

    private static func link<Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ payload: [UInt8], as kind: Payload = .sized,
        within place: (@Sendable ([UInt8]) -> [UInt8])? = nil,
        _ member: @escaping @Sendable (LinkMessage) -> Value, is value: Value, absent: Value
    ) -> AttributeCase {
        AttributeCase(
            name, type, payload, as: kind, of: .link, isOutermost: place == nil,
            at: place ?? { $0 }, { try LinkMessage($0) }, member, is: value, absent: absent)
    }

    /// Puts attributes into `IFLA_INFO_DATA` of a kind of link.
    private static func data(_ kind: String) -> @Sendable ([UInt8]) -> [UInt8] {
        { attribute(18 | nested, attribute(1, text(kind)) + attribute(2 | nested, $0)) }
    }

    private static let links: [AttributeCase] = [
        link(
            "IFLA_ADDRESS", 1, [2, 0, 0, 0, 0, 1], as: .bytes, { $0.hardwareAddress },
            is: [2, 0, 0, 0, 0, 1], absent: nil),
        link("IFLA_IFNAME", 3, text("eth0"), as: .name, { $0.name }, is: "eth0", absent: nil),
        link("IFLA_MTU", 4, integer(UInt32(1500)), { $0.mtu }, is: 1500, absent: nil),
        link("IFLA_LINK", 5, integer(UInt32(2)), { $0.link }, is: 2, absent: nil),
        link("IFLA_MASTER", 10, integer(UInt32(9)), { $0.master }, is: 9, absent: nil),
        link("IFLA_OPERSTATE", 16, [6], { $0.operationalState }, is: 6, absent: nil),
        link("IFLA_GROUP", 27, integer(UInt32(7)), { $0.group }, is: 7, absent: 0),
        link(
            "IFLA_LINK_NETNSID", 37, integer(UInt32(0)), as: .bytes,
            { $0.isLinkInOtherNamespace }, is: true, absent: false),
        link(
            "IFLA_PARENT_DEV_NAME", 56, text("0000:00:1f.6"), as: .name, { $0.parentDevice },
            is: "0000:00:1f.6", absent: nil),
        link(
            "IFLA_PARENT_DEV_BUS_NAME", 57, text("pci"), as: .name, { $0.parentBus },
            is: "pci", absent: nil),
        link(
            "IFLA_ALT_IFNAME", 53, text("uplink"), as: .name,
            within: { attribute(52 | nested, $0) }, { $0.alternativeNames },
            is: ["uplink"], absent: []),
        link(
            "IFLA_INFO_KIND", 1, text("veth"), as: .name, within: { attribute(18 | nested, $0) },
            { $0.kind }, is: "veth", absent: nil),
        link(
            "IFLA_BOND_ACTIVE_SLAVE", 2, integer(UInt32(4)), within: data("bond"),
            { $0.bondActiveMember }, is: 4, absent: nil),
        link(
            "IFLA_BOND_SLAVE_STATE", 1, [0],
            within: {
                attribute(18 | nested, attribute(4, text("bond")) + attribute(5 | nested, $0))
            }, { $0.isActiveBondMember }, is: true, absent: nil),
        link("IFLA_TUN_TYPE", 3, [2], within: data("tun"), { $0.tunMode }, is: .tap, absent: nil),
    ]

    // MARK: Addresses and neighbors

    private static func address<Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ payload: [UInt8], beside other: [UInt8],
        _ member: @escaping @Sendable (AddressMessage) -> Value, is value: Value, absent: Value
    ) -> AttributeCase {
        AttributeCase(
            name, type, payload, of: .address, at: { other + $0 },
            { try AddressMessage($0) }, member, is: value, absent: absent)
    }

    private static let addresses: [AttributeCase] = [
        address(
            "IFA_ADDRESS", 1, [10, 0, 0, 2], beside: attribute(2, [10, 0, 0, 1]),
            { $0.peer }, is: ipv4(0x0A00_0002), absent: nil),
        address(
            "IFA_LOCAL", 2, [10, 0, 0, 1], beside: attribute(1, [10, 0, 0, 2]),
            { $0.address }, is: ipv4(0x0A00_0001), absent: ipv4(0x0A00_0002)),
        address(
            "IFA_FLAGS", 8, integer(UInt32(0x280)), beside: attribute(2, [10, 0, 0, 1]),
            { $0.flags }, is: 0x280, absent: 0x80),
        AttributeCase(
            "NDA_DST", 1, [192, 0, 2, 1], of: .neighbor, { try NeighborMessage($0) },
            { $0.neighbor.address }, is: ipv4(0xC000_0201), absent: ipv4(0)),
    ]

    // MARK: Routes

    private static func route<Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ payload: [UInt8], as kind: Payload = .sized,
        beside other: [UInt8] = [],
        _ member: @escaping @Sendable (RouteReply) -> Value, is value: Value, absent: Value
    ) -> AttributeCase {
        AttributeCase(
            name, type, payload, as: kind, of: .route, at: { other + $0 },
            { try RouteReply($0) }, member, is: value, absent: absent)
    }

    private static let overThree = attribute(4, integer(UInt32(3)))

    private static let routes: [AttributeCase] = [
        route(
            "RTA_OIF", 4, integer(UInt32(3)), { $0.nextHops.map(\.interface) },
            is: [3], absent: []),
        route(
            "RTA_GATEWAY", 5, [192, 0, 2, 1], as: .optional, beside: overThree,
            { $0.nextHops.first?.gateway }, is: ipv4(0xC000_0201), absent: nil),
        route("RTA_PRIORITY", 6, integer(UInt32(100)), { $0.metric }, is: 100, absent: 0),
        route(
            "RTA_PREFSRC", 7, [192, 0, 2, 7], as: .optional, { $0.source },
            is: ipv4(0xC000_0207), absent: nil),
        // One struct rtnexthop: length, flags, weight, interface.
        route(
            "RTA_MULTIPATH", 9, [8, 0, 0, 0, 5, 0, 0, 0], as: .bytes,
            { $0.nextHops.map(\.interface) }, is: [5], absent: []),
        // struct rta_cacheinfo: references, last use, expiry.
        route(
            "RTA_CACHEINFO", 12,
            integer(UInt32(0)) + integer(UInt32(0)) + integer(UInt32(500)),
            { $0.expiresInTicks }, is: 500, absent: nil),
        route("RTA_TABLE", 15, integer(UInt32(51820)), { $0.table }, is: 51820, absent: 254),
        // struct rtvia: AF_INET6, address.
        route(
            "RTA_VIA", 18, [10, 0, 0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1],
            as: .optional, beside: overThree, { $0.nextHops.first?.gateway },
            is: AddressBytes(family: .ipv6, high: 0xFE80_0000_0000_0000, low: 1), absent: nil),
    ]

    // MARK: Rules

    private static func rule<Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ value: UInt32, beside other: [UInt8] = [],
        _ member: @escaping @Sendable (RuleMessage) -> Value, is expected: Value, absent: Value
    ) -> AttributeCase {
        AttributeCase(
            name, type, integer(value), of: .rule, at: { other + $0 },
            { try RuleMessage($0) }, member, is: expected, absent: absent)
    }

    private static let rules: [AttributeCase] = [
        rule("FRA_PRIORITY", 6, 5210, { $0.priority }, is: 5210, absent: 0),
        rule(
            "FRA_FWMARK", 10, 0x80000, { [$0.mark, $0.mask] }, is: [0x80000, .max],
            absent: [0, 0]),
        rule("FRA_SUPPRESS_PREFIXLEN", 14, 0, { $0.isSelective }, is: true, absent: false),
        rule("FRA_TABLE", 15, 51820, { $0.table }, is: 51820, absent: 254),
        rule(
            "FRA_FWMASK", 16, 0xFF0000, beside: attribute(10, integer(UInt32(0x80000))),
            { $0.mask }, is: 0xFF0000, absent: .max),
    ]

    // MARK: Wi-Fi

    private static func station<Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ payload: [UInt8], isRate: Bool = false,
        _ member: @escaping @Sendable (WirelessStation) -> Value, is value: Value, absent: Value
    ) -> AttributeCase {
        AttributeCase(
            name, type, payload, of: .station, isOutermost: false,
            // NL80211_ATTR_STA_INFO, NL80211_STA_INFO_TX_BITRATE
            at: { attribute(21 | nested, isRate ? attribute(8 | nested, $0) : $0) },
            { try WirelessStation($0) }, member, is: value, absent: absent)
    }

    private static func network<Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ payload: [UInt8], as kind: Payload = .sized,
        _ member: @escaping @Sendable (WirelessNetwork) -> Value, is value: Value, absent: Value
    ) -> AttributeCase {
        AttributeCase(
            name, type, payload, as: kind, of: .wirelessNetwork, isOutermost: false,
            // NL80211_ATTR_BSS
            at: { attribute(47 | nested, $0) },
            { try WirelessNetwork($0) }, member, is: value, absent: absent)
    }

    private static let ofFour = attribute(3, integer(UInt32(4)))

    private static let wireless: [AttributeCase] = [
        AttributeCase(
            "NL80211_ATTR_IFINDEX", 3, integer(UInt32(4)), of: .wirelessInterface,
            { try WirelessInterface($0) }, { $0.index }, is: 4, absent: 0),
        AttributeCase(
            "NL80211_ATTR_IFTYPE", 5, integer(UInt32(2)), of: .wirelessInterface,
            at: { ofFour + $0 }, { try WirelessInterface($0) }, { $0.mode }, is: 2, absent: nil),
        AttributeCase(
            "NL80211_ATTR_SSID", 52, [0x43, 0xFF], as: .bytes, of: .wirelessInterface,
            at: { ofFour + $0 }, { try WirelessInterface($0) }, { $0.ssid }, is: [0x43, 0xFF],
            absent: nil),
        // NL80211_BSS_STATUS_ASSOCIATED
        network(
            "NL80211_BSS_STATUS", 9, integer(UInt32(1)), { $0.isJoined }, is: true,
            absent: false),
        // The element 0 is the name; the one after it is cut off.
        network(
            "NL80211_BSS_INFORMATION_ELEMENTS", 6, [0, 2, 0x43, 0x44, 221, 8, 0], as: .bytes,
            { $0.ssid }, is: [0x43, 0x44], absent: nil),
        station("NL80211_STA_INFO_SIGNAL", 7, [0xC3], { $0.signal }, is: -61, absent: nil),
        // struct nl80211_sta_flag_update: mask, set
        station(
            "NL80211_STA_INFO_STA_FLAGS", 17, integer(UInt32(0x40)) + integer(UInt32(0x40)),
            { $0.isDirectPeer }, is: true, absent: false),
        station(
            "NL80211_RATE_INFO_BITRATE", 1, integer(UInt16(540)), isRate: true,
            { $0.transmitRate }, is: 54_000_000, absent: nil),
        station(
            "NL80211_RATE_INFO_BITRATE32", 5, integer(UInt32(722)), isRate: true,
            { $0.transmitRate }, is: 72_200_000, absent: nil),
    ]

    // MARK: WireGuard

    private static func wireGuard<Value: Equatable & Sendable>(
        _ name: String, _ type: UInt16, _ payload: [UInt8], as kind: Payload = .sized,
        within place: (@Sendable ([UInt8]) -> [UInt8])? = nil,
        _ member: @escaping @Sendable (WireGuardDevice) -> Value, is value: Value, absent: Value
    ) -> AttributeCase {
        AttributeCase(
            name, type, payload, as: kind, of: .wireGuard, isOutermost: place == nil,
            at: place ?? { $0 }, { WireGuardDevice([try WireGuardMessage($0)]) }, member,
            is: value, absent: absent)
    }

    /// Puts attributes into a peer.
    private static let peer: @Sendable ([UInt8]) -> [UInt8] = {
        attribute(8 | nested, attribute(nested, $0))
    }

    /// `struct sockaddr_in`: AF_INET, port 51820, 198.51.100.1.
    private static let endpoint: [UInt8] = [2, 0, 0xCA, 0x6C, 198, 51, 100, 1]

    private static let wireGuards: [AttributeCase] = [
        wireGuard(
            "WGDEVICE_A_LISTEN_PORT", 6, integer(UInt16(51820)), { $0.port }, is: 51820,
            absent: WireGuardDevice().port),
        wireGuard(
            "WGDEVICE_A_FWMARK", 7, integer(UInt32(0xCA6C)), { $0.mark }, is: 0xCA6C,
            absent: WireGuardDevice().mark),
        wireGuard(
            "WGPEER_A_ENDPOINT", 4, endpoint, within: peer,
            { $0.peers.first?.endpoint?.address }, is: ipv4(0xC633_6401), absent: nil),
        // WGALLOWEDIP_A_FAMILY, _IPADDR and _CIDR_MASK
        wireGuard(
            "WGALLOWEDIP_A_FAMILY", 1, integer(UInt16(2)),
            within: {
                peer(
                    attribute(
                        9 | nested,
                        attribute(nested, attribute(2, [10, 0, 0, 0]) + attribute(3, [8]) + $0)))
            }, { $0.peers.first?.allowedIPs.map(\.length) ?? [] }, is: [8], absent: []),
    ]
}
