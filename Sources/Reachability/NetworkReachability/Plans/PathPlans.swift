// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The data plans, as far as they apply on a path: those for a place apply to the interfaces that carry the path while it
/// has that place.
struct PathPlans: Sendable, Hashable {
    private var plans: [DataPlan]
    private var place: String?
    /// The interfaces that are at the place.
    private var carriers: Set<UInt32> = []

    /// Creates the plans on a path that has no place.
    init(_ plans: [DataPlan] = []) { self.plans = plans }

    /// Creates the plans on a path.
    ///
    /// - Parameters:
    ///   - decision: the decision on the path so far: its place, and the interfaces that carry it.
    ///   - interfaces: all interfaces.
    init(
        _ plans: [DataPlan], at decision: NetworkPath.Decision,
        _ interfaces: InterfaceTable<NetworkState.Interface>
    ) {
        self.init(plans)
        guard let place = decision.place, plans.contains(where: { $0.place != nil }) else { return }
        self.place = place
        for index in decision.carriers {
            carriers.formUnion([index] + interfaces.carriers(of: index))
        }
    }

    /// Whether there are none.
    var isEmpty: Bool { plans.isEmpty }

    /// The first plan that matches an interface at the bottom; `nil` if none does.
    func first(for interface: NetworkState.Interface) -> DataPlan? {
        if plans.isEmpty { return nil }
        return DataPlan.first(
            of: plans, interface: interface.name, ssid: interface.wireless?.ssid,
            place: carriers.contains(interface.link.index) ? place : nil)
    }
}
