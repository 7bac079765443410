// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// All that was seen of the network, before anything is concluded from it.
struct NetworkState: Sendable {
    /// What was seen of one interface.
    struct Interface: Sendable, Hashable {
        var link: LinkMessage
        var addresses: [InterfaceAddress] = []
        var wireless: WirelessInterface?
        var device: NetworkDevice?
        var pppTransport: PPPTransport?
    }

    /// The interfaces by index, which is what identifies them.
    private(set) var interfaces: [UInt32: Interface] = [:]
    /// The policy rules, in the order in which the kernel asks them.
    var rules: [RuleMessage] = []
    /// Why nl80211 could not be asked, if it could not.
    var wirelessFailure: String?
    /// The name servers.
    var resolver = ResolverConfiguration(nameServers: [])
    /// The members of each master, in the order of their indexes.
    private(set) var members: [UInt32: [UInt32]] = [:]

    init() {}

    init(links: [LinkMessage]) {
        interfaces.reserveCapacity(links.count)
        for link in links {
            interfaces[link.index] = Interface(link: link)
            if let master = link.master { members[master, default: []].append(link.index) }
        }
        for master in members.keys { members[master]?.sort() }
    }

    /// What was seen of an interface.
    subscript(index: UInt32) -> Interface? { interfaces[index] }

    /// Takes in an address.
    mutating func add(_ address: InterfaceAddress, to index: UInt32) {
        interfaces[index]?.addresses.append(address)
    }

    /// Takes in what sysfs says of an interface.
    mutating func set(_ device: NetworkDevice?, of index: UInt32) {
        interfaces[index]?.device = device
    }

    /// Takes in what nl80211 says of an interface.
    mutating func set(_ wireless: WirelessInterface) {
        interfaces[wireless.index]?.wireless = wireless
    }

    /// Takes in what a PPP interface runs over.
    mutating func set(_ transport: PPPTransport?, of index: UInt32) {
        interfaces[index]?.pppTransport = transport
    }
}

extension NetworkState.Interface {
    /// The name, as of the last message that had one.
    var name: String { link.name ?? "" }

    /// Whether an administrator wants it up.
    var isUp: Bool { link.flags.contains(.up) }

    /// RFC 2863's state.
    var operationalState: NetworkInterface.OperationalState {
        link.operationalState.flatMap(NetworkInterface.OperationalState.init) ?? .unknown
    }

    /// Whether it passes packets. Many drivers leave the operational state unknown for good; then
    /// the flags tell. The state follows a lost carrier by up to a second (the kernel's link watch),
    /// `IFF_LOWER_UP` at once.
    var hasCarrier: Bool {
        switch operationalState {
        case .up: link.flags.isSuperset(of: [.up, .lowerUp])
        case .unknown:
            link.flags.isSuperset(of: [.up, .lowerUp, .running]) && !link.flags.contains(.dormant)
        case .notPresent, .down, .lowerLayerDown, .testing, .dormant: false
        }
    }

    var hardwareAddress: HardwareAddress? {
        guard let bytes = link.hardwareAddress, !bytes.isEmpty else { return nil }
        return HardwareAddress(bytes)
    }

    /// Whether it has an address of the family that can be the source of packets to the internet.
    func hasUsableAddress(_ family: IPAddress.Family) -> Bool {
        addresses.contains { $0.address.family == family && $0.isUsable }
    }

    /// Whether the link message alone leaves open what it is, so that sysfs must be asked: no kind,
    /// and a hardware type that many share.
    var isTypeOpen: Bool {
        link.kind == nil
            && [.ethernet, .headerless].contains(HardwareType(rawValue: link.hardwareType))
    }

    /// The facts that tell its type.
    var facts: InterfaceFacts {
        InterfaceFacts(
            hardwareType: HardwareType(rawValue: link.hardwareType),
            name: name,
            kind: link.kind,
            tunMode: link.tunMode,
            hardwareAddress: hardwareAddress,
            parentBus: link.parentBus,
            hasDevice: link.parentDevice != nil || device?.hasDevice == true,
            isLinkInOtherNamespace: link.isLinkInOtherNamespace,
            wireless: wireless.map { $0.mode.flatMap(WirelessMode.init) ?? .unspecified },
            device: device,
            pppTransport: pppTransport)
    }
}
