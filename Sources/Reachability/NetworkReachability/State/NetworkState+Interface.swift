// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkState {
    /// The known properties of one interface. It is read far more often than it changes, and has
    /// many parts, so copies share one reference.
    @dynamicMemberLookup
    struct Interface: Sendable {
        private final class Storage: Sendable {
            let seen: Seen

            init(_ seen: consuming Seen) { self.seen = seen }
        }

        private var storage: Storage

        /// Creates an interface from a link message.
        ///
        /// - Parameter classification: the classification from the message alone, if it suffices.
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

        /// Sets the classification and the interfaces below, in one step, because each change
        /// copies the storage.
        mutating func classify(
            _ classification: Classification,
            lower: [UInt32],
            counting: [UInt32]
        ) {
            var seen = storage.seen
            seen.inheritable.classification = classification
            seen.inheritable.counting = counting
            seen.lower = lower
            storage = Storage(seen)
        }
    }
}

/// Comparisons with another message of the same link.
extension NetworkState.Interface {
    /// Whether the interface has the same link as a message.
    func isLinked(like link: LinkMessage) -> Bool {
        storage.seen.link == link && isNamed(like: link)
    }

    /// Whether a message leads to the same classification and the same interfaces below: only
    /// properties that can change while the interface is used differ.
    func isOfSameMake(as link: LinkMessage) -> Bool {
        var old = storage.seen.link
        old.flags = link.flags
        old.operationalState = link.operationalState
        old.mtu = link.mtu
        old.group = link.group
        old.alternativeNames = link.alternativeNames
        return old == link && isNamed(like: link)
    }

    /// Whether the name is the same byte for byte, which `==` does not say.
    func isNamed(like link: LinkMessage) -> Bool {
        storage.seen.link.name.map { ExactText($0) } == link.name.map { ExactText($0) }
    }

    /// Whether a message has the same flags and the same operational state.
    func isInSameState(as link: LinkMessage) -> Bool {
        storage.seen.link.flags == link.flags
            && storage.seen.link.operationalState == link.operationalState
    }
}

extension NetworkState.Interface: Hashable, Recognizable {
    /// Whether the interface is a copy of another: it has not changed in between.
    func isIdentical(to other: Self) -> Bool { storage === other.storage }

    static func == (one: Self, other: Self) -> Bool {
        one.isIdentical(to: other) || one.storage.seen == other.storage.seen
    }

    func hash(into hasher: inout Hasher) { hasher.combine(storage.seen) }
}

extension NetworkState.Interface {
    /// The stored properties of an interface.
    struct Seen: Sendable, Hashable {
        var link: LinkMessage {
            didSet { inheritable.name = link.name ?? "" }
        }
        var addresses = AddressList()
        var device: NetworkDevice?
        var pppTransport: PPPTransport?
        /// The indexes of the interfaces directly below. The state updates them with every change.
        var lower: [UInt32] = []
        var inheritable: Inheritable

        init(link: consuming LinkMessage, classification: consuming Classification) {
            inheritable = Inheritable(name: link.name ?? "", classification: classification)
            self.link = link
        }
    }

    /// The properties that the interfaces above inherit or show: the name, the type, and everything
    /// that determines the metering.
    ///
    /// If these are equal, the interfaces above are unaffected. Therefore the metering is decided
    /// from these properties alone, not from the whole interface.
    struct Inheritable: Sendable, Hashable {
        /// The name in the last message that had one.
        fileprivate(set) var name: String
        /// The classification. The state updates it and ``counting`` with every change.
        fileprivate(set) var classification: Classification
        /// The indexes of the interfaces directly below that determine the medium.
        fileprivate(set) var counting: [UInt32] = []
        /// The properties from nl80211; `nil` if the interface is not a Wi-Fi interface.
        var wireless: WirelessInterface?
        /// The reports of programs about the interface.
        var reports = InterfaceReports()
    }

    /// The classification of the interface.
    var classification: Classification { storage.seen.inheritable.classification }
    /// The indexes of the interfaces directly below that determine the medium.
    var counting: [UInt32] { storage.seen.inheritable.counting }
    /// The properties from nl80211; `nil` if the interface is not a Wi-Fi interface.
    var wireless: WirelessInterface? { storage.seen.inheritable.wireless }
}

