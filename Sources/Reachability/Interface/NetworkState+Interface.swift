// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkState {
    /// What was seen of one interface. It is looked at far more often than it changes, and has many
    /// parts: copies share them, and cost no more than a reference.
    @dynamicMemberLookup
    struct Interface: Sendable {
        private final class Storage: Sendable {
            let seen: Seen

            init(_ seen: consuming Seen) { self.seen = seen }
        }

        private var storage: Storage

        /// What a link's message alone tells.
        ///
        /// - Parameter classification: what it was found to be by that, if it was.
        init(
            link: consuming LinkMessage,
            _ classification: consuming Classification = .unclassified
        ) {
            storage = Storage(Seen(link: link, classification: classification))
        }

        subscript<Part>(dynamicMember part: WritableKeyPath<Seen, Part>) -> Part {
            get { storage.seen[keyPath: part] }
            set {
                var seen = storage.seen
                seen[keyPath: part] = newValue
                storage = Storage(seen)
            }
        }

        /// Takes in what it was found to be, and which interfaces it is made on, or of; all at once, for
        /// each change is a copy.
        mutating func classify(
            _ classification: Classification,
            lower: [UInt32],
            counting: [UInt32]
        ) {
            var seen = storage.seen
            seen.classification = classification
            seen.lower = lower
            seen.counting = counting
            storage = Storage(seen)
        }
    }
}

/// What it is, beside another message of its link.
extension NetworkState.Interface {
    /// Whether its link is as the message has it.
    func isLinked(like link: LinkMessage) -> Bool { storage.seen.link == link }

    /// Whether what it is, and what it stands on, follows from one message as from the other: they differ in
    /// its condition alone.
    func isOfSameMake(as link: LinkMessage) -> Bool {
        var old = storage.seen.link
        old.flags = link.flags
        old.operationalState = link.operationalState
        old.mtu = link.mtu
        old.group = link.group
        old.alternativeNames = link.alternativeNames
        return old == link
    }

    /// Whether it is as far up as by the message.
    func isInSameState(as link: LinkMessage) -> Bool {
        storage.seen.link.flags == link.flags
            && storage.seen.link.operationalState == link.operationalState
    }
}

extension NetworkState.Interface: Hashable, Recognizable {
    /// Whether it is a copy of another: nothing has been told of it in between.
    func isCopy(of other: Self) -> Bool { storage === other.storage }

    /// Whether the same is said of it, and so of what stands on it, as of another: its name and what it
    /// costs.
    func isSaidLike(_ other: Self) -> Bool {
        storage.seen.link.name == other.storage.seen.link.name
            && storage.seen.classification == other.storage.seen.classification
            && storage.seen.statements == other.storage.seen.statements
            && storage.seen.networkManager == other.storage.seen.networkManager
            && storage.seen.meteredLeases == other.storage.seen.meteredLeases
            && storage.seen.wireless == other.storage.seen.wireless
            && storage.seen.counting == other.storage.seen.counting
    }

    static func == (one: Self, other: Self) -> Bool {
        one.isCopy(of: other) || one.storage.seen == other.storage.seen
    }

    func hash(into hasher: inout Hasher) { hasher.combine(storage.seen) }
}

extension NetworkState.Interface {
    /// The parts of what was seen.
    struct Seen: Sendable, Hashable {
        var link: LinkMessage
        var addresses: [InterfaceAddress] = []
        var wireless: WirelessInterface?
        var device: NetworkDevice?
        var pppTransport: PPPTransport?
        /// What is said of its cost beside the sources below; scripted networks do.
        var statements: [MeteredStatement] = []
        /// What NetworkManager says of its cost; `nil` if it does not know it.
        var networkManager: NetworkManagerAnswer?
        /// The leases by which DHCP servers said that it is metered.
        var meteredLeases: [DHCPLease] = []
        /// The indexes of the interfaces that it is made on, or of. The state keeps this and what
        /// follows in step with the rest.
        var lower: [UInt32] = []
        /// Of those, the ones that tell its medium.
        var counting: [UInt32] = []
        /// What it was found to be.
        var classification: Classification

        init(link: consuming LinkMessage, classification: consuming Classification) {
            self.link = link
            self.classification = classification
        }
    }
}

