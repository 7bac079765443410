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
        var interfaces: [NetworkInterface] = []
        interfaces.reserveCapacity(indexes.count)
        forEachInterface(of: indexes) { interfaces.append($0) }
        return interfaces
    }

    /// Calls `body` with one after the other: there may be many thousands.
    func forEachInterface(of indexes: [UInt32], _ body: (NetworkInterface) -> Void) {
        var metering = InterfaceMetering(seen, tunnelsLeaveBy: tunnelsLeaveBy, overrides)
        for index in indexes {
            guard let interface = seen[index] else { continue }
            body(
                NetworkInterface(
                    interface,
                    below: interface.lower.compactMap { seen[$0]?.name },
                    carries: carried[index] ?? PerFamily(false),
                    metered: metering.metered(index)))
        }
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
