// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The way to the internet at one time (the shape of Apple's `NWPath`): whether there is one, over
/// which interfaces, and what it costs.
///
/// A satisfied path is a live route, and not an answer from the internet: no packet is sent, and
/// behind a captive portal the path is satisfied.
///
/// A path keeps what was seen of the network when it was decided; what it shares with the path
/// before it is there once.
public struct NetworkPath: Sendable {
    /// A path is handed about far more often than it is decided: copies share all of it.
    private final class Storage: Sendable {
        let ways: Ways
        let seen: InterfaceTable<NetworkState.Interface>
        let ofInterest: SortedIndexes

        init(
            _ ways: Ways,
            _ seen: InterfaceTable<NetworkState.Interface>,
            _ ofInterest: SortedIndexes
        ) {
            self.ways = ways
            self.seen = seen
            self.ofInterest = ofInterest
        }
    }

    /// What paths share by which packets go the same ways.
    private final class Ways: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private let storage: Storage

    /// What a path is made of, beside what was seen of interfaces.
    struct Parts: Sendable {
        var decision: Decision
        /// The interfaces that come first: the primary, those that carry it, others with a live route
        /// in the kernel's order of preference.
        var order: [UInt32] = []
        /// The families of which an interface has a live route to the internet.
        var carried = CarriedFamilies()
        /// The interfaces that tunnels' packets pass.
        var passage = TunnelPassage()
        /// The user's own word on interfaces.
        var overrides: [InterfaceOverride] = []
        /// The interface that the kernel chooses although it is dead; for sentences.
        var deadChoice: UInt32?
        /// Whether it may be a path that never was, seen in the midst of a change; no part of what is
        /// compared.
        var isDoubtful = false
    }

    /// Makes a path.
    ///
    /// - Parameters:
    ///   - seen: what was seen of every interface.
    ///   - census: which of them are of interest.
    init(
        _ parts: Parts,
        seen: InterfaceTable<NetworkState.Interface> = InterfaceTable(),
        _ census: Census = Census()
    ) {
        storage = Storage(Ways(parts), seen, census.ofInterest(parts.decision.status))
    }

    var decision: Decision { storage.ways.parts.decision }
    var order: [UInt32] { storage.ways.parts.order }
    var carried: CarriedFamilies { storage.ways.parts.carried }
    var passage: TunnelPassage { storage.ways.parts.passage }
    var overrides: [InterfaceOverride] { storage.ways.parts.overrides }
    var seen: InterfaceTable<NetworkState.Interface> { storage.seen }
    var ofInterest: SortedIndexes { storage.ofInterest }
    var isDoubtful: Bool { storage.ways.parts.isDoubtful }
    /// The index of the interface that the kernel chooses although it is dead; for sentences.
    package var deadChoice: Int? { storage.ways.parts.deadChoice.map(Int.init) }

    /// Whether it is a copy of another path.
    package func isCopy(of other: NetworkPath) -> Bool { storage === other.storage }

    /// Whether the same was decided as of another path.
    func hasDecision(of other: NetworkPath) -> Bool {
        // Most changes are told by this, and nothing has to be copied to be compared.
        guard storage.ways.parts.decision.status == other.storage.ways.parts.decision.status else {
            return false
        }
        return storage.ways.parts.decision == other.storage.ways.parts.decision
    }

    /// Whether packets go the same ways as by another path, and nothing else but interfaces differs,
    /// because both were decided at once.
    func sharesWays(with other: NetworkPath) -> Bool { storage.ways === other.storage.ways }

    /// What was decided.
    struct Decision: Sendable, Hashable {
        var status: Status
        var unsatisfiedReason: UnsatisfiedReason?
        var connection = Connection.unavailable
        var supportsIPv4 = false
        var supportsIPv6 = false
        var supportsDNS = false
        var gateways: [Gateway] = []
        var isVPN = false
        var isDegraded = false
        var isConstrained = false
        var metered = Metered.noPath
        /// The interface that the kernel chooses for each family.
        var primaries = PerFamily<UInt32?>(nil)
        /// The interfaces below the primary.
        var underlay: [UInt32] = []
        /// All interfaces that packets of the path pass, from the top to the bottom.
        var used: [UInt32] = []
    }

