// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Counts and sets of interfaces by how close they are to carrying a path. The state updates them
/// with every change, so that no query iterates over all interfaces.
struct InterfaceCounts: Sendable, Equatable {
    /// The number of interfaces of a type that can lead to the internet, and how many of those are
    /// ready for it.
    struct Steps: Sendable, Hashable {
        /// All interfaces of such a kind.
        var pathKinds = 0
        /// The interfaces that are up and have a carrier.
        var live = 0
        /// The interfaces that are up and have a carrier and a usable address.
        var addressed = 0

        static func += (one: inout Steps, other: Steps) {
            one.pathKinds += other.pathKinds
            one.live += other.live
            one.addressed += other.addressed
        }

        static func - (one: Steps, other: Steps) -> Steps {
            Steps(
                pathKinds: one.pathKinds - other.pathKinds, live: one.live - other.live,
                addressed: one.addressed - other.addressed)
        }
    }

    /// The numbers for each type, in the order of `InterfaceType.allCases`. (A dictionary would
    /// compute a hash for each interface.)
    private var stepsInOrder = InterfaceType.allCases.map { _ in Steps() }
    /// The numbers of those that others carry, for each type, and in all.
    private var carriedInOrder = InterfaceType.allCases.map { _ in Steps() }
    private(set) var carried = Steps()
    /// The live interfaces: of any kind, up and with a carrier.
    private(set) var live = InterfaceSet()
    /// The live interfaces with an address that can be the source of packets to the internet.
    private(set) var addressed = InterfaceSet()
    private var addressedByFamily = PerFamily(InterfaceSet())
    /// The interfaces that could carry a tunnel's packets, now or later: of a kind that can lead to
    /// the internet, and carried by no other interface.
    private(set) var uplinkKinds = InterfaceSet()

    /// The interfaces that are of interest while there is a path, even outside the path: hardware,
    /// and interfaces that are up with a usable address.
    private var ofInterestBesideAPath = InterfaceSet()
    /// The interfaces that are of interest while there is no path: those above, and all that are
    /// up.
    private var ofInterestWithoutAPath = InterfaceSet()

    /// The interfaces that are of interest in addition to those of the path.
    func ofInterest(hasPath: Bool) -> InterfaceSet {
        hasPath ? ofInterestBesideAPath : ofInterestWithoutAPath
    }

    /// The numbers for the interfaces of a type.
    func steps(of type: InterfaceType) -> Steps { stepsInOrder[type.place] }

    /// The numbers for the interfaces of a type whose packets leave inside the packets of others:
    /// tunnels, overlays and translators.
    func carriedSteps(of type: InterfaceType) -> Steps { carriedInOrder[type.place] }

    /// The live interfaces with a usable address of a family.
    func addressed(_ family: IPAddress.Family) -> InterfaceSet {
        addressedByFamily[family]
    }

    /// Whether loopback has an address that can be the source of packets to the internet, as it has
    /// on routers.
    func hasUsableLoopback(_ family: IPAddress.Family) -> Bool {
        addressed(family).contains(Self.loopback)
    }

    /// Whether loopback has an address, of any family, that can be the source of packets to the
    /// internet.
    var hasUsableLoopback: Bool {
        IPAddress.Family.allCases.contains { hasUsableLoopback($0) }
    }

    /// Whether packets of a family that leave by an interface can have a source address: the
    /// interface's own address, or an address of loopback.
    func mayHaveSource(on index: UInt32, _ family: IPAddress.Family) -> Bool {
        addressed(family).contains(index) || hasUsableLoopback(family)
    }

    /// The live interfaces by which packets of a family that leave can have a source address.
    func mayHaveSource(_ family: IPAddress.Family) -> InterfaceSet {
        hasUsableLoopback(family) ? live : addressed(family)
    }

    /// Loopback's index in every namespace (`LOOPBACK_IFINDEX`).
    private static let loopback: UInt32 = 1