extension NetworkState.Interface {
    /// The type of the interface; and whether a path to the internet may lead through the
    /// interface.
    var type: InterfaceType { storage.seen.inheritable.classification.type }
    var canBePath: Bool { storage.seen.inheritable.classification.canBePath }

    /// The name in the last message that had one.
    var name: String { storage.seen.inheritable.name }

    /// Whether an administrator has set the interface up.
    var isUp: Bool { self.link.flags.has(.up) }

    /// The operational state (RFC 2863).
    var operationalState: InterfaceOperationalState {
        self.link.operationalState.flatMap(InterfaceOperationalState.init) ?? .unknown
    }

    /// Whether the interface passes packets. Many drivers never set the operational state; then the
    /// flags decide. The operational state follows a lost carrier by up to a second (the kernel's
    /// link watch), `IFF_LOWER_UP` at once.
    var hasCarrier: Bool {
        switch operationalState {
        case .up: self.link.flags.hasAll(.up, .lowerUp)
        case .unknown:
            self.link.flags.hasAll(.up, .lowerUp) && self.link.flags.has(.running)
                && !self.link.flags.has(.dormant)
        case .notPresent, .down, .lowerLayerDown, .testing, .dormant: false
        }
    }

    /// Whether the interface has a carrier, and waits for something else, such as 802.1X. (In every
    /// other case the operational state follows the carrier within a second.)
    var waitsWithCarrier: Bool {
        guard self.link.flags.hasAll(.up, .lowerUp) else { return false }
        switch operationalState {
        case .dormant, .testing: return true
        case .unknown: return self.link.flags.has(.dormant)
        case .notPresent, .down, .lowerLayerDown, .up: return false
        }
    }

    var hardwareAddress: HardwareAddress? { HardwareAddress(self.link) }

    /// Whether the interface has an address of the family that can be the source of packets to the
    /// internet.
    func hasUsableAddress(_ family: IPAddress.Family) -> Bool {
        self.addresses.hasUsable(family)
    }

    /// Whether the interface has an address, of any family, that can be the source of packets to the internet.
    var hasUsableAddress: Bool { self.addresses.hasUsable }

    /// Whether the link message alone does not determine the type, so that sysfs must be read: no
    /// kind or an unknown one, and a hardware type that many kinds share.
    var isTypeOpen: Bool {
        [.ethernet, .headerless].contains(HardwareType(rawValue: self.link.hardwareType))
            && LinkKind(self.link.kind).tellsNothing
    }

    /// Whether the interface has a device, on a real bus or on a hypervisor's.
    var hasDevice: Bool { self.link.parentDevice != nil || self.device?.hasDevice == true }

    /// The facts that determine the type.
    var facts: InterfaceFacts {
        var facts = InterfaceFacts(self.link)
        if hasDevice { facts.hasDevice = true }
        facts.wireless = self.wireless.map {
            $0.mode.flatMap(WirelessMode.init) ?? .unspecified
        }
        facts.device = self.device
        facts.pppTransport = self.pppTransport
        if mayBeTranslator { facts.translatorAddress = translatorAddress }
        return facts
    }

    /// Whether an address from 192.0.0.0/29 decides the type: the interface is a tun.
    private var mayBeTranslator: Bool {
        LinkKind(self.link.kind) == .tun || self.device?.hasTunFlags == true
    }

    /// The first address from 192.0.0.0/29.
    private var translatorAddress: IPAddress? {
        self.addresses.lazy.map(\.address).first { $0.isOfTranslator }
    }

    /// Whether the classification is that of other addresses.
    var isClassifiedByOtherAddresses: Bool {
        mayBeTranslator
            && (translatorAddress != nil) != self.classification.traits.contains(.translator)
    }

    /// Whether the interface is of interest to users, even outside a path.
    ///
    /// - Parameter hasPath: whether there is a path. If not, every interface that is up may be the
    ///   cause.
    func isOfInterest(hasPath: Bool) -> Bool {
        guard self.classification.type != .loopback else { return false }
        if hasDevice { return true }
        guard isUp else { return false }
        return !hasPath || hasUsableAddress
    }
}

extension InterfaceFacts {
    /// Creates the facts from a link message alone.
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
    /// Creates the address from a link message, if it has one.
    fileprivate init?(_ link: borrowing LinkMessage) {
        guard let bytes = link.hardwareAddress, !bytes.isEmpty else { return nil }
        self.init(bytes)
    }
}
