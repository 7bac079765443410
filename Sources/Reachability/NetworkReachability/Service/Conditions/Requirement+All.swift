// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension Requirement {
    /// Every requirement. Reasons, stored members and options are in this order.
    package static let all: [Requirement] = [
        .online, .pathless, .offline,
        .unmetered, .metered, .unconstrained, .unknownMetered, .certain,
        .withinPlan, .onPace, .types, .notTypes, .interface, .ssid, .gateway, .at, .notAt,
        .notUltraConstrained, .ipv4, .ipv6, .dns, .vpn, .noVPN, .noRoaming, .validated, .hours,
        .externalPower, .batteryLevel, .host,
    ]
}

// MARK: - Whether there is a path, and where it leads

extension Requirement {
    /// There is a path. Every requirement but ``offline`` and those without ``needsPath`` implies it.
    static let online = Requirement(
        option: Option(
            "--online",
            help: """
                Require a path to the internet, or to the host of --to. This is the default; all conditions \
                except --offline imply it, but for --on-power, --battery-above and --between alone.
                """),
        member: nil, codes: ["offline"], isAboutPath: false, isRequired: { _ in false })

    /// No path is required, if no other requirement needs one.
    static let pathless: Requirement = {
        var row = Requirement(
            \.requiresPath, "requiresPath", encoded: { $0 ? nil : $0 },
            words: { _ in ["no network required"] })
        row.isAboutPath = false
        row.needsPath = false
        return row
    }()

    /// There is no path.
    static let offline: Requirement = {
        var row = Requirement(
            .offline,
            option: Option(
                "--offline",
                help: """
                    Require that there is no path to the internet, or to the host of --to. Can be combined only \
                    with --to and --not.
                    """),
            word: "offline", codes: ["online"]
        ) { condition, _, _ in condition.online }
        row.isAboutPath = false
        return row
    }()

    /// The path leads to a host.
    package static let host = Requirement(
        option: Option(
            "--to",
            value: Value("host", allowed: "a host name or an address", example: "192.0.2.1") {
                text, condition in
                condition.host = HostName(text, allowsZone: true)
                guard condition.host == nil else { return nil }
                let fault = HostName.fault(in: text, allowsZone: true)
                return "'\(text)' \(fault?.explanation ?? "is not a host")"
            },
            help:
                "Require a path to this host or address. All other conditions then apply to that path."
        ),
        member: "to", codes: ["unresolved", "lookupFailed"], isAboutPath: false,
        isRequired: { $0.host != nil })
}

// MARK: - Costs

extension Requirement {
    /// The path does not count as metered.
    static let unmetered: Requirement = {
        var row = Requirement(
            \.allowsExpensiveNetworkAccess, "allowsExpensiveNetworkAccess",
            option: Option(
                "--unmetered",
                help: """
                    Require that the path is not metered, certainly or probably. --unknown-metered says how an \
                    unknown cost counts.
                    """), given: false,
            words: { _ in ["unmetered"] }, codes: ["metered", "unknownMetering", "notCertain"],
            isAboutInterface: true
        ) { constraints, path, _ in
            constraints.allowsExpensiveNetworkAccess ? [] : constraints.reasonsOfCost(path)
        }
        row.isQualifiedByCertainty = true
        row.dependsOnAnswers = true
        row.constraint?.isLostAtOnce = true
        row.assumption = {
            $0.metered.value == .unknown ? "cost unknown, counted as not metered" : nil
        }
        return row
    }()

    /// The path counts as metered: ``unmetered`` rejects it.
    static let metered: Requirement = {
        var row = Requirement(
            .metered,
            option: Option(
                "--metered",
                help: """
                    Require that the path is metered, certainly or probably. Holds for the paths that --unmetered \
                    rejects.
                    """), word: "metered", codes: ["notMetered", "notCertain"]
        ) { condition, path, _ in
            if condition.constraints.countsAsMetered(path) {
                guard condition.constraints.requiresCertainty, path.metered.value != .yes
                else { return nil }
                let reason = NetworkConstraints.Reason.notCertain(path.metered)
                return Verdict.Reason(code: reason.code, text: reason.description)
            }
            return Verdict.Reason(
                code: "notMetered",
                text: path.metered.value == .unknown
                    ? "cost unknown, counted as not metered: \(path.metered.detail)"
                    : "\(path.metered.value.text): \(path.metered.detail)")
        }
        row.isAboutInterface = true
        row.isQualifiedByCertainty = true
        row.dependsOnAnswers = true
        row.contradiction = {
            unmetered.isRequired($0) ? "--metered and --unmetered cannot both hold" : nil
        }
        row.assumption = {
            $0.metered.value == .unknown ? "cost unknown, counted as metered" : nil
        }
        return row
    }()

