// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// The content of one `RTM_NEWLINK` or `RTM_DELLINK` message.
///
/// An optional field is `nil` where the message does not carry the attribute. So a partial message (a wireless
/// extension event carries only the name) differs from one that says "none".
package struct LinkMessage: Hashable, Sendable {
    /// Whether the link has gone (`RTM_DELLINK`); otherwise it exists (`RTM_NEWLINK`).
    package var isRemoval: Bool
    /// `ifi_index`.
    package var index: UInt32
    /// `ifi_type`, one of `ARPHRD_*`.
    package var hardwareType: UInt16
    /// `ifi_flags`.
    package var flags: LinkFlags
    /// `IFLA_IFNAME`.
    package var name: String?
    /// `IFLA_ALT_IFNAME`: the interface's alternative names.
    package var alternativeNames: [String] = []
    /// `IFLA_MTU`, in bytes.
    package var mtu: UInt32?
    /// `IFLA_ADDRESS`.
    package var hardwareAddress: [UInt8]?
    /// `IFLA_OPERSTATE`: the number of the operational state (RFC 2863).
    package var operationalState: UInt8?
    /// `IFLA_LINK`: the index of the lower interface, or of a veth's peer.
    package var link: UInt32?
    /// `IFLA_LINK_NETNSID`: the index in `link` belongs to another namespace.
    package var isLinkInOtherNamespace = false
    /// `IFLA_MASTER`.
    package var master: UInt32?
    /// `IFLA_GROUP`: the interface group, which policy rules can suppress (`ip rule … suppress_ifgroup`).
    package var group: UInt32 = 0
    /// `IFLA_INFO_KIND`.
    package var kind: String?
    /// `IFLA_BOND_ACTIVE_SLAVE`: the index of a bond's active member.
    package var bondActiveMember: UInt32?
    /// `IFLA_BOND_SLAVE_STATE`: whether a bond sends through this member.
    package var isActiveBondMember: Bool?
    /// `IFLA_TUN_TYPE`.
    package var tunMode: TunMode?
    /// `IFLA_PARENT_DEV_NAME`.
    package var parentDevice: String?
    /// `IFLA_PARENT_DEV_BUS_NAME`.
    package var parentBus: String?

    /// A tun/tap device's mode (`IFF_TUN`, `IFF_TAP`).
    package enum TunMode: UInt8, Hashable, Sendable {
        case tun = 1
        case tap = 2
    }

    /// Creates a message without attributes.
    package init(
        index: UInt32,
        hardwareType: UInt16,
        flags: LinkFlags = [],
        isRemoval: Bool = false
    ) {
        self.isRemoval = isRemoval
        self.index = index
        self.hardwareType = hardwareType
        self.flags = flags
    }

    /// Reads one message. `bytes` holds its header and at least the length that the header announces.
    package init(decoding bytes: RawSpan) throws(MessageDecodingError) {
        let header = try MessageHeader(decoding: bytes)
        guard header.type == cnl_rtm_newlink || header.type == cnl_rtm_dellink else {
            throw .messageType(header.type)
        }
        // struct ifinfomsg: family, padding, type, index, flags, change mask
        let body = bytes.extracting(MessageHeader.length..<header.messageLength)
        guard
            let hardwareType = body.integer(at: 2, as: UInt16.self),
            let index = body.integer(at: 4, as: UInt32.self),
            let flags = body.integer(at: 8, as: UInt32.self),
            body.byteCount >= 16
        else { throw .truncated("struct ifinfomsg") }
        self.init(
            index: index, hardwareType: hardwareType, flags: LinkFlags(rawValue: flags),
            isRemoval: header.type == cnl_rtm_dellink)
        try readAttributes(body)
    }

    /// The attributes that are read, of the forty or so that a message carries.
    private static let attributes = AttributeTypes(
        cnl_ifla_ifname, cnl_ifla_mtu, cnl_ifla_address, cnl_ifla_operstate, cnl_ifla_link,
        cnl_ifla_link_netnsid, cnl_ifla_master, cnl_ifla_group, cnl_ifla_parent_dev_name,
        cnl_ifla_parent_dev_bus_name, cnl_ifla_prop_list, cnl_ifla_linkinfo)

    private mutating func readAttributes(_ body: RawSpan) throws(MessageDecodingError) {
        try body.forEachAttribute(from: 16, where: Self.attributes) {
            (type, value) throws(MessageDecodingError) in
            switch type {
            case cnl_ifla_ifname: name = value.text
            case cnl_ifla_mtu: mtu = try value.value("IFLA_MTU")
            case cnl_ifla_address: hardwareAddress = value.array
            case cnl_ifla_operstate: operationalState = try value.value("IFLA_OPERSTATE")
            case cnl_ifla_link: link = try value.value("IFLA_LINK")
            case cnl_ifla_link_netnsid: isLinkInOtherNamespace = true
            case cnl_ifla_master: master = try value.value("IFLA_MASTER")
            case cnl_ifla_group: group = try value.value("IFLA_GROUP")
            case cnl_ifla_parent_dev_name: parentDevice = value.text
            case cnl_ifla_parent_dev_bus_name: parentBus = value.text
            case cnl_ifla_prop_list:
                try value.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
                    if type == cnl_ifla_alt_ifname { alternativeNames.append(value.text) }
                }
            case cnl_ifla_linkinfo: try readLinkInformation(value)
            default: break
            }
        }
    }

    /// Reads the attributes in `IFLA_LINKINFO`.
    ///
    /// The types in `IFLA_INFO_DATA` depend on the kind, which the kernel sends first.
    private mutating func readLinkInformation(_ information: RawSpan) throws(MessageDecodingError) {
        var isBondMember = false
        try information.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnl_ifla_info_kind: kind = value.text
            case cnl_ifla_info_slave_kind: isBondMember = value.text == "bond"
            case cnl_ifla_info_data where kind == "bond":
                try value.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
                    if type == cnl_ifla_bond_active_slave {
                        bondActiveMember = try value.value("IFLA_BOND_ACTIVE_SLAVE")
                    }
                }
            case cnl_ifla_info_data where kind == "tun":
                try value.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
                    if type == cnl_ifla_tun_type {
                        tunMode = TunMode(rawValue: try value.value("IFLA_TUN_TYPE"))
                    }
                }
            case cnl_ifla_info_slave_data where isBondMember:
                try value.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
                    if type == cnl_ifla_bond_slave_state {
                        let state: UInt8 = try value.value("IFLA_BOND_SLAVE_STATE")
                        isActiveBondMember = state == 0
                    }
                }
            default: break
            }
        }
    }
}

/// A link's flags: `ifi_flags` (`IFF_*` of linux/if.h). Only the flags that this package reads have names.
package struct LinkFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `IFF_UP`: the administrator has switched the link on.
    package static let up = LinkFlags(rawValue: 0x1)
    /// `IFF_RUNNING`: the operational state (RFC 2863) is up or unknown.
    package static let running = LinkFlags(rawValue: 0x40)
    /// `IFF_LOWER_UP`: the driver signals a carrier.
    package static let lowerUp = LinkFlags(rawValue: 0x10000)
    /// `IFF_DORMANT`: the link waits for an event, such as 802.1X authentication.
    package static let dormant = LinkFlags(rawValue: 0x20000)

    /// Whether both flags are set.
    ///
    /// The generic `contains` of `OptionSet` is not specialized across modules, and this is called for each link.
    package func hasAll(_ one: LinkFlags, _ other: LinkFlags) -> Bool {
        let both = one.rawValue | other.rawValue
        return rawValue & both == both
    }

    /// Whether the flag is set.
    package func has(_ flag: LinkFlags) -> Bool { hasAll(flag, flag) }
}
