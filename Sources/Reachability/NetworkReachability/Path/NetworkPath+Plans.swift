// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// The state of the data plan that the path uses; `nil` if it uses none.
    ///
    /// The plan is that of the interface that carries the path, seen through VPNs and stacked interfaces. If several
    /// interfaces with plans carry it, the worst state counts: the first of `over`, `unknown`, `warning`, `within`.
    public var plan: Plan? { decision.plans.first }

    /// The plans of the interfaces that carry the path.
    var matchedPlans: [DataPlan] { storage.shared.parts.matchedPlans }

    /// The path with the states of its plans.
    func applying(_ plans: [NetworkPath.Plan]) -> NetworkPath {
        deciding { $0.plans = plans.worstFirst }
    }

    /// Returns the path with the states that its plans have now.
    func readingPlans(of question: PathQuestion) -> NetworkPath {
        matchedPlans.isEmpty ? self : applying(question.plans.usage.states(of: matchedPlans))
    }
}
