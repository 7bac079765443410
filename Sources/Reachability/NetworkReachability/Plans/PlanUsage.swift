// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A source that says what data plans have used.
///
/// ``RecordedPlanUsage`` reads what `reach record` keeps; `ScriptedPlanUsage` of ReachabilityTesting is for tests. A
/// monitor asks its source (``PathMonitor/Configuration/planUsage``) when its path uses a plan, and again when the plan
/// could be used up: it sleeps in between.
public protocol PlanUsage: AnyObject, Sendable {
    /// Returns the bytes that a plan has used in its current period; `nil` where nothing records that.
    ///
    /// The method may be called on any thread. It should take less than a millisecond.
    func bytesUsed(by plan: DataPlan) -> Int64?

    /// The time since 1970-01-01T00:00:00Z, by the clock that decides when plans renew.
    var now: Duration { get }
}

extension PlanUsage {
    /// The time of the system's clock.
    public var now: Duration { .milliseconds(RealTimeClock.milliseconds) }
}

extension PlanUsage {
    /// The time in milliseconds since 1970.
    var milliseconds: Int64 { Int64((now / .milliseconds(1)).rounded(.down)) }

    /// Returns the states of plans, by the clock of the source.
    func states(of plans: [DataPlan]) -> [NetworkPath.Plan] {
        let time = milliseconds
        return plans.map { state(of: $0, at: time) }
    }

    /// Returns the state of a plan.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - time: the time now, in milliseconds since 1970.
    func state(of plan: DataPlan, at time: Int64) -> NetworkPath.Plan {
        NetworkPath.Plan(plan, used: bytesUsed(by: plan), in: plan.period(at: time), at: time)
    }
}
