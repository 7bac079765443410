// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The kernel's routing, asked over a socket of its own.
final class KernelRoutes: RouteOracle {
    private let socket: NetlinkSocket
    /// The interfaces that answers named since the last observation.
    private(set) var named: Set<UInt32> = []
    /// How many routes were looked up.
    private(set) var lookups: Int
    /// Answers to questions that will be asked.
    private var prepared: [(lookup: RouteLookup, answer: RouteAnswer)] = []
    /// When the first of the routes in use ends, by ``MonotonicClock``.
    private var expiry: Int64?

    /// - Parameter lookups: from what to count on.
    init(_ socket: consuming NetlinkSocket, counting lookups: Int = 0) {
        self.socket = socket
        self.lookups = lookups
    }

    /// Looks at the network as it is now.
    ///
    /// - Parameter needsRules: whether policy rules are wanted although there is no tunnel.
    func observe(needsRules: Bool = false) throws -> NetworkState {
        named = []
        return try NetworkObserver.observe(socket, needsRules: needsRules)
    }

    /// Waits until the kernel has done what it tells of: whoever asks for a link by its index waits
    /// for the lock (RTNL) under which links, addresses and routes are changed.
    func waitForLock() throws(NetlinkError) { try socket.askForLoopback() }

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        lookups += 1
        let answer: RouteAnswer
        if let position = prepared.firstIndex(where: { $0.lookup == lookup }) {
            answer = prepared.remove(at: position).answer
        } else {
            answer = try socket.lookUp(lookup)
        }
        if case .route(let reply) = answer {
            named.formUnion(reply.nextHops.map(\.interface))
            if let ticks = reply.expiresInTicks {
                // A hundred ticks a second; and the kernel rounds down.
                let end = MonotonicClock.milliseconds + (Int64(ticks) + 1) * 10
                expiry = min(expiry ?? end, end)
            }
        }
        return answer
    }
}

/// Questions that every look asks, in one system call.
extension KernelRoutes {
    /// Looks up what will be asked to answer some questions.
    func prepare(for questions: Set<PathQuestion>, _ state: NetworkState) throws(NetlinkError) {
        let servers = state.resolver.nameServers.compactMap(IPAddress.init)
            .filter { !$0.isLoopback && !$0.isLinkLocal }
        var lookups: [RouteLookup] = []
        for address in questions.flatMap(\.probes.addresses) + servers {
            lookups.append(RouteLookup(destination: address.bytes))
            // Without an address of the family there is no route, and no entry to ask for.
            if !state.census.addressed(address.family).isEmpty {
                lookups.append(RouteLookup(destination: address.bytes, matchesEntry: true))
            }
        }
        let answers = try socket.lookUp(all: lookups)
        prepared = Array(zip(lookups, answers))
    }

    /// Forgets what was prepared: it is as of then.
    func forgetPrepared() { prepared = [] }
}

/// Routes that end by themselves: an IPv6 router's, whose lifetime is over. Lookups fail at once, and
/// the kernel's word comes up to half a minute later.
extension KernelRoutes {
    /// Forgets the routes that were in use.
    func forgetExpiry() { expiry = nil }

    /// Whether one has ended.
    var hasExpired: Bool { expiry.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// How long until one ends.
    var millisecondsToExpiry: Int32? {
        expiry.map { Int32(clamping: max(0, $0 - MonotonicClock.milliseconds)) }
    }
}
