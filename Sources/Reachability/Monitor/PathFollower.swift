// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
internal import Netlink

/// Follows paths: keeps the state in step with the kernel's changes, and decides the paths again when
/// one of them may have changed them. It belongs to one thread, which waits and then advances.
///
/// It never gives up: what fails is opened anew, and where the kernel does not tell of changes it is
/// asked from time to time.
package final class PathFollower {
    /// How it learns of changes.
    package private(set) var mode = PathMonitor.Mode.idle
    /// What has been counted since the start.
    package private(set) var statistics = PathMonitor.Statistics()

    /// A question and its answer.
    private struct Answer {
        let question: PathQuestion
        /// The path as it was decided last.
        var path = NetworkPath.unknown
        /// What it was decided from; `nil` as long as nothing could be asked.
        var findings: PathFindings?
    }

    private var questions: Set<PathQuestion>
    private var answers: [Answer]
    private let receiveBuffer: Int32
    private var state = NetworkState()
    /// Where routes are looked up; `nil` if the kernel cannot be asked.
    private var routes: KernelRoutes?
    /// Who tells of changes; `nil` if nobody does.
    private var watch: NetworkWatch?
    /// What is said of costs from outside the kernel.
    private let costs = CostAnnouncements(follows: true)
    /// What of these has something to tell.
    private var ready: Set<Int32> = []
    /// Whether a path that is in doubt waits for changes that have been told.
    private var isPutOff = false
    /// When everything is opened and read anew, if nobody tells of changes.
    private var retry = Retry()

    /// Subscribes, then looks for the first time: in this order, so that nothing falls between.
    ///
    /// - Parameters:
    ///   - questions: what paths are asked for.
    ///   - waitsForCosts: whether the first look waits for NetworkManager, as long as any look does.
    ///   - receiveBuffer: how many bytes of the kernel's messages may wait.
    package init(
        _ questions: Set<PathQuestion>,
        waitsForCosts: Bool = false,
        receiveBuffer: Int32 = 4 << 20
    ) {
        self.questions = questions
        answers = questions.map { Answer(question: $0) }
        self.receiveBuffer = receiveBuffer
        if waitsForCosts { costs.waitForAnswer(since: MonotonicClock.milliseconds) }
        open()
    }

    /// Each question with the path that answers it, as it was decided last.
    package var paths: some Sequence<(PathQuestion, NetworkPath)> {
        answers.lazy.map { ($0.question, $0.path) }
    }

    /// The path that answers a question, as it was decided last; `nil` if that is not followed.
    package func path(_ question: PathQuestion) -> NetworkPath? {
        // Not by `first(where:)`, which copies all of an answer.
        for index in answers.indices where answers[index].question == question {
            return answers[index].path
        }
        return nil
    }

    /// Waits until there is something to ``advance(tell:)`` for, or until one of `others` is ready.
    ///
    /// - Parameters:
    ///   - others: what else to wait for.
    ///   - milliseconds: how long to wait at the most; `nil` for no end.
    /// - Returns: a result for each of the others.
    package func wait(
        beside others: [Readiness.Interest],
        milliseconds: Int32? = nil
    ) -> [Readiness.Result] {
        let own = (watch?.interests ?? []) + costs.interests
        let patience = [
            milliseconds, retry.milliseconds, costs.milliseconds,
            // Where nobody tells of changes, all is read afresh from time to time.
            watch == nil ? nil : routes?.millisecondsToExpiry,
        ].compactMap(\.self).min()
        let results = Readiness.wait(own + others, milliseconds: patience)
        ready = Set(zip(own, results).filter { !$0.1.isEmpty }.map(\.0.descriptor))
        return Array(results.dropFirst(own.count))
    }

    /// Takes in what has happened, and decides the paths again if they may differ.
    ///
    /// - Parameter tell: called each time a path differs.
    package func advance(tell: () -> Void) {
        let areCostsDifferent = costs.take(from: ready) && costs.announce(to: &state)
        guard let routes, !retry.isDue else {
            guard retry.isDue else { return }
            if open() { tell() }
            return
        }
        do {
            // A path that is put off takes them in when it is decided.
            if areCostsDifferent, !isPutOff, reconsider(routes) { tell() }
            guard let watch, !ready.isEmpty || routes.hasExpired else { return }
            try advance(watch, routes, tell: tell)
            retry.succeeded()
        } catch {
            statistics.resyncs += 1
            close(NetworkAccessError(error))
            // The first time at once: a socket that failed says nothing about the next one.
            if retry.isDue, open() { tell() }
        }
    }

    /// Exchanges the questions, and answers the new ones.
    package func follow(_ questions: Set<PathQuestion>) {
        guard questions != self.questions else { return }
        let new = questions.subtracting(self.questions)
        self.questions = questions
        answers.removeAll { !questions.contains($0.question) }
        answers += new.map { Answer(question: $0) }
        do {
            if let routes {
                attachFilter()
                _ = try look(routes)
            }
        } catch { close(NetworkAccessError(error)) }
    }
}

extension PathFollower {
    /// Opens the sockets and looks.
    ///
    /// - Returns: whether a path differs.
    @discardableResult private func open() -> Bool {
        do {
            let routes = KernelRoutes(try NetlinkSocket(.route), counting: statistics.lookups)
            self.routes = routes
            do {
                watch = try NetworkWatch(receiveBuffer: receiveBuffer)
                mode = .events
                retry.begun()
            } catch {
                mode = .polling(NetworkAccessError(error))
                retry.poll()
            }
            try observe(routes)
            var isDifferent = try look(routes)
            // Only now, for the first look tells which name servers matter; and then a second one,
            // for what the filter has kept away since.
            if attachFilter() { isDifferent = try look(routes) || isDifferent }
            return isDifferent
        } catch {
            close(NetworkAccessError(error))
            return false
        }
    }