    /// Whether there is a path.
    public var status: Status { decision.status }
    /// Why there is none; `nil` if there is one.
    public var unsatisfiedReason: UnsatisfiedReason? { decision.unsatisfiedReason }
    /// The medium that carries it, seen through VPNs and stacked interfaces.
    public var connection: Connection { decision.connection }
    /// Whether IPv4 packets have a way.
    public var supportsIPv4: Bool { decision.supportsIPv4 }
    /// Whether IPv6 packets have a way.
    public var supportsIPv6: Bool { decision.supportsIPv6 }
    /// Whether there is a live route to a configured name server (resolv.conf(5), or systemd-resolved's
    /// own), or one is on this machine. It is not asked anything.
    public var supportsDNS: Bool { decision.supportsDNS }
    /// The next hops of the primary's live routes; of its underlay's, if it is a tunnel.
    public var gateways: [Gateway] { decision.gateways }
    /// Whether the primary interface of either family is a tunnel.
    public var isVPN: Bool { decision.isVPN }
    /// Whether a part is broken: a leg of a multipath route is dead, or half of the address space
    /// cannot be reached.
    public var isDegraded: Bool { decision.isDegraded }
    /// Whether the user asked for little traffic here (Apple's Low Data Mode). Nothing on Linux says so
    /// by itself: it comes from an ``InterfaceOverride``.
    public var isConstrained: Bool { decision.isConstrained }
    /// Whether traffic costs the user money: over the dearest interface of the path. Where there is no
    /// path, it is ``Metered/Value/unknown``.
    public var metered: Metered { decision.metered }
    /// Whether traffic costs the user money, for certain or probably.
    public var isExpensive: Bool { metered.isExpensive }

    /// Every interface: the primary, those that carry it, others with a live route in the kernel's
    /// order of preference, then the rest by index. They are put together when they are asked for.
    public var interfaces: [NetworkInterface] {
        var interfaces: [NetworkInterface] = []
        forEachInterface { interfaces.append($0) }
        return interfaces
    }

    /// The interfaces that people care for, in the same order: those of the path and others with a
    /// live route, hardware, those that are up with a usable address, and while there is no path all that
    /// are up; never loopback.
    package var interfacesOfInterest: [NetworkInterface] {
        var indexes: [UInt32] = []
        forEachShown(all: false) { index, _ in indexes.append(index) }
        return interfaces(indexes)
    }

    /// Calls `body` with what was seen of the interfaces to show, in the same order.
    ///
    /// - Parameter showsAll: whether all of them are shown, and not those alone that are of interest.
    func forEachShown(
        all showsAll: Bool,
        _ body: (UInt32, NetworkState.Interface) throws -> Void
    ) rethrows {
        for index in order {
            guard let interface = seen[index], showsAll || interface.type != .loopback else {
                continue
            }
            try body(index, interface)
        }
        // There may be thousands of the others, and of those that come first.
        let first = SortedIndexes(order)
        if showsAll {
            try seen.forEach { index, interface in
                if !first.contains(index) { try body(index, interface) }
            }
        } else {
            for index in ofInterest where !first.contains(index) {
                if let interface = seen[index], interface.type != .loopback {
                    try body(index, interface)
                }
            }
        }
    }

    /// Whether an interface is one of those.
    ///
    /// - Parameter index: its index.
    package func isOfInterest(_ index: Int) -> Bool {
        let index = UInt32(truncatingIfNeeded: index)
        return seen[index]?.type != .loopback
            && (order.contains(index) || ofInterest.contains(index))
    }

    /// The path by which packets go the same ways, while something else was seen of interfaces.
    ///
    /// - Parameters:
    ///   - seen: what was seen of every interface.
    ///   - census: which of them are of interest.
    func showing(
        _ seen: InterfaceTable<NetworkState.Interface>,
        _ census: Census
    ) -> NetworkPath {
        NetworkPath(storage: Storage(storage.ways, seen, census.ofInterest(status)))
    }

    private init(storage: Storage) { self.storage = storage }

    /// The interface that the kernel chooses, IPv4's if both families have one; `nil` if there is no
    /// path. With a VPN it is the tunnel: what is below it is the ``underlay``.
    public var primary: NetworkInterface? { primary(.ipv4) ?? primary(.ipv6) }

    /// The interface that the kernel chooses for packets of a family; `nil` if they have no way.
    public func primary(_ family: IPAddress.Family) -> NetworkInterface? {
        decision.primaries[family].flatMap { interface($0) }
    }

    /// The interfaces below the primary that carry it, from the nearest to the bottom, if it is a
    /// tunnel or stacked; none if they are unknown.
    public var underlay: [NetworkInterface] { interfaces(decision.underlay) }

    /// The interfaces with a live route to the internet, in the kernel's order of preference.
    public var availableInterfaces: [NetworkInterface] {
        interfaces(order.filter { carried[$0] != nil })
    }

    /// Whether packets of the path, of either family, pass an interface of the type, seen through
    /// VPNs and stacked interfaces.
    ///
    /// If several interfaces could carry a VPN and the kernel does not tell which one does, the path counts as
    /// using each of them.
    public func usesInterfaceType(_ type: InterfaceType) -> Bool {
        decision.used.contains { seen[$0]?.classification.type == type }
    }

    /// The media of which one carries it: ``connection``, unless it is unknown which of several interfaces carries
    /// a VPN.
    var possibleConnections: [Connection] {
        guard let primary = order.first, seen[primary]?.type == .vpn, !passage.candidates.isEmpty
        else { return [connection] }
        return passage.candidates.compactMap { seen[$0].map { Connection($0.type) } }
    }
}
