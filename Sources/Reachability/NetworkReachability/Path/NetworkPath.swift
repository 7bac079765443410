// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The path to the internet at one time (Apple's `NWPath`): whether there is one, over which
/// interfaces, and whether it is metered.
///
/// A satisfied path means that the kernel has a live route, not that the internet answers. No
/// packet is sent: behind a captive portal, the path is satisfied.
///
/// A path is a snapshot: its properties do not change. Paths share the storage of what they have in
/// common.
public struct NetworkPath: Sendable {
    /// A reference, because a path is copied far more often than it is evaluated.
    final class Storage: Sendable {
        let shared: SharedParts
        let seen: InterfaceTable<NetworkState.Interface>
        let ofInterest: InterfaceSet

        init(
            _ shared: SharedParts,
            _ seen: InterfaceTable<NetworkState.Interface>,
            _ ofInterest: InterfaceSet
        ) {
            self.shared = shared
            self.seen = seen
            self.ofInterest = ofInterest
        }
    }

    /// The part that paths share if they differ only in their interfaces.
    final class SharedParts: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    let storage: Storage

    /// The parts of a path, apart from the state of the interfaces.
    struct Parts: Sendable {
        var decision: Decision
        /// The interfaces that are listed first: the primary, the interfaces that carry it, and
        /// others with a live route, in the kernel's order of preference.
        var order: [UInt32] = []
        /// The address families for which each interface has a live route to the internet.
        var carried: [UInt32: PerFamily<Bool>] = [:]
        /// The interfaces that the packets of tunnels use.
        var passage = TunnelPassage()
        /// The user's overrides and data plans that apply on this path.
        var settings = PathSettings()
        /// The plans of the interfaces that carry the path.
        var matchedPlans: [DataPlan] = []
        /// The interface that the kernel prefers although its route leads nowhere; for descriptions.
        var deadChoice: UInt32?
        /// Why the kernel could not be queried, so that xdg-desktop-portal was asked instead; for descriptions.
        var kernelRefusal: String?
    }

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - seen: the state of every interface.
    ///   - counts: which interfaces are of interest.
    init(
        _ parts: Parts,
        seen: InterfaceTable<NetworkState.Interface> = InterfaceTable(),
        _ counts: InterfaceCounts = InterfaceCounts()
    ) {
        storage = Storage(
            SharedParts(parts), seen,
            counts.ofInterest(hasPath: parts.decision.status == .satisfied))
    }

    var decision: Decision { storage.shared.parts.decision }
    var order: [UInt32] { storage.shared.parts.order }
    var carried: [UInt32: PerFamily<Bool>] { storage.shared.parts.carried }
    var passage: TunnelPassage { storage.shared.parts.passage }
    var settings: PathSettings { storage.shared.parts.settings }
    var seen: InterfaceTable<NetworkState.Interface> { storage.seen }
    var ofInterest: InterfaceSet { storage.ofInterest }
    /// The index of the interface that the kernel prefers although its route leads nowhere; for
    /// descriptions.
    var deadChoice: Int? { storage.shared.parts.deadChoice.map(Int.init) }

    /// Whether this path and another one result from the same evaluation, so that at most their
    /// interfaces differ.
    func sharesEvaluation(with other: NetworkPath) -> Bool {
        storage.shared === other.storage.shared
    }

    /// The result of an evaluation.
    struct Decision: Sendable, Hashable {
        var status: Status
        var unsatisfiedReason: UnsatisfiedReason?
        var connection = Connection.unavailable
        var supportsIPv4 = false
        var supportsIPv6 = false
        var supportsDNS = false
        var gateways: [Gateway] = []
        /// The hardware addresses of gateways, as far as they were asked for.
        var hardwareAddresses: [Gateway: HardwareAddress] = [:]
        /// The interfaces whose routes the packets take below tunnels; several if it is unknown which of them.
        var carriers: [UInt32] = []
        var place: String?
        var isVPN = false
        var isDegraded = false
        var constraint = TrafficConstraint.none
        var metered = Metered.noPath
        var connectivity = Connectivity.unknown
        var isRoaming: Bool?
        /// The states of the data plans, the worst one first.
        var plans: [Plan] = []
        /// The interface that the kernel chooses for each address family.
        var primaries = PerFamily<UInt32?>(nil)
        /// The interfaces below the primary.
        var underlay: [UInt32] = []
        /// All interfaces that packets of the path use, from the top to the bottom.
        var used: [UInt32] = []
    }

