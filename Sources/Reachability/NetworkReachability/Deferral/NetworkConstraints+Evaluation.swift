// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkConstraints {
    /// The result of evaluating constraints for a path.
    public enum Evaluation: Sendable, Hashable {
        /// The path meets the constraints.
        case satisfied
        /// The path does not meet the constraints, for these reasons. There is at least one.
        case unsatisfied([Reason])

        /// The reasons why the path does not meet the constraints; empty if it meets them.
        public var reasons: [Reason] {
            switch self {
            case .satisfied: []
            case .unsatisfied(let reasons): reasons
            }
        }
    }

    /// Evaluates whether a path meets the constraints, and lists every constraint that it does not
    /// meet.
    ///
    /// For an unsatisfied path the only reason is ``Reason/offline(_:)``, unless no path is required. The method uses the
    /// path and, if there are ``hours``, the clock of the machine. If there are constraints on the power, it asks UPower,
    /// which it waits for a second at most, or reads sysfs. It does not ask the system otherwise.
    public func evaluate(_ path: NetworkPath) -> Evaluation { evaluate(path, .current) }

    /// Evaluates whether a path meets the constraints.
    ///
    /// - Parameter circumstances: the facts beside the path that the constraints depend on.
    func evaluate(_ path: NetworkPath, _ circumstances: Circumstances) -> Evaluation {
        var reasons =
            path.status == .satisfied || !needsPath
            ? Requirement.constraints.flatMap { $0.reasons(self, path, circumstances) }
            : Self.reasonsOffline(path)
        if reasons.isEmpty, circumstances.awaitsAnswers, dependsOnAnswers {
            reasons = [path.reasonToAwaitAnswers]
        }
        return reasons.isEmpty ? .satisfied : .unsatisfied(reasons)
    }

    /// Whether a path counts as metered under these constraints.
    func countsAsMetered(_ path: NetworkPath) -> Bool {
        guard path.status == .satisfied else { return false }
        return path.isExpensive || (path.metered.value == .unknown && unknownMetering == .deny)
    }

    /// Why a path costs too much for these constraints; empty if it does not.
    func reasonsOfCost(_ path: NetworkPath) -> [Reason] {
        if countsAsMetered(path) {
            return [path.isExpensive ? .metered(path.metered) : .unknownMetering(path.metered)]
        }
        return requiresCertainty && path.metered.value != .no ? [.notCertain(path.metered)] : []
    }

    /// Why an unsatisfied path meets no constraints that need one.
    static func reasonsOffline(_ path: NetworkPath) -> [Reason] {
        // An unsatisfied path always has a reason.
        [.offline(path.unsatisfiedReason ?? .noRoute)]
    }
}

extension NetworkPath {
    /// Why constraints do not hold while the first answers on what the path costs are waited for.
    var reasonToAwaitAnswers: NetworkConstraints.Reason {
        if metered.value == .unknown { return .unknownMetering(metered) }
        return .unknownMetering(
            Metered(
                .unknown, source: .noSource,
                detail: "NetworkManager or ModemManager has not answered yet"))
    }

    /// Whether the path meets constraints. ``NetworkConstraints/evaluate(_:)`` also gives the
    /// reasons why it does not.
    public func satisfies(_ constraints: NetworkConstraints) -> Bool {
        constraints.evaluate(self) == .satisfied
    }

    /// A medium that carries the path, or may carry it, and is not one of `types`; `nil` if there
    /// is none.
    func connection(otherThan types: Set<InterfaceType>) -> Connection? {
        // No medium is a VPN: that type is about the topmost interface.
        if isVPN, types.contains(.vpn) { return nil }
        let allowed = Set(types.subtracting([.vpn]).map(Connection.init))
        return possibleConnections.first { !allowed.contains($0) }
    }

    /// Whether the interface with this name is the primary of a family or carries it.
    func isCarried(by name: String) -> Bool {
        (decision.primaries.inOrder.compactMap(\.self) + decision.underlay).contains { index in
            guard let interface = seen[index] else { return false }
            // The kernel compares names by their bytes.
            return interface.name.isSameText(as: name)
                || interface.link.alternativeNames.contains { $0.isSameText(as: name) }
        }
    }
}

extension NetworkConstraints.Evaluation: CustomStringConvertible {
    /// Whether the constraints hold, and the reasons if they do not.
    public var description: String {
        switch self {
        case .satisfied: "satisfied"
        case .unsatisfied(let reasons):
            "unsatisfied: \(reasons.map(\.description).joined(separator: "; "))"
        }
    }
}

