// SPDX-License-Identifier: Apache-2.0

/// What a link's kind (`IFLA_INFO_KIND`) tells of what it is.
enum LinkKind: Sendable, Hashable {
    /// It has none, as hardware.
    case absent
    /// Wi-Fi over another interface.
    case wifi
    /// A channel of a modem.
    case wwan
    /// 6LoWPAN, over Bluetooth or IEEE 802.15.4.
    case lowPAN
    /// PPP, over whatever it is.
    case ppp
    /// Something that carries no packets to anywhere.
    case neverAPath
    /// A tun or a tap.
    case tun
    /// A tunnel of layer 3.
    case tunnel
    /// Ethernet over something else.
    case overlay
    /// Made on one interface, whose medium it has.
    case madeOn
    /// Made of several interfaces, whose medium it has. Bonds, teams and bridges are Ethernet without any.
    case madeOf(isEthernet: Bool)
    /// One end of two.
    case peer
    /// One that tells nothing.
    case other

    /// Reads a kind's name. (Those of which machines have many come first; hashing a name takes longer
    /// than comparing it with twenty.)
    init(_ name: String?) {
        switch name {
        case nil: self = .absent
        case "veth", "netkit": self = .peer
        case "tun": self = .tun
        case "vlan", "macvlan", "macvtap", "ipvlan", "ipvtap", "macsec", "dsa": self = .madeOn
        case "bridge", "bond", "team": self = .madeOf(isEthernet: true)
        case "dummy", "ifb", "nlmon", "vsockmon", "can", "vcan", "vxcan": self = .neverAPath
        case "vxlan", "geneve", "gretap", "ip6gretap", "erspan", "ip6erspan": self = .overlay
        case "wireguard", "amneziawg", "ovpn", "ovpn-dco", "xfrm", "vti", "vti6", "ipip", "sit",
            "gre", "ip6gre", "ip6tnl", "gtp", "bareudp":
            self = .tunnel
        case "vrf", "hsr", "batadv", "openvswitch": self = .madeOf(isEthernet: false)
        case "ppp": self = .ppp
        case "wwan", "rmnet": self = .wwan
        case "virt_wifi": self = .wifi
        case "lowpan": self = .lowPAN
        default: self = .other
        }
    }

    /// Whether it leaves open what interfaces of the kind are: there is none, or it is unknown here.
    var tellsNothing: Bool {
        switch self {
        case .absent, .other: true
        case .wifi, .wwan, .lowPAN, .ppp, .neverAPath, .tun, .tunnel, .overlay, .madeOn, .madeOf,
            .peer:
            false
        }
    }

    /// Whether interfaces of the kind have the medium of their members.
    var isMadeOf: Bool {
        if case .madeOf = self { true } else { false }
    }

    /// Whether interfaces of the kind are what the interfaces below them are.
    var isStacked: Bool { isMadeOf || self == .madeOn }
}
