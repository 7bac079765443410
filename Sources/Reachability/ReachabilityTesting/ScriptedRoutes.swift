// SPDX-License-Identifier: Apache-2.0

internal import Netlink
internal import NetworkReachability

/// The default routes of a scripted network, chosen as the kernel does: the lowest metric first.
struct ScriptedRoutes: RouteOracle, Sendable {
    /// The scripted type of each interface.
    var types: [UInt32: InterfaceType] = [:]
    private var entries: [Entry] = []

    private struct Entry {
        var interface: UInt32
        var family: IPAddress.Family
        var metric: UInt32
    }

    /// An address that is an interface's own: of the ranges for benchmarks (RFC 2544) and
    /// documentation (RFC 3849).
    static func address(of index: UInt32, _ family: IPAddress.Family) -> String {
        switch family {
        case .ipv4: "198.18.\(index >> 8 & 0xFF).\(index & 0xFF)"
        case .ipv6: "2001:db8::\(String(index & 0xFFFF, radix: 16))"
        }
    }

    /// Gives an interface default routes, in the place of those that it has.
    mutating func add(_ index: UInt32, _ families: Set<IPAddress.Family>, metric: UInt32) {
        remove(index)
        for family in families {
            let position =
                entries.firstIndex { $0.family == family && $0.metric > metric }
                ?? entries.endIndex
            entries.insert(Entry(interface: index, family: family, metric: metric), at: position)
        }
    }

    /// Takes an interface's routes.
    mutating func remove(_ index: UInt32) { entries.removeAll { $0.interface == index } }

    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        let family: IPAddress.Family = query.destination.family == .ipv4 ? .ipv4 : .ipv6
        let entry = entries.first { entry in
            entry.family == family && (query.interface ?? entry.interface) == entry.interface
        }
        guard let entry else { return .refused(.noRoute) }
        let isTunnel = types[entry.interface] == .vpn
        let gateway = family == .ipv4 ? "198.18.255.254" : "fe80::1"
        return .route(
            RouteReply(
                prefixLength: query.matchesEntry ? 0 : (family == .ipv4 ? 32 : 128),
                metric: entry.metric,
                source: query.matchesEntry
                    ? nil : bytes(Self.address(of: entry.interface, family)),
                nextHops: [
                    RouteReply.NextHop(
                        interface: entry.interface, gateway: isTunnel ? nil : bytes(gateway))
                ]))
    }

    private func bytes(_ text: String) -> AddressBytes? { IPAddress(text)?.bytes }
}
