// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Keeps paths in step with the network: performs the steps that ``TrackingMachine`` decides.
///
/// It belongs to one thread. It is generic over the kernel, so that a script can take the kernel's place, and costs
/// nothing for the real one: ``PathTracker`` specializes it.
package struct TrackingDriver<Kernel: KernelAccess>: ~Copyable {
    /// The kernel that is followed.
    package let kernel: Kernel
    /// Each question with the path that answers it, as it was evaluated last.
    package private(set) var paths: [FollowedPath]
    /// The counts since the start.
    package private(set) var statistics = PathMonitor.Statistics()

    /// Where the path of each question is.
    private var positions: [PathQuestion: Int] = [:]
    private var machine = TrackingMachine()
    private var state = NetworkState()
    private var routes: RouteCache<Kernel>
    private var cache = PathCache()
    private var plans = PlanFollower()
    /// The number of queries that were asked over sockets that are closed.
    private var formerQueries = 0
    /// The servers of WireGuard tunnels whose routes the filter passes.
    private var watchedServers: Set<AddressBytes> = []
    /// How many of the questions depend on hardware addresses of routers, on names of connections, and on data plans.
    private var needs = (hardwareAddresses: 0, connectionNames: 0, plans: 0)
    /// Whether a change counts of an interface that no path shows.
    private let showsAll: Bool
    /// Whether the data plans of the paths are read again when their states may differ.
    private let readsPlans: Bool

    /// Evaluates the paths for the first time.
    ///
    /// - Parameters:
    ///   - questions: the questions that paths answer.
    ///   - kernel: the kernel to follow.
    ///   - showsAll: whether a change is reported of an interface that no path shows. If not, the paths show the change
    ///     when they are reported for another reason.
    ///   - readsPlans: whether the data plans of the paths are read again when their states may differ.
    package init(
        _ questions: Set<PathQuestion>, of kernel: Kernel, showsAll: Bool, readsPlans: Bool = true
    ) {
        self.kernel = kernel
        self.showsAll = showsAll
        self.readsPlans = readsPlans
        paths = questions.map { FollowedPath($0) }
        routes = RouteCache(kernel)
        for (position, followed) in paths.enumerated() {
            positions[followed.question] = position
            count(followed.question, 1)
        }
        kernel.followsConnectionNames = needs.connectionNames > 0
        while next() != nil {}
    }

    /// How changes are learned of.
    package var mode: PathMonitor.Mode { machine.mode }

    /// When there is something to do although nothing was reported, by ``KernelAccess/now``; `nil` for never.
    var due: Int64? {
        let due = MonotonicClock.earlier(machine.due, kernel.due)
        return readsPlans ? MonotonicClock.earlier(due, plans.due) : due
    }

    /// The path that answers a question; `nil` if it is not followed.
    func path(_ question: PathQuestion) -> NetworkPath? {
        positions[question].map { paths[$0].path }
    }

    /// Notes that changes were reported, or that the time is ``due``. ``next()`` then receives them.
    package mutating func wake() {
        machine.wake(kernel.now)
        if readsPlans, plans.isDue(kernel.now) { readPlans() }
    }

    /// Makes ``next()`` read the data plans again.
    package mutating func readPlans() {
        guard needs.plans > 0 else { return }
        plans.forget()
        machine.pathsAreStale()
    }

    /// Performs what is to be done, until a path differs.
    ///
    /// A path is returned before routes are queried again under the kernel's lock, which can take milliseconds.
    ///
    /// - Returns: the paths that differ; `nil` if there is nothing to do until changes are reported or the time is
    ///   ``due``.
    package mutating func next() -> [FollowedPath]? {
        while let step = machine.next() {
            do {
                let changed = try perform(step)
                if !changed.isEmpty { return changed }
            } catch {
                kernel.close()
                if machine.isEstablished { statistics.resyncs += 1 }
                machine.failed(NetworkAccessError(error), kernel.now)
            }
        }
        if needs.plans > 0 || plans.due != nil {
            plans.note(paths)
            if readsPlans { kernel.followPlanFiles(plans.files) }
        }
        machine.finished(kernel.now)
        return nil
    }

    /// Follows other questions, and answers the new ones before it returns. The paths that answer the others stay.
    ///
    /// Changes that were reported are received later, by ``next()``: they are no answers to a new question.
    package mutating func follow(_ questions: Set<PathQuestion>) {
        let old = positions.keys.filter { !questions.contains($0) }
        _ = follow(questions.filter { positions[$0] == nil }, insteadOf: old)
    }

    /// Follows more questions in place of others. The work grows with their number, and not with that of the questions
    /// that stay.
    ///
    /// - Parameters:
    ///   - new: questions that are not followed yet. They are answered before the method returns.
    ///   - old: questions that are followed.
    /// - Returns: the paths that differ: mostly those of the new questions alone.
    mutating func follow(
        _ new: some Collection<PathQuestion>, insteadOf old: [PathQuestion]
    ) -> [FollowedPath] {
        guard !new.isEmpty || !old.isEmpty else { return [] }
        cache.clear()
        for question in old { remove(question) }
        for question in new {
            positions[question] = paths.count
            paths.append(FollowedPath(question))
            count(question, 1)
        }
        kernel.followsConnectionNames = needs.connectionNames > 0
        guard !new.isEmpty else {
            machine.followsFewer()
            return []
        }
        let isAwake = machine.followsOthers()
        var changed: [FollowedPath] = []
        while let paths = next() { changed += paths }
        if isAwake { wake() }
        return changed
    }

    /// Counts what a question needs.
    private mutating func count(_ question: PathQuestion, _ number: Int) {
        if question.needsHardwareAddresses { needs.hardwareAddresses += number }
        if question.needsConnectionNames { needs.connectionNames += number }
        if !question.plans.isEmpty { needs.plans += number }
    }

    private mutating func remove(_ question: PathQuestion) {
        guard let position = positions.removeValue(forKey: question) else { return }
        count(question, -1)
        let last = paths.removeLast()
        guard position < paths.count else { return }
        paths[position] = last
        positions[last.question] = position
    }
}

