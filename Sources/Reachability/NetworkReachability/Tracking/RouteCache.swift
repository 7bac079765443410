// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The kernel's answers to the route queries that the paths depend on.
///
/// An evaluation asks for routes one after the other, and mostly asks what the evaluations before it asked. So those
/// queries are sent together first (``requery(_:isUnderLock:newThrough:)``), and the evaluation finds their answers here. It
/// asks the kernel for the others one by one.
final class RouteCache<Kernel: KernelAccess>: RouteOracle {
    private let kernel: Kernel
    private var queries = RouteQueries()
    /// The answer to each query; `nil` if it is stale.
    private var answers: [RouteAnswer?] = []
    /// The number of the evaluation or comparison that last used each query.
    private var lastUses: [Int] = []
    /// The number of the last evaluation or comparison.
    private var evaluation = 0
    /// Whether the answers to all queries of the last evaluation are kept.
    private var isComplete = true
    /// The next hops that the other answers name.
    private var unkeptNextHops: [NextHops.Named] = []
    /// The position of the query that is likely to be next.
    private var next = 0
    /// How many queries the kernel was asked.
    private(set) var count = 0
    /// When the first of the routes ends by itself.
    private(set) var expiry = RouteExpiry()
    /// The interfaces through which there is no route.
    let absent = AbsentRoutes()
    /// The readings of WireGuard tunnels by the last evaluation or comparison.
    private(set) var tunnels: [UInt32: TunnelReading] = [:]
    /// The servers of WireGuard tunnels to which the last evaluation asked for routes.
    private(set) var tunnelServers: Set<AddressBytes> = []

    /// The number of queries that are kept.
    private var limit = maximum

    /// The number of queries that are kept for a few questions. There are a few for each interface with an address, and
    /// some machines have thousands of those.
    static var maximum: Int { 256 }
    /// The number of queries that are kept besides for each of many questions: the two by which a path is found, of two
    /// addresses, or through two interfaces.
    static var maximumOfQuestion: Int { 4 }
    /// Up to so many questions are few.
    static var few: Int { 16 }
    /// After so many evaluations and comparisons that did not use a query it is dropped. A change takes up to three of
    /// them, and what is asked alternates with what is found.
    static var maximumAge: Int { 24 }

    init(_ kernel: Kernel) { self.kernel = kernel }

    /// Keeps the queries for so many questions.
    func makeRoom(forQuestions count: Int) {
        limit = Self.maximum + (count > Self.few ? Self.maximumOfQuestion * count : 0)
        absent.makeRoom(for: limit)
    }

    /// Forgets the known routes to some addresses, and the readings of WireGuard tunnels.
    func forgetAnswers(to destinations: Set<AddressBytes>) {
        tunnels = [:]
        absent.forget(destinations)
        for (position, query) in queries.all.enumerated()
        where destinations.contains(query.destination) { answers[position] = nil }
    }

    /// The queries that are kept.
    var kept: [RouteQuery] { queries.all }

    /// The interfaces that the kept answers name.
    var namedInterfaces: [UInt32] { answers.compactMap(\.self).flatMap(\.interfaces) }

    /// Whether a route that was asked for leads, or could lead, through one of some interfaces.
    func name(anyOf interfaces: Set<UInt32>) -> Bool {
        guard !interfaces.isEmpty else { return false }
        return !isComplete
            || queries.all.contains { $0.interface.map(interfaces.contains) == true }
            || namedInterfaces.contains(where: interfaces.contains)
    }

    /// The next hops that the kept answers name, and the other answers to the last evaluation.
    var namedNextHops: [NextHops.Named] {
        zip(queries.all, answers).flatMap { query, answer in
            answer.map { Self.nextHops(of: query, $0) } ?? []
        } + unkeptNextHops
    }

    private static func nextHops(of query: RouteQuery, _ answer: RouteAnswer) -> [NextHops.Named] {
        answer.nextHops.map {
            NextHops.Named(neighbor: $0, isOfIPv4Route: query.destination.family == .ipv4)
        }
    }

