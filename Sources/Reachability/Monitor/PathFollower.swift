// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
internal import Netlink

/// Follows the path: keeps the state in step with the kernel's events and decides the path again when
/// one of them may have changed it. It belongs to one thread, which waits for what it names.
package final class PathFollower {
    /// The path as it was decided last.
    package private(set) var path: NetworkPath
    /// What has been counted since the start.
    package private(set) var statistics = Statistics()

    private let probes: PathProbes
    private let events: EventSocket
    private let routes: KernelRoutes
    private let resolverFiles: FileWatch
    private var suspend: SuspendWatch
    private var state: NetworkState

    /// What a follower has counted.
    package struct Statistics: Sendable, Hashable {
        /// Changes that the kernel told.
        package var events = 0
        /// Datagrams that were not the kernel's, and were dropped.
        package var foreign = 0
        /// How often messages were lost, and everything was read afresh.
        package var overruns = 0
        /// How often the path was decided.
        package var looks = 0
        /// Whether every route message arrives, because the watched addresses are too many for a
        /// filter.
        package var isFilterOpen = false
    }

    /// Subscribes, then looks for the first time: in this order, so that nothing falls between.
    ///
    /// - Throws: ``NetworkAccessError`` where the kernel cannot be asked, or does not tell.
    package static func start(
        probes: PathProbes = .standard,
        receiveBuffer: Int32 = 4 << 20
    ) throws(NetworkAccessError) -> PathFollower {
        try NetworkAccessError.catching {
            try PathFollower(probes: probes, receiveBuffer: receiveBuffer)
        }
    }

    private init(probes: PathProbes, receiveBuffer: Int32) throws {
        self.probes = probes
        events = try EventSocket(receiveBuffer: receiveBuffer)
        routes = KernelRoutes(try NetlinkSocket(.route))
        resolverFiles = try FileWatch(ResolverConfiguration.files)
        suspend = try SuspendWatch()
        state = try routes.observe()
        path = try NetworkPath.evaluate(state, probes: probes, oracle: routes)
        // Only now, for the first look tells which name servers matter; and then a second one, for
        // what the filter has kept away since.
        attachFilter()
        _ = try look()
    }

    /// What to wait for before ``advance(tell:)``.
    package var interests: [Readiness.Interest] {
        [events.descriptor, resolverFiles.descriptor, suspend.descriptor]
            .map { Readiness.Interest($0, reads: true) }
    }

    /// How long to wait for that at the most: a route may end without a word.
    package var patience: Int32? { routes.millisecondsToExpiry }

    /// Takes in what has happened, decides the path again if it may differ, and tells each path that
    /// does.
    ///
    /// - Parameter tell: called with whether messages were lost before.
    package func advance(tell: (_ isResync: Bool) -> Void) throws(NetworkAccessError) {
        try NetworkAccessError.catching {
            var isResync = false
            var consequence = try receive(&isResync)
            if suspend.take() { consequence.insert(.lookUp) }
            if resolverFiles.take() {
                state.resolver = try ResolverConfiguration.read()
                attachFilter()
                consequence.insert(.lookUp)
            }
            if routes.hasExpired { consequence.insert(.lookUp) }
            guard !consequence.isDisjoint(with: [.lookUp, .tell]) else { return }
            if try look() { tell(isResync) }
            guard consequence.contains(.lookUp) else { return }
            // The kernel tells of some changes before it makes them (an address that goes, with its
            // routes). It makes them under a lock that this waits for; so what is there behind it
            // is what the message spoke of.
            try routes.waitForLock()
            if try look() { tell(isResync) }
        }
    }

    /// Applies the events that have arrived.
    private func receive(_ isResync: inout Bool) throws -> NetworkState.Consequence {
        var consequence: NetworkState.Consequence = []
        var incomplete: Set<UInt32> = []
        let outcome = try events.receive(onForeign: { statistics.foreign += 1 }) { event in
            statistics.events += 1
            let called = state.apply(event)
            consequence.formUnion(called)
            if called.contains(.readDevice), case .link(let link) = event {
                incomplete.insert(link.index)
            }
        }
        switch outcome {
        // What remains is taken in the next time; until then the path is as of this part.
        case .drained, .more: break
        case .overrun:
            statistics.overruns += 1
            isResync = true
            // What waits is older than the dump that comes now, or is in it.
            while try events.receive({ _ in }) != .drained {}
            state = try routes.observe()
            return [.lookUp, .tell]
        }
        for index in incomplete { try NetworkObserver.complete(index, of: &state) }
        return consequence
    }

    /// Decides the path.
    ///
    /// - Returns: whether it differs.
    private func look() throws -> Bool {
        statistics.looks += 1
        routes.forgetExpiry()
        let path = try NetworkPath.evaluate(state, probes: probes, oracle: routes)
        guard path != self.path else { return false }
        self.path = path
        return true
    }

    /// Lets the kernel keep those route messages away that cannot matter. Where it does not take
    /// the filter, all arrive.
    private func attachFilter() {
        let servers = state.resolver.nameServers.compactMap(IPAddress.init)
        let filter = RouteFilter(watching: (probes.addresses + servers).map(\.bytes))
        statistics.isFilterOpen = filter.isOpen
        do { try events.attach(filter) } catch { statistics.isFilterOpen = true }
    }
}
