// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

extension NetworkPath.Plan {
    /// Creates the state of a plan.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - used: the bytes that it has used in the period; `nil` if that is unknown.
    ///   - period: the period; `nil` for a plan that never renews.
    ///   - time: the time, in milliseconds since 1970.
    package init(_ plan: DataPlan, used: Int64?, in period: TimePeriod?, at time: Int64) {
        self.init(
            name: plan.name, state: State(used: used, of: plan), used: used, limit: plan.limit,
            warning: plan.warning, period: period,
            isOnPace: used.map { used in
                period.map { plan.isOnPace(used: used, in: $0, at: time) } ?? true
            } ?? false)
    }

    /// The period; `nil` for a plan that never renews.
    package var currentPeriod: TimePeriod? { period }
}

extension NetworkPath.Plan.State {
    /// Creates the state of a plan.
    ///
    /// - Parameters:
    ///   - used: the bytes that the plan has used in the period; `nil` if that is unknown.
    ///   - plan: the plan.
    package init(used: Int64?, of plan: DataPlan) {
        guard let used else {
            self = .unknown
            return
        }
        self = used >= plan.limit ? .over : used >= plan.warning ? .warning : .within
    }
}