    /// The user does not want little traffic on the path.
    static let unconstrained = Requirement(
        \.allowsConstrainedNetworkAccess, "allowsConstrainedNetworkAccess", given: false,
        words: { _ in ["unconstrained"] }, codes: ["constrained"], isAboutInterface: true
    ) { constraints, path, _ in
        !constraints.allowsConstrainedNetworkAccess && path.isConstrained ? [.constrained] : []
    }

    /// How ``unmetered`` and ``metered`` count an unknown cost.
    package static let unknownMetered: Requirement = {
        var row = Requirement(
            \.unknownMetering, "unknownMetering",
            option: Option(
                "--unknown-metered",
                value: Value(
                    "rule", allowed: "allow or deny", example: "deny", choices: ["allow", "deny"]
                ) { text, condition in
                    guard let rule = NetworkConstraints.UnknownMetering(rawValue: text) else {
                        return "'\(text)' is not one of: allow, deny"
                    }
                    condition.constraints.unknownMetering = rule
                    return nil
                },
                help: """
                    Count an unknown cost as not metered (allow, the default) or as metered (deny), for --unmetered and \
                    --metered.
                    """), words: { _ in ["unknown cost counts as metered"] })
        row.isAboutPath = false
        return row
    }()

    /// The cost is certain, for the requirements with ``isQualifiedByCertainty``: guesses and unknown costs are not enough.
    static let certain: Requirement = {
        var row = Requirement(
            \.requiresCertainty, "requiresCertainty",
            option: Option(
                "--certain",
                help: """
                    Be certain of the cost: with --unmetered, require a path that is known not to be metered; with --metered, \
                    one that is known to be metered. Guesses and unknown costs do not suffice, whatever --unknown-metered says.
                    """), given: true, words: { _ in ["certainly"] })
        row.isAboutPath = false
        row.contradiction = { condition in
            let qualified = all.filter(\.isQualifiedByCertainty)
            guard !qualified.contains(where: { $0.isRequired(condition) }) else { return nil }
            let names = qualified.compactMap(\.option?.name).joined(separator: " or ")
            return "--certain needs \(names)"
        }
        return row
    }()
}

// MARK: - Interfaces

extension Requirement {
    /// The medium that carries the path is one of some types.
    package static let types: Requirement = {
        var row = Requirement(
            \.allowedInterfaceTypes, "allowedInterfaceTypes",
            option: Option(
                "--type",
                value: typeList(InterfaceType.media) {
                    $0.constraints.allowedInterfaceTypes = $1
                },
                help: """
                    Require one of these types of connection: \
                    \(InterfaceType.media.map(\.rawValue).joined(separator: ", ")).
                    """),
            encoded: { $0.map(InterfaceType.inOrder) },
            words: { types in
                let names = (types ?? []).map(\.rawValue).sorted().joined(separator: " or ")
                return [names.isEmpty ? "no type allowed" : names]
            }, codes: ["typeNotAllowed"], isAboutInterface: true
        ) { constraints, path, _ in
            guard let types = constraints.allowedInterfaceTypes,
                let other = path.connection(otherThan: types)
            else { return [] }
            return [.typeNotAllowed(other)]
        }
        row.contradiction = { condition in
            guard let types = condition.constraints.allowedInterfaceTypes else { return nil }
            if types.isSubset(of: condition.constraints.prohibitedInterfaceTypes) {
                return
                    "--type and --not-type cannot both hold: --not-type rejects every type that --type allows"
            }
            return types.contains(.vpn)
                ? "--type: vpn is not a type of connection; use --vpn or --no-vpn" : nil
        }
        return row
    }()

