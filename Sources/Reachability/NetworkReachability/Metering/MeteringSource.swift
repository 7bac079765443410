// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A user, program or property that may say whether an interface is metered.
///
/// ``all`` lists the sources. No other code lists them.
struct MeteringSource: Sendable {
    /// The facts about an interface that a source may use.
    struct Subject: Sendable {
        /// The interface. (Not all of it: a cost that followed from another part could change unnoticed.)
        var interface: NetworkState.Interface.Inheritable
        /// The first of the user's overrides that fits the interface.
        var override: InterfaceOverride? = nil
        /// The first of the user's data plans that matches the interface, if it is at the bottom.
        var plan: DataPlan? = nil
        /// The interfaces that carry its packets, or may.
        var lower: [LowerMetering] = []
    }

    /// Files that a source reads.
    struct Files: Sendable {
        /// The files, or the folders that they are in.
        let paths: [String]
        /// Reads the files.
        let read: @Sendable (SystemRoot) throws(SystemError) -> any ExternalReports
    }

    /// The name of the source, which is ``Metered/source-swift.property`` where it decides.
    let name: Metered.Source
    /// The priorities that its statements can have, each with what an explanation says where no statement has it;
    /// `nil` if another source says that.
    let priorities: KeyValuePairs<MeteredPriority, String?>
    /// Returns its statement about an interface; `nil` if it has none.
    let statement: @Sendable (Subject) -> MeteredStatement?
    /// The files that its reports come from, if they do: they are read at the beginning and after each change.
    var files: Files? = nil
    /// Returns why its answers are missing or incomplete; `nil` if they are not.
    var limitation: @Sendable (NetworkState) -> String? = { _ in nil }
}

extension MeteringSource {
    /// Every source. Of statements that count the same, the first one decides.
    static let all: [MeteringSource] = [
        .override, .plan, .networkManager, .underlay, .dhcp, .accessPoint, .interfaceType,
        .tethering,
    ]

    /// The text of an explanation where no statement has a priority: the sources that could have made one, and what they lack.
    static func absence(of priority: MeteredPriority) -> String {
        var names: [(absence: String, sources: [String])] = []
        for source in all {
            for (own, absence) in source.priorities where own == priority {
                guard let absence else { continue }
                if let place = names.firstIndex(where: { $0.absence == absence }) {
                    names[place].sources.append(source.name.rawValue)
                } else {
                    names.append((absence, [source.name.rawValue]))
                }
            }
        }
        return names.map { "\($0.sources.joined(separator: ", ")): \($0.absence)" }
            .joined(separator: "; ")
    }
}

/// The priority of a statement on the cost of an interface, the highest first. The statement with the highest priority
/// decides.
package enum MeteredPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The user decided it.
    case override
    /// The user has a data plan for it.
    case plan
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

/// The statement of one source on the cost of an interface, with its priority.
package struct MeteredStatement: Sendable, Hashable {
    let priority: MeteredPriority
    let metered: Metered

    /// Creates a statement.
    package init(priority: MeteredPriority, metered: Metered) {
        self.priority = priority
        self.metered = metered
    }

    /// Creates the statement of a source.
    init(
        _ priority: MeteredPriority, _ value: Metered.Value, _ source: Metered.Source,
        _ detail: String
    ) {
        self.init(
            priority: priority, metered: Metered(value, source: source, detail: detail))
    }

    /// Creates the statement that a source may know the cost and has not answered, for a reason.
    init(missingAnswer reason: String) {
        self.init(.missingAnswer, .unknown, .noSource, reason)
    }

    /// Whether it decides against another: it has a higher priority or, at the same priority, a higher cost.
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