extension TrackingDriver {
    /// Performs a step, and reports its outcome to the machine.
    ///
    /// - Returns: the paths that differ.
    private mutating func perform(_ step: TrackingMachine.Step) throws -> [FollowedPath] {
        switch step {
        case .open:
            cache.clear()
            formerQueries += routes.count
            routes = RouteCache(kernel)
            machine.opened(refusal: try kernel.open())
        case .readSnapshot:
            var snapshot = try kernel.readSnapshot()
            snapshot.nextHops = state.nextHops
            snapshot.nextHops.forgetWorking()
            state = snapshot
            machine.readSnapshot(interruption: interruption, kernel.now)
        case .setFilter:
            let servers = state.nameServers.map(\.address.bytes)
            let probes = paths.flatMap { $0.question.probes.addresses.map(\.bytes) }
            watchedServers = routes.tunnelServers
            let filter = state.routers.takeFilter(state.nextHops.takeFilter())
            statistics.isFilterOpen = kernel.filter(
                watching: probes + servers + watchedServers, nextHops: filter.nextHops)
            machine.filterSet()
            try queryAgain(filter.toQuery)
        case .receive:
            var summary = try kernel.receiveChanges(into: &state)
            if routes.name(anyOf: summary.invalidation.bystanders) {
                summary.invalidation.add(.routes(changing: summary.invalidation.bystanders))
            }
            statistics.add(summary)
            machine.received(summary, interruption: interruption, kernel.now)
            if summary.hasOtherPlanUsage {
                plans.filesChanged(now: kernel.now)
                machine.pathsAreStale()
            }
            if state.nextHops.isFilterStale || state.routers.isFilterStale {
                machine.filterIsStale()
            }
        case .evaluateNew: return try evaluateNew()
        case .evaluate(let requery): return try evaluate(requery)
        case .rebuildPaths:
            machine.rebuiltPaths()
            cache.clear()
            return rebuildPaths()
        case .show(let indexes):
            machine.shown()
            guard indexes.contains(where: { isShown($0) }) else { return [] }
            cache.clear()
            paths = paths.map { $0.with($0.path.showing(state.interfaces, state.counts)) }
            return paths
        }
        return []
    }