    /// The path uses no interface of some types.
    package static let notTypes = Requirement(
        \.prohibitedInterfaceTypes, "prohibitedInterfaceTypes",
        option: Option(
            "--not-type",
            value: typeList(InterfaceType.media + [.vpn], isRepeatable: true) {
                $0.constraints.prohibitedInterfaceTypes.formUnion($1)
            },
            help: """
                Reject a path that uses one of these types: those of --type, and vpn. If it is given several times, all of \
                them are rejected.
                """),
        encoded: InterfaceType.inOrder,
        words: { $0.map(\.rawValue).sorted().map { "not \($0)" } },
        codes: ["typeProhibited", "typeNotAllowed"], isAboutInterface: true
    ) { constraints, path, _ in
        let prohibited = constraints.prohibitedInterfaceTypes
        // In a fixed order, which a set does not have.
        let reasons: [NetworkConstraints.Reason] = InterfaceType.inOrder(prohibited)
            .filter(path.usesInterfaceType).map { .typeProhibited($0) }
        // It is unknown what the path uses.
        let isUnknown =
            path.kernelRefusal != nil && constraints.allowedInterfaceTypes == nil
            && (!prohibited.isEmpty || !constraints.allowsVPN)
        return isUnknown ? reasons + [.typeNotAllowed(path.connection)] : reasons
    }

    /// The path uses an interface.
    package static let interface = Requirement(
        \.requiredInterface, "requiredInterface",
        option: Option(
            "--interface",
            value: Value("name", allowed: "an interface name", example: "eth0") {
                $1.constraints.requiredInterface = $0
                return $0.isEmpty ? "the name is empty" : nil
            },
            help: "Require that the path uses this interface. The interface need not exist yet."),
        encoded: { $0 }, words: { name in name.map { ["over \($0)"] } ?? [] },
        codes: ["otherInterface"], isAboutInterface: true
    ) { constraints, path, _ in
        guard let name = constraints.requiredInterface, !path.isCarried(by: name)
        else { return [] }
        return [.otherInterface(required: name)]
    }

    /// The path leads through a VPN.
    static let vpn: Requirement = {
        var row = Requirement(
            .vpn,
            option: Option("--vpn", help: "Require that the path leads through a VPN."),
            word: "a VPN", codes: ["noVPN"]
        ) { _, path, _ in
            path.isVPN
                ? nil : Verdict.Reason(code: "noVPN", text: "the path does not lead through a VPN")
        }
        row.contradiction = { condition in
            if noVPN.isRequired(condition) { return "--vpn and --no-vpn cannot both hold" }
            return condition.constraints.prohibitedInterfaceTypes.contains(.vpn)
                ? "--vpn and --not-type vpn cannot both hold" : nil
        }
        return row
    }()

    /// The path does not lead through a VPN.
    static let noVPN = Requirement(
        \.allowsVPN, "allowsVPN",
        option: Option("--no-vpn", help: "Require that the path does not lead through a VPN."),
        given: false, words: { _ in ["no VPN"] }, codes: ["vpn", "typeNotAllowed"],
        isAboutInterface: true
    ) { constraints, path, _ in !constraints.allowsVPN && path.isVPN ? [.vpn] : [] }

    /// The path uses no modem that is known to be roaming.
    static let noRoaming: Requirement = {
        var row = Requirement(
            \.allowsRoaming, "allowsRoaming",
            option: Option(
                "--no-roaming",
                help: """
                    Reject a path over a modem that is known to be roaming. Where that is unknown, the path counts as not \
                    roaming.
                    """), given: false,
            words: { _ in ["no roaming"] }, codes: ["roaming"], isAboutInterface: true
        ) { constraints, path, _ in
            !constraints.allowsRoaming && path.isRoaming == true ? [.roaming] : []
        }
        row.dependsOnAnswers = true
        row.assumption = {
            $0.isRoaming == nil && $0.usesInterfaceType(.wwan)
                ? "unknown whether the modem is roaming, counted as not roaming" : nil
        }
        return row
    }()
}

// MARK: - What works over the path

extension Requirement {
    /// There is a live route for IPv4.
    static let ipv4 = Requirement(
        \.requiresIPv4, "requiresIPv4",
        option: Option("--ipv4", help: "Require a live route for IPv4."), given: true,
        words: { _ in ["IPv4"] }, codes: ["noIPv4"]
    ) { constraints, path, _ in constraints.requiresIPv4 && !path.supportsIPv4 ? [.noIPv4] : [] }

    /// There is a live route for IPv6.
    static let ipv6 = Requirement(
        \.requiresIPv6, "requiresIPv6",
        option: Option("--ipv6", help: "Require a live route for IPv6."), given: true,
        words: { _ in ["IPv6"] }, codes: ["noIPv6"]
    ) { constraints, path, _ in constraints.requiresIPv6 && !path.supportsIPv6 ? [.noIPv6] : [] }