    /// Whether there is a path to the internet.
    public var status: Status { decision.status }
    /// Whether there is a path to the internet: ``status-swift.property`` is `satisfied`.
    public var isSatisfied: Bool { decision.status == .satisfied }
    /// The reason why the path is unsatisfied; `nil` if it is satisfied.
    public var unsatisfiedReason: UnsatisfiedReason? { decision.unsatisfiedReason }
    /// The result of the last connectivity check of the path. While the path is unsatisfied, it is unknown.
    public var connectivity: Connectivity { decision.connectivity }
    /// Whether a modem that carries the path is registered with a foreign network, as ModemManager says; `nil` if
    /// it is unknown.
    ///
    /// The modem is seen through VPNs and stacked interfaces. If several interfaces could carry a VPN and the kernel does
    /// not report which one does, the path counts as using each of them. `nil` is no promise that there is no roaming:
    /// without ModemManager, or while the modem is not registered, it is unknown. While the path is unsatisfied, and on a
    /// path without a modem, the value is `nil`.
    public var isRoaming: Bool? { decision.isRoaming }
    /// The name of the first of the monitor's places (``PathMonitor/Configuration/places``) that has the network which
    /// carries the path, seen through VPNs and stacked interfaces; `nil` if none has.
    ///
    /// While the path is unsatisfied, the value is `nil`. If it is unknown which of several networks carries a VPN, the place
    /// must have each of them.
    public var place: String? { decision.place }
    /// The medium that carries the path, below VPNs and stacked interfaces.
    public var connection: Connection { decision.connection }
    /// Whether there is a live route for IPv4.
    public var supportsIPv4: Bool { decision.supportsIPv4 }
    /// Whether there is a live route for IPv6.
    public var supportsIPv6: Bool { decision.supportsIPv6 }
    /// Whether there is a live route to a configured name server, or one runs on this machine.
    ///
    /// The name servers are those of resolv.conf(5), or systemd-resolved's own. No query is sent to
    /// them.
    public var supportsDNS: Bool { decision.supportsDNS }
    /// The next hops of the live routes of the primary interface; if that is a tunnel, of the
    /// interfaces that carry it.
    public var gateways: [Gateway] { decision.gateways }
    /// Whether the primary interface of IPv4 or IPv6 is a tunnel, or an Ethernet overlay (a tap, VXLAN)
    /// that another interface carries.
    public var isVPN: Bool { decision.isVPN }
    /// Whether a part of the path does not work: one next hop of a multipath route is dead, or half
    /// of the address space has no live route.
    public var isDegraded: Bool { decision.isDegraded }
    /// Whether the user wants little traffic on this path (Apple's Low Data Mode).
    ///
    /// Linux has no such setting. The value is `true` only if an ``InterfaceOverride`` says so.
    public var isConstrained: Bool { decision.constraint != .none }
    /// Whether the network is meant for the least traffic only, as a satellite link is (Apple's ultra-constrained networks).
    /// Such a path is constrained, too.
    ///
    /// Linux knows no such networks. The value is `true` only if an ``InterfaceOverride`` says so.
    public var isUltraConstrained: Bool { decision.constraint == .ultra }
    /// Whether the path is metered, that is, traffic costs the user money; with the source and the
    /// reason.
    ///
    /// The value is that of the most expensive interface of the path. For an unsatisfied path it is
    /// ``Metered/Value/unknown``.
    public var metered: Metered { decision.metered }
    /// Whether the path is metered or probably metered.
    public var isExpensive: Bool { metered.isExpensive }

    /// All interfaces: the primary, the interfaces that carry it, others with a live route in the
    /// kernel's order of preference, then the rest by index.
    ///
    /// The array is created each time that the property is read.
    public var interfaces: [NetworkInterface] {
        var interfaces: [NetworkInterface] = []
        forEachInterface { interfaces.append($0) }
        return interfaces
    }

