// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// All facts from which the type of an interface is determined.
struct InterfaceFacts: Sendable, Hashable {
    /// `ifi_type`, one of `ARPHRD_*`.
    var hardwareType: HardwareType
    /// The name, by which some drivers can be recognized.
    var name: String
    /// `IFLA_INFO_KIND`; `nil` for hardware.
    var kind: String?
    /// `IFLA_TUN_TYPE`.
    var tunMode: LinkMessage.TunMode?
    /// `IFLA_ADDRESS`.
    var hardwareAddress: HardwareAddress?
    /// `IFLA_PARENT_DEV_BUS_NAME`.
    var parentBus: String?
    /// Whether the interface has a device on some bus (`IFLA_PARENT_DEV_NAME`, sysfs).
    var hasDevice = false
    /// `IFLA_LINK_NETNSID`: the interface below is in another namespace.
    var isLinkInOtherNamespace = false
    /// The mode from nl80211; `nil` if the interface is not a Wi-Fi interface.
    var wireless: WirelessMode?
    /// The device from sysfs; `nil` if it was not read, or has no folder in this namespace.
    var device: NetworkDevice?
    /// The transport of a PPP interface.
    var pppTransport: PPPTransport?
    /// The address of a tun from 192.0.0.0/29, which only translators have (CLAT, RFC 7335).
    var translatorAddress: IPAddress?
}

/// The `ARPHRD_*` numbers of linux/if_arp.h that the classification uses.
struct HardwareType: RawRepresentable, Sendable, Hashable {
    let rawValue: UInt16

    static let ethernet = HardwareType(rawValue: 1)
    static let can = HardwareType(rawValue: 280)
    static let ppp = HardwareType(rawValue: 512)
    static let rawIP = HardwareType(rawValue: 519)
    /// The type that Qualcomm's out-of-tree drivers use for raw IP.
    static let rawIPOutOfTree = HardwareType(rawValue: 530)
    static let tunnel = HardwareType(rawValue: 768)
    static let tunnel6 = HardwareType(rawValue: 769)
    static let loopback = HardwareType(rawValue: 772)
    static let sit = HardwareType(rawValue: 776)
    static let gre = HardwareType(rawValue: 778)
    static let wirelessMonitor = HardwareType(rawValue: 801)
    static let wirelessMonitorPrism = HardwareType(rawValue: 802)
    static let wirelessMonitorRadiotap = HardwareType(rawValue: 803)
    static let ieee802154 = HardwareType(rawValue: 804)
    static let gre6 = HardwareType(rawValue: 823)
    static let netlinkMonitor = HardwareType(rawValue: 824)
    static let lowPAN = HardwareType(rawValue: 825)
    static let headerless = HardwareType(rawValue: 65534)

    /// The types of Wi-Fi interfaces that only monitor.
    static let wirelessMonitors: [HardwareType] = [
        .wirelessMonitor, .wirelessMonitorPrism, .wirelessMonitorRadiotap,
    ]
}

/// The mode of a Wi-Fi interface (`enum nl80211_iftype`).
enum WirelessMode: UInt32, Sendable, Hashable {
    case unspecified = 0
    case adHoc = 1
    case station = 2
    case accessPoint = 3
    case accessPointVLAN = 4
    case wds = 5
    case monitor = 6
    case mesh = 7
    case p2pClient = 8
    case p2pGroupOwner = 9
    case p2pDevice = 10
    case outsideContext = 11
    case neighbourAware = 12

    /// Whether a path to the internet may lead through the interface: not if it is an access point,
    /// and not if it only monitors.
    var canBeUplink: Bool {
        switch self {
        case .unspecified, .adHoc, .station, .wds, .mesh, .p2pClient: true
        case .accessPoint, .accessPointVLAN, .monitor, .p2pGroupOwner, .p2pDevice, .outsideContext,
            .neighbourAware:
            false
        }
    }

    /// Whether the interface joins the network of an access point.
    var joinsAccessPoint: Bool { self == .station || self == .p2pClient }
}