extension NetworkState.Interface {
    /// What type it was found to be of, and whether the way to the internet may lead through it.
    var type: InterfaceType { storage.seen.classification.type }
    var canBePath: Bool { storage.seen.classification.canBePath }

    /// The name, as of the last message that had one.
    var name: String { self.link.name ?? "" }

    /// Whether an administrator wants it up.
    var isUp: Bool { self.link.flags.has(.up) }

    /// RFC 2863's state.
    var operationalState: NetworkInterface.OperationalState {
        self.link.operationalState.flatMap(NetworkInterface.OperationalState.init) ?? .unknown
    }

    /// Whether it passes packets. Many drivers leave the operational state unknown for good; then
    /// the flags tell. The state follows a lost carrier by up to a second (the kernel's link watch),
    /// `IFF_LOWER_UP` at once.
    var hasCarrier: Bool {
        switch operationalState {
        case .up: self.link.flags.hasAll(.up, .lowerUp)
        case .unknown:
            self.link.flags.hasAll(.up, .lowerUp) && self.link.flags.has(.running)
                && !self.link.flags.has(.dormant)
        case .notPresent, .down, .lowerLayerDown, .testing, .dormant: false
        }
    }

    /// Whether there is a carrier, and the link waits for something else, such as 802.1X. (In every other state the
    /// operational state follows the carrier within a second.)
    var waitsWithCarrier: Bool {
        guard self.link.flags.hasAll(.up, .lowerUp) else { return false }
        switch operationalState {
        case .dormant, .testing: return true
        case .unknown: return self.link.flags.has(.dormant)
        case .notPresent, .down, .lowerLayerDown, .up: return false
        }
    }

    var hardwareAddress: HardwareAddress? { HardwareAddress(self.link) }

    /// Whether it has an address of the family that can be the source of packets to the internet.
    func hasUsableAddress(_ family: IPAddress.Family) -> Bool {
        self.addresses.contains { $0.address.family == family && $0.isUsable }
    }

    /// Whether the link message alone leaves open what it is, so that sysfs must be asked: no kind or an unknown
    /// one, and a hardware type that many share.
    var isTypeOpen: Bool {
        [.ethernet, .headerless].contains(HardwareType(rawValue: self.link.hardwareType))
            && LinkKind(self.link.kind).tellsNothing
    }

    /// Whether there is a device behind it, on a real bus or on a hypervisor's.
    var hasDevice: Bool { self.link.parentDevice != nil || self.device?.hasDevice == true }

    /// The facts that tell its type.
    var facts: InterfaceFacts {
        var facts = InterfaceFacts(self.link)
        if hasDevice { facts.hasDevice = true }
        facts.wireless = self.wireless.map {
            $0.mode.flatMap(WirelessMode.init) ?? .unspecified
        }
        facts.device = self.device
        facts.pppTransport = self.pppTransport
        return facts
    }

    /// Whether it is of interest to people, even if it is no part of a path.
    ///
    /// - Parameter status: whether there is a path. If not, every interface that is up may be the reason.
    func isOfInterest(_ status: NetworkPath.Status) -> Bool {
        guard self.classification.type != .loopback else { return false }
        if hasDevice { return true }
        guard isUp else { return false }
        return switch status {
        case .satisfied: self.addresses.contains(where: \.isUsable)
        case .unsatisfied: true
        }
    }
}

extension InterfaceFacts {
    /// What a link's message alone tells.
    init(_ link: borrowing LinkMessage) {
        self.init(
            hardwareType: HardwareType(rawValue: link.hardwareType),
            name: link.name ?? "",
            kind: link.kind,
            tunMode: link.tunMode,
            hardwareAddress: HardwareAddress(link),
            parentBus: link.parentBus,
            hasDevice: link.parentDevice != nil,
            isLinkInOtherNamespace: link.isLinkInOtherNamespace)
    }
}

extension HardwareAddress {
    /// The address that a link's message tells, if it does.
    fileprivate init?(_ link: borrowing LinkMessage) {
        guard let bytes = link.hardwareAddress, !bytes.isEmpty else { return nil }
        self.init(bytes)
    }
}
