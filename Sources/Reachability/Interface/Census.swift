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

    private(set) var steps: [InterfaceType: Steps] = [:]
    /// The interfaces of any kind that are up and have a carrier.
    private(set) var live = SortedIndexes()
    /// Of those, the ones with an address that can be the source of packets to the internet.
    private(set) var addressed = SortedIndexes()
    private var addressedByFamily = PerFamily(SortedIndexes())
    /// The interfaces that could carry a tunnel's packets, though they may not now: of a kind that can
    /// lead to the internet, and neither a tunnel nor an overlay.
    private(set) var uplinkKinds = SortedIndexes()

    /// The interfaces that are of interest whether or not there is a path: hardware, and those that are
    /// up with a usable address.
    private(set) var ofInterest = SortedIndexes()

    /// The live interfaces with a usable address of a family.
    func addressed(_ family: IPAddress.Family) -> SortedIndexes {
        addressedByFamily[family]
    }

    /// Whether loopback has an address that can be the source of packets to the internet, as it has
    /// on routers.
    func hasUsableLoopback(_ family: IPAddress.Family) -> Bool {
        addressed(family).contains(Self.loopback)
    }

    /// Whether packets of a family that leave by an interface can have a source address: its own, or
    /// one of loopback's.
    func mayHaveSource(on index: UInt32, _ family: IPAddress.Family) -> Bool {
        addressed(family).contains(index) || hasUsableLoopback(family)
    }

    /// Loopback's index in every namespace (`LOOPBACK_IFINDEX`).
    private static let loopback: UInt32 = 1

    /// The PPP interfaces.
    private(set) var ppp = SortedIndexes()

    /// Counts an interface.
    mutating func insert(_ interface: NetworkState.Interface) {
        count(interface, 1) { $0.insert($1) }
    }

    /// Takes an interface out, as it was counted.
    mutating func remove(_ interface: NetworkState.Interface) {
        count(interface, -1) { $0.remove($1) }
    }

    private mutating func count(
        _ interface: NetworkState.Interface,
        _ number: Int,
        _ change: (inout SortedIndexes, UInt32) -> Void
    ) {
        let index = interface.link.index
        let isLive = interface.isUp && interface.hasCarrier
        let families = IPAddress.Family.allCases.filter(interface.hasUsableAddress)
        if interface.link.hardwareType == HardwareType.ppp.rawValue { change(&ppp, index) }
        if isLive { change(&live, index) }
        for family in families where isLive {
            change(&addressedByFamily[family], index)
        }
        if isLive && !families.isEmpty { change(&addressed, index) }
        if interface.isOfInterest { change(&ofInterest, index) }
        let classification = interface.classification
        guard classification.canBePath else { return }
        var step = steps[classification.type] ?? Steps()
        step.pathKinds += number
        if isLive { step.live += number }
        if isLive && !families.isEmpty { step.addressed += number }
        steps[classification.type] = step.pathKinds == 0 ? nil : step
        if classification.type != .vpn, !classification.traits.contains(.overlay) {
            change(&uplinkKinds, index)
        }
    }
}

/// Indexes of interfaces in their order, without repetition.
struct SortedIndexes: Sendable, Hashable, RandomAccessCollection {
    private var indexes: [UInt32] = []

    var startIndex: Int { indexes.startIndex }
    var endIndex: Int { indexes.endIndex }
    subscript(position: Int) -> UInt32 { indexes[position] }

    /// Puts an index in its place.
    mutating func insert(_ index: UInt32) {
        let position = position(of: index)
        if position == endIndex || indexes[position] != index {
            indexes.insert(index, at: position)
        }
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
