// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Which interfaces came how far on the way to the internet. It is kept in step with the state, so
/// that no question about all interfaces is answered by a walk over them.
struct Census: Sendable, Equatable {
    /// How many interfaces of a type are of a kind that can lead to the internet, and how many of
    /// those came further.
    struct Steps: Sendable, Hashable {
        /// All of them.
        var pathKinds = 0
        /// Those that are up and have a carrier.
        var live = 0
        /// Of those, the ones with a usable address.
        var addressed = 0

        static func += (one: inout Steps, other: Steps) {
            one.pathKinds += other.pathKinds
            one.live += other.live
            one.addressed += other.addressed
        }
    }

    /// How far the interfaces of each type came, in the order of `InterfaceType.allCases`. (A dictionary
    /// would hash a word for each interface.)
    private var stepsInOrder = InterfaceType.allCases.map { _ in Steps() }
    /// The interfaces of any kind that are up and have a carrier.
    private(set) var live = SortedIndexes()
    /// Of those, the ones with an address that can be the source of packets to the internet.
    private(set) var addressed = SortedIndexes()
    private var addressedByFamily = PerFamily(SortedIndexes())
    /// The interfaces that could carry a tunnel's packets, though they may not now: of a kind that can
    /// lead to the internet, and neither a tunnel nor an overlay.
    private(set) var uplinkKinds = SortedIndexes()

    /// The interfaces that are of interest while there is a path, even if they are no part of it: hardware,
    /// and those that are up with a usable address.
    private var ofInterestBesideAPath = SortedIndexes()
    /// Those that are of interest while there is no path: the ones above, and all that are up.
    private var ofInterestWithoutAPath = SortedIndexes()

    /// The interfaces that are of interest beside those of the path.
    func ofInterest(_ status: NetworkPath.Status) -> SortedIndexes {
        switch status {
        case .satisfied: ofInterestBesideAPath
        case .unsatisfied: ofInterestWithoutAPath
        }
    }

    /// How far the interfaces of a type came.
    func steps(of type: InterfaceType) -> Steps { stepsInOrder[type.place] }

    /// The live interfaces with a usable address of a family.
    func addressed(_ family: IPAddress.Family) -> SortedIndexes {
        addressedByFamily[family]
    }

    /// Whether loopback has an address that can be the source of packets to the internet, as it has
    /// on routers.
    func hasUsableLoopback(_ family: IPAddress.Family) -> Bool {
        addressed(family).contains(Self.loopback)
    }

    /// Whether loopback has such an address of any family.
    var hasUsableLoopback: Bool { IPAddress.Family.allCases.contains(where: hasUsableLoopback) }

    /// Whether packets of a family that leave by an interface can have a source address: its own, or
    /// one of loopback's.
    func mayHaveSource(on index: UInt32, _ family: IPAddress.Family) -> Bool {
        addressed(family).contains(index) || hasUsableLoopback(family)
    }

    /// Loopback's index in every namespace (`LOOPBACK_IFINDEX`).
    private static let loopback: UInt32 = 1

    /// The PPP interfaces.
    private(set) var ppp = SortedIndexes()

    /// How far an interface came, and where it is counted for it.
    private struct Standing: Equatable {
        var isPPP: Bool
        /// Up and with a carrier.
        var isLive: Bool
        /// The families of which it has a usable address.
        var usable: PerFamily<Bool>
        var isOfInterestBesideAPath: Bool
        var isOfInterestWithoutAPath: Bool
        /// Its type, if it is of a kind that can lead to the internet.
        var pathType: InterfaceType?
        var isUplinkKind: Bool

        init(_ interface: NetworkState.Interface) {
            isPPP = interface.link.hardwareType == HardwareType.ppp.rawValue
            isLive = interface.isUp && interface.hasCarrier
            usable = PerFamily(false)
            usable.ipv4 = interface.hasUsableAddress(.ipv4)
            usable.ipv6 = interface.hasUsableAddress(.ipv6)
            isOfInterestBesideAPath = interface.isOfInterest(.satisfied)
            isOfInterestWithoutAPath = interface.isOfInterest(.unsatisfied)
            let classification = interface.classification
            pathType = classification.canBePath ? classification.type : nil
            isUplinkKind =
                classification.canBePath && classification.type != .vpn
                && !classification.traits.contains(.overlay)
        }
    }

    /// Counts an interface.
    mutating func insert(_ interface: NetworkState.Interface) {
        count(Standing(interface), interface.link.index, 1) { $0.insert($1) }
    }

    /// Takes an interface out, as it was counted.
    mutating func remove(_ interface: NetworkState.Interface) {
        count(Standing(interface), interface.link.index, -1) { $0.remove($1) }
    }

    /// Counts an interface as it is now. Most changes are about something else.
    mutating func exchange(_ old: NetworkState.Interface, for new: NetworkState.Interface) {
        let (before, now) = (Standing(old), Standing(new))
        guard before != now else { return }
        count(before, old.link.index, -1) { $0.remove($1) }
        count(now, new.link.index, 1) { $0.insert($1) }
    }

    private mutating func count(
        _ standing: Standing,
        _ index: UInt32,
        _ number: Int,
        _ change: (inout SortedIndexes, UInt32) -> Void
    ) {
        if standing.isPPP { change(&ppp, index) }
        if standing.isOfInterestBesideAPath { change(&ofInterestBesideAPath, index) }
        if standing.isOfInterestWithoutAPath { change(&ofInterestWithoutAPath, index) }
        let isAddressed = standing.isLive && standing.usable != PerFamily(false)
        if standing.isLive {
            change(&live, index)
            if standing.usable.ipv4 { change(&addressedByFamily.ipv4, index) }
            if standing.usable.ipv6 { change(&addressedByFamily.ipv6, index) }
        }
        if isAddressed { change(&addressed, index) }
        if standing.isUplinkKind { change(&uplinkKinds, index) }
        guard let type = standing.pathType else { return }
        stepsInOrder[type.place].pathKinds += number
        if standing.isLive { stepsInOrder[type.place].live += number }
        if isAddressed { stepsInOrder[type.place].addressed += number }
    }
}

extension InterfaceType {
    /// Where it stands among all.
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

/// Indexes of interfaces in their order, without repetition.
struct SortedIndexes: Sendable, Hashable, RandomAccessCollection {
    private var indexes: [UInt32] = []

    /// None.
    init() {}

    /// Those of some, in any order. Of one nothing is copied.
    init(_ indexes: [UInt32]) {
        guard indexes.count > 1 else {
            self.indexes = indexes
            return
        }
        for index in indexes { insert(index) }
    }

    var startIndex: Int { indexes.startIndex }
    var endIndex: Int { indexes.endIndex }
    subscript(position: Int) -> UInt32 { indexes[position] }

    /// Puts an index in its place.
    mutating func insert(_ index: UInt32) {
        // In a dump they come one after the other.
        guard let last = indexes.last, last >= index else { return indexes.append(index) }
        let position = position(of: index)
        if indexes[position] != index { indexes.insert(index, at: position) }
    }

    /// Takes an index out.
    mutating func remove(_ index: UInt32) {
        let position = position(of: index)
        if position < endIndex, indexes[position] == index { indexes.remove(at: position) }
    }

    /// Whether an index is among them.
    func contains(_ index: UInt32) -> Bool {
        let position = position(of: index)
        return position < endIndex && indexes[position] == index
    }

    /// Where an index stands, or would.
    private func position(of index: UInt32) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if indexes[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
