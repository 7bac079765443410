// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

// Which network carries the path, by its name: seen through tunnels and stacked interfaces.

extension Requirement {
    /// The path is carried by a Wi-Fi network with one of some names.
    static let ssid = Requirement(
        \.ssids, "ssids",
        option: Option(
            "--ssid",
            value: Value(
                "pattern", allowed: "a pattern for the name of a Wi-Fi network", example: "Home*",
                isRepeatable: true
            ) { text, condition in
                if let fault = text.patternFault { return "the pattern \(fault.explanation)" }
                condition.constraints.ssids = (condition.constraints.ssids ?? []).union([text])
                return nil
            },
            help: """
                Require that a Wi-Fi network with a name of this pattern carries the path. If it is given several times, \
                one of the patterns suffices.
                """),
        encoded: { $0?.sorted() },
        words: { ["Wi-Fi \(NetworkConstraints.list($0 ?? []))"] },
        codes: ["otherSSID"], isAboutInterface: true
    ) { constraints, path, _ in
        guard let patterns = constraints.ssids else { return [] }
        let networks = path.carryingNetworks
        let other = networks.first { network in
            !patterns.contains { network.ssid?.matches(pattern: $0) ?? false }
        }
        guard other != nil || networks.isEmpty else { return [] }
        return [
            .otherSSID(
                other?.ssid.map { String(decoding: $0, as: UTF8.self) }, required: patterns)
        ]
    }

    /// The network that carries the path has a router with an address.
    static let gateway: Requirement = {
        var row = Requirement(
            option: Option(
                "--gateway",
                value: Value(
                    "address", allowed: "an IP address, or a hardware address",
                    example: "02:00:00:00:00:01"
                ) { text, condition in
                    guard let address = GatewayAddress(text) else {
                        return "'\(text)' \(GatewayAddress.whyMalformed)"
                    }
                    condition.gateway = address
                    return address.fault
                },
                help: """
                    Require a next hop with this address. A hardware address is compared with that of the kernel's neighbor \
                    table; no packet is sent.
                    """),
            member: "gateway", codes: ["otherGateway"], isAboutInterface: true,
            isRequired: { $0.gateway != nil })
        row.demand = Demand(
            name: nil, word: { "gateway \($0.gateway?.description ?? "")" }
        ) { condition, path, _ in
            guard let gateway = condition.gateway else { return nil }
            let networks = path.carryingNetworks
            guard networks.isEmpty || networks.contains(where: { !$0.has(gateway) })
            else { return nil }
            return Verdict.Reason(
                code: "otherGateway", text: path.gatewayText(insteadOf: gateway))
        }
        return row
    }()

    /// The path has one of some places.
    static let at: Requirement = {
        var row = Requirement(
            \.places, "places",
            option: Option(
                "--at", value: place { $0.places = ($0.places ?? []).union([$1]) },
                help:
                    "Require that the network of the path is one of this place of the configuration."
            ),
            encoded: { $0?.sorted() },
            words: { ["at \(NetworkConstraints.list($0 ?? []))"] },
            codes: ["otherPlace"], isAboutInterface: true
        ) { constraints, path, _ in
            guard let places = constraints.places else { return [] }
            let isOne = path.place.map { place in places.contains { $0.isSameText(as: place) } }
            return isOne == true ? [] : [.otherPlace(path.place, required: places)]
        }
        row.dependsOnAnswers = true
        row.contradiction = { condition in
            let constraints = condition.constraints
            return constraints.places?.isSubset(of: constraints.prohibitedPlaces) == true
                ? "--at and --not-at cannot both hold" : nil
        }
        return row
    }()

    /// The path has another place than some, or none.
    static let notAt: Requirement = {
        var row = Requirement(
            \.prohibitedPlaces, "prohibitedPlaces",
            option: Option(
                "--not-at", value: place { $0.prohibitedPlaces.insert($1) },
                help: """
                    Require that the path has another place than this one of the configuration, or none.
                    """
            ),
            encoded: { $0.sorted() },
            words: { $0.sorted().map { "not at \($0)" } },
            codes: ["otherPlace"], isAboutInterface: true
        ) { constraints, path, _ in
            guard let place = path.place,
                constraints.prohibitedPlaces.contains(where: { $0.isSameText(as: place) })
            else { return [] }
            return [.otherPlace(place, required: [])]
        }
        row.dependsOnAnswers = true
        return row
    }()

    /// The network is not meant for the least traffic only.
    static let notUltraConstrained = Requirement(
        \.allowsUltraConstrainedNetworkAccess, "allowsUltraConstrainedNetworkAccess", given: false,
        words: { _ in ["not ultra-constrained"] }, codes: ["ultraConstrained"],
        isAboutInterface: true
    ) { constraints, path, _ in
        !constraints.allowsUltraConstrainedNetworkAccess && path.isUltraConstrained
            ? [.ultraConstrained] : []
    }

    /// The value of an option for a place. Whether the configuration has it is found out when that is read.
    private static func place(
        _ add: @escaping @Sendable (inout NetworkConstraints, String) -> Void
    ) -> Value {
        Value(
            "place", allowed: "the name of a place of the configuration", example: "home",
            isRepeatable: true
        ) { text, condition in
            add(&condition.constraints, text)
            return text.isEmpty ? "the name is empty" : nil
        }
    }
}

extension Condition {
    /// The places that the condition names, with the options that name them.
    package var placeOptions: [(option: String, place: String)] {
        (constraints.places ?? []).sorted().map { ("--at", $0) }
            + constraints.prohibitedPlaces.sorted().map { ("--not-at", $0) }
    }
}

extension NetworkConstraints {
    /// Names as alternatives in a sentence.
    static func list(_ names: Set<String>) -> String { names.sorted().joined(separator: " or ") }
}

extension NetworkPath {
    /// Which next hops there are in place of a router, as text.
    fileprivate func gatewayText(insteadOf gateway: GatewayAddress) -> String {
        guard !gateways.isEmpty else { return "there is no gateway" }
        let texts = gateways.map { router in
            guard gateway.isHardware else { return router.description }
            let address = decision.hardwareAddresses[router]?.description
            return "\(router) with \(address ?? "an unknown hardware address")"
        }
        return "the gateway is \(texts.joined(separator: ", ")), not \(gateway)"
    }
}

extension GatewayAddress {
    /// Why no router can have the address; `nil` if one can.
    package var fault: String? {
        switch self {
        case .ip(let address, _) where address.isUnspecified: "no router has the address \(address)"
        default: nil
        }
    }
}