extension NetworkConstraints {
    /// A constraint that a path does not meet.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// The path is not satisfied.
        case offline(NetworkPath.UnsatisfiedReason)
        /// The path is metered, or probably metered, and expensive paths are not allowed.
        case metered(Metered)
        /// It is unknown whether the path is metered, and unknown paths are denied; or an answer of NetworkManager or
        /// ModemManager is still waited for.
        case unknownMetering(Metered)
        /// The path is constrained (Low Data Mode), and constrained paths are not allowed.
        case constrained
        /// The medium that carries the path is not one of the allowed types.
        case typeNotAllowed(NetworkPath.Connection)
        /// The path uses an interface of a prohibited type.
        case typeProhibited(InterfaceType)
        /// The path does not use the interface with this name.
        case otherInterface(required: String)
        /// The path is carried by a Wi-Fi network with another name, or by none; the name is `nil` if it is none, or unknown.
        case otherSSID(String?, required: Set<String>)
        /// The path has another place than the required ones, or it has a prohibited place, and none is required.
        case otherPlace(String?, required: Set<String>)
        /// The network is meant for the least traffic only, and such networks are not allowed.
        case ultraConstrained
        /// There is no live route for IPv4.
        case noIPv4
        /// There is no live route for IPv6.
        case noIPv6
        /// There is no live route to a configured name server.
        case noDNS
        /// The path uses a VPN, and VPNs are not allowed.
        case vpn
        /// The path uses a modem that is roaming, and roaming is not allowed.
        case roaming
        /// No check found that the internet answers.
        case notValidated(NetworkPath.Connectivity)
        /// The cost is guessed or unknown, and must be certain.
        case notCertain(Metered)
        /// The data plan of the path is used up.
        case planUsedUp(NetworkPath.Plan)
        /// The used share of the data plan is greater than the share of its period that has passed.
        case planAheadOfPace(NetworkPath.Plan)
        /// It is unknown what the data plan of the path has used.
        case planUnknown(NetworkPath.Plan)
        /// The minute of the day, counted from midnight, is outside the hours.
        case outsideHours(DailyHours, minuteOfDay: Int)
        /// A battery discharges, or it is not known yet whether one does.
        case onBattery
        /// The batteries are not above a limit, in percent. The level is `nil` while it is not known yet.
        case batteryLow(percent: Int?, limit: Int)
    }
}

extension NetworkConstraints.Reason {
    /// A stable identifier of the reason, for programs: the name of its case.
    public var code: String { words.code }

    /// The code, and the sentence for people.
    private var words: (code: String, text: String) {
        switch self {
        case .offline(let reason): ("offline", "offline: \(reason)")
        case .metered(let metered):
            (
                "metered",
                (metered.value == .yes ? "metered: " : "probably metered: ") + metered.detail
            )
        case .unknownMetering(let metered): ("unknownMetering", "cost unknown: \(metered.detail)")
        case .constrained: ("constrained", "the network is constrained (Low Data Mode)")
        case .typeNotAllowed(let connection):
            ("typeNotAllowed", "connected by \(connection), which is not allowed")
        case .typeProhibited(let type):
            ("typeProhibited", "the path uses \(type), which is prohibited")
        case .otherInterface(let required):
            ("otherInterface", "the path does not use \(required)")
        case .otherSSID(let name, let required):
            (
                "otherSSID",
                name.map { "connected to Wi-Fi \($0), not \(NetworkConstraints.list(required))" }
                    ?? "not connected to Wi-Fi \(NetworkConstraints.list(required))"
            )
        case .otherPlace(let place, let required) where required.isEmpty:
            ("otherPlace", "at \(place ?? "a place"), which is prohibited")
        case .otherPlace(let place, let required):
            (
                "otherPlace",
                (place.map { "at \($0), " } ?? "") + "not at \(NetworkConstraints.list(required))"
            )
        case .ultraConstrained:
            ("ultraConstrained", "the network is meant for the least traffic only")
        case .noIPv4: ("noIPv4", "there is no route for IPv4")
        case .noIPv6: ("noIPv6", "there is no route for IPv6")
        case .noDNS: ("noDNS", "there is no route to a name server")
        case .vpn: ("vpn", "the path leads through a VPN")
        case .roaming: ("roaming", "the modem is roaming")
        case .notValidated(let connectivity):
            ("notValidated", connectivity.value.whyNotValidated)
        case .notCertain(let metered):
            ("notCertain", "not certain, \(metered.value.text): \(metered.detail)")
        case .planUsedUp(let plan):
            ("planUsedUp", "the data plan is used up: \(plan)")
        case .planAheadOfPace(let plan):
            ("planAheadOfPace", "the data plan is ahead of its pace: \(plan)")
        case .planUnknown(let plan):
            (
                "planUnknown",
                "it is unknown how much of the data plan \(plan.name) is used, because reach record is not counting it; to start it: sudo systemctl enable --now reach-record.service"
            )
        case .outsideHours(let hours, let minute):
            ("outsideHours", "it is \(WallClock.hoursAndMinutes(minute)), outside \(hours)")
        case .onBattery: ("onBattery", "the machine runs on battery")
        case .batteryLow(let percent, let limit):
            (
                "batteryLow",
                percent.map { "the battery is at \($0) %, not above \(limit) %" }
                    ?? "the level of the battery is not known yet"
            )
        }
    }
}

extension NetworkPath.Connectivity.Value {
    fileprivate var whyNotValidated: String {
        switch self {
        case .unknown: "internet access has not been checked"
        case .none, .limited: "the internet does not answer"
        case .portal: "a captive portal answers: the user must log in"
        case .full: "the internet answers"
        }
    }
}

extension NetworkConstraints.Reason: CustomStringConvertible {
    /// A description of the reason for people, in English.
    ///
    /// It can contain names of interfaces and networks as the system reports them. Escape control
    /// characters before you print it.
    public var description: String { words.text }
}
