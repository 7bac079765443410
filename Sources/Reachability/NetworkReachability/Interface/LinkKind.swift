// SPDX-License-Identifier: Apache-2.0

/// The meaning of a link's kind (`IFLA_INFO_KIND`).
enum LinkKind: Sendable, Hashable {
    /// No kind, as for hardware.
    case absent
    /// Wi-Fi over another interface.
    case wifi
    /// A channel of a modem.
    case wwan
    /// 6LoWPAN, over Bluetooth or IEEE 802.15.4.
    case lowPAN
    /// PPP, over any transport.
    case ppp
    /// An interface that carries no packets to another machine.
    case neverAPath
    /// A tun or a tap.
    case tun
    /// A tunnel of layer 3.
    case tunnel
    /// Ethernet over another protocol.
    case overlay
    /// An interface on top of another one, whose medium it inherits.
    case madeOn
    /// An interface with members, whose medium it inherits. Bonds, teams and bridges without
    /// members are Ethernet.
    case madeOf(isEthernet: Bool)
    /// One end of a pair.
    case peer
    /// An unknown kind.
    case other

    /// Parses a kind. (The most common kinds come first: the hash of a name takes longer than
    /// twenty comparisons.)
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

    /// Whether the kind does not determine the type: there is no kind, or it is unknown.
    var tellsNothing: Bool {
        switch self {
        case .absent, .other: true
        case .wifi, .wwan, .lowPAN, .ppp, .neverAPath, .tun, .tunnel, .overlay, .madeOn, .madeOf,
            .peer:
            false
        }
    }

    /// Whether interfaces of the kind inherit the medium of their members.
    var isMadeOf: Bool {
        if case .madeOf = self { true } else { false }
    }

    /// Whether interfaces of the kind inherit the type of the interfaces below.
    var isStacked: Bool { isMadeOf || self == .madeOn }
}
