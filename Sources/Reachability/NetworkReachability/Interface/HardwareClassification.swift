// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The classification of interfaces with a device.
extension Classification {
    /// This rule comes before those for virtual interfaces: mac80211_hwsim and virt_wifi are Wi-Fi.
    static func wifi(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        let isMonitor = HardwareType.wirelessMonitors.contains(facts.hardwareType)
        let fact: Fact
        if let mode = facts.wireless {
            fact = .wirelessMode(mode)
        } else if facts.device?.deviceType == "wlan" {
            fact = .deviceType("wlan")
        } else if facts.device?.hasWirelessEntry == true {
            fact = .wirelessEntry
        } else if kind == .wifi {
            fact = facts.kindFact
        } else if isMonitor {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        let isUplink = !isMonitor && facts.wireless?.canBeUplink ?? true
        return Classification(
            type: .wifi, isVirtual: false, confidence: .high, decidedBy: fact,
            traits: isUplink ? [] : .neverAPath)
    }

    /// Every user of ARPHRD_RAWIP in the kernel is a cellular modem.
    static func wwan(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        let fact: Fact
        if facts.device?.deviceType == "wwan" {
            fact = .deviceType("wwan")
        } else if kind == .wwan {
            fact = facts.kindFact
        } else if facts.hardwareType == .rawIP || facts.hardwareType == .rawIPOutOfTree {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        return Classification(type: .wwan, isVirtual: false, confidence: .high, decidedBy: fact)
    }

    /// Drivers outside the kernel tree use these names. If the kernel reports a kind, the name has
    /// no meaning.
    static func wwanByName(_ facts: InterfaceFacts) -> Classification? {
        guard
            facts.kind == nil, facts.hardwareType == .ethernet,
            ["rmnet", "rev_rmnet", "ccmni"].contains(where: {
                facts.name.utf8.starts(with: $0.utf8)
            })
        else { return nil }
        return Classification(
            type: .wwan, isVirtual: false, confidence: .medium, decidedBy: .name(facts.name))
    }

    /// A channel of a modem, with neither a device nor a known kind (qmimux, MBIM sessions).
    static func wwanBelow(
        _ facts: InterfaceFacts,
        _ lower: [LowerInterface]
    ) -> Classification? {
        guard
            LinkKind(facts.kind).tellsNothing,
            let modem = lower.first(where: { $0.classification.type == .wwan })
        else { return nil }
        return Classification(
            type: .wwan, isVirtual: false, confidence: .medium,
            decidedBy: .lower(name: modem.name, type: .wwan))
    }

    static func bluetooth(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        if facts.hardwareType == .lowPAN || kind == .lowPAN {
            return Classification(
                type: .other, isVirtual: false, confidence: .high,
                decidedBy: facts.kind.map(Fact.kind) ?? .hardwareType(.lowPAN))
        }
        guard facts.device?.deviceType == "bluetooth", facts.hardwareType == .ethernet else {
            return nil
        }
        return Classification(
            type: .bluetooth, isVirtual: false, confidence: .high,
            decidedBy: .deviceType("bluetooth"))
    }

    /// Netlink reports the same for PPP over a modem, PPPoE and PPTP: if the transport is unknown,
    /// so is the type.
    static func ppp(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        guard facts.hardwareType == .ppp || kind == .ppp else { return nil }
        switch facts.pppTransport {
        case .serial(let terminal):
            return Classification(
                type: .wwan, isVirtual: false, confidence: .medium,
                decidedBy: .pppTransport(.serial(terminal: terminal)))
        case .ethernet:
            return Classification(
                type: .other, isVirtual: false, confidence: .medium,
                decidedBy: .pppTransport(.ethernet))
        case nil:
            return Classification(
                type: .other, isVirtual: true, confidence: .low,
                decidedBy: facts.kind.map(Fact.kind) ?? .hardwareType(.ppp))
        }
    }

    /// A phone that shares its connection over USB has neither a kind nor a device type: the driver
    /// decides.
    static func tethered(_ facts: InterfaceFacts) -> Classification? {
        guard
            facts.kind == nil, facts.hardwareType == .ethernet, facts.device?.deviceType == nil,
            let device = facts.device, let driver = device.driver
        else { return nil }
        let confidence: InterfaceType.Confidence
        switch driver {
        case "ipheth": confidence = .high
        // The USB class of such phones (wireless controller, RF, RNDIS).
        case "rndis_host": confidence = device.isUSBClass("e0", "01", "03") ? .high : .medium
        // A USB adapter has an address from its manufacturer. Without one, usbnet treats the link
        // as point-to-point, as for a phone.
        case _ where sharedUSBDrivers.contains(driver):
            guard facts.hardwareAddress?.isLocallyAdministered == true else { return nil }
            confidence = .medium
        default: return nil
        }
        return Classification(
            type: .ethernet, isVirtual: false, confidence: confidence,
            decidedBy: .driver(driver, modalias: device.modalias), traits: .tethered)
    }

    /// The drivers of both USB network adapters and phones.
    static let sharedUSBDrivers = ["cdc_ether", "cdc_ncm", "cdc_eem"]

    static func ethernet(_ facts: InterfaceFacts) -> Classification? {
        guard facts.kind == nil, facts.hardwareType == .ethernet else { return nil }
        if facts.device?.deviceType == "gadget" {
            return Classification(
                type: .ethernet, isVirtual: false, confidence: .high,
                decidedBy: .deviceType("gadget"))
        }
        guard facts.device?.deviceType == nil, let bus = facts.parentBus ?? facts.device?.bus else {
            return nil
        }
        // Only sysfs distinguishes a modem or a phone from a network card.
        if facts.device == nil, bus == "usb" {
            return Classification(
                type: .other, isVirtual: false, confidence: .low, decidedBy: .parentBus(bus))
        }
        return Classification(
            type: .ethernet,
            isVirtual: virtualBuses.contains(bus),
            confidence: facts.device == nil ? .medium : .high,
            decidedBy: .parentBus(bus))
    }

    /// The buses that only hypervisors and simulators have.
    private static let virtualBuses = ["virtio", "vmbus", "xen", "netdevsim"]
}

extension NetworkDevice {
    /// The bus, with which the modalias begins: `pci:v00008086…`.
    fileprivate var bus: String? {
        modalias?.pieces(separatedBy: ":").first.map(String.init)
    }

    /// Whether the USB interface has this class, subclass and protocol, in hexadecimal.
    fileprivate func isUSBClass(_ class: String, _ subclass: String, _ protocol: String) -> Bool {
        guard let modalias, modalias.begins(with: "usb:") else { return false }
        return modalias.lowercased().includes("ic\(`class`)isc\(subclass)ip\(`protocol`)")
    }
}
