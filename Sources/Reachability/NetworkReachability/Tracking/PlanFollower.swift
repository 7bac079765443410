// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Adds the states of data plans to paths, and says when to read the plans again.
struct PlanFollower {
    /// The last reading of each plan.
    private var seen: [DataPlan: PlanReading] = [:]
    private var schedule = PlanSchedule()
    /// The source that was asked last.
    private var usage: (any PlanUsage)?
    /// When to read the plans once more after a file has changed; `nil` if none has since the last reading.
    private var secondReading: Int64?

    /// How long an answer of a source counts for other paths, in milliseconds. Many paths can use one plan, and a path
    /// can be evaluated many times a second.
    private static let validity: Int64 = 1000

    /// When to read the plans again, in the time of the kernel; `nil` while no path uses a plan.
    var due: Int64? { schedule.due.map { min($0, secondReading ?? .max) } }

    /// Whether a plan must be read again: the time has come, or the clock was set by which plans renew.
    func isDue(_ now: Int64) -> Bool {
        guard let due, let usage else { return false }
        if due <= now { return true }
        // The clocks are not read at the same time.
        return seen.values.contains { abs(usage.milliseconds - $0.time - (now - $0.moment)) > 1000 }
    }

    /// The files to follow: when one changes, the plans are read again. Empty while no path uses a plan.
    var files: [String] {
        due == nil ? [] : (usage as? RecordedPlanUsage)?.files ?? []
    }

    /// Forgets the last readings, so that each plan is read again.
    mutating func forget() {
        seen = [:]
        secondReading = nil
    }

    /// Forgets the last readings, because a file has changed.
    ///
    /// The kernel reports that a file of a recorder is closed before it releases the recorder's lock (`__fput`), and the
    /// recorder that was killed may not be scheduled in between. So the plans are read once more.
    mutating func filesChanged(now: Int64) {
        forget()
        secondReading = now + Self.validity
    }

    /// Returns a path with the states of its plans.
    mutating func applied(to path: NetworkPath, of question: PathQuestion, now: Int64)
        -> NetworkPath
    {
        guard !path.matchedPlans.isEmpty else { return path }
        return path.applying(
            path.matchedPlans.map { read($0, question.plans.usage, now: now) })
    }

    private mutating func read(
        _ plan: DataPlan, _ usage: any PlanUsage, now: Int64
    ) -> NetworkPath.Plan {
        if let last = seen[plan], now - last.moment < Self.validity { return last.plan }
        let time = usage.milliseconds
        let reading = PlanReading(plan: usage.state(of: plan, at: time), moment: now, time: time)
        seen[plan] = reading
        self.usage = usage
        return reading.plan
    }

    /// Notes which paths are followed now.
    mutating func note(_ paths: [FollowedPath]) {
        var inUse: [DataPlan: PlanReading] = [:]
        for plan in paths.lazy.flatMap(\.path.matchedPlans) where inUse[plan] == nil {
            inUse[plan] = seen[plan]
        }
        seen = inUse
        schedule.note(Array(inUse.values))
    }
}
