// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// What one `RTM_NEWLINK` or `RTM_DELLINK` message says. Optional fields are `nil` where the message
/// does not carry the attribute, so that a partial message (a wireless extension event has only
/// the name) can be told from one that says "none". libnl-route's link object knows zeros only,
/// which is why links are read from their attributes.
package struct LinkMessage: Hashable, Sendable {
    /// Whether the link exists now (`RTM_NEWLINK`) or has gone (`RTM_DELLINK`).
    package var isRemoval: Bool
    /// `ifi_index`.
    package var index: UInt32
    /// `ifi_type`, one of `ARPHRD_*`.
    package var hardwareType: UInt16
    /// `ifi_flags`.
    package var flags: LinkFlags
    /// `IFLA_IFNAME`.
    package var name: String?
    /// `IFLA_ALT_IFNAME`, the interface's other names.
    package var alternativeNames: [String] = []
    /// `IFLA_MTU`, in bytes.
    package var mtu: UInt32?
    /// `IFLA_ADDRESS`.
    package var hardwareAddress: [UInt8]?
    /// `IFLA_OPERSTATE`, RFC 2863's state by number.
    package var operationalState: UInt8?
    /// `IFLA_LINK`, the interface that this one is made on (or a veth's peer).
    package var link: UInt32?
    /// `IFLA_LINK_NETNSID`: the index in `link` belongs to another namespace.
    package var isLinkInOtherNamespace = false
    /// `IFLA_MASTER`.
    package var master: UInt32?
    /// `IFLA_GROUP`, by which policy rules pass over routes (`ip rule … suppress_ifgroup`).
    package var group: UInt32 = 0
    /// `IFLA_INFO_KIND`.
    package var kind: String?
    /// `IFLA_BOND_ACTIVE_SLAVE`, of a bond.
    package var bondActiveMember: UInt32?
    /// `IFLA_BOND_SLAVE_STATE`, of a bond's member: whether the bond sends through it.
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

    /// Creates a message that says nothing else.
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

    /// Reads one message, of which `bytes` holds the header and at least all it announces.
    package init(decoding bytes: RawSpan) throws(DecodingError) {
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

    /// The attributes that are read, of some forty.
    private static let attributes = AttributeTypes(
        cnl_ifla_ifname, cnl_ifla_mtu, cnl_ifla_address, cnl_ifla_operstate, cnl_ifla_link,
        cnl_ifla_link_netnsid, cnl_ifla_master, cnl_ifla_group, cnl_ifla_parent_dev_name,
        cnl_ifla_parent_dev_bus_name, cnl_ifla_prop_list, cnl_ifla_linkinfo)

    private mutating func readAttributes(_ body: RawSpan) throws(DecodingError) {
        try body.forEachAttribute(from: 16, where: Self.attributes) {
            (type, value) throws(DecodingError) in
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
                try value.forEachAttribute(from: 0) { (type, value) throws(DecodingError) in
                    if type == cnl_ifla_alt_ifname { alternativeNames.append(value.text) }
                }
            case cnl_ifla_linkinfo: try readLinkInformation(value)
            default: break
            }
        }
    }

    /// What `IFLA_LINKINFO` holds. The data's numbers mean something else for each kind, and the
    /// kernel sends the kind first.
    private mutating func readLinkInformation(_ information: RawSpan) throws(DecodingError) {
        var isBondMember = false
        try information.forEachAttribute(from: 0) { (type, value) throws(DecodingError) in
            switch type {
            case cnl_ifla_info_kind: kind = value.text
            case cnl_ifla_info_slave_kind: isBondMember = value.text == "bond"
            case cnl_ifla_info_data where kind == "bond":
                try value.forEachAttribute(from: 0) { (type, value) throws(DecodingError) in
                    if type == cnl_ifla_bond_active_slave {
                        bondActiveMember = try value.value("IFLA_BOND_ACTIVE_SLAVE")
                    }
                }
            case cnl_ifla_info_data where kind == "tun":
                try value.forEachAttribute(from: 0) { (type, value) throws(DecodingError) in
                    if type == cnl_ifla_tun_type {
                        tunMode = TunMode(rawValue: try value.value("IFLA_TUN_TYPE"))
                    }
                }
            case cnl_ifla_info_slave_data where isBondMember:
                try value.forEachAttribute(from: 0) { (type, value) throws(DecodingError) in
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
