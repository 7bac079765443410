// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The public values of interfaces, created from their state.
extension NetworkPath {
    /// Returns one interface.
    func interface(_ index: UInt32) -> NetworkInterface? { interfaces([index]).first }

    /// The name of the primary interface.
    package var nameOfPrimary: String? { order.first.flatMap { seen[$0]?.name } }

    /// The names of the interfaces that carry the primary.
    package var namesOfUnderlay: [String] { decision.underlay.compactMap { seen[$0]?.name } }

    /// Returns several interfaces, in the order of `indexes`.
    func interfaces(_ indexes: [UInt32]) -> [NetworkInterface] {
        var presentation = Presentation(self)
        return indexes.compactMap { index in seen[index].map { presentation.show($0, index) } }
    }

    /// Calls `body` with every interface, in the order of ``interfaces``, without an array of them:
    /// there can be many thousands.
    package func forEachInterface(_ body: (NetworkInterface) throws -> Void) rethrows {
        var presentation = Presentation(self)
        try forEachShown(all: true) { index, interface in
            try body(presentation.show(interface, index))
        }
    }
}

/// Creates the public values of a path's interfaces.
private struct Presentation {
    private let path: NetworkPath
    private var metering: InterfaceMetering

    init(_ path: NetworkPath) {
        self.path = path
        metering = InterfaceMetering(
            path.seen, path.passage, path.overrides)
    }

    mutating func show(
        _ interface: NetworkState.Interface,
        _ index: UInt32
    ) -> NetworkInterface {
        NetworkInterface(
            interface,
            below: interface.lower.compactMap { path.seen[$0]?.name },
            carries: path.carried[index] ?? PerFamily(false),
            metered: metering.metered(interface),
            isRoaming: interface.type == .wwan ? path.seen.isRoaming(over: [index]) : nil)
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
        let comparable = other.flatMap { overrides == $0.overrides ? $0 : nil }
        var presentation = Presentation(self)
        forEachShown(all: choice != .ofInterest) { index, interface in
            if case .named(let names) = choice, !interface.isNamed(names) { return }
            if let comparable, comparable.shows(Int(index), choice),
                interface.isShownLike(comparable.seen[index]),
                carried[index] == comparable.carried[index]
            {
                body(.same(Int(index)))
            } else {
                body(.other(presentation.show(interface, index)))
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

extension NetworkInterface {
    fileprivate init(
        _ seen: NetworkState.Interface,
        below: [String],
        carries: PerFamily<Bool>,
        metered: Metered,
        isRoaming: Bool?
    ) {
        self.init(
            name: seen.name,
            alternativeNames: seen.link.alternativeNames,
            index: Int(seen.link.index),
            type: seen.classification.type,
            confidence: seen.classification.confidence,
            kind: seen.link.kind,
            ssid: seen.wireless?.ssid.map { String(decoding: $0, as: UTF8.self) },
            isVirtual: seen.classification.isVirtual,
            hasDevice: seen.hasDevice,
            isUp: seen.isUp,
            hasCarrier: seen.hasCarrier,
            operationalState: seen.operationalState,
            mtu: Int(seen.link.mtu ?? 0),
            hardwareAddress: seen.hardwareAddress,
            addressList: seen.addresses,
            lowerInterfaces: below,
            carriesIPv4: carries.ipv4,
            carriesIPv6: carries.ipv6,
            metered: metered,
            isRoaming: isRoaming)
    }
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
