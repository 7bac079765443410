// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
package import NetworkReachability

/// The options for the conditions of `check`, `wait`, `run`, `fetch` and `upload`. All given conditions must hold.
package struct ConditionOptions: ParsableArguments {
    @Flag(
        help: """
            Require a path to the internet, or to the host of --to. This is the default; all conditions \
            except --offline imply it.
            """)
    var online = false

    @Flag(
        help: """
            Require that there is no path to the internet, or to the host of --to. Can be combined only \
            with --to and --not.
            """)
    package var offline = false

    @Flag(
        help: """
            Require that the path is not metered, certainly or probably. --unknown-metered says how an \
            unknown cost counts.
            """)
    var unmetered = false

    @Flag(
        help: """
            Require that the path is metered, certainly or probably. Holds for the paths that --unmetered \
            rejects.
            """)
    package var metered = false

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "Require one of these types of connection: \(TypeList.list(TypeList.media)).",
            valueName: "type,…"
        ))
    var types: TypeList?

    @Option(
        help: ArgumentHelp(
            "Reject a path that uses one of these types: those of --type, and vpn.",
            valueName: "type,…"))
    var notType: TypeList?

    @Option(
        help: ArgumentHelp(
            "Require that the path uses this interface. The interface need not exist yet.",
            valueName: "name"))
    var interface: String?

    @Flag(name: .customLong("ipv4"), help: "Require a live route for IPv4.")
    var ipv4 = false

    @Flag(name: .customLong("ipv6"), help: "Require a live route for IPv6.")
    var ipv6 = false

    @Flag(help: "Require a live route to a configured name server.")
    var dns = false

    @Option(
        help: ArgumentHelp(
            "Require a path to this host or address. All other conditions then apply to that path.",
            valueName: "host"))
    var to: String?

    @Flag(
        help: """
            Require that the internet answers over the path, by a check at the address of the configuration, or \
            by NetworkManager's.
            """)
    var validated = false

    @Flag(help: "Require that the path leads through a VPN.")
    var vpn = false

    @Flag(name: .customLong("no-vpn"), help: "Require that the path does not lead through a VPN.")
    var noVPN = false

    @Flag(
        help: """
            Reject a path over a modem that is known to be roaming. Where nobody tells, the path counts as not \
            roaming.
            """)
    var noRoaming = false

    @Flag(help: "Invert the result: succeed when the conditions do not hold.")
    package var not = false

    @Option(
        help: ArgumentHelp(
            """
            Count an unknown cost as not metered (allow) or as metered (deny), for --unmetered and --metered.
            """,
            valueName: "rule"))
    var unknownMetered: UnknownMetered = .allow

    /// The values of `--unknown-metered`.
    enum UnknownMetered: String, ExpressibleByArgument, CaseIterable {
        case allow, deny

        static let allValueStrings = ["allow", "deny"]
    }

    /// The condition that the options describe.
    package var condition: Condition {
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
            constraints.allowsRoaming = !noRoaming
            constraints.requiresValidation = validated
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
                    "--to: '\(to.escaped)' \(HostName.fault(in: to, allowsZone: true)?.explanation ?? "is not a host")"
                )
            }
            return host
        }
    }

    /// The options that ask for more than a path, and whether each is given.
    static let pathOptions: [(name: String, isGiven: @Sendable (ConditionOptions) -> Bool)] = [
        ("--unmetered", { $0.unmetered }), ("--metered", { $0.metered }),
        ("--type", { $0.types != nil }), ("--not-type", { $0.notType != nil }),
        ("--interface", { $0.interface != nil }), ("--ipv4", { $0.ipv4 }), ("--ipv6", { $0.ipv6 }),
        ("--dns", { $0.dns }), ("--vpn", { $0.vpn }), ("--no-vpn", { $0.noVPN }),
        ("--no-roaming", { $0.noRoaming }), ("--validated", { $0.validated }),
    ]

    /// Those that are given.
    package var pathOptions: [String] { Self.pathOptions.filter { $0.isGiven(self) }.map(\.name) }

    package init() {}

    package func validate() throws {
        if let contradiction { throw ValidationError(contradiction) }
        if types?.types.contains(.vpn) == true {
            throw ValidationError("--type: vpn is not a type of connection; use --vpn or --no-vpn")
        }
        if interface == "" { throw ValidationError("--interface: the name is empty") }
    }

    /// Why the conditions contradict each other; `nil` if they do not.
    private var contradiction: String? {
        if offline {
            let others = (online ? ["--online"] : []) + pathOptions
            return others.isEmpty
                ? nil
                : "--offline cannot be combined with \(others.joined(separator: ", ")): "
                    + "they are about a path, and while offline there is none"
        }
        if validated && to != nil {
            return "--validated is about the path to the internet, and cannot be combined with --to"
        }
        if metered && unmetered { return "--metered and --unmetered cannot both hold" }
        if vpn && noVPN { return "--vpn and --no-vpn cannot both hold" }
        if vpn && notType?.types.contains(.vpn) == true {
            return "--vpn and --not-type vpn cannot both hold"
        }
        if let types, let notType, types.types.isSubset(of: notType.types) {
            return
                "--type and --not-type cannot both hold: --not-type rejects every type that --type allows"
        }
        return nil
    }
}

extension HostName.Fault {
    /// The fault as the end of a sentence that begins with the host.
    fileprivate var explanation: String {
        switch self {
        case .notASCII:
            "is not ASCII; write an internationalized name in its ASCII form (xn--…)"
        case .number:
            "is not an address such as 192.0.2.7, nor a host name, which cannot end in a number"
        case .malformed: "is neither a host name nor an address"
        }
    }
}

/// A comma-separated list of interface types.
struct TypeList: ExpressibleByArgument {
    /// The types.
    let types: Set<InterfaceType>

    /// The types that a connection can have.
    static let media: [InterfaceType] = [.wifi, .wwan, .ethernet, .bluetooth, .other]
    /// The types that only `--not-type` accepts.
    static let others: [InterfaceType] = [.vpn]

    /// Returns the types as text.
    static func list(_ types: [InterfaceType]) -> String {
        types.map(\.rawValue).joined(separator: ", ")
    }

    init?(argument: String) {
        guard Self.fault(in: argument) == nil else { return nil }
        types = Set(
            argument.pieces(separatedBy: ",").compactMap { InterfaceType(rawValue: String($0)) })
    }

    /// Returns the first element that is not a type; `nil` if all are types.
    static func fault(in argument: String) -> String? {
        argument.pieces(separatedBy: ",", omittingEmpty: false).map(String.init).first {
            InterfaceType(rawValue: $0).map { $0 == .loopback } ?? true
        }
    }

    /// Returns the type that a word means or resembles; `nil` if there is none.
    static func guess(_ word: String, among types: [InterfaceType]) -> String? {
        let word = word.lowercased()
        let type =
            synonyms.first { $0.words.contains(word) }?.type.rawValue
            ?? Suggestions.nearest(to: word, among: types.map(\.rawValue)).first
        return types.map(\.rawValue).first { $0 == type }
    }

    private static let synonyms: [(type: InterfaceType, words: [String])] = [
        (
            .wwan,
            [
                "cellular", "mobile", "modem", "cell", "gsm", "umts", "lte", "2g", "3g", "4g", "5g",
                "broadband",
            ]
        ),
        (.wifi, ["wlan", "wireless", "wi-fi", "802.11"]),
        (.ethernet, ["wired", "lan", "cable", "eth"]), (.bluetooth, ["bt", "pan"]),
        (.vpn, ["tunnel", "wireguard", "wg", "tun", "openvpn"]),
    ]
}
