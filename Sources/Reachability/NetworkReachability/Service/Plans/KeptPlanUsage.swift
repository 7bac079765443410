// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The used amounts of data plans, for the recorder itself: it has the sums without the file that it writes for other
/// programs.
package final class KeptPlanUsage: PlanUsage {
    private let sums = Lock<PlanSums?>(nil)

    /// Creates a source without plans.
    package init() {}

    /// Takes the sums of the plans in place of the former ones.
    package func keep(_ new: PlanSums) { sums.withLock { $0 = new } }

    /// Returns the bytes that a plan has used in its current period; `nil` for a plan that the sums lack, or if the kernel's
    /// counters cannot be read.
    package func bytesUsed(by plan: DataPlan) -> Int64? {
        // After the machine slept, this recorder can ask itself before it has begun the next period.
        sums.withLock { $0 }?.used(
            by: plan, at: RealTimeClock.milliseconds, patience: .max,
            counters: RecordedPlanUsage.readCounters)
    }
}
