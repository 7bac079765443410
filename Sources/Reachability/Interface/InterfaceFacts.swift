// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// All that is known of an interface when its type is asked for.
struct InterfaceFacts: Sendable, Hashable {
    /// `ifi_type`, one of `ARPHRD_*`.
    var hardwareType: HardwareType
    /// The name, by which some drivers tell what they are.
    var name: String
    /// `IFLA_INFO_KIND`; `nil` for hardware.
    var kind: String?
    /// `IFLA_TUN_TYPE`.
    var tunMode: LinkMessage.TunMode?
    /// `IFLA_ADDRESS`.
    var hardwareAddress: HardwareAddress?
    /// `IFLA_PARENT_DEV_BUS_NAME`.
    var parentBus: String?
    /// Whether a device on some bus is behind it (`IFLA_PARENT_DEV_NAME`, sysfs).
    var hasDevice = false
    /// `IFLA_LINK_NETNSID`: what it is made on is in another namespace.
    var isLinkInOtherNamespace = false
    /// What nl80211 says of it; `nil` if it is no Wi-Fi interface.
    var wireless: WirelessMode?
    /// What sysfs says of it; `nil` if it was not asked, or has no folder of this namespace.
    var device: NetworkDevice?
    /// What a PPP interface runs over.
    var pppTransport: PPPTransport?
}

/// The `ARPHRD_*` numbers of linux/if_arp.h that tell something.
struct HardwareType: RawRepresentable, Sendable, Hashable {
    let rawValue: UInt16

    static let ethernet = HardwareType(rawValue: 1)
    static let can = HardwareType(rawValue: 280)
    static let ppp = HardwareType(rawValue: 512)
    static let rawIP = HardwareType(rawValue: 519)
    /// What Qualcomm's out-of-tree drivers use for raw IP.
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

    /// What a Wi-Fi interface has that only listens.
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

    /// Whether the way to the internet may lead through it: not where others join us, nor where
    /// one only listens.
    var canBeUplink: Bool {
        switch self {
        case .unspecified, .adHoc, .station, .wds, .mesh, .p2pClient: true
        case .accessPoint, .accessPointVLAN, .monitor, .p2pGroupOwner, .p2pDevice, .outsideContext,
            .neighbourAware:
            false
        }
    }
}
