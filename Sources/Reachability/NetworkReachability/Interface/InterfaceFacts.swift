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

/// A fact about an interface that decides, or helps to decide, its type.
enum Fact: Sendable, Hashable {
    case hardwareType(HardwareType)
    case kind(String)
    case deviceType(String)
    case wirelessMode(WirelessMode)
    case wirelessEntry
    case name(String)
    case pppTransport(PPPTransport)
    case tunMode(LinkMessage.TunMode)
    case tunFlags
    case translatorAddress(IPAddress)
    case driver(String, modalias: String?)
    case locallyAdministered(HardwareAddress)
    case parentBus(String)
    case linkInOtherNamespace
    case lower(name: String, type: InterfaceType)
    case noMember
    case nothing
}

extension Fact {
    /// The source of a fact.
    enum Origin: String {
        case netlink, nl80211, uevent, sysfs, procfs
        /// A conclusion from other facts.
        case classification
    }

    /// The source and a short description of the fact.
    var evidence: (origin: Origin, text: String) {
        switch self {
        case .hardwareType(let type): (.netlink, "ARPHRD \(type.rawValue)")
        case .kind(let kind): (.netlink, "kind \(kind)")
        case .deviceType(let type): (.uevent, "DEVTYPE=\(type)")
        case .wirelessMode(let mode): (.nl80211, "Wi-Fi interface, mode \(mode)")
        case .wirelessEntry: (.sysfs, "has an entry phy80211 or wireless")
        case .name(let name): (.netlink, "name \(name)")
        case .pppTransport(.serial(let terminal)): (.procfs, "pppd runs it on \(terminal)")
        case .pppTransport(.ethernet): (.procfs, "a PPPoE session")
        case .tunMode(let mode): (.netlink, "mode \(mode)")
        case .tunFlags: (.sysfs, "has an entry tun_flags")
        case .translatorAddress(let address):
            (.netlink, "address \(address) of a translator (CLAT, RFC 7335)")
        case .driver(let driver, nil): (.sysfs, "driver \(driver)")
        case .driver(let driver, let modalias?): (.sysfs, "driver \(driver), \(modalias)")
        case .locallyAdministered(let address):
            (.netlink, "address \(address) is locally administered")
        case .parentBus(let bus): (.netlink, "on bus \(bus)")
        case .linkInOtherNamespace: (.netlink, "made on an interface of another namespace")
        case .lower(let name, let type): (.classification, "\(name) below it is \(type.rawValue)")
        case .noMember: (.netlink, "no interface belongs to it")
        case .nothing: (.classification, "no fact identifies the type")
        }
    }
}

extension InterfaceFacts {
    /// The fact of the link kind.
    var kindFact: Fact { .kind(kind ?? "") }

    /// All facts that were observed.
    var all: [Fact] {
        var facts: [Fact] = [.hardwareType(hardwareType)]
        if let kind { facts.append(.kind(kind)) }
        if let tunMode { facts.append(.tunMode(tunMode)) }
        if let parentBus { facts.append(.parentBus(parentBus)) }
        if isLinkInOtherNamespace { facts.append(.linkInOtherNamespace) }
        if let wireless { facts.append(.wirelessMode(wireless)) }
        if let device {
            if let type = device.deviceType { facts.append(.deviceType(type)) }
            if device.hasWirelessEntry { facts.append(.wirelessEntry) }
            if device.hasTunFlags { facts.append(.tunFlags) }
            if let driver = device.driver {
                facts.append(.driver(driver, modalias: device.modalias))
                if Classification.sharedUSBDrivers.contains(driver), let address = hardwareAddress,
                    address.isLocallyAdministered
                {
                    facts.append(.locallyAdministered(address))
                }
            }
        }
        if let pppTransport { facts.append(.pppTransport(pppTransport)) }
        if let translatorAddress { facts.append(.translatorAddress(translatorAddress)) }
        return facts
    }
}
