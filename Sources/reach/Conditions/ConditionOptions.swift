// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// The conditions of `check`, `wait` and `run`: all that are given must hold.
struct ConditionOptions: ParsableArguments {
    @Flag(help: "There is a path to the internet. Every other condition but --offline implies it.")
    var online = false

    @Flag(help: "There is no path to the internet. Only --to and --not may stand beside it.")
    var offline = false

    @Flag(
        help: """
            Traffic is not metered, for certain or probably. An unknown cost counts as free, unless \
            --unknown-metered is deny.
            """)
    var unmetered = false

    @Flag(help: "Traffic is metered, for certain or probably: what --unmetered refuses.")
    var metered = false

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "The connection is one of these: \(TypeList.list(TypeList.media)).", valueName: "type,…"
        ))
    var types: TypeList?

    @Option(
        help: ArgumentHelp(
            "The path uses none of these: the types of --type, and vpn.", valueName: "type,…"))
    var notType: TypeList?

    @Option(
        help: ArgumentHelp(
            "The path uses this interface, which need not exist yet.", valueName: "name"))
    var interface: String?

    @Flag(name: .customLong("ipv4"), help: "There is a route for IPv4.")
    var ipv4 = false

    @Flag(name: .customLong("ipv6"), help: "There is a route for IPv6.")
    var ipv6 = false

    @Flag(help: "There is a route to a configured name server.")
    var dns = false

    @Option(
        help: ArgumentHelp(
            "There is a path to this host or address; all other conditions are about that path.",
            valueName: "host"))
    var to: String?

    @Flag(help: "The path leads through a VPN.")
    var vpn = false

    @Flag(name: .customLong("no-vpn"), help: "The path does not lead through a VPN.")
    var noVPN = false

    @Flag(help: "Invert the result: succeed when the conditions do not hold.")
    var not = false

    @Option(
        help:
            "What --unmetered and --metered make of an unknown cost: allow counts it as free, deny as metered."
    )
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
            var demands: Set<Condition.Demand> = []
            if offline { demands.insert(.offline) }
            if metered { demands.insert(.metered) }
            if vpn { demands.insert(.vpn) }
            return Condition(
                constraints: constraints, host: try host, demands: demands, isNegated: not)
        }
    }

    private var host: HostName? {
        get throws {
            guard let to else { return nil }
            guard let host = HostName(to, allowsZone: true) else {
                throw Failure.usage(
                    "--to: '\(to.escaped)' \(HostName.fault(in: to, allowsZone: true)?.words ?? "is not a host")"
                )
            }
            return host
        }
    }

    func validate() throws {
        if let contradiction { throw ValidationError(contradiction) }
        if types?.types.contains(.vpn) == true {
            throw ValidationError("--type: vpn is not a type of connection; use --vpn or --no-vpn")
        }
        if interface == "" { throw ValidationError("--interface: the name is empty") }
    }

    /// What is wrong with the conditions together.
    private var contradiction: String? {
        if offline {
            let others = [
                ("--online", online), ("--unmetered", unmetered), ("--metered", metered),
                ("--type", types != nil), ("--not-type", notType != nil),
                ("--interface", interface != nil), ("--ipv4", ipv4), ("--ipv6", ipv6),
                ("--dns", dns),
                ("--vpn", vpn), ("--no-vpn", noVPN),
            ].filter(\.1).map(\.0)
            return others.isEmpty
                ? nil
                : "--offline cannot be combined with \(others.joined(separator: ", ")): "
                    + "while offline there is no path to ask about"
        }
        if metered && unmetered { return "--metered and --unmetered cannot both hold" }
        if vpn && noVPN { return "--vpn and --no-vpn cannot both hold" }
        if vpn && notType?.types.contains(.vpn) == true {
            return "--vpn and --not-type vpn cannot both hold"
        }
        if let types, let notType, types.types.isSubset(of: notType.types) {
            return
                "--type and --not-type cannot both hold: every type that one allows the other excludes"
        }
        return nil
    }
}

extension HostName.Fault {
    /// What is wrong, as the end of a sentence that begins with the text.
    fileprivate var words: String {
        switch self {
        case .notASCII:
            "is not ASCII; write an internationalized name in its ASCII form (xn--…)"
        case .number:
            "ends in a number, so it is not a host name, and it is not an address such as 192.0.2.7"
        case .malformed: "is neither the name of a host nor an address"
        }
    }
}

/// Types with commas between them.
struct TypeList: ExpressibleByArgument {
    /// The types.
    let types: Set<InterfaceType>

    /// The types that a connection can have.
    static let media: [InterfaceType] = [.wifi, .wwan, .ethernet, .bluetooth, .other]
    /// The types that a path can use, besides.
    static let others: [InterfaceType] = [.vpn]

    /// Types in a list for people.
    static func list(_ types: [InterfaceType]) -> String {
        types.map(\.rawValue).joined(separator: ", ")
    }

    init?(argument: String) {
        guard Self.fault(in: argument) == nil else { return nil }
        types = Set(
            argument.split(separator: ",").compactMap { InterfaceType(rawValue: String($0)) })
    }

    /// The first word that is not a type; `nil` if all are.
    static func fault(in argument: String) -> String? {
        argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init).first {
            InterfaceType(rawValue: $0).map { $0 == .loopback } ?? true
        }
    }
}
