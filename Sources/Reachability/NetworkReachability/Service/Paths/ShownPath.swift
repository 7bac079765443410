// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The properties of a path that the command shows.
extension NetworkPath {
    /// The path if the network cannot be queried.
    package static let unknown = NetworkPath(
        Parts(decision: Decision(status: .unsatisfied, unsatisfiedReason: .noInterface)))

    /// Why the kernel could not be queried, so that xdg-desktop-portal was asked instead; `nil` if the kernel was.
    package var kernelRefusal: String? { storage.shared.parts.kernelRefusal }

    /// The name of the primary interface.
    package var nameOfPrimary: String? { order.first.flatMap { seen[$0]?.name } }

    /// Calls `body` with every interface, in the order of ``interfaces``, without an array of them:
    /// there can be many thousands.
    func forEachInterface(_ body: (NetworkInterface) throws -> Void) rethrows {
        var metering = metering
        try forEachShown(all: true) { _, interface in
            try body(NetworkInterface(interface, of: self, &metering))
        }
    }

    /// The interfaces that people usually want to see, in the order of ``interfaces``.
    ///
    /// These are the interfaces of the path, others with a live route, hardware, and interfaces
    /// that are up with a usable address; for an unsatisfied path all interfaces that are up.
    /// Loopback interfaces are never included.
    package var interfacesOfInterest: [NetworkInterface] {
        var indexes: [UInt32] = []
        forEachShown(all: false) { index, _ in indexes.append(index) }
        return interfaces(indexes)
    }

    /// Whether an interface is one of ``interfacesOfInterest``.
    ///
    /// - Parameter index: the index of the interface.
    func isOfInterest(_ index: Int) -> Bool {
        let index = UInt32(truncatingIfNeeded: index)
        return seen[index]?.type != .loopback
            && (order.contains(index) || ofInterest.contains(index))
    }
}

/// Interfaces compared with those of another path.
extension NetworkPath {
    /// An interface of a path, compared with the same interface of another path.
    package enum Showing {
        /// The other path has an equal interface with this index.
        case same(Int)
        /// The other path has no such interface, or it may differ.
        case other(NetworkInterface)
    }

    /// Which interfaces are shown.
    package enum Choice: Sendable, Hashable {
        /// Those of interest (``NetworkPath/interfacesOfInterest``).
        case ofInterest
        /// Every interface.
        case all
        /// Those with one of these names, alternative names included.
        case named(Set<String>)
    }

    /// Whether an interface of this path is shown.
    ///
    /// - Parameter index: the index of the interface.
    package func shows(_ index: Int, _ choice: Choice) -> Bool {
        switch choice {
        case .ofInterest: isOfInterest(index)
        case .all: true
        case .named(let names): seen[UInt32(truncatingIfNeeded: index)]?.isNamed(names) ?? false
        }
    }

    /// Calls `body` with the interfaces to show, in the order of ``interfaces``. The public value
    /// of an interface whose state both paths share is not created, because most changes concern
    /// one interface or only the routes of a few.
    ///
    /// - Parameters:
    ///   - choice: which interfaces are shown.
    ///   - other: the path that was shown before; `nil` for none.
    package func forEachShowing(
        _ choice: Choice,
        beside other: NetworkPath?,
        _ body: (Showing) -> Void
    ) {
        let comparable = other.flatMap { settings == $0.settings ? $0 : nil }
        var metering = metering
        forEachShown(all: choice != .ofInterest) { index, interface in
            if case .named(let names) = choice, !interface.isNamed(names) { return }
            if let comparable, comparable.shows(Int(index), choice),
                interface.isShownLike(comparable.seen[index]),
                carried[index] == comparable.carried[index]
            {
                body(.same(Int(index)))
            } else {
                body(.other(NetworkInterface(interface, of: self, &metering)))
            }
        }
    }
}

extension NetworkState.Interface {
    /// Whether the interface has one of these names.
    fileprivate func isNamed(_ names: Set<String>) -> Bool {
        ([name] + self.link.alternativeNames).contains { own in
            names.contains { $0.isSameText(as: own) }
        }
    }

    /// Whether the public value depends only on this state, and the state is unchanged. An
    /// interface on top of others, or a tunnel, depends on other interfaces too.
    fileprivate func isShownLike(_ before: NetworkState.Interface?) -> Bool {
        guard let before, isIdentical(to: before) else { return false }
        return self.lower.isEmpty && !self.classification.isCarried
    }
}

/// Comparisons with another path.
extension NetworkPath {
    /// Whether this is a copy of another path.
    package func isIdentical(to other: NetworkPath) -> Bool { storage === other.storage }

    /// Whether the reason of an unsatisfied path is described in the same words.
    package func isDescribed(like other: NetworkPath) -> Bool {
        deadChoice == other.deadChoice && kernelRefusal == other.kernelRefusal
    }

    /// Whether two paths are equal apart from their interfaces.
    package func isDecided(like other: NetworkPath) -> Bool {
        if sharesEvaluation(with: other) { return true }
        // Most decisions differ in the status, and comparing that copies nothing.
        let (one, two) = (storage.shared, other.storage.shared)
        return one.parts.decision.status == two.parts.decision.status
            && one.parts.decision == two.parts.decision && isDescribed(like: other)
    }