    private var interruption: NetworkAccessError? {
        state.interruption.map { NetworkAccessError($0) }
    }

    /// Evaluates the paths that have not been evaluated yet, which are the last ones.
    ///
    /// - Returns: the paths that differ from an unknown one.
    private mutating func evaluateNew() throws(NetlinkError) -> [FollowedPath] {
        let first = paths.lastIndex { $0.evaluation != nil }.map { $0 + 1 } ?? paths.startIndex
        let new = first..<paths.endIndex
        routes.makeRoom(forQuestions: paths.count)
        // The filter has withheld changes of routes to these addresses until now.
        routes.forgetAnswers(
            to: Set(paths[new].flatMap { $0.question.probes.addresses.map(\.bytes) }))
        var outcome = TrackingMachine.EvaluationOutcome()
        var changed: [FollowedPath] = []
        for index in new {
            let evaluation = try evaluation(of: paths[index].question)
            if evaluation.isTransient { outcome.isTransient = true }
            try queryRouters(of: [evaluation], keepsOthers: true)
            if rebuildPath(index, from: evaluation) { changed.append(paths[index]) }
        }
        outcome.exceedsFilter = answersExceedFilter()
        statistics.lookups = formerQueries + routes.count
        machine.evaluatedNew(outcome, routesEnd: routes.expiry.due)
        if state.routers.isFilterStale { machine.filterIsStale() }
        return changed
    }

    /// Queries routes and evaluates the paths, unless the cache has them.
    private mutating func evaluate(_ requery: TrackingMachine.RequeryPlan) throws -> [FollowedPath]
    {
        var outcome = TrackingMachine.EvaluationOutcome()
        outcome.showsLostRoute = try routes.requery(
            requery.part, isUnderLock: requery.isUnderLock, newThrough: requery.newRoutes)
        var changed: [FollowedPath] = []
        if var known = try cache.find(state, routes) {
            if needs.plans > 0 {
                known = known.map { $0.with(applyPlans(to: $0.path, $0.question)) }
            }
            changed = zip(known, paths).filter { !$0.path.isIdentical(to: $1.path) }.map(\.0)
            paths = known
        } else {
            (changed, outcome.isTransient) = try evaluateAll(
                acceptingTransient: requery.acceptsTransient)
        }
        outcome.exceedsFilter = answersExceedFilter()
        statistics.lookups = formerQueries + routes.count
        machine.evaluated(outcome, routesEnd: routes.expiry.due, hasChanges: kernel.hasChanges)
        if state.routers.isFilterStale { machine.filterIsStale() }
        return changed
    }

    /// Looks up the hardware addresses of the routers that some evaluations have found, as far as places or conditions
    /// depend on them.
    private mutating func queryRouters(
        of evaluations: [PathEvaluation], keepsOthers: Bool = false
    ) throws(NetlinkError) {
        guard needs.hardwareAddresses > 0 else { return state.routers = RouterAddresses() }
        var routers: Set<Neighbor> = []
        for evaluation in evaluations where evaluation.question.needsHardwareAddresses {
            routers.formUnion(evaluation.routers(evaluation.completing(state)))
        }
        for router in state.routers.follow(routers, keepsOthers: keepsOthers) {
            state.routers.set(try kernel.hardwareAddress(of: router), of: router)
        }
    }

