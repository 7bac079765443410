// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Netlink

extension DoctorPlan {
    /// The facts about the interfaces of this machine that queries for routes need.
    struct Interfaces: Sendable, Hashable {
        /// The names, by the indexes.
        var names: [UInt32: String] = [:]
        /// The indexes of the tunnels.
        var tunnels: Set<UInt32> = []

        func index(of name: String) -> UInt32? {
            names.first { $0.value.isSameText(as: name) }?.key
        }

        func isTunnel(_ name: String) -> Bool { index(of: name).map(tunnels.contains) ?? false }
    }
}

extension DoctorPlan.Interfaces {
    init(_ path: NetworkPath) {
        names = Dictionary(
            path.interfaces.map { (UInt32(truncatingIfNeeded: $0.index), $0.name) }
        ) { first, _ in first }
        tunnels = Set(
            path.interfaces.filter { $0.type == .vpn }
                .map { UInt32(truncatingIfNeeded: $0.index) })
    }
}

/// Queries of the kernel for routes (`RTM_GETROUTE`). No packet is sent.
struct DoctorRoutes: ~Copyable {
    private let socket: NetlinkSocket
    private let interfaces: DoctorPlan.Interfaces

    init(_ interfaces: DoctorPlan.Interfaces) throws(NetlinkError) {
        socket = try NetlinkSocket(.route)
        self.interfaces = interfaces
    }

    /// The next hops of the route to an address over an interface.
    func nextHops(
        to address: IPAddress, over interface: Int
    ) throws(NetlinkError) -> [DoctorPlan.NextHop] {
        let query = RouteQuery(
            destination: address.bytes, interface: UInt32(truncatingIfNeeded: interface))
        return try socket.answer(query).nextHops.compactMap { neighbor in
            interfaces.names[neighbor.interface].map { name in
                DoctorPlan.NextHop(
                    gateway: NetworkPath.Gateway(
                        address: IPAddress(neighbor.address), interface: name),
                    index: neighbor.interface)
            }
        }
    }

    /// Where a configured name server is.
    ///
    /// - Parameter entry: the entry of resolv.conf.
    func location(ofNameServer entry: String) throws(NetlinkError) -> DoctorPlan.Location {
        // The kernel would choose an interface, and the C library does not.
        guard let server = NameServer(entry), !server.lacksZone else { return .noRoute }
        return try location(of: entry)
    }

    /// Where an address is.
    ///
    /// - Parameter address: the address, which may have a zone.
    func location(of address: String) throws(NetlinkError) -> DoctorPlan.Location {
        guard let plain = IPAddress(HostName.address(of: address)) else { return .noRoute }
        let zone = HostName.zone(of: address)
        let interface = zone.flatMap { interfaces.index(of: $0) ?? UInt32($0) }
        if zone != nil, interface == nil { return .noRoute }
        var query = RouteQuery(destination: plain.bytes, interface: interface)
        switch try socket.answer(query) {
        case .refused(.local): return .thisMachine
        case .refused: return .noRoute
        case .route(let reply):
            guard let hop = reply.nextHops.first, let name = interfaces.names[hop.interface] else {
                return .noRoute
            }
            if hop.gateway != nil || interfaces.tunnels.contains(hop.interface) {
                return .behindGateway(name)
            }
            // Behind a point-to-point link is the provider: the default route leads there.
            query.matchesEntry = true
            guard case .route(let entry) = try socket.answer(query), entry.prefixLength <= 1 else {
                return .onLink(name)
            }
            return .behindGateway(name)
        }
    }
}
