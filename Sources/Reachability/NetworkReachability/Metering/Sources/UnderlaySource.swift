// SPDX-License-Identifier: Apache-2.0

extension Metered.Source {
    /// An interface below: one that carries a tunnel or a stacked interface.
    public static let underlay = Metered.Source(rawValue: "underlay")
}

extension MeteringSource {
    /// The interfaces below; the most expensive one decides.
    static let underlay = MeteringSource(
        name: .underlay,
        priorities: [
            .underlay: "no interface below has a known cost",
            .missingAnswer: nil,
        ]
    ) { subject in
        guard let mostExpensive = subject.lower.mostExpensive else { return nil }
        if mostExpensive.metered.value == .unknown {
            // What NetworkManager guesses of the interface above goes by the device alone.
            return subject.lower.first(where: \.isAnswerMissing)
                .map { MeteredStatement(missingAnswer: $0.detailFromAbove) }
        }
        return MeteredStatement(
            .underlay, mostExpensive.metered.value, .underlay, mostExpensive.detailFromAbove)
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
