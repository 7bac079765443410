// SPDX-License-Identifier: Apache-2.0

/// Whether each interface is metered, seen through stacks and tunnels.
struct InterfaceMetering {
    private let finder: Wayfinder
    /// The interfaces that tunnels' packets leave by, as far as they are known.
    private let underlay: [UInt32]
    private var known: [UInt32: Metered] = [:]

    init(_ finder: Wayfinder, _ underlay: Underlay?) {
        self.finder = finder
        self.underlay = underlay?.route?.interfaces ?? []
    }

    /// Whether an interface is metered.
    mutating func metered(_ index: UInt32) -> Metered {
        if let metered = known[index] { return metered }
        // A circle that never was ends here.
        known[index] = .noPath
        let metered = decide(index)
        known[index] = metered
        return metered
    }

    /// Whether a path is metered: the dearest of the interfaces in use counts.
    mutating func metered(path primary: UInt32, used: [UInt32]) -> Metered {
        var dearest = (index: primary, metered: metered(primary))
        for index in used {
            let metered = metered(index)
            if metered.value.rank > dearest.metered.value.rank { dearest = (index, metered) }
        }
        guard dearest.index != primary, let name = finder.state[dearest.index]?.name else {
            return dearest.metered
        }
        let metered = dearest.metered
        return Metered(metered.value, source: metered.source, detail: "\(name): \(metered.detail)")
    }

    private mutating func decide(_ index: UInt32) -> Metered {
        guard let classification = finder.state[index]?.classification else { return .noPath }
        return Metered.decide(statements(index, classification))
            ?? .unknown(of: classification, below: lower(of: index))
    }

    /// What is said of an interface, by what is below it and by itself.
    mutating func statements(_ index: UInt32, _ classification: Classification)
        -> [MeteredStatement]
    {
        [Metered.statement(below: lower(of: index)), Metered.statement(of: classification)]
            .compactMap(\.self)
    }

    /// The interfaces that carry its packets.
    private mutating func lower(of index: UInt32) -> [NamedMetered] {
        indexesBelow(index).compactMap { below in
            finder.state[below].map {
                NamedMetered(
                    name: $0.name, metered: metered(below), isStacked: !indexesBelow(below).isEmpty)
            }
        }
    }

    private func indexesBelow(_ index: UInt32) -> [UInt32] {
        finder.isTunnel(index) ? underlay : finder.state.counting(below: index)
    }
}