    /// Whether the interfaces of interest differ from those of another path.
    ///
    /// - Parameter isOfInterest: whether an interface of a path counts, by its index.
    package func showsOtherInterfaces(
        than other: NetworkPath,
        where isOfInterest: (NetworkPath, Int) -> Bool
    ) -> Bool {
        let differences = seen.differences(from: other.seen)
        var candidates = differences
        // An upper interface contains the names of the lower ones and inherits their costs. A tunnel
        // inherits the costs of the interface that its packets use.
        let isOrderedAlike = sharesEvaluation(with: other) || order == other.order
        if !hasCosts(like: other)
            || differences.contains(where: { !isInherited(from: $0, asFrom: other) })
        {
            candidates = Set(seen.indexes).union(other.seen.indexes).sorted()
        } else if !isOrderedAlike || !sharesEvaluation(with: other) && carried != other.carried {
            candidates = Set(differences + order + other.order)
                .union(carried.keys).union(other.carried.keys).sorted()
        }
        candidates = candidates.filter {
            isOfInterest(self, Int($0)) || isOfInterest(other, Int($0))
        }
        func shown(_ path: NetworkPath, _ indexes: [UInt32]) -> [UInt32] {
            indexes.filter { path.seen.contains($0) && isOfInterest(path, Int($0)) }
        }
        if !candidates.isEmpty {
            let (mine, others) = (shown(self, candidates), shown(other, candidates))
            if mine != others || interfaces(mine) != other.interfaces(others) { return true }
        }
        return !isOrderedAlike && shown(self, order) != shown(other, other.order)
    }

    /// Whether the costs that do not come from the interfaces themselves are equal.
    private func hasCosts(like other: NetworkPath) -> Bool {
        sharesEvaluation(with: other)
            || passage == other.passage && settings == other.settings
    }

    /// Whether interfaces above another inherit the same from it as in another path.
    private func isInherited(from index: UInt32, asFrom other: NetworkPath) -> Bool {
        guard let interface = seen[index], let before = other.seen[index] else { return false }
        return interface.inheritable == before.inheritable
    }
}

extension PathChange {
    /// Compares two paths; returns `nil` if they are equal.
    ///
    /// - Parameter showsOthers: whether the interfaces of interest differ.
    package init?(from old: NetworkPath, to new: NetworkPath, isResync: Bool, showsOthers: Bool) {
        var fields: [Field] = []
        fields.reserveCapacity(Field.allCases.count)
        for field in Field.allCases where Self.differs(field, old, new) { fields.append(field) }
        if showsOthers { fields.append(.interfaces) }
        guard !fields.isEmpty else { return nil }
        self.fields = fields
        self.old = old
        self.new = new
        self.isResync = isResync
    }

    /// Compares two paths without a difference in a field, such as two offline paths because of
    /// different interfaces; returns `nil` if they are described alike.
    package init?(ofDescriptionFrom old: NetworkPath, to new: NetworkPath) {
        guard !old.isDescribed(like: new) else { return nil }
        fields = []
        self.old = old
        self.new = new
        isResync = false
    }
}

/// A path that is encoded with a choice of its interfaces.
package struct ShownPath<Interfaces: Encodable>: Encodable {
    private let path: NetworkPath
    private let interfaces: Interfaces
    private let isEvent: Bool

    /// Combines a path with the value of the member `interfaces`.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - interfaces: the value of the member.
    ///   - isEvent: whether the path is that of an event, so that the plan is without bytes.
    package init(_ path: NetworkPath, interfaces: Interfaces, isEvent: Bool = false) {
        self.path = path
        self.interfaces = interfaces
        self.isEvent = isEvent
    }

    /// Encodes the path.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        try path.encode(to: encoder, interfaces: interfaces, isEvent: isEvent)
    }
}

/// The first path, or a change to another one.
package struct PathEvent<Path: Encodable>: Encodable {
    private let event: String
    private let changes: [PathChange.Field]
    private let path: Path

    /// - Parameters:
    ///   - change: the change; `nil` for the first path.
    ///   - path: the new path, as it is shown.
    package init(_ change: PathChange?, path: Path) {
        event = change.map { $0.isResync ? "resync" : "change" } ?? "initial"
        changes = change?.fields ?? []
        self.path = path
    }
}

/// Searches among the addresses of an interface that take as long with many of them as with few.
extension NetworkInterface {
    /// Whether another interface has the same addresses in the same order.
    package func hasAddresses(of other: NetworkInterface) -> Bool {
        addressList == other.addressList
    }

    /// The addresses that one interface has and the other has not, or has with other flags.
    package func addressDifferences(
        from other: NetworkInterface
    ) -> (these: [InterfaceAddress], others: [InterfaceAddress]) {
        addressList.differences(from: other.addressList)
    }

    /// The entries for an IP address, which may have several prefix lengths or peers.
    package func addresses(_ address: IPAddress) -> [InterfaceAddress] {
        addressList.entries(of: address)
    }
}

extension InterfaceAddress {
    /// Whether two values are the same address of an interface, apart from flags. The kernel
    /// distinguishes addresses by value and prefix length, and for IPv4 also by peer
    /// (`find_matching_ifa`).
    package func isSame(as other: InterfaceAddress) -> Bool {
        address == other.address && prefixLength == other.prefixLength
            && (peer == other.peer || address.family == .ipv6)
    }
}
