// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// One thing seen of an interface that tells, or helps to tell, what it is.
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
    case driver(String, modalias: String?)
    case locallyAdministered(HardwareAddress)
    case parentBus(String)
    case linkInOtherNamespace
    case lower(name: String, type: InterfaceType)
    case noMember
    case nothing
}

extension Fact {
    /// Who says so.
    var source: PathExplanation.Evidence.Source {
        switch self {
        case .hardwareType, .kind, .name, .tunMode, .locallyAdministered, .parentBus,
            .linkInOtherNamespace, .noMember:
            .netlink
        case .deviceType: .uevent
        case .wirelessMode: .nl80211
        case .wirelessEntry, .tunFlags, .driver: .sysfs
        case .pppTransport: .procfs
        case .lower, .nothing: .classification
        }
    }

    /// What they say, in few words.
    var text: String {
        switch self {
        case .hardwareType(let type): "ARPHRD \(type.rawValue)"
        case .kind(let kind): "kind \(kind)"
        case .deviceType(let type): "DEVTYPE=\(type)"
        case .wirelessMode(let mode): "Wi-Fi interface, mode \(mode)"
        case .wirelessEntry: "has an entry phy80211 or wireless"
        case .name(let name): "name \(name)"
        case .pppTransport(.serial(let terminal)): "pppd runs it on \(terminal)"
        case .pppTransport(.ethernet): "a PPPoE session"
        case .tunMode(let mode): "mode \(mode)"
        case .tunFlags: "has an entry tun_flags"
        case .driver(let driver, let modalias):
            "driver \(driver)" + (modalias.map { ", \($0)" } ?? "")
        case .locallyAdministered(let address): "address \(address) is locally administered"
        case .parentBus(let bus): "on bus \(bus)"
        case .linkInOtherNamespace: "made on an interface of another namespace"
        case .lower(let name, let type): "\(name) below it is \(type.rawValue)"
        case .noMember: "no interface belongs to it"
        case .nothing: "nothing tells what it is"
        }
    }
}

extension InterfaceFacts {
    /// The kind, where there is one.
    var kindFact: Fact { .kind(kind ?? "") }

    /// Everything that was seen, one by one.
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
        return facts
    }
}
