// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The kernel's routing, asked over a socket of its own, look by look.
final class KernelRoutes: RouteOracle {
    private let socket: NetlinkSocket
    /// How many routes were looked up one by one, and by what was there before this.
    private var otherLookups: Int
    private var transcript = RouteTranscript()
    /// Of which families the answers about entries are those of an earlier look.
    private var outdatedEntries = PerFamily(false)
    private var expiry = RouteExpiry()

    /// - Parameter lookups: from what to count on.
    init(_ socket: consuming NetlinkSocket, counting lookups: Int = 0) {
        self.socket = socket
        otherLookups = lookups
    }

    /// How many routes were looked up.
    var lookups: Int { otherLookups + transcript.batch.asked }

    /// Looks at the network as it is now.
    ///
    /// - Parameter needsRules: whether policy rules are wanted although there is no tunnel.
    func observe(needsRules: Bool = false) throws -> NetworkState {
        try NetworkObserver.observe(socket, needsRules: needsRules)
    }

    /// Begins a look: what was answered of a part does not count any more.
    ///
    /// - Parameter part: what may be answered otherwise now. With the choices of a family, its entries do not
    ///   count either, and are asked about when one is wanted.
    /// - Returns: whether the very first question had a route, and has none: then that had gone before the look
    ///   as a whole. (Of other differences this cannot be said: between routes that are alike, the kernel chooses
    ///   by what it knows of the neighbours, and tells nobody.)
    @discardableResult func beginLook(
        at part: RouteLookupBatch.Part = .all
    ) throws(NetlinkError) -> Bool {
        transcript.endLook()
        transcript.beginLook()
        return switch try askAgain(part, waitingForLock: false) {
        case .routeIsGone: true
        case .none, .some: false
        }
    }

    /// Begins a look as of when the kernel has done what it tells of: it is asked again behind the lock (RTNL)
    /// under which links, addresses and routes are changed.
    ///
    /// - Parameter part: what may be answered otherwise now, as the look before had it.
    /// - Returns: whether an answer differs.
    func beginLookBehindLock(
        at part: RouteLookupBatch.Part = .all
    ) throws(NetlinkError) -> Bool {
        let isComparable = transcript.isComplete
        transcript.beginLook()
        return switch try askAgain(withEntriesInUse(part), waitingForLock: true) {
        case .routeIsGone, .some: true
        case .none: !isComparable
        }
    }

    /// A part, and what was asked of it on demand: where a route goes that is not the choice, or one of two by the
    /// same way, only entries differ.
    private func withEntriesInUse(_ part: RouteLookupBatch.Part) -> RouteLookupBatch.Part {
        guard case .choices(let family) = part, !outdatedEntries[IPAddress.Family(family)] else {
            return part
        }
        return .family(family)
    }

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        let family = lookup.destination.family
        if lookup.matchesEntry, outdatedEntries[IPAddress.Family(family)] {
            _ = try askAgain(.entries(family), waitingForLock: false)
        }
        if let answer = transcript.answer(to: lookup) { return answer }
        var answer = try socket.lookUp(lookup)
        otherLookups += 1
        noteExpiry(answer.takeExpiry(), isOfAll: false)
        transcript.add(lookup, answer)
        return answer
    }

    /// What this look has asked, and what was answered; `nil` if that was too much to be kept.
    var records: [RouteTranscript.Record]? { transcript.isComplete ? transcript.records : nil }

    /// Whether all that an earlier look asked is answered as it was then. If so, it is as if this look had asked it.
    func isAnswered(as records: [RouteTranscript.Record]) throws(NetlinkError) -> Bool {
        // First by what is known.
        for record in records where !isOutdated(record) && !transcript.isAnswered(as: record) {
            return false
        }
        for record in records {
            if let family = record.routesOf, isOutdated(record) {
                _ = try askAgain(.entries(family), waitingForLock: false)
            }
            guard transcript.isAnswered(as: record) else { return false }
        }
        transcript.repeatRecords(records)
        return true
    }

    private func isOutdated(_ record: RouteTranscript.Record) -> Bool {
        record.routesOf.map { outdatedEntries[IPAddress.Family($0)] } ?? false
    }

    /// The interfaces that this look's answers name.
    var named: [UInt32] { transcript.answers.flatMap(\.nextHops).map(\.interface) }

    /// Asks what is known to be asked.
    ///
    /// - Returns: how the answers differ from those before.
    private func askAgain(
        _ part: RouteLookupBatch.Part,
        waitingForLock: Bool
    ) throws(NetlinkError) -> RouteLookupBatch.Difference {
        let difference = try transcript.askAgain { (batch) throws(NetlinkError) in
            try socket.lookUp(part, of: &batch, waitingForLock: waitingForLock)
        }
        switch part {
        case .all: outdatedEntries = PerFamily(false)
        case .family(let family), .entries(let family):
            outdatedEntries[IPAddress.Family(family)] = false
        case .choices(let family): outdatedEntries[IPAddress.Family(family)] = true
        }
        noteExpiry(transcript.expiresInTicks, isOfAll: part == .all)
        return difference
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

/// Routes that end by themselves.
extension KernelRoutes {
    /// Takes down in how many ticks the first of the routes ends that were looked up.
    ///
    /// - Parameter isOfAll: whether those were all that are in use.
    private func noteExpiry(_ ticks: UInt32?, isOfAll: Bool) {
        expiry.take(
            ticks, isOfAll: isOfAll, now: MonotonicClock.milliseconds,
            collectionInterval: Self.collectionInterval)
    }

    /// How long the kernel takes at the most to collect an IPv6 route that has ended (`net.ipv6.route.gc_interval`,
    /// in seconds), in milliseconds. The kernel rounds the time of its timer up to a second.
    private static var collectionInterval: Int64 {
        // A namespace of an ordinary user has no such file.
        let text = (try? readFile("/proc/sys/net/ipv6/route/gc_interval")) ?? nil
        let seconds = text.flatMap { Int64($0.prefix(while: \.isNumber)) } ?? 30
        return (min(seconds, 86_400) + 2) * 1000
    }

    /// Whether it is time to look up all routes again, because one in use has ended.
    var isDue: Bool { expiry.due.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// How long until then; `nil` if none ends.
    var millisecondsUntilDue: Int32? {
        expiry.due.map(MonotonicClock.milliseconds(until:))
    }
}
