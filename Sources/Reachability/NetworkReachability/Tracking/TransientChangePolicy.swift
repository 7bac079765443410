// SPDX-License-Identifier: Apache-2.0

/// Decides how often routes are queried for a change, and whether a path that was evaluated during it is reported.
///
/// The kernel announces some changes before it makes them (an address that goes, with its routes), and makes them under
/// a lock. So routes are queried at once, because most changes have been made by then, and again under that lock. A
/// path that was evaluated during a change (``PathEvaluation/isTransient``) is not reported: the path before it
/// stays. If the second evaluation is transient too, the next change is under way, and the path waits for its evaluation.
/// A path waits only once, because changes may never end: then an evaluation under the lock counts as it is.
struct TransientChangePolicy: Sendable, Hashable {
    private enum Stage: Sendable, Hashable {
        /// At once.
        case now
        /// Under the kernel's lock.
        case underLock
        /// Under the lock once more, accepting every path.
        case final
    }

    private struct Plan: Sendable, Hashable {
        var part: StaleRoutes
        var requery: Invalidation.Requery
        /// The interfaces through which there may be a route now that was not there.
        var newRoutes: RouteScope
        /// Whether the kernel reported a change, as opposed to a snapshot or another question.
        var isReported = true
        var stage = Stage.now
    }

    private var plan: Plan?
    /// Whether a transient path waits for changes that have been reported and not been received yet.
    private(set) var isPutOff = false

    /// How routes must be queried next; `nil` if they need not be.
    var next: TrackingMachine.RequeryPlan? {
        guard let plan else { return nil }
        var next = TrackingMachine.RequeryPlan(part: plan.part, newRoutes: plan.newRoutes)
        switch plan.stage {
        case .now: break
        case .underLock: next.isUnderLock = true
        case .final:
            next = TrackingMachine.RequeryPlan(
                part: .all, isUnderLock: true, acceptsTransient: true)
        }
        return next
    }

    /// Begins to query the routes that changes make stale. A plan that has begun for more routes goes on.
    ///
    /// - Parameters:
    ///   - routes: when the routes of each family are queried.
    ///   - newRoutes: the interfaces through which there may be a route now that was not there.
    mutating func begin(
        _ routes: PerFamily<Invalidation.Requery>, newThrough newRoutes: RouteScope = .all
    ) {
        switch (routes.ipv4, routes.ipv6) {
        case (.never, .never): break
        case (let requery, .never): begin(.part(.ipv4, requery), requery, newThrough: newRoutes)
        case (.never, let requery): begin(.part(.ipv6, requery), requery, newThrough: newRoutes)
        case (.once, .once): begin(.all, .once, newThrough: newRoutes)
        case (.once, _), (.untilGone, _), (.underLock, _):
            begin(.all, .underLock, newThrough: newRoutes)
        }
    }

    /// Begins with some routes.
    mutating func begin(
        _ part: StaleRoutes, _ requery: Invalidation.Requery,
        newThrough newRoutes: RouteScope = .all
    ) {
        guard let former = plan else {
            plan = Plan(part: part, requery: requery, newRoutes: newRoutes)
            return
        }
        // The former plan concerns other routes, too.
        if !former.isReported || former.part != .all {
            plan = Plan(part: .all, requery: .underLock, newRoutes: former.newRoutes)
        }
        plan?.newRoutes.formUnion(newRoutes)
    }

    /// Begins though no change was reported: the network was read afresh, or another question is asked. Changes that
    /// were reported meanwhile are received soon, so a path may be put off any number of times.
    mutating func beginUnreported() {
        if plan?.isReported == true {
            plan?.part = .all
            plan?.newRoutes = .all
        } else {
            plan = Plan(part: .all, requery: .once, newRoutes: .all, isReported: false)
        }
    }

    /// Goes on with a path that was put off.
    mutating func resume() {
        if isPutOff { begin(.all, .underLock) }
    }

    /// The paths were evaluated.
    ///
    /// - Parameter hasChanges: whether changes have been reported that were not received yet.
    mutating func evaluated(
        _ outcome: TrackingMachine.EvaluationOutcome,
        hasChanges: @autoclosure () -> Bool
    ) {
        guard let plan else { return }
        switch plan.stage {
        case .now:
            let isMade =
                switch plan.requery {
                case .never, .once: true
                case .untilGone: outcome.showsLostRoute
                case .underLock: false
                }
            if isMade && !outcome.isTransient { return end() }
            self.plan?.stage = .underLock
        case .underLock:
            guard outcome.isTransient else { return end() }
            let wasPutOff = plan.isReported && isPutOff
            if !wasPutOff, hasChanges() {
                self.plan = nil
                isPutOff = true
            } else {
                self.plan?.stage = .final
            }
        case .final: end()
        }
    }

    private mutating func end() { self = TransientChangePolicy() }
}

extension StaleRoutes {
    /// The routes of a family that are stale.
    fileprivate static func part(
        _ family: IPAddress.Family, _ requery: Invalidation.Requery
    ) -> StaleRoutes {
        switch requery {
        case .never, .once: .family(family)
        // There may be no entry any more to ask for.
        case .untilGone, .underLock: .choices(family)
        }
    }
}
