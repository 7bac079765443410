// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkPath {
    /// Decides the path from what was seen and what the oracle answers.
    static func evaluate(
        _ state: NetworkState,
        probes: PathProbes = .standard,
        oracle: any RouteOracle
    ) throws(NetlinkError) -> NetworkPath {
        let finder = Wayfinder(state: state, oracle: oracle)
        let findings = try PathFindings(finder, probes)
        var metering = InterfaceMetering(finder, findings.underlay)
        return NetworkPath(findings, finder, &metering)
    }

    /// Puts the path together from what was found.
    init(
        _ findings: PathFindings,
        _ finder: Wayfinder,
        _ metering: inout InterfaceMetering
    ) {
        guard let primary = findings.live.first?.interface else {
            self.init(unsatisfied: findings, finder, &metering)
            return
        }
        // What carries the path: a tunnel's packets leave by its underlay, or it stands for itself.
        let tops = finder.isTunnel(primary) ? findings.underlay?.route?.interfaces ?? [] : [primary]
        var seen: Set = [primary]
        let underlay = tops.flatMap { [$0] + finder.state.carriers(of: $0) }
            .filter { seen.insert($0).inserted }
        let available = findings.routes.inOrder.map(\.interface)
            .filter { seen.insert($0).inserted }
        let rest = finder.state.interfaces.keys.filter { !seen.contains($0) }.sorted()

        let legs = Set(findings.live.flatMap(\.interfaces))
        let used = legs.union(underlay).union(legs.flatMap(finder.state.carriers))
        self.init(
            status: .satisfied,
            unsatisfiedReason: nil,
            connection: Connection(
                tops.first.flatMap { finder.state[$0]?.classification.type } ?? .other),
            interfaces: ([primary] + underlay + available + rest).compactMap { index in
                NetworkInterface(index, findings, finder, &metering)
            },
            supportsIPv4: !findings.live(.ipv4).isEmpty,
            supportsIPv6: !findings.live(.ipv6).isEmpty,
            supportsDNS: findings.reachesNameServer,
            gateways: findings.gateways(of: tops.first ?? primary, finder),
            isVPN: findings.primaries.values.contains(where: finder.isTunnel),
            isDegraded: findings.isDegraded(finder),
            isConstrained: false,
            metered: metering.metered(path: primary, used: legs.sorted()),
            primaries: findings.primaries.mapValues(Int.init),
            underlayIndexes: underlay.map(Int.init),
            usedIndexes: Set(used.map(Int.init)),
            deadChoice: nil)
    }

    private init(
        unsatisfied findings: PathFindings,
        _ finder: Wayfinder,
        _ metering: inout InterfaceMetering
    ) {
        self.init(
            status: .unsatisfied,
            unsatisfiedReason: UnsatisfiedReason(Array(findings.ways.values.joined()), finder),
            connection: .unavailable,
            interfaces: finder.state.interfaces.keys.sorted().compactMap { index in
                NetworkInterface(index, findings, finder, &metering)
            },
            supportsIPv4: false,
            supportsIPv6: false,
            supportsDNS: false,
            gateways: [],
            isVPN: false,
            isDegraded: false,
            isConstrained: false,
            metered: .noPath,
            primaries: [:],
            underlayIndexes: [],
            usedIndexes: [],
            deadChoice: findings.deadChoice.map(Int.init))
    }
}

extension NetworkInterface {
    fileprivate init?(
        _ index: UInt32,
        _ findings: PathFindings,
        _ finder: Wayfinder,
        _ metering: inout InterfaceMetering
    ) {
        guard
            let interface = finder.state[index],
            let classification = finder.state[index]?.classification
        else { return nil }
        self.init(
            name: interface.name,
            alternativeNames: interface.link.alternativeNames,
            index: Int(index),
            type: classification.type,
            confidence: classification.confidence,
            kind: interface.link.kind,
            ssid: interface.wireless?.ssid.map { String(decoding: $0, as: UTF8.self) },
            isVirtual: classification.isVirtual,
            hasDevice: interface.facts.hasDevice,
            isUp: interface.isUp,
            hasCarrier: interface.hasCarrier,
            operationalState: interface.operationalState,
            mtu: Int(interface.link.mtu ?? 0),
            hardwareAddress: interface.hardwareAddress,
            addresses: interface.addresses,
            lowerInterfaces: finder.state.lower(of: index).compactMap {
                finder.state[$0]?.name
            },
            carriesIPv4: findings.carries(.ipv4, index),
            carriesIPv6: findings.carries(.ipv6, index),
            metered: metering.metered(index))
    }
}