    /// Calls `body` with the state of the interfaces to show, in the order of ``interfaces``.
    ///
    /// - Parameter showsAll: whether all interfaces are shown, or only those of interest.
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
        // Both lists can have thousands of entries.
        let first = InterfaceSet(order)
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

    /// Returns a path of the same evaluation with another state of the interfaces.
    ///
    /// - Parameters:
    ///   - seen: the state of every interface.
    ///   - counts: which interfaces are of interest.
    func showing(
        _ seen: InterfaceTable<NetworkState.Interface>,
        _ counts: InterfaceCounts
    ) -> NetworkPath {
        NetworkPath(
            storage: Storage(storage.shared, seen, counts.ofInterest(hasPath: status == .satisfied))
        )
    }

    /// Returns a path with the same interfaces whose decision was changed.
    func deciding(_ change: (inout Decision) -> Void) -> NetworkPath {
        var parts = storage.shared.parts
        change(&parts.decision)
        guard parts.decision != decision else { return self }
        return NetworkPath(storage: Storage(SharedParts(parts), seen, ofInterest))
    }

    private init(storage: Storage) { self.storage = storage }

    /// The interface that the kernel chooses for packets to the internet: IPv4's if both families
    /// have one; `nil` if the path is unsatisfied.
    ///
    /// With a VPN it is the tunnel; ``underlay`` has the interfaces below it.
    public var primary: NetworkInterface? { primary(.ipv4) ?? primary(.ipv6) }

    /// Returns the interface that the kernel chooses for packets of an address family; `nil` if
    /// there is no live route.
    public func primary(_ family: IPAddress.Family) -> NetworkInterface? {
        decision.primaries[family].flatMap { interface($0) }
    }

    /// The interfaces that carry the primary if that is a tunnel or a stacked interface, from the
    /// nearest to the bottom; empty if they are unknown.
    ///
    /// If rules route the packets of a tunnel by their marks, and it is unknown which mark they have,
    /// these are all interfaces over which the marks lead.
    public var underlay: [NetworkInterface] { interfaces(decision.underlay) }

    /// The interfaces with a live route to the internet, in the kernel's order of preference.
    public var availableInterfaces: [NetworkInterface] {
        interfaces(order.filter { carried[$0] != nil })
    }

    /// Whether packets of the path use an interface of a type, also below VPNs and stacked
    /// interfaces.
    ///
    /// If several interfaces could carry a VPN and the kernel does not report which one does, the
    /// path counts as using each of them.
    public func usesInterfaceType(_ type: InterfaceType) -> Bool {
        decision.used.contains { seen[$0]?.classification.type == type }
    }

    /// The media that may carry the path. It is only ``connection``, unless it is unknown
    /// which of several interfaces carries a VPN.
    var possibleConnections: [Connection] {
        let alternatives = passage.alternatives
        guard let primary = order.first, passage.tunnels.contains(primary), !alternatives.isEmpty
        else { return [connection] }
        return alternatives.compactMap { seen[$0].map { Connection($0.type) } }
    }
}

extension NetworkPath: Hashable {
    /// Whether two paths are equal: the same result of the evaluation, and the same interfaces.
    public static func == (one: NetworkPath, other: NetworkPath) -> Bool {
        one.isIdentical(to: other)
            || one.isDecided(like: other)
                && !one.showsOtherInterfaces(than: other) { _, _ in true }
    }

    /// Hashes the result of the evaluation. Interfaces are left out, because few paths differ only
    /// in these.
    public func hash(into hasher: inout Hasher) { hasher.combine(decision) }
}

extension NetworkPath {
    /// Whether a Wi-Fi interface has a carrier and an address. IPv6 link-local addresses do not
    /// count: an interface assigns one to itself, also where it is alone.
    package var hasLocalWiFi: Bool {
        ofInterest.contains { index in
            guard let interface = seen[index] else { return false }
            return interface.classification.type == .wifi && interface.classification.canBePath
                && interface.isUp && interface.hasCarrier
                && interface.addresses.contains { entry in
                    entry.isUsable
                        || entry.address.family == .ipv4 && entry.address.isLinkLocal
                }
        }
    }
}
