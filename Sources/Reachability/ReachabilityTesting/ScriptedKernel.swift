// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
package import Netlink
package import NetworkReachability

/// A kernel that a script plays, for the library's own code that follows the network.
///
/// It can do what a real kernel seldom does: announce a change before it makes it, lose messages, refuse, interrupt
/// dumps, let routes expire. Its clock moves when the script says so. It belongs to one thread.
package final class ScriptedKernel: KernelAccess {
    /// A request to the kernel.
    package enum Call: Sendable, Hashable {
        case open, close
        case readSnapshot
        /// So many route queries were asked together.
        case query(count: Int, isUnderLock: Bool)
        /// One route query was asked alone.
        case queryOne
        case filter
    }

    /// A change that the kernel reports.
    package enum Report: Sendable {
        case event(KernelEvent)
        /// The report of nl80211 about an interface.
        case wireless(WirelessInterface)
        /// The contents of sysfs about an interface.
        case device(NetworkDevice, of: UInt32)
        /// A statement on the cost of an interface.
        case cost(MeteredStatement?, of: UInt32)
        /// Where the modem of an interface is registered.
        case registration(ModemRegistration?, of: UInt32)
        case nameServers([String])
        /// A file of a recorder has changed, which says what data plans have used.
        case planFiles
        /// Messages were lost.
        case loss
        /// A message came from a program, and was dropped.
        case foreign
        /// The whole network was exchanged for another one.
        case exchange
    }

    package var now: Int64 = 0
    /// The network that a snapshot reads.
    package var state = NetworkState()
    /// Answers route queries.
    package var routes: any RouteOracle = NoRoutes()
    /// The configuration of each WireGuard tunnel.
    package var tunnels: [UInt32: TunnelReading] = [:]
    /// The hardware address of each router in the neighbor table.
    package var hardwareAddresses: [Neighbor: [UInt8]] = [:]
    package var followsConnectionNames = false
    /// Why the kernel does not report changes; `nil` if it reports them.
    package var subscriptionRefusal: NetworkAccessError?
    /// Why the kernel cannot be queried; `nil` if it can.
    package var failure: NetlinkError?
    package var due: Int64?
    package var routeCollectionInterval: Int64 = 32_000
    /// Whether all route messages are reported, whatever the filter.
    package var refusesFilter = false

    /// The requests so far, in order.
    package private(set) var calls: [Call] = []
    /// How often the configuration of a WireGuard tunnel was read.
    package private(set) var tunnelReads = 0
    /// How often a hardware address was looked up.
    package private(set) var hardwareAddressLookups = 0
    /// The addresses that the last filter watches.
    package private(set) var watchedAddresses: [AddressBytes] = []
    /// The next hops whose neighbor messages the last filter passes.
    package private(set) var followedNextHops: Set<RouteFilter.NextHop> = []

    private var reports: [Report] = []
    private var announced: [(ScriptedKernel) -> Void] = []

    /// A kernel without an interface.
    package init() {}

    /// Reports changes, which have been made.
    package func report(_ reports: [Report]) { self.reports += reports }

    /// Reports a change that is made later: when the kernel is queried under its lock.
    package func announce(_ reports: [Report], making change: @escaping (ScriptedKernel) -> Void) {
        self.reports += reports
        announced.append(change)
    }

    /// Forgets the calls, and returns them.
    package func takeCalls() -> [Call] {
        defer { calls = [] }
        return calls
    }

    package func open() throws -> NetworkAccessError? {
        calls.append(.open)
        try fail()
        // Reports over the former sockets are lost with them.
        reports = []
        return subscriptionRefusal
    }

    package func close() { calls.append(.close) }

    package func readSnapshot() throws -> NetworkState {
        calls.append(.readSnapshot)
        try fail()
        return state
    }

    private func fail() throws(NetlinkError) {
        if let failure { throw failure }
    }

    package var hasChanges: Bool { !reports.isEmpty }

    package func receiveChanges(into state: inout NetworkState) throws -> ChangeSummary {
        try fail()
        var summary = ChangeSummary()
        for report in reports {
            if case .exchange = report { state = self.state }
            summary.apply(report, to: &state)
        }
        reports = []
        return summary
    }

    package func filter(
        watching addresses: [AddressBytes], nextHops: [RouteFilter.NextHop]
    ) -> Bool {
        calls.append(.filter)
        watchedAddresses = addresses
        followedNextHops = Set(nextHops)
        return refusesFilter
    }

    package func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        calls.append(.queryOne)
        try fail()
        return try routes.answer(query)
    }

    package func followPlanFiles(_ paths: [String]) {}

    package func hardwareAddress(of router: Neighbor) throws(NetlinkError) -> [UInt8]? {
        hardwareAddressLookups += 1
        try fail()
        return hardwareAddresses[router]
    }

    package func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading? {
        tunnelReads += 1
        try fail()
        return tunnels[index]
    }

    package func answer(
        _ positions: [Int],
        of queries: inout RouteQueries,
        isUnderLock: Bool,
        _ body: (Int, RouteAnswer) -> Void
    ) throws(NetlinkError) {
        calls.append(.query(count: positions.count, isUnderLock: isUnderLock))
        try fail()
        if isUnderLock {
            let changes = announced
            announced = []
            for change in changes { change(self) }
        }
        for position in positions { body(position, try routes.answer(queries.all[position])) }
    }
}

/// No route leads anywhere.
private struct NoRoutes: RouteOracle {
    func answer(_ query: RouteQuery) -> RouteAnswer { .refused(.noRoute) }
}

extension ChangeSummary {
    /// Applies what a script reports to the state.
    mutating func apply(_ report: ScriptedKernel.Report, to state: inout NetworkState) {
        switch report {
        case .event(let event): apply(event, to: &state)
        case .wireless(let wireless):
            state.set(wireless)
            invalidation.add(.routes + .paths)
        case .device(let device, let index):
            state.set(device, of: index)
            invalidation.add(.routes)
        case .registration(let registration, let index):
            state.setReport(registration, of: index)
            invalidation.add(.paths)
        case .cost(let statement, let index):
            state.setReport(statement, of: index)
            invalidation.add(.paths)
        case .nameServers(let servers):
            state.resolver.nameServers = servers
            hasOtherNameServers = true
        case .planFiles: hasOtherPlanUsage = true
        case .loss: lostMessages = true
        case .foreign: drops += 1
        case .exchange: invalidation.add(.routes + .paths)
        }
    }
}
