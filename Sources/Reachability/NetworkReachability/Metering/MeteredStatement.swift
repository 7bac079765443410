// SPDX-License-Identifier: Apache-2.0

/// How much a statement on the cost of an interface counts, the most first: the statement with the highest priority
/// decides.
package enum MeteredPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The user decided it.
    case override
    /// The profile of the connection in NetworkManager says so.
    case connectionProfile
    /// A tunnel or a stacked interface costs what the interfaces below it cost.
    case underlay
    /// The network announces that it costs, or NetworkManager guesses so from what the network announces.
    case announcement
    /// The type of the interface usually costs: cellular, Bluetooth, PPP over a modem.
    case interfaceType
    /// A phone shares its connection.
    case tethering
    /// A source may know the cost and has not answered. The priorities below are guesses that nothing costs, and do
    /// not count then.
    case missingAnswer
    /// NetworkManager guesses that it costs nothing.
    case networkManagerGuess
    /// Ethernet hardware usually costs nothing.
    case hardware

    package static func < (one: MeteredPriority, other: MeteredPriority) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// What one source says of the cost of an interface, and how much it counts.
package struct MeteredStatement: Sendable, Hashable {
    let priority: MeteredPriority
    let metered: Metered

    /// Makes a statement.
    package init(priority: MeteredPriority, metered: Metered) {
        self.priority = priority
        self.metered = metered
    }

    /// Makes a statement of a source.
    init(
        _ priority: MeteredPriority, _ value: Metered.Value, _ source: Metered.Source,
        _ detail: String
    ) {
        self.init(
            priority: priority, metered: Metered(value, source: source, detail: detail))
    }

    /// Makes the statement that a source may know the cost and has not answered, for a reason.
    init(missingAnswer reason: String) {
        self.init(.missingAnswer, .unknown, .nobody, reason)
    }

    /// Whether it counts more than another: it has a higher priority or, at the same priority, it says that more is
    /// to be paid.
    func isStronger(than other: MeteredStatement) -> Bool {
        (priority, -metered.value.rank) < (other.priority, -other.metered.value.rank)
    }
}

extension [MeteredStatement] {
    /// The statement that decides; of several that count the same, the first.
    var deciding: MeteredStatement? {
        self.min { $0.isStronger(than: $1) }
    }
}
