// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The kernel's routing, asked over a socket of its own, look by look: what is asked twice in a look has
/// one answer.
///
/// What the last looks asked is likely what the next one asks. So that is asked in one datagram, before
/// it is asked for.
final class KernelRoutes: RouteOracle {
    private let socket: NetlinkSocket
    /// How many routes were looked up.
    private(set) var lookups: Int
    /// What is asked together.
    private var batch = RouteLookupBatch([])
    /// For how many looks in a row each of these was of no use.
    private var idleLooks: [Int] = []
    /// What this look asked on top of it.
    private var onTop: [RouteLookup] = []
    /// The answers in this look: to the batch, then to what was asked on top.
    private var answers: [RouteAnswer] = []
    /// Whether there is more than is kept.
    private var hasMore = false
    /// Where the answer to the next question is likely to be.
    private var next = 0
    /// When the first of the routes in use ends, by ``MonotonicClock``.
    private var expiry: Int64?

    /// The number of questions that are kept. There are a few for each interface with an address, and
    /// machines with thousands.
    private static let maximumKept = 256
    /// After so many looks a question is dropped that was of no use: more than one, for what is asked
    /// alternates with what it finds.
    private static let maximumIdleLooks = 8

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
    func beginLook() throws(NetlinkError) {
        keepWhatWasAsked(droppingIdle: true)
        try askBatch(waitingForLock: false)
    }

    /// Begins a look as of when the kernel has done what it tells of: it is asked all of the last look
    /// again behind the lock (RTNL) under which links, addresses and routes are changed.
    ///
    /// - Returns: whether an answer differs.
    func beginLookBehindLock() throws(NetlinkError) -> Bool {
        let isComparable = !hasMore
        let before = answers
        keepWhatWasAsked(droppingIdle: false)
        try askBatch(waitingForLock: true)
        return !isComparable || answers != before
    }

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        if let position = position(of: lookup) {
            next = position + 1
            if position < idleLooks.count { idleLooks[position] = 0 }
            return answers[position]
        }
        let answer = noted(try socket.lookUp(lookup))
        lookups += 1
        if answers.count < Self.maximumKept {
            onTop.append(lookup)
            answers.append(answer)
        } else {
            hasMore = true
        }
        return answer
    }

    /// The interfaces that this look's answers name.
    var named: Set<UInt32> { Set(answers.flatMap(\.nextHops).map(\.interface)) }
}

extension RouteAnswer {
    fileprivate var nextHops: [RouteReply.NextHop] {
        switch self {
        case .route(let reply): reply.nextHops
        case .refused: []
        }
    }
}

/// What is asked together.
extension KernelRoutes {
    /// Where among the answers the one to a question is.
    private func position(of lookup: RouteLookup) -> Int? {
        if next < batch.lookups.count, batch.lookups[next] == lookup { return next }
        if let position = batch.lookups.firstIndex(of: lookup) { return position }
        return onTop.firstIndex(of: lookup).map { batch.lookups.count + $0 }
    }

    /// Takes what was asked on top into the batch.
    ///
    /// - Parameter droppingIdle: whether a look ends with it, and what has been of no use for long goes.
    private func keepWhatWasAsked(droppingIdle: Bool) {
        var kept = batch.lookups
        if droppingIdle {
            for position in idleLooks.indices { idleLooks[position] += 1 }
            if idleLooks.contains(where: { $0 > Self.maximumIdleLooks }) {
                let used = idleLooks.indices.filter { idleLooks[$0] <= Self.maximumIdleLooks }
                kept = used.map { kept[$0] }
                idleLooks = used.map { idleLooks[$0] }
            }
        }
        guard !onTop.isEmpty || kept.count < batch.lookups.count else { return }
        batch = RouteLookupBatch(kept + onTop)
        idleLooks += onTop.map { _ in droppingIdle ? 1 : 0 }
    }

    private func askBatch(waitingForLock: Bool) throws(NetlinkError) {
        onTop = []
        hasMore = false
        next = 0
        expiry = nil
        answers = try socket.lookUp(all: &batch, waitingForLock: waitingForLock)
        lookups += answers.count
        for position in answers.indices { answers[position] = noted(answers[position]) }
    }
}

/// Routes that end by themselves: an IPv6 router's, whose lifetime is over. Lookups fail at once, and
/// the kernel's word comes up to half a minute later.
extension KernelRoutes {
    /// Takes down when a route ends. What remains of the answer is the same as long as the route is.
    private func noted(_ answer: RouteAnswer) -> RouteAnswer {
        guard case .route(var reply) = answer, let ticks = reply.expiresInTicks else {
            return answer
        }
        // A hundred ticks a second; and the kernel rounds down.
        let end = MonotonicClock.milliseconds + (Int64(ticks) + 1) * 10
        expiry = min(expiry ?? end, end)
        reply.expiresInTicks = nil
        return .route(reply)
    }

    /// Whether one of those in use has ended.
    var hasExpired: Bool { expiry.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// How long until one ends.
    var millisecondsToExpiry: Int32? {
        expiry.map { Int32(clamping: max(0, $0 - MonotonicClock.milliseconds)) }
    }
}