    /// Asks the stale queries again.
    ///
    /// - Parameters:
    ///   - part: which of the answers are stale.
    ///   - isUnderLock: whether the kernel answers only after the change that it is making has been made.
    ///   - newRoutes: the interfaces through which there may be a route now that was not there.
    /// - Returns: whether the first query had a route and now has none. The kernel answers the queries in their order,
    ///   so the route had gone before it answered any of them. (No other difference proves that: between equal routes
    ///   the kernel chooses by what it knows of the neighbours, and reports nothing of its choice.)
    func requery(
        _ part: StaleRoutes, isUnderLock: Bool, newThrough newRoutes: RouteScope = .all
    ) throws(NetlinkError) -> Bool {
        absent.forget(part, newThrough: newRoutes)
        var positions: [Int] = []
        positions.reserveCapacity(answers.count)
        for (position, query) in queries.all.enumerated()
        where part.concerns(query) && !absent.cover(query) {
            // The first query forgets the answers about entries. An evaluation asks for those that it needs. The query under the
            // lock asks for these again.
            if query.matchesEntry, part.leavesEntriesStale,
                !isUnderLock || answers[position] == nil
            {
                answers[position] = nil
            } else {
                positions.append(position)
            }
        }
        let first = positions.first
        let before = first.flatMap { answers[$0] }
        try ask(positions, isUnderLock: isUnderLock, isOfAll: part == .all)
        guard let first, case .route = before else { return false }
        return answers[first] == .refused(.noRoute)
    }

    func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading? {
        if let known = tunnels[index] { return known }
        let reading = try kernel.readTunnel(index)
        tunnels[index] = reading
        return reading
    }

    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        if query.isToTunnelServer { tunnelServers.insert(query.destination) }
        if let position = queries.position(of: query, expected: next) {
            next = position + 1
            lastUses[position] = evaluation
            return try freshAnswer(at: position)
        }
        var answer = try kernel.answer(query)
        count += 1
        note(answer.takeExpiry(), isOfAll: false)
        if queries.all.count < limit {
            queries.append(query)
            answers.append(answer)
            lastUses.append(evaluation)
        } else {
            isComplete = false
            unkeptNextHops += Self.nextHops(of: query, answer)
        }
        return answer
    }

    /// The answer to a query. If it is stale, all stale queries of its family are asked again.
    private func freshAnswer(at position: Int) throws(NetlinkError) -> RouteAnswer {
        if let answer = answers[position] { return answer }
        let family = queries.all[position].destination.family
        let stale = answers.indices.filter {
            answers[$0] == nil && queries.all[$0].destination.family == family
        }
        try ask(stale, isUnderLock: false, isOfAll: false)
        guard let answer = answers[position] else { preconditionFailure("each query is answered") }
        return answer
    }

    private func ask(
        _ positions: [Int],
        isUnderLock: Bool,
        isOfAll: Bool
    ) throws(NetlinkError) {
        var ticks: UInt32?
        try kernel.answer(positions, of: &queries, isUnderLock: isUnderLock) {
            (position, answer) in
            var answer = answer
            if let rest = answer.takeExpiry() { ticks = min(ticks ?? rest, rest) }
            answers[position] = answer
        }
        count += positions.count
        note(ticks, isOfAll: isOfAll)
    }

    /// Notes in how many ticks the first of the routes ends that were asked for.
    private func note(_ ticks: UInt32?, isOfAll: Bool) {
        expiry.note(
            ticks, isOfAll: isOfAll, now: kernel.now,
            collectionInterval: kernel.routeCollectionInterval)
    }
}

/// The answers that an evaluation has used.
extension RouteCache {
    /// Runs an evaluation that asks for routes here.
    ///
    /// - Returns: what it evaluated, and from which answers; `nil` in place of these if they are too many to be kept.
    ///   ``absent`` has the answers without a route.
    func recordingUse<Value>(
        _ evaluate: () throws(NetlinkError) -> Value
    ) throws(NetlinkError) -> (value: Value, used: [AnsweredQuery]?) {
        evaluation += 1
        tunnels = [:]
        tunnelServers = []
        isComplete = true
        unkeptNextHops = []
        next = 0
        dropOld()
        let value = try evaluate()
        guard isComplete else { return (value, nil) }
        var used: [AnsweredQuery] = []
        for position in lastUses.indices where lastUses[position] == evaluation {
            if let answer = answers[position], !absent.cover(queries.all[position]) {
                used.append(AnsweredQuery(query: queries.all[position], answer: answer))
            }
        }
        return (value, used)
    }