    /// Looks up hardware addresses of routers after the kernel's filter was set. It may have withheld a change.
    private mutating func queryAgain(_ routers: Set<Neighbor>) throws(NetlinkError) {
        var isDifferent = false
        for router in routers
        where state.routers.set(try kernel.hardwareAddress(of: router), of: router) {
            isDifferent = true
        }
        guard isDifferent else { return }
        machine.filterIsStale()
        machine.pathsAreStale()
    }

    /// Notes the next hops that the answers name.
    ///
    /// - Returns: whether the kernel's filter withholds messages about one of them, or about a tunnel's server.
    private mutating func answersExceedFilter() -> Bool {
        let hasNewNextHop = state.nextHops.name(routes.namedNextHops)
        return hasNewNextHop || !routes.tunnelServers.isSubset(of: watchedServers)
    }

    private func evaluation(of question: PathQuestion) throws(NetlinkError) -> PathEvaluation {
        try PathEvaluation(state, question, oracle: routes, absent: routes.absent)
    }

    /// Evaluates the paths by the answers that were queried last.
    ///
    /// - Parameter acceptingTransient: whether a path counts that was evaluated during a change. If not, the
    ///   path before it stays, if there is one.
    /// - Returns: the paths that differ, and whether one was evaluated during a change.
    private mutating func evaluateAll(
        acceptingTransient: Bool
    ) throws(NetlinkError) -> ([FollowedPath], isTransient: Bool) {
        routes.makeRoom(forQuestions: paths.count)
        let (evaluations, used) = try routes.recordingUse { () throws(NetlinkError) in
            var evaluations: [PathEvaluation] = []
            for index in paths.indices {
                evaluations.append(try evaluation(of: paths[index].question))
            }
            return evaluations
        }
        try queryRouters(of: evaluations)
        var changed: [FollowedPath] = []
        var isTransient = false
        for (index, evaluation) in evaluations.enumerated() {
            if evaluation.isTransient { isTransient = true }
            guard !evaluation.isTransient || acceptingTransient || paths[index].evaluation == nil
            else { continue }
            if rebuildPath(index, from: evaluation) { changed.append(paths[index]) }
        }
        cache.store(
            paths, from: state, isTransient ? nil : used, tunnels: routes.tunnels,
            generation: routes.absent.generation, isDifferent: !changed.isEmpty)
        return (changed, isTransient)
    }

    /// Makes the paths again from their evaluations and the state as it is.
    ///
    /// - Returns: the paths that differ.
    private mutating func rebuildPaths() -> [FollowedPath] {
        var changed: [FollowedPath] = []
        for index in paths.indices {
            guard let evaluation = paths[index].evaluation else { continue }
            if rebuildPath(index, from: evaluation) { changed.append(paths[index]) }
        }
        return changed
    }

    /// Makes one path from an evaluation and the state as it is.
    ///
    /// - Returns: whether the path differs.
    private mutating func rebuildPath(_ index: Int, from evaluation: PathEvaluation) -> Bool {
        let old = paths[index].path
        let new = applyPlans(to: NetworkPath(evaluation, state), paths[index].question)
        let isDifferent = new != old
        // Bytes of a plan make no difference, but are to be up to date.
        let isNew = isDifferent || !new.matchedPlans.isEmpty
        paths[index] = paths[index].with(isNew ? new : old, evaluation)
        return isDifferent
    }

    /// Returns a path with the states of its data plans.
    private mutating func applyPlans(
        to path: NetworkPath, _ question: PathQuestion
    ) -> NetworkPath {
        needs.plans == 0 ? path : plans.applied(to: path, of: question, now: kernel.now)
    }

    /// Whether a path shows an interface, or will.
    private func isShown(_ index: UInt32) -> Bool {
        showsAll
            || paths.contains { followed in
                let hasPath = followed.path.status == .satisfied
                return followed.path.isOfInterest(Int(index))
                    || state.counts.ofInterest(hasPath: hasPath).contains(index)
            }
    }
}
