// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension Metered.Source {
    /// The user, by an ``InterfaceOverride``.
    public static let override = Metered.Source(rawValue: "override")
    /// NetworkManager, over the D-Bus system bus.
    public static let networkManager = Metered.Source(rawValue: "networkManager")
    /// An interface below: one that carries a tunnel or a stacked interface.
    public static let underlay = Metered.Source(rawValue: "underlay")
    /// The DHCP server, by Android's vendor option `ANDROID_METERED`.
    public static let dhcp = Metered.Source(rawValue: "dhcp")
    /// The Wi-Fi access point, by its network cost element (\[MS-NCT\]).
    public static let accessPoint = Metered.Source(rawValue: "accessPoint")
    /// The type of the interface: cellular, Bluetooth and PPP over a modem are probably metered,
    /// Ethernet hardware probably not.
    public static let interfaceType = Metered.Source(rawValue: "interfaceType")
    /// A phone that shares its connection over USB, which is probably metered.
    public static let tethering = Metered.Source(rawValue: "tethering")
}

extension MeteringSource {
    /// The user, by an ``InterfaceOverride``. (A scripted network reports a statement of the user's, too.)
    static let override = MeteringSource(
        name: .override,
        priorities: [.override: "no override matches"]
    ) { subject in
        let reported = subject.interface.reports[MeteredStatement.self]
        guard let override = subject.override, let isMetered = override.isMetered else {
            return reported
        }
        let statement = MeteredStatement(
            .override, isMetered ? .yes : .no, .override, "the override for \(override.subject)")
        return [statement, reported].compactMap(\.self).deciding
    }

    /// NetworkManager, by the property `Metered` of its devices. (`NetworkManagerLink` asks it.)
    static let networkManager = MeteringSource(
        name: .networkManager,
        priorities: [
            .connectionProfile: "not sure",
            .announcement: "none reports a metered network",
            .missingAnswer: "has answered, or does not run",
            .networkManagerGuess: "does not guess that the network is unmetered",
        ],
        statement: { subject in
            let type = subject.interface.classification.type
            return switch subject.interface.reports[NetworkManagerAnswer.self] {
            case .metered(let metered): metered.statement(of: type)
            // Where the answer is missing, nothing may be guessed to cost nothing.
            case .missing(let reason):
                type == .loopback ? nil : MeteredStatement(missingAnswer: reason)
            case nil: nil
            }
        },
        limitation: { $0.reports(NetworkManagerReports.self)?.availability.limitation })

    /// The interfaces below. The most expensive one decides.
    static let underlay = MeteringSource(
        name: .underlay,
        priorities: [
            .underlay: "no interface below has a known cost",
            .missingAnswer: nil,
        ]
    ) { subject in
        guard let mostExpensive = subject.lower.mostExpensive else { return nil }
        if mostExpensive.metered.value == .unknown {
            // NetworkManager guesses by the device alone.
            return subject.lower.first(where: \.isAnswerMissing)
                .map { MeteredStatement(missingAnswer: $0.detailFromAbove) }
        }
        return MeteredStatement(
            .underlay, mostExpensive.metered.value, .underlay, mostExpensive.detailFromAbove)
    }

    /// The DHCP server, by the leases that DHCP clients keep in files.
    static let dhcp = MeteringSource(
        name: .dhcp,
        priorities: [.announcement: "none reports a metered network"],
        statement: { subject in
            guard subject.interface.reports[DHCPLeaseReports.Report.self]?.isMetered == true else {
                return nil
            }
            return MeteredStatement(
                .announcement, .guessYes, .dhcp,
                "the DHCP server reports a metered network (ANDROID_METERED)")
        },
        files: Files(paths: LeaseFiles().folders) { root throws(SystemError) in
            DHCPLeaseReports(leases: try LeaseFiles(root: root).read())
        })

    /// The Wi-Fi access point, by the network cost element of its beacons.
    static let accessPoint = MeteringSource(
        name: .accessPoint,
        priorities: [.announcement: "none reports a metered network"]
    ) { subject in
        func says(_ detail: String) -> MeteredStatement {
            MeteredStatement(.announcement, .guessYes, .accessPoint, "the access point \(detail)")
        }
        return switch subject.interface.wireless?.cost {
        case nil, .unrestricted: nil
        case .fixed: says("reports that traffic counts against a limit")
        case .variable: says("reports that all traffic is charged")
        }
    }

