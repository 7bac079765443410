// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Decides whether interfaces and paths are metered or constrained, seen through stacked interfaces and tunnels.
struct InterfaceMetering {
    private let interfaces: InterfaceTable<NetworkState.Interface>
    private let passage: TunnelPassage
    private let settings: PathSettings
    /// The decisions on interfaces with others below, which are needed again for each interface above.
    private var known: [UInt32: Decision] = [:]

    /// Whether an interface is metered, and whether that is unknown because an answer is missing.
    private typealias Decision = (metered: Metered, isAnswerMissing: Bool)

    init(
        _ interfaces: InterfaceTable<NetworkState.Interface>,
        _ passage: TunnelPassage,
        _ settings: PathSettings
    ) {
        self.interfaces = interfaces
        self.passage = passage
        self.settings = settings
    }

    /// Whether an interface is metered.
    mutating func metered(_ index: UInt32) -> Metered {
        interfaces[index].map { metered($0) } ?? .noPath
    }

    /// Whether an interface is metered.
    mutating func metered(_ interface: NetworkState.Interface) -> Metered {
        decision(interface).metered
    }

    private mutating func decision(_ interface: NetworkState.Interface) -> Decision {
        // Without an interface below, a decision is cheap, and seldom needed twice.
        if indexesBelow(interface).isEmpty { return decide(interface) }
        let index = interface.link.index
        if let decision = known[index] { return decision }
        // Two messages of different times can show a cycle of interfaces, which never existed. It ends here.
        known[index] = (.noPath, false)
        let decision = decide(interface)
        known[index] = decision
        return decision
    }

    /// Whether a path is metered: as its most expensive interface is.
    mutating func metered(path primary: UInt32, used: [UInt32]) -> Metered {
        var mostExpensive = (index: primary, metered: metered(primary))
        for index in used {
            let metered = metered(index)
            if metered.value.rank > mostExpensive.metered.value.rank {
                mostExpensive = (index, metered)
            }
        }
        guard mostExpensive.index != primary, let name = interfaces[mostExpensive.index]?.name
        else {
            return mostExpensive.metered
        }
        let metered = mostExpensive.metered
        return Metered(metered.value, source: metered.source, detail: "\(name): \(metered.detail)")
    }

    private mutating func decide(_ interface: NetworkState.Interface) -> Decision {
        let subject = subject(interface)
        var deciding: MeteredStatement?
        let sources = MeteringSource.all
        // Not `for source in`, which copies each with all its parts.
        for index in sources.indices {
            guard let statement = sources[index].statement(subject) else { continue }
            if deciding.map(statement.isStronger) ?? true { deciding = statement }
        }
        return (deciding?.metered ?? .unknown(subject), deciding?.priority == .missingAnswer)
    }

    /// The statements of all sources on an interface.
    mutating func statements(of interface: NetworkState.Interface) -> [MeteredStatement] {
        let subject = subject(interface)
        return MeteringSource.all.compactMap { $0.statement(subject) }
    }

    private mutating func subject(_ interface: NetworkState.Interface) -> MeteringSource.Subject {
        MeteringSource.Subject(
            interface: interface.inheritable, override: settings.override(for: interface),
            plan: plan(of: interface), lower: lower(of: interface))
    }

    /// The plan of an interface. One on top of others has none: its bytes are those of the interfaces below.
    private func plan(of interface: NetworkState.Interface) -> DataPlan? {
        guard settings.hasPlans, indexesBelow(interface).isEmpty else { return nil }
        return settings.plan(for: interface)
    }

    /// The plans of the interfaces at the bottom of a path, in their order, each once.
    func plans(used: [UInt32]) -> [DataPlan] {
        guard settings.hasPlans else { return [] }
        var found: [DataPlan] = []
        for plan in used.lazy.compactMap({ interfaces[$0] }).compactMap(plan(of:))
        where !found.contains(plan) {
            found.append(plan)
        }
        return found
    }

    /// How little traffic the user wants on a path.
    ///
    /// The override of an interface in use decides. If it has none, the interfaces below it are asked.
    func constraint(used: [UInt32]) -> TrafficConstraint {
        // No other source knows it.
        guard settings.hasConstraints else { return .none }
        var strongest = TrafficConstraint.none
        var seen: Set<UInt32> = []
        var level = used
        while !level.isEmpty {
            var below: [UInt32] = []
            for index in level where seen.insert(index).inserted {
                guard let interface = interfaces[index] else { continue }
                if let constraint = settings.override(for: interface)?.constraint {
                    strongest = max(strongest, constraint)
                } else {
                    below += indexesBelow(interface)
                }
            }
            level = below
        }
        return strongest
    }

    /// The interfaces below that carry its packets, or may carry them.
    private mutating func lower(of interface: NetworkState.Interface) -> [LowerMetering] {
        var lower = indexesBelow(interface).compactMap { below in
            interfaces[below].map {
                let decision = decision($0)
                return LowerMetering(
                    name: $0.name, metered: decision.metered,
                    isStacked: !indexesBelow($0).isEmpty, isAnswerMissing: decision.isAnswerMissing)
            }
        }
        // Where it is unknown which of them carries it, the most expensive counts, but only as a guess.
        let isCertain =
            !isTunnel(interface) || passage.isCertain(below: interface.link.index)
        guard !isCertain, lower.contains(where: { $0.metered.value != .yes }) else { return lower }
        for place in lower.indices where lower[place].metered.value == .yes {
            let metered = lower[place].metered
            lower[place].metered = Metered(
                .guessYes, source: metered.source, detail: metered.detail)
        }
        return lower
    }

    private func indexesBelow(_ interface: NetworkState.Interface) -> [UInt32] {
        isTunnel(interface) ? passage.below(interface.link.index) : interface.counting
    }

    /// Whether other interfaces carry the packets: those of a tunnel, or of an overlay in the path.
    private func isTunnel(_ interface: NetworkState.Interface) -> Bool {
        interface.classification.type == .vpn || passage.passes(interface.link.index)
    }
}

extension Metered {
    /// The answer if no source makes a statement.
    ///
    /// The reason is that of the most expensive interface below or, if there is none, one that fits the type.
    static func unknown(_ subject: MeteringSource.Subject) -> Metered {
        if let mostExpensive = subject.lower.mostExpensive {
            return Metered(.unknown, source: .noSource, detail: mostExpensive.detailFromAbove)
        }
        let detail =
            switch subject.interface.classification.type {
            case .wifi: "no source knows the cost of this Wi-Fi network"
            case .ethernet: "a virtual interface with an unknown medium"
            case .vpn: "a tunnel over an unknown interface"
            case .loopback: "the loopback interface"
            case .wwan, .bluetooth, .other: "no source knows the cost"
            }
        return Metered(.unknown, source: .noSource, detail: detail)
    }
}
