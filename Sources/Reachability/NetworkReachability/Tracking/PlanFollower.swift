// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Adds the states of data plans to paths, and says when to look at the plans again.
struct PlanFollower {
    /// The last look at each plan.
    private var seen: [DataPlan: PlanLook] = [:]
    private var looks = PlanLooks()
    /// The source that was asked last.
    private var usage: (any PlanUsage)?
    /// When to look once more after a file has changed; `nil` if none has since the last look.
    private var secondLook: Int64?

    /// How long an answer of a source counts for other paths, in milliseconds. Many paths can use one plan, and a path
    /// can be evaluated many times a second.
    private static let validity: Int64 = 1000

    /// When to look at the plans again, in the time of the kernel; `nil` while no path uses a plan.
    var due: Int64? { looks.due.map { min($0, secondLook ?? .max) } }

    /// Whether a plan must be looked at again: the time has come, or the clock was set by which plans renew.
    func isDue(_ now: Int64) -> Bool {
        guard let due, let usage else { return false }
        if due <= now { return true }
        // The clocks are not read at the same time.
        return seen.values.contains { abs(usage.milliseconds - $0.time - (now - $0.moment)) > 1000 }
    }

    /// The files to follow: when one changes, the plans are looked at again. Empty while no path uses a plan.
    var files: [String] {
        due == nil ? [] : (usage as? RecordedPlanUsage)?.files ?? []
    }

    /// Forgets the last looks, so that each plan is looked at again.
    mutating func forget() {
        seen = [:]
        secondLook = nil
    }

    /// Forgets the last looks, because a file has changed.
    ///
    /// The kernel reports that a file of a recorder is closed before it releases the recorder's lock (`__fput`), and the
    /// recorder that was killed may not be scheduled in between. So the plans are looked at once more.
    mutating func filesChanged(now: Int64) {
        forget()
        secondLook = now + Self.validity
    }

    /// Returns a path with the states of its plans.
    mutating func applied(to path: NetworkPath, of question: PathQuestion, now: Int64)
        -> NetworkPath
    {
        guard !path.matchedPlans.isEmpty else { return path }
        return path.applying(
            path.matchedPlans.map { look(at: $0, question.plans.usage, now: now) })
    }

    private mutating func look(
        at plan: DataPlan, _ usage: any PlanUsage, now: Int64
    ) -> NetworkPath.Plan {
        if let last = seen[plan], now - last.moment < Self.validity { return last.plan }
        let time = usage.milliseconds
        let look = PlanLook(plan: usage.look(at: plan, time), moment: now, time: time)
        seen[plan] = look
        self.usage = usage
        return look.plan
    }

    /// Notes which paths are followed now.
    mutating func note(_ paths: [FollowedPath]) {
        var inUse: [DataPlan: PlanLook] = [:]
        for plan in paths.lazy.flatMap(\.path.matchedPlans) where inUse[plan] == nil {
            inUse[plan] = seen[plan]
        }
        seen = inUse
        looks.note(Array(inUse.values))
    }
}
