// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import ReachCommand

/// What `reach doctor` knows before it asks: the steps on this machine, and what there is to ask.
struct DoctorPlan: Sendable, Hashable {
    /// The longest time of a step, in milliseconds.
    static let limit: Int64 = 3000
    /// How long an answer is waited for, in milliseconds, so that the step ends in time.
    static let patience: Int64 = 2950

    /// A next hop of the path.
    struct NextHop: Sendable, Hashable {
        /// The router, and the interface through which it is reached.
        var gateway: NetworkPath.Gateway
        /// The index of the interface.
        var index: UInt32

        /// The router's address, with its zone if it is link-local.
        var name: String { gateway.description }
        /// The name of the interface.
        var interface: String { gateway.interface }

        /// The protocol by which the kernel looks for the router on the link.
        var search: String {
            switch gateway.address.family {
            case .ipv4: "ARP"
            case .ipv6: "neighbor discovery"
            }
        }
    }

    /// Where an address is, by the route to it.
    enum Location: Sendable, Hashable {
        /// On this machine.
        case thisMachine
        /// On the link of an interface.
        case onLink(String)
        /// Behind a gateway, to which packets leave by an interface.
        case behindGateway(String)
        /// Unknown: there is no route.
        case noRoute

        var isBehindGateway: Bool {
            if case .behindGateway = self { true } else { false }
        }

        /// The name of the interface by which packets leave; `nil` for the kernel's choice.
        var interface: String? {
            switch self {
            case .onLink(let name), .behindGateway(let name): name
            case .thisMachine, .noRoute: nil
            }
        }
    }

    /// A configured name server.
    struct NameServer: Sendable, Hashable {
        var address: String
        var location: Location

        /// The name of the interface by which packets leave; `nil` for the kernel's choice.
        var interface: String? { location.interface }

        var isBehindGateway: Bool { location.isBehindGateway }

        var isIPv6: Bool { address.utf8.contains(UInt8(ascii: ":")) }
    }

    /// An address that stands for the internet.
    struct Probe: Sendable, Hashable {
        var address: String
        var family: IPAddress.Family
        /// The interface of the path for its family; `nil` if the path does not carry the family.
        var interface: String?
    }

    /// Why nothing is asked, although the path is satisfied.
    enum Restraint: Sendable, Hashable {
        /// The path is metered.
        case metered
        /// This process can ask nothing: a sandbox refuses sockets or threads, for a reason.
        case forbidden(String)

        /// The detail of each line.
        var detail: String {
            switch self {
            case .metered: "not asked, because the path is metered (--force asks)"
            case .forbidden(let reason): "not asked: \(reason)"
            }
        }

        /// The end of the sentence that nothing else was checked.
        var consequence: String {
            switch self {
            case .metered: ", because the path is metered (--force asks)"
            case .forbidden(let reason): ": \(reason)"
            }
        }
    }

    /// The steps on this machine.
    var local: [DoctorLine]
    /// The verdict of these steps; `nil` if none failed.
    var localVerdict: DoctorVerdict?
    /// Why nothing is asked, although the path is satisfied; `nil` if questions are asked.
    var restraint: Restraint?
    /// The interface of the path; empty if there is none.
    var interface = ""
    var isVPN = false
    /// The interfaces of this machine, for queries of the kernel.
    var interfaces = Interfaces()
    /// The names of the interfaces over which nothing may be sent, because they are metered.
    var meteredInterfaces: Set<String> = []
    var nextHops: [NextHop] = []
    var nameServers: [NameServer] = []
    var probes: [Probe] = []
    /// The address of a captive portal that the network announces.
    var portal: String?
    /// The address of the check of connectivity, and its host; `nil` if there is none.
    var check: Check?
    /// Why the address of NetworkManager's files is not asked; `nil` if it is, or there is none.
    var checkRefusal: String?
    var destination: DoctorDestination?

    /// The check of connectivity.
    struct Check: Sendable, Hashable {
        var settings: ConnectivitySettings
        /// `nil` if the address has no host that can be resolved.
        var host: HostName?
    }

    /// The names to resolve.
    var hosts: [HostName] {
        var hosts: [HostName] = []
        for host in [check?.host, destination?.host].compactMap(\.self)
        where !host.isAddress && !hosts.contains(host) {
            hosts.append(host)
        }
        return hosts
    }

    /// Why no question is asked; `nil` if questions are asked.
    var whyNothingIsAsked: String? { localVerdict == nil ? restraint?.detail : "not reached" }

    /// The subject of a line that names no other.
    var subject: String { interface.isEmpty ? "this machine" : interface }

    func carries(_ family: IPAddress.Family) -> Bool {
        probes.contains { $0.family == family && $0.interface != nil }
    }
}

/// The destination of `--to HOST[:PORT]`.
struct DoctorDestination: Sendable, Hashable, CustomStringConvertible {
    var host: HostName
    var port: UInt16 = 443

    /// Parses a destination.
    ///
    /// - Throws: `Failure` with exit code 64.
    init(_ text: String) throws(Failure) {
        var (name, port) = (text, String?.none)
        if text.utf8.contains(UInt8(ascii: "/")) { throw Self.failure(text, Self.form) }
        if text.begins(with: "[") {
            let parts = text.pieces(separatedBy: "]", maxSplits: 1, omittingEmpty: false)
            guard parts.count == 2, parts[1].isEmpty || parts[1].begins(with: ":"),
                AddressText.parseIPv6(HostName.address(of: String(parts[0].dropFirst()))) != nil
            else { throw Self.failure(text, "is neither a host name nor an address") }
            name = String(parts[0].dropFirst())
            if !parts[1].isEmpty { port = String(parts[1].unicodeScalars.dropFirst()) }
        } else if case let parts = text.pieces(
            separatedBy: ":", maxSplits: 1, omittingEmpty: false), parts.count == 2,
            !parts[1].utf8.contains(UInt8(ascii: ":"))
        {
            (name, port) = (String(parts[0]), String(parts[1]))
        }
        guard let host = HostName(name, allowsZone: true) else {
            let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
            if colons > 1 { throw Self.failure(text, Self.form) }
            let fault = HostName.fault(in: name, allowsZone: true)?.explanation
            throw Self.failure(text, fault ?? "is not a host")
        }
        self.host = host
        guard let port else { return }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port),
            number > 0
        else { throw Self.failure(text, "has a port that is not a number from 1 to 65535") }
        self.port = number
    }

    private static let form = "is not a host: give HOST or HOST:PORT, not a URL"

    private static func failure(_ text: String, _ reason: String) -> Failure {
        Failure.usage("--to: '\(text.escaped)' \(reason)")
    }

    var description: String {
        host.description.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
