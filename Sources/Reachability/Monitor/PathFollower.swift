// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
internal import Netlink

/// Follows paths: keeps the state in step with the kernel's changes, and decides the paths again when
/// one of them may have changed them. It belongs to one thread, which waits and then advances.
///
/// It never gives up: what fails is opened anew, and where the kernel does not tell of changes it is
/// asked from time to time. What tells of the rest (files, a suspend) may fail by itself.
///
/// (It is a value that cannot be copied: what waits and advances has it for itself, and neither counts references
/// nor looks at run time for whom else it might have.)
package struct PathFollower: ~Copyable {
    /// How it learns of changes.
    package private(set) var mode = PathMonitor.Mode.idle
    /// What has been counted since the start.
    package private(set) var statistics = PathMonitor.Statistics()
    /// What it cannot follow, and why. The rest it follows.
    package private(set) var limitations: [NetworkAccessError] = []

    private var followed: FollowedPaths
    private let receiveBuffer: Int32
    private var state = NetworkState()
    /// Where routes are looked up; `nil` if the kernel cannot be asked.
    private var routes: KernelRoutes?
    /// Who tells of changes; `nil` if nobody does.
    private var watch: NetworkWatch?
    /// Tells when files change.
    private let files: FileWatch
    private let resolverFiles: FileWatch.Subject
    /// What is said of costs from outside the kernel.
    private var costs: CostAnnouncements
    private var doubt = Doubt()
    /// Whether interfaces count that are of no interest for a path.
    private let showsAll: Bool
    /// When everything is opened and read anew, if nobody tells of changes.
    private var retry = Retry()

    /// Subscribes, then looks for the first time: in this order, so that nothing falls between.
    ///
    /// - Parameters:
    ///   - questions: what paths are asked for.
    ///   - showsAll: whether it is told of if an interface that is of no interest shows something else. If
    ///     not, the paths show that as soon as they are told of for another reason.
    ///   - costPatience: how long the first look waits for NetworkManager's answer at most, in milliseconds.
    ///   - files: tells when files change; whoever waits with it may have others told, too.
    ///   - receiveBuffer: how many bytes of the kernel's messages may wait.
    package init(
        _ questions: Set<PathQuestion>,
        showsAll: Bool,
        costPatience: Int64 = 0,
        files: FileWatch = FileWatch(),
        receiveBuffer: Int32 = 4 << 20
    ) {
        followed = FollowedPaths(questions)
        self.files = files
        resolverFiles = files.add(ResolverConfiguration.files)
        costs = CostAnnouncements(following: files)
        self.showsAll = showsAll
        self.receiveBuffer = receiveBuffer
        if costPatience > 0 {
            costs.waitForAnswer(until: MonotonicClock.milliseconds + costPatience)
        }
        open()
    }

    /// Each question with the path that answers it, as it was decided last.
    package var paths: some Sequence<(PathQuestion, NetworkPath)> { followed.paths }

    /// The path that answers a question, as it was decided last; `nil` if that is not followed.
    package func path(_ question: PathQuestion) -> NetworkPath? { followed[question] }

    /// Whether NetworkManager is still to say what connections cost.
    package var awaitsCosts: Bool { costs.areAwaited }

    /// Why what NetworkManager may know of costs was not heard; `nil` if it was, or it does not run.
    package var unheardCosts: String? { costs.unheardReason }

    /// Waits until there is something to ``advance(after:tell:)`` for.
    ///
    /// - Parameters:
    ///   - ready: what else to wait for; then what is ready.
    ///   - milliseconds: how long to wait at the most; `nil` for no end.
    package mutating func wait(for ready: inout Readiness, milliseconds: Int32? = nil) {
        watch?.add(to: &ready)
        costs.add(to: &ready)
        files.add(to: &ready)
        var patience = milliseconds.earlier(retry.milliseconds).earlier(costs.milliseconds)
            .earlier(files.milliseconds)
        // Where nobody tells of changes, all is read afresh from time to time.
        if let watch {
            patience = patience.earlier(routes?.millisecondsUntilDue).earlier(watch.milliseconds)
        }
        ready.wait(milliseconds: patience)
    }

    /// Takes in what has happened, and decides the paths again if they may differ.
    ///
    /// - Parameters:
    ///   - ready: what the last wait found ready.
    ///   - tell: called each time a path differs, with this, which it only reads. (Borrowed, its half a kilobyte
    ///     would be moved somewhere else first.)
    package mutating func advance(
        after ready: borrowing Readiness,
        tell: (inout PathFollower) -> Void
    ) {
        // Mostly it is the kernel alone that has something to tell, and nothing else is due.
        let isKernelAlone =
            watch?.isAllOf(ready) == true && watch?.isDue == false && costs.milliseconds != 0
            && files.milliseconds != 0
        if !isKernelAlone { files.take(from: ready) }
        defer { if !isKernelAlone { noteLimitations() } }
        let isResolverDifferent = !isKernelAlone && files.takeChange(of: resolverFiles)
        let areCostsDifferent =
            !isKernelAlone && costs.take(from: ready) && costs.announce(to: &state)
        guard let routes, !retry.isDue else {
            guard retry.isDue else { return }
            if open() { tell(&self) }
            return
        }
        do {
            // A path that is put off takes them in when it is decided.
            if areCostsDifferent, !doubt.isPutOff, followed.reconsider(finder(routes)) {
                tell(&self)
            }
            guard let watch else {
                // Only from time to time is all read afresh, so what is known of the rest is old.
                if isResolverDifferent {
                    try observe(routes)
                    if try look(routes) { tell(&self) }
                }
                return
            }
            // What is ready may be the caller's alone; then nothing is taken in.
            guard ready.count > 0 || isResolverDifferent || routes.isDue || watch.isDue else {
                return
            }
            try advance(
                after: ready, isResolverDifferent: isResolverDifferent, watch, routes, tell: tell)
            retry.succeeded()
        } catch {
            statistics.resyncs += 1
            close(NetworkAccessError(error))
            // The first time at once: a socket that failed says nothing about the next one.
            if retry.isDue, open() { tell(&self) }
        }
    }

    /// Exchanges the questions, and answers the new ones.
    package mutating func follow(_ questions: Set<PathQuestion>) {
        guard questions != followed.questions else { return }
        followed.exchange(for: questions)
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
    @discardableResult private mutating func open() -> Bool {
        defer { noteLimitations() }
        do {
            let routes = KernelRoutes(try NetlinkSocket(.route), counting: statistics.lookups)
            self.routes = routes
            // What is answered over another socket is numbered afresh.
            followed.forgetBasis()
            // What the former one has not told yet is older than what is read now.
            watch = nil
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
    private mutating func observe(_ routes: KernelRoutes) throws {
        state = try routes.observe(needsRules: true)
        _ = costs.announce(to: &state)
        noteInterruption()
    }

    /// Sees to it that what interrupted dumps lack is read later.
    private mutating func noteInterruption() {
        guard watch != nil, let interruption = state.interruption else { return }
        // No event tells what the dump lacks. Changes are followed, and from time to time everything is opened and
        // read afresh, until nothing changes in the course of it.
        mode = .polling(NetworkAccessError(interruption))
        retry.poll()
    }

    private mutating func noteLimitations() {
        limitations = watch?.failures ?? []
        if let failure = files.failure { limitations.append(NetworkAccessError(failure)) }
    }

    /// Closes what there is, to open it later.
    private mutating func close(_ error: NetworkAccessError) {
        routes = nil
        watch = nil
        mode = .unavailable(error)
        retry.failed()
    }

    private mutating func advance(
        after ready: borrowing Readiness,
        isResolverDifferent: Bool,
        _ watch: NetworkWatch,
        _ routes: KernelRoutes,
        tell: (inout PathFollower) -> Void
    ) throws {
        let wasInterrupted = state.interruption != nil
        let news = try watch.take(from: ready, into: &state, &statistics)
        var consequence = news.consequence
        if news.isOverrun {
            try observe(routes)
            consequence = [.lookUp, .tell]
        } else {
            if !news.incomplete.isEmpty {
                // What an interface is decides where packets may go.
                consequence.insert(.lookUp)
                for index in news.incomplete {
                    guard try NetworkObserver.complete(index, of: &state) else { continue }
                    watch.listenToWireless()
                    noteLimitations()
                }
            }
            if news.isWirelessDifferent {
                try NetworkObserver.readWireless(&state)
                consequence.formUnion([.lookUp, .tell])
            }
            // Once: each further time would put off the reading that is due.
            if !wasInterrupted { noteInterruption() }
        }
        if isResolverDifferent {
            do throws(SystemError) {
                state.resolver = try ResolverConfiguration.read()
                consequence.insert(.lookUp)
            } catch { files.putOff(after: error) }
        }
        if isResolverDifferent || news.isOverrun { attachFilter() }
        let isDue = routes.isDue || doubt.isPutOff
        if let looks = isDue ? .twice(nil) : consequence.looks {
            try lookUp(looks, routes, watch, tell: tell)
        } else {
            show(consequence, news.shown, routes, tell: tell)
        }
    }

    /// Shows what differs, where packets go the same ways.
    private mutating func show(
        _ consequence: NetworkState.Consequence,
        _ shown: [UInt32],
        _ routes: KernelRoutes,
        tell: (inout PathFollower) -> Void
    ) {
        if consequence.contains(.tell) {
            if followed.reconsider(finder(routes)) { tell(&self) }
        } else if shown.contains(where: { isShown($0) }) {
            followed.show(state.interfaces, state.census)
            tell(&self)
        }
    }

    private func isShown(_ index: UInt32) -> Bool {
        showsAll || followed.isShown(index, state.census)
    }

    /// Looks routes up and decides the paths: now, and if need be, when the kernel has done what it tells of.
    private mutating func lookUp(
        _ looks: NetworkState.Consequence.Looks,
        _ routes: KernelRoutes,
        _ watch: NetworkWatch,
        tell: (inout PathFollower) -> Void
    ) throws {
        defer { followed.discard() }
        let part = looks.part
        let isSeen = try routes.beginLook(at: part)
        if try decideLeavingDoubt(routes) { tell(&self) }
        // The kernel tells of some changes before it makes them (an address that goes, with its
        // routes). It makes them under a lock that the next look waits for; so what is there behind it
        // is what the message spoke of. The next change may be under way by then: what is in doubt is
        // looked at once more. For the lock a storm is spun for, up to milliseconds: where it is seen that a
        // single route has gone, that is all that the message spoke of.
        let isAskedAgain = !looks.areDone(seesChange: isSeen) || doubt.isInDoubt
        guard try isAskedAgain && routes.beginLookBehindLock(at: part) || doubt.isInDoubt else {
            doubt.settle()
            return countLookups(routes)
        }
        if try decideLeavingDoubt(routes) { tell(&self) }
        guard doubt.endsInLook(hasChanges: watch.hasChanges) else { return }
        _ = try routes.beginLookBehindLock()
        if try decide(routes, leavesDoubt: false) { tell(&self) }
    }

    /// Looks routes up and decides the paths, though no change was told. This may be in the midst of one: what is in
    /// doubt then only answers questions that have no answer, until it is looked at behind the lock.
    ///
    /// - Returns: whether one differs.
    private mutating func look(_ routes: KernelRoutes) throws -> Bool {
        defer { followed.discard() }
        // The first change is decided, and the one after it: so what is seldom needed later has been mapped
        // since the beginning.
        defer { followed.forgetBasis() }
        try routes.beginLook()
        var isDifferent = try decideLeavingDoubt(routes)
        guard doubt.isInDoubt else {
            doubt.settle()
            return isDifferent
        }
        _ = try routes.beginLookBehindLock()
        if try decideLeavingDoubt(routes) { isDifferent = true }
        guard doubt.endsInUntoldLook(hasChanges: watch?.hasChanges == true) else {
            return isDifferent
        }
        _ = try routes.beginLookBehindLock()
        if try decide(routes, leavesDoubt: false) { isDifferent = true }
        return isDifferent
    }

    /// Decides the paths by the look that has begun, but for those that are in doubt.
    ///
    /// - Returns: whether one differs.
    private mutating func decideLeavingDoubt(_ routes: KernelRoutes) throws -> Bool {
        doubt.beginLook()
        if let isDifferent = try followed.recall(state, routes) {
            countLookups(routes)
            return isDifferent
        }
        return try decide(routes, leavesDoubt: true)
    }

    /// Decides the paths by the look that has begun.
    ///
    /// - Parameter leavesDoubt: whether those that are in doubt stay as they are.
    private mutating func decide(_ routes: KernelRoutes, leavesDoubt: Bool) throws -> Bool {
        defer { countLookups(routes) }
        return try followed.decide(
            finder(routes),
            basis: { PathBasis(state, routes) },
            where: { !leavesDoubt || doubt.takes($0) })
    }

    private func finder(_ routes: KernelRoutes) -> Wayfinder {
        Wayfinder(state: state, oracle: routes)
    }

    private mutating func countLookups(_ routes: KernelRoutes) {
        statistics.lookups = routes.lookups
    }

    /// Lets the kernel keep those route messages away that cannot matter.
    ///
    /// - Returns: whether there is somebody to keep them away from.
    @discardableResult private mutating func attachFilter() -> Bool {
        guard let watch else { return false }
        let servers = state.nameServers.map(\.address)
        let probes = followed.questions.flatMap(\.probes.addresses)
        statistics.isFilterOpen = watch.attach(
            RouteFilter(watching: (probes + servers).map(\.bytes)))
        return true
    }
}

extension Int32? {
    /// The earlier of two times from now; `nil` for never.
    fileprivate func earlier(_ other: Int32?) -> Int32? {
        guard let self, let other else { return self ?? other }
        return min(self, other)
    }
}
