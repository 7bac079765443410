// SPDX-License-Identifier: Apache-2.0

@testable import NetworkReachability

extension NetworkPath {
    /// A path as it was decided, of a network that is not there.
    static func decided(_ change: (inout Decision) -> Void) -> NetworkPath {
        var decision = unknown.decision
        decision.status = .satisfied
        decision.unsatisfiedReason = nil
        change(&decision)
        return NetworkPath(NetworkPath.Parts(decision: decision))
    }

    static func decided(
        _ connection: Connection,
        _ metered: Metered.Value,
        isConstrained: Bool = false
    ) -> NetworkPath {
        decided {
            $0.connection = connection
            $0.metered = Metered(metered, source: .override, detail: "the test says so")
            $0.constraint = isConstrained ? .constrained : .none
        }
    }

    static let offline = unknown
    static let free = decided(.wifi, .no)
    static let costly = decided(.wwan, .yes)
    static let unclear = decided(.other, .unknown)
    static let constrained = decided(.wifi, .no, isConstrained: true)
}

/// Chance that is the same each time (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
