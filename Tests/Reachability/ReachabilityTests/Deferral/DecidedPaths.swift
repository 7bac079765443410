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
