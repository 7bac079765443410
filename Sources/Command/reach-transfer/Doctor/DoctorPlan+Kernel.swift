// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import ReachCommand

extension DoctorPlan {
    /// Adds the questions to ask, after queries of the kernel for the routes. No packet is sent.
    ///
    /// - Throws: `SystemError` if the files of the resolver cannot be read, and `NetlinkError`.
    mutating func addQuestions(
        _ path: NetworkPath, _ configuration: Configuration, to destination: DoctorDestination?
    ) throws {
        let queries = try DoctorRoutes(interfaces)
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
            for hop in try queries.nextHops(to: address, over: primary.index) { add(hop) }
        }
        for gateway in path.gateways {
            guard let index = interfaces.index(of: gateway.interface) else { continue }
            add(NextHop(gateway: gateway, index: index))
        }
        let resolver = try ResolverConfiguration.read()
        // The C library asks the first three only; programs with a resolver of their own ask all.
        for server in resolver.nameServers + resolver.furtherNameServers
        where !nameServers.contains(where: { $0.address.isSameText(as: server) }) {
            nameServers.append(
                NameServer(address: server, location: try queries.location(ofNameServer: server)))
        }
        if restraint == nil, let reason = whyForbidden { restraint = .forbidden(reason) }
    }

    /// Why this process can ask nothing; `nil` if it can ask.
    private var whyForbidden: String? {
        let asked = probes.filter { $0.interface != nil }
        let refusals = asked.compactMap {
            NameServerExchange.refusal($0.address, over: $0.interface)
        }
        if let refusal = refusals.first, refusals.count == asked.count { return "\(refusal)" }
        do throws(SystemError) {
            try SystemThread.start(name: "doctor") {}
            return nil
        } catch {
            return "\(error)"
        }
    }

    private mutating func add(_ hop: NextHop) {
        if !nextHops.contains(hop) { nextHops.append(hop) }
    }
}

extension URLAuthority {
    /// The host without its port, and an IPv6 address without its brackets.
    var hostWithoutPort: String {
        host.begins(with: "[")
            ? String(host.unicodeScalars.dropFirst().prefix { $0 != "]" })
            : String(host.unicodeScalars.prefix { $0 != ":" })
    }
}
