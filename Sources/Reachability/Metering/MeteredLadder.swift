// SPDX-License-Identifier: Apache-2.0

/// The steps by which it is decided whether an interface is metered, strongest first. Whatever
/// stands on the highest rung decides.
package enum MeteredRung: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The user's own word.
    case override
    /// NetworkManager is sure, from the connection's profile.
    case networkManager
    /// What a tunnel's packets go over, and what an interface is made on.
    case underlay
    /// NetworkManager guesses yes; a DHCP server or an access point says so.
    case announced
    /// Cellular, Bluetooth, PPP over a modem.
    case interfaceType
    /// A phone that shares its connection.
    case tethering
    /// NetworkManager may know the cost, and has not been heard: what follows is not to be trusted.
    case networkManagerSilence
    /// NetworkManager guesses no.
    case networkManagerGuess
    /// Ethernet that is hardware.
    case hardware

    package static func < (one: MeteredRung, other: MeteredRung) -> Bool {
        one.rawValue < other.rawValue
    }

    /// What an explanation says where nothing stands on the rung.
    var silence: String {
        switch self {
        case .override: "override: the user says nothing of it"
        case .networkManager: "networkManager: not sure"
        case .underlay: "underlay: nothing below it tells a cost"
        case .announced: "networkManager, dhcp, accessPoint: none says that it costs"
        case .interfaceType: "interfaceType: not cellular, Bluetooth or PPP over a modem"
        case .tethering: "tethering: no phone that shares its connection"
        case .networkManagerSilence: "networkManager: has said what it knows, or does not run"
        case .networkManagerGuess: "networkManager: does not guess no"
        case .hardware: "interfaceType: no Ethernet hardware"
        }
    }
}

/// What one source says, and how much it counts. This is the seam for sources to come: each turns
/// what it knows into statements, and the ladder weighs them.
package struct MeteredStatement: Sendable, Hashable {
    let rung: MeteredRung
    let metered: Metered

    /// States something.
    package init(rung: MeteredRung, metered: Metered) {
        self.rung = rung
        self.metered = metered
    }

    /// Whether it counts more: it stands on a higher rung, or on the same one and is dearer.
    func isStronger(than other: MeteredStatement) -> Bool {
        (rung, -metered.value.rank) < (other.rung, -other.metered.value.rank)
    }
}

extension [MeteredStatement] {
    /// The statement that decides: the one on the highest rung; on one rung the dearest.
    var deciding: MeteredStatement? {
        self.min { $0.isStronger(than: $1) }
    }
}

extension Metered {
    /// What an interface's own type says; `nil` if it says nothing.
    static func statement(of classification: Classification) -> MeteredStatement? {
        func byType(_ value: Value, _ detail: String) -> MeteredStatement {
            MeteredStatement(
                rung: value == .guessNo ? .hardware : .interfaceType,
                metered: Metered(value, source: .interfaceType, detail: detail))
        }
        switch classification.type {
        case .wwan:
            if case .pppTransport = classification.decidedBy {
                return byType(.guessYes, "PPP over a modem")
            }
            return byType(.guessYes, "a cellular network")
        case .bluetooth: return byType(.guessYes, "a Bluetooth network, as phones offer it")
        case .ethernet where classification.traits.contains(.tethered):
            return MeteredStatement(
                rung: .tethering,
                metered: Metered(
                    .guessYes, source: .tethering, detail: "a phone that shares its connection"))
        case .ethernet where !classification.isVirtual:
            return byType(.guessNo, "Ethernet hardware")
        case .ethernet, .wifi, .vpn, .loopback, .other: return nil
        }
    }

    /// What an interface takes over from the ones that carry it; `nil` if they say nothing.
    static func statement(below lower: [NamedMetered]) -> MeteredStatement? {
        guard let dearest = lower.max(by: costsLess) else { return nil }
        if dearest.metered.value == .unknown {
            // What NetworkManager guesses of an interface goes by the device alone.
            return lower.first(where: \.isUnheard).map {
                MeteredStatement(
                    rung: .networkManagerSilence,
                    metered: Metered(.unknown, source: .nobody, detail: $0.detailFromAbove))
            }
        }
        return MeteredStatement(
            rung: .underlay,
            metered: Metered(
                dearest.metered.value, source: .underlay, detail: dearest.detailFromAbove))
    }

    /// The answer where no statement was made: the reason of what is below, or one that fits the
    /// type.
    static func unknown(of classification: Classification, below lower: [NamedMetered]) -> Metered {
        if let dearest = lower.max(by: costsLess) {
            return Metered(.unknown, source: .nobody, detail: dearest.detailFromAbove)
        }
        let detail =
            switch classification.type {
            case .wifi: "nothing tells what this Wi-Fi costs"
            case .ethernet: "a virtual network card, whose medium is unknown"
            case .vpn: "a tunnel, whose way is unknown"
            case .loopback: "the machine itself"
            case .wwan, .bluetooth, .other: "nothing tells what it costs"
            }
        return Metered(.unknown, source: .nobody, detail: detail)
    }

    private static func costsLess(_ one: NamedMetered, _ other: NamedMetered) -> Bool {
        one.metered.value.rank < other.metered.value.rank
    }
}

/// An interface below another, and whether it is metered.
struct NamedMetered: Sendable, Hashable {
    var name: String
    var metered: Metered
    /// Whether the interface has others below it, of which its reason already names one.
    var isStacked: Bool
    /// Whether its cost is unknown because NetworkManager was not heard.
    var isUnheard = false

    /// The reason, with the name of the interface at the bottom.
    fileprivate var detailFromAbove: String {
        isStacked ? metered.detail : "\(name): \(metered.detail)"
    }
}
