// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

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
