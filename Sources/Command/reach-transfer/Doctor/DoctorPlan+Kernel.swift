// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Netlink
import ReachCommand

extension DoctorPlan {
    /// Adds the questions to ask, after queries of the kernel for the routes. No packet is sent.
    ///
    /// - Throws: `SystemError` if the files of the resolver cannot be read, and `NetlinkError`.
    mutating func addQuestions(
        _ path: NetworkPath, _ configuration: Configuration, to destination: DoctorDestination?
    ) throws {
        let lookup = try RouteLookup(path)
        self.destination = destination
        // The configuration's own address counts more than that of NetworkManager's files.
        let standard = configuration.connectivity == nil ? DefaultConnectivity() : .absent
        if case .refused(let reason) = standard { checkRefusal = reason }
        check = (configuration.connectivity ?? standard.settings).map { settings in
            let host = URLAuthority(settings.url)?.hostWithoutPort
            return Check(settings: settings, host: host.flatMap { HostName($0) })
        }
        for address in configuration.probes.addresses {
            let primary = path.primary(address.family)
            probes.append(
                Probe(
                    address: address.description, family: address.family,
                    interface: primary?.name))
            guard let primary else { continue }
            // A tunnel has next hops of its own.
            for hop in try lookup.nextHops(to: address, over: primary.index) { add(hop) }
        }
        for gateway in path.gateways {
            guard let index = lookup.index(of: gateway.interface) else { continue }
            add(NextHop(gateway: gateway, index: index))
        }
        // The C library asks the first three only; systemd-resolved, and programs with a resolver of their own, ask all.
        for server in try ResolverConfiguration.read(most: .max).nameServers
        where !nameServers.contains(where: { $0.address.isSameText(as: server) }) {
            nameServers.append(
                NameServer(
                    address: server, location: try lookup.location(ofNameServer: server)))
        }
    }

    private mutating func add(_ hop: NextHop) {
        if !nextHops.contains(hop) { nextHops.append(hop) }
    }
}

/// Queries of the kernel for the routes of a path (`RTM_GETROUTE`).
private struct RouteLookup: ~Copyable {
    private let socket: NetlinkSocket
    private let names: [UInt32: String]
    private let tunnels: Set<UInt32>

    init(_ path: NetworkPath) throws(NetlinkError) {
        socket = try NetlinkSocket(.route)
        names = Dictionary(
            path.interfaces.map { (UInt32(truncatingIfNeeded: $0.index), $0.name) }
        ) { first, _ in first }
        tunnels = Set(
            path.interfaces.filter { $0.type == .vpn }
                .map { UInt32(truncatingIfNeeded: $0.index) })
    }

    func index(of name: String) -> UInt32? {
        names.first { $0.value.isSameText(as: name) }?.key
    }

    /// The next hops of the route to an address over an interface.
    func nextHops(
        to address: IPAddress, over interface: Int
    ) throws(NetlinkError) -> [DoctorPlan.NextHop] {
        let query = RouteQuery(
            destination: address.bytes, interface: UInt32(truncatingIfNeeded: interface))
        return try socket.answer(query).nextHops.compactMap { neighbor in
            names[neighbor.interface].map { name in
                DoctorPlan.NextHop(
                    gateway: NetworkPath.Gateway(
                        address: IPAddress(neighbor.address), interface: name),
                    index: neighbor.interface)
            }
        }
    }

    /// Where a name server is.
    ///
    /// - Parameter address: its address, which may have a zone.
    func location(
        ofNameServer address: String
    ) throws(NetlinkError) -> DoctorPlan.NameServer.Location {
        guard let plain = IPAddress(HostName.address(of: address)) else { return .noRoute }
        let zone = HostName.zone(of: address)
        let interface = zone.flatMap { index(of: $0) ?? UInt32($0) }
        if zone != nil, interface == nil { return .noRoute }
        var query = RouteQuery(destination: plain.bytes, interface: interface)
        switch try socket.answer(query) {
        case .refused(.local): return .thisMachine
        case .refused: return .noRoute
        case .route(let reply):
            guard let hop = reply.nextHops.first, let name = names[hop.interface] else {
                return .noRoute
            }
            if hop.gateway != nil || tunnels.contains(hop.interface) {
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

extension URLAuthority {
    /// The host without its port, and an IPv6 address without its brackets.
    fileprivate var hostWithoutPort: String {
        host.begins(with: "[")
            ? String(host.unicodeScalars.dropFirst().prefix { $0 != "]" })
            : String(host.unicodeScalars.prefix { $0 != ":" })
    }
}
