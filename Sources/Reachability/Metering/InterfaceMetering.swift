// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What each interface costs, and whether little traffic is wanted on it, seen through stacks and
/// tunnels.
struct InterfaceMetering {
    private let interfaces: InterfaceTable<NetworkState.Interface>
    private let passage: TunnelPassage
    private let overrides: [InterfaceOverride]
    private var known: [UInt32: Decision] = [:]

    /// Whether an interface is metered.
    private struct Decision {
        var metered: Metered
        /// Whether that is unknown because NetworkManager was not heard.
        var isUnheard = false
    }

    init(
        _ interfaces: InterfaceTable<NetworkState.Interface>,
        _ passage: TunnelPassage,
        _ overrides: [InterfaceOverride]
    ) {
        self.interfaces = interfaces
        self.passage = passage
        self.overrides = overrides
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
        // What nothing carries is asked about once, or nearly so.
        if indexesBelow(interface).isEmpty { return decide(interface) }
        let index = interface.link.index
        if let decision = known[index] { return decision }
        // A circle that never was ends here.
        known[index] = Decision(metered: .noPath)
        let decision = decide(interface)
        known[index] = decision
        return decision
    }

    /// Whether a path is metered: the dearest of the interfaces in use counts.
    mutating func metered(path primary: UInt32, used: [UInt32]) -> Metered {
        var dearest = (index: primary, metered: metered(primary))
        for index in used {
            let metered = metered(index)
            if metered.value.rank > dearest.metered.value.rank { dearest = (index, metered) }
        }
        guard dearest.index != primary, let name = interfaces[dearest.index]?.name else {
            return dearest.metered
        }
        let metered = dearest.metered
        return Metered(metered.value, source: metered.source, detail: "\(name): \(metered.detail)")
    }

    private mutating func decide(_ interface: NetworkState.Interface) -> Decision {
        let lower = lower(of: interface)
        var deciding: MeteredStatement?
        forEachStatement(of: interface, below: lower) { statement in
            if deciding.map(statement.isStronger) ?? true { deciding = statement }
        }
        return Decision(
            metered: deciding?.metered ?? .unknown(of: interface.classification, below: lower),
            isUnheard: deciding?.rung == .networkManagerSilence)
    }

    /// What is said of an interface: by the user, by what is below it, and of itself.
    mutating func statements(of interface: NetworkState.Interface) -> [MeteredStatement] {
        var statements: [MeteredStatement] = []
        forEachStatement(of: interface, below: lower(of: interface)) { statements.append($0) }
        return statements
    }

    private func forEachStatement(
        of interface: NetworkState.Interface,
        below lower: [NamedMetered],
        _ body: (MeteredStatement) -> Void
    ) {
        if let statement = override(of: interface)?.statement { body(statement) }
        interface.forEachOwnStatement(body)
        // Of two statements that are alike the interface's own one decides.
        if let statement = Metered.statement(below: lower) { body(statement) }
    }

    /// Whether little traffic is wanted on a path: on an interface in use, or where the user says
    /// nothing of it, below it.
    func isConstrained(used: [UInt32]) -> Bool {
        // Nobody else says so.
        guard overrides.contains(where: { $0.isConstrained != nil }) else { return false }
        var seen: Set<UInt32> = []
        var level = used
        while !level.isEmpty {
            var below: [UInt32] = []
            for index in level where seen.insert(index).inserted {
                guard let interface = interfaces[index] else { continue }
                switch override(of: interface)?.isConstrained {
                case true?: return true
                case false?: break
                case nil: below += indexesBelow(interface)
                }
            }
            level = below
        }
        return false
    }

    private func override(of interface: NetworkState.Interface) -> InterfaceOverride? {
        overrides.first { $0.fits(interface) }
    }

    /// The interfaces that carry its packets, or may.
    private mutating func lower(of interface: NetworkState.Interface) -> [NamedMetered] {
        var lower = indexesBelow(interface).compactMap { below in
            interfaces[below].map {
                let decision = decision($0)
                return NamedMetered(
                    name: $0.name, metered: decision.metered,
                    isStacked: !indexesBelow($0).isEmpty, isUnheard: decision.isUnheard)
            }
        }
        // Where one of them carries it and it is unknown which, the dearest counts, but not as certain.
        let isCertain =
            interface.classification.type != .vpn
            || passage.isCertain(below: interface.link.index)
        guard !isCertain, lower.contains(where: { $0.metered.value != .yes }) else { return lower }
        for place in lower.indices where lower[place].metered.value == .yes {
            let metered = lower[place].metered
            lower[place].metered = Metered(
                .guessYes, source: metered.source, detail: metered.detail)
        }
        return lower
    }

    private func indexesBelow(_ interface: NetworkState.Interface) -> [UInt32] {
        interface.classification.type == .vpn
            ? passage.below(interface.link.index) : interface.counting
    }
}
