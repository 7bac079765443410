// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension NetworkPath {
    /// The state of the data plan that a path uses.
    ///
    /// Bytes are no events: two values that differ only in ``used`` are equal, and a monitor delivers a path when the
    /// state changes, not with each byte.
    public struct Plan: Sendable {
        /// How much of a plan is used.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum State: String, Sendable, Hashable, Codable, CaseIterable {
            /// Less than the warning is used.
            case within
            /// The warning has been reached.
            case warning
            /// The limit has been reached.
            case over
            /// Nothing records what the plan uses.
            case unknown
        }

        /// The name of the plan.
        public let name: String
        /// How much of the plan is used.
        public let state: State
        /// The bytes that the plan had used in its period when the state was found; `nil` if that is unknown. They can be
        /// old while the state is the same.
        public let used: Int64?
        /// The number of bytes in a period.
        public let limit: Int64
        /// The number of used bytes from which on the plan is nearly used up.
        public let warning: Int64
        /// The period; `nil` for a plan that never renews.
        let period: TimePeriod?
        /// Whether the used share of the limit is not greater than the share of the period that has passed. A plan that
        /// never renews has no pace, and is always on it; `false` if it is unknown what the plan has used.
        public let isOnPace: Bool

        /// When the period began, as the time since 1970-01-01T00:00:00Z; `nil` for a plan that never renews.
        public var startedAt: Duration? { period.map { .milliseconds($0.from) } }
        /// When the plan renews, as the time since 1970-01-01T00:00:00Z; `nil` for a plan that never renews.
        public var renewsAt: Duration? { period.map { .milliseconds($0.end) } }
    }
}

extension NetworkPath.Plan.State {
    /// The order of states: of several plans, the one with the highest rank counts.
    var rank: Int {
        switch self {
        case .over: 3
        case .unknown: 2
        case .warning: 1
        case .within: 0
        }
    }
}

extension [NetworkPath.Plan] {
    /// The states of several plans, the worst one first.
    var worstFirst: [NetworkPath.Plan] {
        // Stable: of those that count the same, the first one counts.
        self.sorted { $0.state.rank > $1.state.rank }
    }
}

extension NetworkPath.Plan: Hashable {
    /// Whether two values are equal, apart from ``used``.
    public static func == (one: Self, other: Self) -> Bool {
        one.isShown(like: other) && one.limit == other.limit && one.warning == other.warning
            && one.isOnPace == other.isOnPace
    }

    /// Hashes the name and the state.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(state)
    }

    /// Whether a watch shows the same of another plan.
    func isShown(like other: Self) -> Bool {
        name == other.name && state == other.state && period?.end == other.period?.end
    }
}

extension NetworkPath.Plan: CustomStringConvertible {
    /// The name and how much is used: `LTE: 1.3 of 2 GB used`.
    ///
    /// The name is the user's. Escape control characters before you print it.
    public var description: String { "\(name): \(usedText)" }

    private var usedText: String {
        guard let used else { return "unknown, nothing records what it uses" }
        return "\(ByteAmount.text(used, of: limit)) used"
    }
}