    /// Reads everything afresh.
    private func observe(_ routes: KernelRoutes) throws {
        state = try routes.observe(needsRules: true)
        _ = costs.announce(to: &state)
    }

    /// Closes what there is, to open it later.
    private func close(_ error: NetworkAccessError) {
        routes = nil
        watch = nil
        ready = []
        mode = .unavailable(error)
        retry.failed()
    }

    private func advance(
        _ watch: NetworkWatch,
        _ routes: KernelRoutes,
        tell: () -> Void
    ) throws {
        let news = try watch.take(from: ready, into: &state, &statistics)
        var consequence = news.consequence
        if news.isOverrun {
            try observe(routes)
            consequence = [.lookUp, .tell]
        } else {
            // What an interface is decides where packets may go.
            if !news.incomplete.isEmpty { consequence.insert(.lookUp) }
            for index in news.incomplete {
                if try NetworkObserver.complete(index, of: &state) { watch.listenToWireless() }
            }
            if news.isWirelessDifferent {
                try NetworkObserver.readWireless(&state)
                consequence.formUnion([.lookUp, .tell])
            }
        }
        if news.isResolverDifferent {
            state.resolver = try ResolverConfiguration.read()
            consequence.insert(.lookUp)
        }
        if news.isResolverDifferent || news.isOverrun { attachFilter() }
        if routes.hasExpired || isPutOff { consequence.insert(.lookUp) }
        guard consequence.contains(.lookUp) else {
            if consequence.contains(.tell) {
                if reconsider(routes) { tell() }
            } else if consequence.contains(.show) {
                for index in answers.indices {
                    answers[index].path = answers[index].path.showing(
                        state.interfaces, ofInterest: state.census.ofInterest)
                }
                tell()
            }
            return
        }
        var isInDoubt = false
        try routes.beginLook()
        if try decide(routes, leaving: &isInDoubt) { tell() }
        // The kernel tells of some changes before it makes them (an address that goes, with its
        // routes). It makes them under a lock that the next look waits for; so what is there behind it
        // is what the message spoke of. The next change may be under way by then: what is in doubt is
        // looked at once more.
        guard try routes.beginLookBehindLock() || isInDoubt else {
            isPutOff = false
            return countLookups(routes)
        }
        isInDoubt = false
        if try decide(routes, leaving: &isInDoubt) { tell() }
        let wasPutOff = isPutOff
        // What has been told meanwhile may settle it; but a storm must not put it off for ever.
        isPutOff = isInDoubt && !wasPutOff && watch.hasChanges
        guard isInDoubt, !isPutOff else { return }
        _ = try routes.beginLookBehindLock()
        if try decide(routes, where: { _ in true }) { tell() }
    }

    /// Looks routes up and decides the paths.
    ///
    /// - Returns: whether one differs.
    private func look(_ routes: KernelRoutes) throws -> Bool {
        isPutOff = false
        try routes.beginLook()
        return try decide(routes) { _ in true }
    }

    /// Decides the paths, but for those that are in doubt, which are left as they were.
    ///
    /// - Parameter isInDoubt: set if there are such.
    /// - Returns: whether another one differs.
    private func decide(_ routes: KernelRoutes, leaving isInDoubt: inout Bool) throws -> Bool {
        try decide(routes) { path in
            if path.isDoubtful { isInDoubt = true }
            return !path.isDoubtful
        }
    }

    /// Decides the paths, by the look that has begun.
    private func decide(
        _ routes: KernelRoutes,
        where isTaken: (NetworkPath) -> Bool
    ) throws -> Bool {
        defer { countLookups(routes) }
        var isDifferent = false
        for index in answers.indices {
            let finder = Wayfinder(state: state, oracle: routes)
            let found = try PathFindings(finder, answers[index].question)
            let path = NetworkPath(found, finder)
            guard isTaken(path) else { continue }
            answers[index].findings = found
            if take(path, at: index) { isDifferent = true }
        }
        return isDifferent
    }

    private func countLookups(_ routes: KernelRoutes) { statistics.lookups = routes.lookups }

    /// Decides the paths by the routes that were looked up last: what is shown of interfaces may
    /// differ, and packets go the same ways.
    ///
    /// - Returns: whether one differs.
    private func reconsider(_ routes: KernelRoutes) -> Bool {
        let finder = Wayfinder(state: state, oracle: routes)
        var isDifferent = false
        for index in answers.indices {
            guard let found = answers[index].findings else { continue }
            if take(NetworkPath(found, finder), at: index) { isDifferent = true }
        }
        return isDifferent
    }

    private func take(_ path: NetworkPath, at index: Int) -> Bool {
        guard path != answers[index].path else { return false }
        answers[index].path = path
        return true
    }

    /// Lets the kernel keep those route messages away that cannot matter.
    ///
    /// - Returns: whether there is somebody to keep them away from.
    @discardableResult private func attachFilter() -> Bool {
        guard let watch else { return false }
        let servers = state.nameServers.map(\.address)
        let probes = questions.flatMap(\.probes.addresses)
        statistics.isFilterOpen = watch.attach(
            RouteFilter(watching: (probes + servers).map(\.bytes)))
        return true
    }
}