    /// The type of the interface.
    static let interfaceType = MeteringSource(
        name: .interfaceType,
        priorities: [
            .interfaceType: "not cellular, Bluetooth or PPP over a modem",
            .hardware: "not Ethernet hardware",
        ]
    ) { subject in
        func costs(_ detail: String) -> MeteredStatement {
            MeteredStatement(.interfaceType, .guessYes, .interfaceType, detail)
        }
        let classification = subject.interface.classification
        switch classification.type {
        case .wwan:
            if case .pppTransport = classification.decidedBy { return costs("PPP over a modem") }
            return costs("a cellular network")
        case .bluetooth: return costs("a Bluetooth network, usually a phone")
        case .ethernet where classification.isVirtual || classification.traits.contains(.tethered):
            return nil
        case .ethernet:
            return MeteredStatement(.hardware, .guessNo, .interfaceType, "Ethernet hardware")
        case .wifi, .vpn, .loopback, .other: return nil
        }
    }

    /// A phone that shares its connection over USB.
    static let tethering = MeteringSource(
        name: .tethering,
        priorities: [.tethering: "not a tethered phone"]
    ) { subject in
        let classification = subject.interface.classification
        guard classification.type == .ethernet, classification.traits.contains(.tethered) else {
            return nil
        }
        return MeteredStatement(
            .tethering, .guessYes, .tethering, "a tethered phone")
    }
}

extension NetworkManagerMetered {
    /// The statement on the cost of an interface. NetworkManager guesses "no" by the class of the device,
    /// which is reliable for Ethernet and Wi-Fi only.
    func statement(of type: InterfaceType) -> MeteredStatement? {
        func says(
            _ value: Metered.Value, _ priority: MeteredPriority, _ word: String
        ) -> MeteredStatement {
            MeteredStatement(priority, value, .networkManager, "NetworkManager says \(word)")
        }
        return switch (self, type) {
        case (.unknown, _): nil
        case (.yes, _): says(.yes, .connectionProfile, "yes")
        case (.no, _): says(.no, .connectionProfile, "no")
        case (.guessYes, _): says(.guessYes, .announcement, "guess-yes")
        case (.guessNo, .ethernet), (.guessNo, .wifi):
            says(.guessNo, .networkManagerGuess, "guess-no")
        case (.guessNo, .wwan), (.guessNo, .bluetooth), (.guessNo, .vpn), (.guessNo, .loopback),
            (.guessNo, .other):
            nil
        }
    }
}

/// An interface below another, and whether it is metered.
struct LowerMetering: Sendable, Hashable {
    var name: String
    var metered: Metered
    /// Whether the interface has others below it, and its reason already names one of them.
    var isStacked: Bool
    /// Whether its cost is unknown because an answer is missing.
    var isAnswerMissing = false

    /// The reason, with the name of the interface at the bottom.
    var detailFromAbove: String {
        isStacked ? metered.detail : "\(name): \(metered.detail)"
    }
}

extension [LowerMetering] {
    /// The one that costs the most.
    var mostExpensive: LowerMetering? {
        self.max { $0.metered.value.rank < $1.metered.value.rank }
    }
}

/// The leases in which a DHCP server says that the network is metered, or has a captive portal.
struct DHCPLeaseReports: ExternalReports {
    /// The contents of an interface's leases.
    struct Report: Sendable, Hashable {
        /// Whether the network is metered.
        var isMetered = false
        /// The address of the captive portal; `nil` if there is none.
        var portal: String?
    }

    let leases: [DHCPLease]

    /// A lease counts if the interface has its address: files of leases outlast them.
    func report(of interface: NetworkState.Interface) -> Report? {
        let held = leases.filter { lease in
            lease.isHeld(
                byIndex: interface.link.index, name: interface.name,
                ssid: interface.wireless?.ssid)
                && IPAddress(lease.address).map(interface.addresses.entries)?.isEmpty == false
        }
        guard !held.isEmpty else { return nil }
        return Report(
            isMetered: held.contains(where: \.isMetered),
            portal: held.lazy.compactMap(\.portal).first)
    }

    func namesDiffering(from old: DHCPLeaseReports?) -> [String]? {
        old == nil && leases.isEmpty ? [] : nil
    }
}
