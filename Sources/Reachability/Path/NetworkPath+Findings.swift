// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension NetworkPath {
    /// Decides the path from what was seen and what the oracle answers.
    package static func evaluate(
        _ state: NetworkState,
        _ question: PathQuestion = PathQuestion(),
        oracle: any RouteOracle
    ) throws(NetlinkError) -> NetworkPath {
        let finder = Wayfinder(state: state, oracle: oracle)
        return NetworkPath(try PathFindings(finder, question), finder)
    }

    /// The path where the network cannot be looked at.
    package static let unknown = NetworkPath(
        Parts(decision: Decision(status: .unsatisfied, unsatisfiedReason: .noInterface)))

    /// Puts the path together from what was found.
    init(_ findings: PathFindings, _ finder: Wayfinder) {
        self.init(
            findings.parts(finder), seen: finder.state.interfaces, finder.state.census)
    }
}

extension PathFindings {
    /// What the path is made of.
    fileprivate func parts(_ finder: Wayfinder) -> NetworkPath.Parts {
        let passage = underlay?.passage ?? TunnelPassage()
        guard let primary = live.first?.interface else {
            return NetworkPath.Parts(
                decision: NetworkPath.Decision(
                    status: .unsatisfied,
                    unsatisfiedReason: NetworkPath.UnsatisfiedReason(self, finder)),
                passage: passage,
                overrides: question.overrides,
                deadChoice: deadChoice,
                isDoubtful: isDoubtful(finder))
        }
        // What carries the path: a tunnel's packets leave by its underlay, or it stands for itself.
        let isTunnel = finder.isTunnel(primary)
        let tops = isTunnel ? passage.exits : [primary]
        var order = [primary]
        for top in (isTunnel ? passage.tunnels : []) + tops {
            order.add(top)
            order.add(finder.state.carriers(of: top))
        }
        let below = Array(order.dropFirst())
        // There may be thousands, and each comes once.
        let first = order
        for entry in routes.inOrder where !first.contains(entry.interface) {
            order.append(entry.interface)
        }

        var legs: [UInt32] = []
        for route in live {
            legs.add(route.interface)
            for leg in route.legs { legs.add(leg.interface) }
        }
        legs.sort()
        var used = legs
        for leg in legs { used.add(finder.state.carriers(of: leg)) }
        used.add(below)
        // The other family may take a tunnel too, and it may be unknown what carries one.
        if legs.contains(where: finder.isTunnel) {
            for index in passage.tunnels + passage.exits + passage.candidates {
                used.add([index] + finder.state.carriers(of: index))
            }
        }
        used.sort()

        var metering = InterfaceMetering(
            finder.state.interfaces, passage, question.overrides)
        let decision = NetworkPath.Decision(
            status: .satisfied,
            connection: connection(of: tops.isEmpty ? passage.candidates : [tops[0]], finder),
            supportsIPv4: hasWay(.ipv4),
            supportsIPv6: hasWay(.ipv6),
            supportsDNS: reachesNameServer,
            gateways: gateways(of: tops.first ?? primary, finder),
            isVPN: primaries.contains { $0.map(finder.isTunnel) == true },
            isDegraded: isDegraded(finder),
            isConstrained: metering.isConstrained(used: legs),
            metered: metering.metered(path: primary, used: legs),
            primaries: primaries,
            underlay: below,
            used: used)
        return NetworkPath.Parts(
            decision: decision, order: order, carried: carried, passage: passage,
            overrides: question.overrides, isDoubtful: isDoubtful(finder))
    }

    /// The medium of an interface, or of one of several. If they differ, it is unknown.
    private func connection(of indexes: [UInt32], _ finder: Wayfinder) -> NetworkPath.Connection {
        let media = Set(indexes.map { NetworkPath.Connection(finder.state[$0]?.type ?? .other) })
        return media.count == 1 ? media.first ?? .other : .other
    }
}

extension [UInt32] {
    /// Appends an index if it is not among them yet. There are few.
    fileprivate mutating func add(_ index: UInt32) { if !contains(index) { append(index) } }

    /// Appends those of some others that are not among them yet.
    fileprivate mutating func add(_ others: [UInt32]) {
        for index in others { add(index) }
    }
}
