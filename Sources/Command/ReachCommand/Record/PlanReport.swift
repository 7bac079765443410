// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A data plan in `reach usage`.
struct PlanReport: Sendable {
    /// The plan with its state and its present period.
    var plan: NetworkPath.Plan
    /// The bytes that count in the period.
    var used: Int64
    /// The bytes at the end of the period, at the pace so far.
    var forecast: Int64?

    /// When the plan is used up at the pace so far, in milliseconds since 1970; `nil` if it is not in this period.
    var end: Int64? {
        guard let period = plan.currentPeriod, let forecast, forecast > plan.limit,
            used < plan.limit
        else { return nil }
        return period.from + Int64(Double(period.duration) * Double(plan.limit) / Double(forecast))
    }
}

extension PlanReport {
    /// Creates the report of a plan, with its forecast; `nil` if it is unknown what the plan has used.
    ///
    /// - Parameter time: the present, in milliseconds since 1970.
    init?(_ plan: NetworkPath.Plan, at time: Int64) {
        guard let used = plan.used else { return nil }
        self.init(
            plan: plan, used: used,
            forecast: plan.currentPeriod.flatMap {
                DataPlan.forecast(used: used, in: $0, at: time)
            })
    }
}

extension PlanReport: Encodable {
    func encode(to encoder: any Encoder) throws {
        let period = plan.currentPeriod
        try encoder.encodeObject([
            "name": plan.name, "used": used, "limit": plan.limit, "warning": plan.warning,
            "state": plan.state, "from": period.map { Timestamp(milliseconds: $0.from) },
            "renewsAt": period.map { Timestamp(milliseconds: $0.end) }, "forecast": forecast,
        ])
    }
}
