// SPDX-License-Identifier: Apache-2.0

/// The user's data plans, and the source that says what they have used.
package struct DataPlans: Sendable {
    /// The plans. The first one that matches an interface counts.
    package var plans: [DataPlan]
    /// Says what they have used.
    package var usage: any PlanUsage

    /// Creates the plans of a question.
    package init(_ plans: [DataPlan] = [], usage: any PlanUsage = RecordedPlanUsage.shared) {
        self.plans = plans
        self.usage = usage
    }

    /// Whether there are none.
    var isEmpty: Bool { plans.isEmpty }
}

extension DataPlans: Hashable {
    /// Whether the plans are equal, and the source is the same object.
    package static func == (one: DataPlans, other: DataPlans) -> Bool {
        one.plans == other.plans && (one.isEmpty || one.usage === other.usage)
    }

    /// Hashes the plans.
    package func hash(into hasher: inout Hasher) { hasher.combine(plans) }
}

extension DataPlans {
    /// Returns the states of all plans now, in the order of the configuration.
    package func states() -> [NetworkPath.Plan] { usage.states(of: plans) }
}
