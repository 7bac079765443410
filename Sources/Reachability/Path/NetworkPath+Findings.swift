// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkPath {
    /// Puts the path together from what was found.
    init(_ findings: PathFindings, _ finder: Wayfinder) {
        guard let primary = findings.live.first?.interface else {
            self.init(unsatisfied: findings, finder)
            return
        }
        let isVPN = IPAddress.Family.allCases.contains {
            findings.live($0).first.map { finder.isTunnel($0.interface) } ?? false
        }
        let isTunnel = finder.isTunnel(primary)
        // What carries the path: a tunnel's packets leave by its underlay, or it stands for itself.
        let top = isTunnel ? findings.underlay?.interface : primary
        let below =
            (isTunnel ? [top].compactMap(\.self) : [])
            + (top.map { finder.topology.carriers(of: $0) } ?? [])

        var order = [primary] + below
        let listed = Set(order)
        let available = findings.routes.inOrder.map(\.interface).filter { !listed.contains($0) }
        order += available
        let rest = Set(order)
        order += finder.state.interfaces.keys.filter { !rest.contains($0) }.sorted()

        var metering = InterfaceMetering(finder, tunnelsGoOver: findings.underlay?.interface)
        let used = Set(findings.live.flatMap { [$0.interface] + $0.legs.map(\.interface) })
        self.init(
            status: .satisfied,
            unsatisfiedReason: nil,
            connection: Connection(
                top.flatMap { finder.topology.classifications[$0]?.type } ?? .other),
            interfaces: order.compactMap { index in
                NetworkInterface(index, findings, finder, &metering)
            },
            supportsIPv4: !findings.live(.ipv4).isEmpty,
            supportsIPv6: !findings.live(.ipv6).isEmpty,
            supportsDNS: findings.reachesNameServer,
            gateways: findings.gateways(of: top ?? primary, finder),
            isVPN: isVPN,
            isDegraded: findings.isDegraded(finder),
            isConstrained: false,
            metered: metering.metered(path: primary, used: used.sorted()),
            underlayCount: below.count)
    }

    private init(unsatisfied findings: PathFindings, _ finder: Wayfinder) {
        var metering = InterfaceMetering(finder, tunnelsGoOver: nil)
        self.init(
            status: .unsatisfied,
            unsatisfiedReason: UnsatisfiedReason(
                Array(findings.ways.values.joined()), finder),
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
            underlayCount: 0)
    }
}

extension PathFindings {
    /// Whether a part is broken: a leg of a route in use, or of the one that carries a tunnel in
    /// use, is dead; or one half of the address space has a way and the other has none.
    fileprivate func isDegraded(_ finder: Wayfinder) -> Bool {
        let usesTunnel = live.contains { finder.isTunnel($0.interface) }
        return live.contains(where: \.hasDeadLeg)
            || usesTunnel && underlay?.route?.hasDeadLeg == true
            || ways.values.contains { ways in
                let live = ways.count { $0.route != nil }
                return live > 0 && live < ways.count
            }
    }

    /// The live routes of an interface, IPv4's first: the kernel's choices that take it, and where
    /// it is not the choice of a family, what it offers.
    private func routes(of index: UInt32) -> [LiveRoute] {
        IPAddress.Family.allCases.flatMap { family in
            let chosen = live(family).filter { $0.interface == index }
            return chosen.isEmpty ? [routes.routes(of: index)[family]].compactMap(\.self) : chosen
        }
    }

    /// Whether an interface has a live route of a family.
    fileprivate func carries(_ family: IPAddress.Family, _ index: UInt32) -> Bool {
        isSatisfied
            && (live(family).contains { $0.interface == index }
                || routes.routes(of: index)[family] != nil)
    }

    /// The next hops of an interface's live routes.
    fileprivate func gateways(of index: UInt32, _ finder: Wayfinder) -> [Gateway] {
        var seen: Set<Gateway> = []
        return routes(of: index).flatMap(\.legs).compactMap { leg in
            guard let address = leg.gateway, let interface = finder.state[leg.interface] else {
                return nil
            }
            let gateway = Gateway(address: IPAddress(address), interface: interface.name)
            return seen.insert(gateway).inserted ? gateway : nil
        }
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
            let classification = finder.topology.classifications[index]
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
            hasDevice: interface.link.parentDevice != nil || interface.device?.hasDevice == true,
            isUp: interface.isUp,
            hasCarrier: interface.hasCarrier,
            operationalState: interface.operationalState,
            mtu: Int(interface.link.mtu ?? 0),
            hardwareAddress: interface.hardwareAddress,
            addresses: interface.addresses,
            lowerInterfaces: finder.topology.lower(of: index).compactMap {
                finder.state[$0]?.name
            },
            carriesIPv4: findings.carries(.ipv4, index),
            carriesIPv6: findings.carries(.ipv6, index),
            metered: metering.metered(index))
    }
}
