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
        for index in order {
            if let interface = seen[index] { try body(presentation.show(interface, index)) }
        }
        let first = SortedIndexes(order)
        try seen.forEach { index, interface in
            if !first.contains(index) { try body(presentation.show(interface, index)) }
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
            path.seen, tunnelsLeaveBy: path.tunnelsLeaveBy, path.overrides)
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
        /// The other one shows it too, and all of it is the same; its index.
        case same(Int)
        /// Something may differ.
        case other(NetworkInterface)
    }

    /// Calls `body` with the interfaces to show, in their order. One of which both paths hold the same,
    /// for nothing was told of it in between, is not put together: most changes concern one interface, or
    /// none.
    ///
    /// - Parameters:
    ///   - showsAll: whether all are shown, and not those alone that are of interest.
    ///   - other: the path that was shown before; `nil` if none was.
    package func forEachShowing(
        all showsAll: Bool,
        beside other: NetworkPath?,
        _ body: (Showing) -> Void
    ) {
        let isComparable = overrides == other?.overrides
        var presentation = Presentation(self)
        for index in indexes(showingAll: showsAll) {
            if isComparable, let other, showsAll || other.isOfInterest(Int(index)),
                holdsTheSame(of: index, as: other)
            {
                body(.same(Int(index)))
            } else if let interface = seen[index] {
                body(.other(presentation.show(interface, index)))
            }
        }
    }

    /// Whether all that an interface's looks follow from is the same in another path, with the same
    /// overrides. What stands on others, or leaves by them, shows something of those, and is left open.
    private func holdsTheSame(of index: UInt32, as other: NetworkPath) -> Bool {
        guard let interface = seen[index], let before = other.seen[index],
            interface.isCopy(of: before)
        else { return false }
        return interface.lower.isEmpty && interface.type != .vpn
            && carried[index] == other.carried[index]
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
