// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Interfaces as a path shows them, made from what was seen of them.
extension NetworkPath {
    /// One interface.
    func interface(_ index: UInt32) -> NetworkInterface? { interfaces([index]).first }

    /// The name of the primary, without the rest of it.
    package var nameOfPrimary: String? { order.first.flatMap { seen[$0]?.name } }

    /// The names of the underlay.
    package var namesOfUnderlay: [String] { decision.underlay.compactMap { seen[$0]?.name } }

    /// Several, in the order of `indexes`.
    func interfaces(_ indexes: [UInt32]) -> [NetworkInterface] {
        var presentation = Presentation(self)
        return indexes.compactMap { index in seen[index].map { presentation.show($0, index) } }
    }

    /// Calls `body` with every interface, one after the other, in the order of ``interfaces``: there may be
    /// many thousands.
    package func forEachInterface(_ body: (NetworkInterface) throws -> Void) rethrows {
        var presentation = Presentation(self)
        try forEachShown(all: true) { index, interface in
            try body(presentation.show(interface, index))
        }
    }
}

/// Shows what was seen of interfaces as a path has it.
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
            metered: metering.metered(interface))
    }
}

/// Interfaces beside what another path shows of them.
extension NetworkPath {
    /// An interface that a path shows, beside what another path shows of it.
    package enum Showing {
        /// The other one shows it too, by its index, and all of it is the same but for the families of which
        /// it may have a live route now.
        case same(Int, carriesIPv4: Bool, carriesIPv6: Bool)
        /// More may differ.
        case other(NetworkInterface)
    }

    /// Calls `body` with the interfaces to show, in their order. One of which both paths hold the same,
    /// for nothing was told of it in between, is not put together: most changes concern one interface, or
    /// the ways of packets alone.
    ///
    /// - Parameters:
    ///   - showsAll: whether all are shown, and not those alone that are of interest.
    ///   - other: the path that was shown before; `nil` if none was.
    package func forEachShowing(
        all showsAll: Bool,
        beside other: NetworkPath?,
        _ body: (Showing) -> Void
    ) {
        let comparable = other.flatMap { overrides == $0.overrides ? $0 : nil }
        var presentation = Presentation(self)
        forEachShown(all: showsAll) { index, interface in
            if let comparable, showsAll || comparable.isOfInterest(Int(index)),
                interface.isShownLike(comparable.seen[index])
            {
                let carries = carried[index] ?? PerFamily(false)
                body(
                    .same(Int(index), carriesIPv4: carries.ipv4, carriesIPv6: carries.ipv6))
            } else {
                body(.other(presentation.show(interface, index)))
            }
        }
    }
}

extension NetworkState.Interface {
    /// Whether it is all that its looks follow from beside the ways of packets, and the same was seen of it
    /// before. What stands on others, or leaves by them, shows something of those, and is left open.
    fileprivate func isShownLike(_ before: NetworkState.Interface?) -> Bool {
        guard let before, isCopy(of: before) else { return false }
        return self.lower.isEmpty && type != .vpn
    }
}

extension NetworkInterface {
    fileprivate init(
        _ seen: NetworkState.Interface,
        below: [String],
        carries: PerFamily<Bool>,
        metered: Metered
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
            addresses: seen.addresses,
            lowerInterfaces: below,
            carriesIPv4: carries.ipv4,
            carriesIPv6: carries.ipv6,
            metered: metered)
    }
}