    /// Whether the kernel now answers as it did to an earlier evaluation. Stale queries are sent again, unless another
    /// answer differs already.
    ///
    /// - Parameter formerTunnels: what the evaluation read of WireGuard tunnels. WireGuard reports no change, so it is
    ///   read again.
    func matches(
        _ used: [AnsweredQuery],
        tunnels formerTunnels: [UInt32: TunnelReading] = [:]
    ) throws(NetlinkError) -> Bool {
        evaluation += 1
        tunnels = [:]
        for (index, reading) in formerTunnels where try readTunnel(index) != reading {
            return false
        }
        // First by what is known. The answers are compared in place, because each change of a route does this.
        let answers = answers
        var position = -1
        var hasStale = false
        for index in used.indices {
            guard let next = queries.position(of: used[index].query, expected: position + 1) else {
                return false
            }
            position = next
            lastUses[position] = evaluation
            if let answer = answers[position] {
                if answer != used[index].answer { return false }
            } else {
                hasStale = true
            }
        }
        if hasStale {
            for answered in used where try answer(answered.query) != answered.answer {
                return false
            }
        }
        tunnelServers = []
        for answered in used where answered.query.isToTunnelServer {
            tunnelServers.insert(answered.query.destination)
        }
        dropOld()
        return true
    }

    private func dropOld() {
        let oldest = evaluation - Self.maximumAge
        guard lastUses.contains(where: { $0 < oldest }) else { return }
        queries.removeAll { lastUses[$0] < oldest }
        answers = answers.indices.filter { lastUses[$0] >= oldest }.map { answers[$0] }
        lastUses.removeAll { $0 < oldest }
    }
}

extension RouteQuery {
    /// Whether the packet is one of a WireGuard tunnel to its server. No other query has ports.
    fileprivate var isToTunnelServer: Bool { ports != nil }
}

/// The time at which routes must be queried again because routes expire.
///
/// IPv6 routes have lifetimes, which router advertisements set. A query does not find a route whose
/// lifetime is over. The kernel removes the route, and reports the removal, when it collects
/// garbage, up to half a minute later. A router advertisement in between renews the route, and the
/// kernel does not report that.
///
/// Times are in milliseconds of ``MonotonicClock``.
struct RouteExpiry: Sendable {
    /// When the first of the routes in use expires; `nil` if none does.
    private var end: Int64?
    /// When an expired route will have been collected or renewed.
    private var collection: Int64?

    /// The unit of the kernel's times (`USER_HZ` is 100).
    private static let tick: Int64 = 10
    /// A route that expires within a tick looks like a route that never expires, so an expiry this
    /// close is kept.
    private static let near: Int64 = 100

    /// Records when the first of the queried routes expires.
    ///
    /// - Parameters:
    ///   - ticks: the number of ticks until the first queried route expires; `nil` if none does.
    ///   - isOfAll: whether all routes in use were queried.
    ///   - now: the time after the queries.
    ///   - collectionInterval: the longest time that the kernel takes to collect an expired route.
    mutating func note(
        _ ticks: UInt32?,
        isOfAll: Bool,
        now: @autoclosure () -> Int64,
        collectionInterval: @autoclosure () -> Int64
    ) {
        // Few routes expire, and without any the clock need not be read.
        guard ticks != nil || end != nil || collection != nil else { return }
        let now = now()
        if isOfAll {
            if let collection, collection <= now { self.collection = nil }
            if let end, end <= now { collection = now + collectionInterval() }
            if let end, end <= now || end > now + Self.near { self.end = nil }
        }
        guard let ticks else { return }
        // The kernel rounds down to ticks, and the route expires once the kernel's clock has passed
        // its end; this clock may have the same resolution.
        let new = now + (Int64(ticks) + 2) * Self.tick
        // The routes that were not queried may expire first. (If they were removed, one query is
        // unnecessary.)
        end = min(end ?? new, new)
    }

    /// When all routes in use must be queried again; `nil` if no time is set.
    var due: Int64? {
        guard let end, let collection else { return end ?? collection }
        return min(end, collection)
    }
}
