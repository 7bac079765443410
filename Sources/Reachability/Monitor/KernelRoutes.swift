// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The kernel's routing, asked over a socket of its own, look by look.
final class KernelRoutes: RouteOracle {
    private let socket: NetlinkSocket
    /// How many routes were looked up.
    private(set) var lookups: Int
    private var transcript = RouteTranscript()
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
        try NetworkObserver.observe(socket, needsRules: needsRules)
    }

    /// Begins a look: nothing that was answered counts any more.
    ///
    /// - Parameter family: whose routes may be others; what was answered of the other one's counts.
    func beginLook(at family: AddressBytes.Family? = nil) throws(NetlinkError) {
        transcript.endLook()
        _ = try askAgain(of: family, waitingForLock: false)
    }

    /// Begins a look as of when the kernel has done what it tells of: it is asked all of the last look
    /// again behind the lock (RTNL) under which links, addresses and routes are changed.
    ///
    /// - Parameter family: whose routes may be others.
    /// - Returns: whether an answer differs.
    func beginLookBehindLock(at family: AddressBytes.Family? = nil) throws(NetlinkError) -> Bool {
        let isComparable = transcript.isComplete
        return try askAgain(of: family, waitingForLock: true) || !isComparable
    }

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        if let answer = transcript.answer(to: lookup) { return answer }
        var answer = try socket.lookUp(lookup)
        lookups += 1
        if let ticks = answer.takeExpiry() { noteExpiry(in: ticks) }
        transcript.add(lookup, answer)
        return answer
    }

    /// The interfaces that this look's answers name.
    var named: [UInt32] { transcript.answers.flatMap(\.nextHops).map(\.interface) }

    /// Asks all that is known to be asked, of a family if one is named.
    ///
    /// - Returns: whether an answer differs from the one before.
    private func askAgain(
        of family: AddressBytes.Family?,
        waitingForLock: Bool
    ) throws(NetlinkError) -> Bool {
        let isDifferent = try transcript.askAgain { (batch) throws(NetlinkError) in
            try socket.lookUp(all: &batch, of: family, waitingForLock: waitingForLock)
        }
        lookups += transcript.batch.count(of: family)
        // What ends may be the other family's.
        if family == nil { expiry = nil }
        if let ticks = transcript.expiresInTicks { noteExpiry(in: ticks) }
        return isDifferent
    }
}

extension RouteAnswer {
    fileprivate var nextHops: [RouteReply.NextHop] {
        switch self {
        case .route(let reply): reply.nextHops
        case .refused: []
        }
    }
}

/// Routes that end by themselves: an IPv6 router's, whose lifetime is over. Lookups fail at once, and
/// the kernel's word comes up to half a minute later.
extension KernelRoutes {
    /// Takes down when a route ends.
    private func noteExpiry(in ticks: UInt32) {
        // A hundred ticks a second; and the kernel rounds down.
        let end = MonotonicClock.milliseconds + (Int64(ticks) + 1) * 10
        expiry = min(expiry ?? end, end)
    }

    /// Whether one of those in use has ended.
    var hasExpired: Bool { expiry.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// How long until one ends.
    var millisecondsToExpiry: Int32? {
        expiry.map { Int32(clamping: max(0, $0 - MonotonicClock.milliseconds)) }
    }
}
