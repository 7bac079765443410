// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

extension MetricsWriter {
    /// Writes the metrics of the data plans.
    mutating func write(_ plans: [NetworkPath.Plan]) {
        // A metric without samples would be an error.
        guard !plans.isEmpty else { return }
        let known = plans.compactMap { plan in plan.used.map { (plan.name, Int($0)) } }
        if !known.isEmpty {
            metric(
                "reach_plan_used_bytes", .gauge,
                help: "Bytes that a data plan has used in its period.")
            for (name, used) in known { sample(used, ("plan", name)) }
        }
        metric("reach_plan_limit_bytes", .gauge, help: "Bytes of a data plan in a period.")
        for plan in plans { sample(Int(plan.limit), ("plan", plan.name)) }
        metric(
            "reach_plan_state", .gauge,
            help: "How much of a data plan is used: 1 for the state, 0 for the others.")
        for plan in plans {
            for state in NetworkPath.Plan.State.allCases {
                sample(plan.state == state, ("plan", plan.name), ("state", state.rawValue))
            }
        }
    }
}