    /// There is a live route to a configured name server.
    static let dns = Requirement(
        \.requiresDNS, "requiresDNS",
        option: Option("--dns", help: "Require a live route to a configured name server."),
        given: true, words: { _ in ["DNS"] }, codes: ["noDNS"]
    ) { constraints, path, _ in constraints.requiresDNS && !path.supportsDNS ? [.noDNS] : [] }

    /// A connectivity check has found that the internet answers.
    static let validated: Requirement = {
        var row = Requirement(
            \.requiresValidation, "requiresValidation",
            option: Option(
                "--validated",
                help: """
                    Require that the internet answers over the path, by a check at the address of the configuration, by \
                    NetworkManager's check, or at the address of NetworkManager's files. The check takes 10 s at most.
                    """), given: true,
            words: { _ in ["the internet answers"] }, codes: ["notValidated"],
            isAboutInterface: true
        ) { constraints, path, _ in
            constraints.requiresValidation && path.connectivity.value != .full
                ? [.notValidated(path.connectivity)] : []
        }
        row.constraint?.text = { reason, path in
            path.connectivity.value == .unknown && path.isExpensive
                ? "\(reason): the path is metered, and is checked only with \"onMetered\""
                : reason.description
        }
        row.contradiction = {
            $0.host != nil
                ? "--validated is about the path to the internet, and cannot be combined with --to"
                : nil
        }
        return row
    }()
}

// MARK: - When

extension Requirement {
    /// The local time of day is inside some hours.
    static let hours: Requirement = {
        var row = Requirement(
            \.hours, "hours",
            option: Option(
                "--between",
                value: Value(
                    "hours", allowed: "times of day, such as \(DailyHours.examples)",
                    example: "23:00-06:00"
                ) { text, condition in
                    do throws(InvalidText) {
                        condition.constraints.hours = try DailyHours.parse(text)
                        return nil
                    } catch { return error.explanation }
                },
                help: """
                    Require a local time of day from the first time on and before the second: 23:00-06:00 goes past midnight. \
                    Several spans are separated by commas.
                    """),
            encoded: { $0 }, words: { hours in hours.map { ["between \($0)"] } ?? [] },
            codes: ["outsideHours"]
        ) { constraints, _, circumstances in
            guard let hours = constraints.hours else { return [] }
            let minute = DailyHours.minute(circumstances.now, circumstances.clock())
            return hours.contains(minuteOfDay: minute)
                ? [] : [.outsideHours(hours, minuteOfDay: minute)]
        }
        row.needsPath = false
        row.constraint?.isLostAtOnce = true
        row.constraint?.nextChange = { constraints, circumstances in
            constraints.hours?.nextChange(after: circumstances.now, circumstances.clock())
        }
        row.constraint?.waitingText = { reason in
            guard case .outsideHours(let hours, let minute) = reason else { return "\(reason)" }
            let start = WallClock.hoursAndMinutes(hours.nextStart(afterMinute: minute))
            return "outside \(hours), until \(start) (--between)"
        }
        return row
    }()
}

extension Requirement {
    /// The value of an option for types.
    ///
    /// - Parameters:
    ///   - allowed: the types that the help and messages name.
    ///   - set: gives the types to a condition.
    private static func typeList(
        _ allowed: [InterfaceType], isRepeatable: Bool = false,
        _ add: @escaping @Sendable (inout Condition, Set<InterfaceType>) -> Void
    ) -> Value {
        let names = allowed.map(\.rawValue)
        return Value(
            "type,…", allowed: "a comma-separated list of: \(names.joined(separator: ", "))",
            example: "wifi", isRepeatable: isRepeatable
        ) { text, condition in
            if let word = InterfaceType.fault(inList: text) {
                return "'\(word)' is not a type"
            }
            let types = text.pieces(separatedBy: ",").compactMap {
                InterfaceType(rawValue: String($0))
            }
            add(&condition, Set(types))
            return nil
        }
    }
}

extension InterfaceType {
    /// The types that a connection can have.
    package static let media: [InterfaceType] = [.wifi, .wwan, .ethernet, .bluetooth, .other]

    /// Returns the first element of a comma-separated list that is not a type; `nil` if all are types.
    package static func fault(inList text: String) -> String? {
        text.pieces(separatedBy: ",", omittingEmpty: false).map(String.init).first {
            InterfaceType(rawValue: $0).map { $0 == .loopback } ?? true
        }
    }

    /// The types of a set in the order of `allCases`.
    fileprivate static func inOrder(_ types: Set<InterfaceType>) -> [InterfaceType] {
        allCases.filter(types.contains)
    }
}
