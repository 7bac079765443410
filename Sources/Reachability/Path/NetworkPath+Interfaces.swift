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
