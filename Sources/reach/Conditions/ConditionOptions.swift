// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// The conditions of `check`, `wait` and `run`: all that are given must hold.
struct ConditionOptions: ParsableArguments {
    @Flag(help: "There is a path to the internet. (This is so whatever else is asked for.)")
    var online = false

    @Flag(help: "It does not cost money, for certain or probably.")
    var unmetered = false

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "The connection is one of these: wifi, wwan, ethernet, bluetooth, other.",
            valueName: "type,…"))
    var types: TypeList?

    @Option(
        help: ArgumentHelp(
            "The path uses none of these: as for --type, and vpn.", valueName: "type,…"))
    var notType: TypeList?

    @Option(
        help: ArgumentHelp(
            "The path leads over this interface, which need not be there yet.", valueName: "name"))
    var interface: String?

    @Flag(name: .customLong("ipv4"), help: "IPv4 packets have a way.")
    var ipv4 = false

    @Flag(name: .customLong("ipv6"), help: "IPv6 packets have a way.")
    var ipv6 = false

    @Flag(help: "A name server is within reach.")
    var dns = false

    @Option(
        help: ArgumentHelp(
            "There is a path to this host or address, and all else is asked of that path.",
            valueName: "host"))
    var to: String?

    @Flag(name: .customLong("no-vpn"), help: "The path does not lead through a VPN.")
    var noVPN = false

    @Flag(help: "Turn the whole around.")
    var not = false

    @Option(help: "What an unknown cost counts as.")
    var unknownMetered: UnknownMetered = .allow

    /// `--unknown-metered`
    enum UnknownMetered: String, ExpressibleByArgument, CaseIterable {
        case allow, deny

        static let allValueStrings = ["allow", "deny"]
    }

    /// The condition that the options make.
    var condition: Condition {
        get throws {
            var constraints = NetworkConstraints()
            constraints.allowsExpensiveNetworkAccess = !unmetered
            constraints.unknownMetering = unknownMetered == .allow ? .allow : .deny
            constraints.allowedInterfaceTypes = types?.types
            constraints.prohibitedInterfaceTypes = notType?.types ?? []
            constraints.requiredInterface = interface
            constraints.requiresIPv4 = ipv4
            constraints.requiresIPv6 = ipv6
            constraints.requiresDNS = dns
            constraints.allowsVPN = !noVPN
            return Condition(constraints: constraints, host: try host, isNegated: not)
        }
    }

    private var host: HostName? {
        get throws {
            guard let to else { return nil }
            guard let host = HostName(to) else {
                throw Failure.usage(
                    "--to: '\(to.escaped)' is neither the name of a host nor an address")
            }
            return host
        }
    }

    func validate() throws {
        if types?.types.contains(.vpn) == true {
            throw ValidationError("--type: no connection is a VPN; there is --no-vpn")
        }
        if let types, let notType, types.types.isSubset(of: notType.types) {
            throw ValidationError("--type and --not-type leave nothing")
        }
        if interface == "" { throw ValidationError("--interface: the name is empty") }
    }
}

/// Types with commas between them.
struct TypeList: ExpressibleByArgument {
    /// The types.
    let types: Set<InterfaceType>

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let known = words.compactMap { word in
            InterfaceType(rawValue: String(word)).flatMap { $0 == .loopback ? nil : $0 }
        }
        guard known.count == words.count else { return nil }
        types = Set(known)
    }
}