    /// The PPP interfaces.
    private(set) var ppp = InterfaceSet()

    /// The properties of an interface that decide where it is counted.
    private struct Membership: Equatable {
        var isPPP = false
        /// Up and with a carrier.
        var isLive = false
        /// The families for which the interface has a usable address.
        var usable = PerFamily(false)
        var isOfInterestBesideAPath = false
        var isOfInterestWithoutAPath = false
        /// The type, if the interface is of a kind that can lead to the internet.
        var pathType: InterfaceType?
        var isCarried = false

        /// Whether an interface could carry a tunnel's packets, now or later.
        var isUplinkKind: Bool { pathType != nil && !isCarried }

        /// Whether the interface is live and has a usable address of any family.
        var isAddressed: Bool { isLive && (usable.ipv4 || usable.ipv6) }

        /// Creates the value of an absent interface.
        init() {}

        init(_ interface: NetworkState.Interface) {
            isPPP = interface.link.hardwareType == HardwareType.ppp.rawValue
            isLive = interface.hasCarrier
            usable.ipv4 = interface.hasUsableAddress(.ipv4)
            usable.ipv6 = interface.hasUsableAddress(.ipv6)
            isOfInterestBesideAPath = interface.isOfInterest(hasPath: true)
            isOfInterestWithoutAPath = interface.isOfInterest(hasPath: false)
            let classification = interface.classification
            pathType = classification.canBePath ? classification.type : nil
            isCarried = classification.isCarried
        }
    }

    /// Counts an interface.
    mutating func insert(_ interface: NetworkState.Interface) {
        count(interface.link.index, from: Membership(), to: Membership(interface))
    }

    /// Removes an interface, as it was counted.
    mutating func remove(_ interface: NetworkState.Interface) {
        count(interface.link.index, from: Membership(interface), to: Membership())
    }

    /// Counts an interface after a change. Most changes do not affect the counts.
    mutating func exchange(_ old: NetworkState.Interface, for new: NetworkState.Interface) {
        count(new.link.index, from: Membership(old), to: Membership(new))
    }

    private mutating func count(_ index: UInt32, from before: Membership, to now: Membership) {
        guard before != now else { return }
        // A set is only modified if the membership changes: otherwise its storage stays shared.
        func update(_ set: inout InterfaceSet, _ isMember: (Membership) -> Bool) {
            switch (isMember(before), isMember(now)) {
            case (false, true): set.insert(index)
            case (true, false): set.remove(index)
            case (true, true), (false, false): break
            }
        }
        update(&ppp) { $0.isPPP }
        update(&ofInterestBesideAPath) { $0.isOfInterestBesideAPath }
        update(&ofInterestWithoutAPath) { $0.isOfInterestWithoutAPath }
        update(&live) { $0.isLive }
        update(&addressed) { $0.isAddressed }
        update(&addressedByFamily.ipv4) { $0.isLive && $0.usable.ipv4 }
        update(&addressedByFamily.ipv6) { $0.isLive && $0.usable.ipv6 }
        update(&uplinkKinds) { $0.isUplinkKind }
        count(before, -1)
        count(now, 1)
    }

    private mutating func count(_ standing: Membership, _ number: Int) {
        guard let type = standing.pathType else { return }
        let steps = Steps(
            pathKinds: number, live: standing.isLive ? number : 0,
            addressed: standing.isAddressed ? number : 0)
        stepsInOrder[type.place] += steps
        guard standing.isCarried else { return }
        carriedInOrder[type.place] += steps
        carried += steps
    }
}

extension InterfaceType {
    /// The position of the type in `allCases`.
    fileprivate var place: Int {
        switch self {
        case .wifi: 0
        case .wwan: 1
        case .ethernet: 2
        case .bluetooth: 3
        case .vpn: 4
        case .loopback: 5
        case .other: 6
        }
    }
}
