// SPDX-License-Identifier: Apache-2.0

import Netlink
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// Which route queries the kernel is asked, and how.
@Suite struct RouteCacheTests {
    private let kernel = ScriptedKernel()
    private let answers: RouteCache<ScriptedKernel>

    private static let choice = query(1)
    private static let entry = query(1, matchesEntry: true)

    private static func query(
        _ number: Int, _ family: AddressBytes.Family = .ipv4, matchesEntry: Bool = false
    ) -> RouteQuery {
        RouteQuery(
            destination: AddressBytes(family: family, high: 0, low: UInt64(number)),
            matchesEntry: matchesEntry)
    }

    init() {
        kernel.routes = AnyRoute(interface: 2)
        answers = RouteCache(kernel)
    }

    /// Evaluates by asking some queries, after those that are kept were asked again.
    ///
    /// - Returns: those that were asked alone.
    private func evaluate(_ numbers: [Int]) throws -> Int {
        _ = try answers.requery(.all, isUnderLock: false)
        _ = kernel.takeCalls()
        _ = try answers.recordingUse { () throws(NetlinkError) in
            for number in numbers { _ = try answers.answer(Self.query(number)) }
        }
        return kernel.takeCalls().count { $0 == .queryOne }
    }

    /// What has happened since an evaluation that asked for a choice and its entry.
    enum Step: Sendable {
        case requery(StaleRoutes, isUnderLock: Bool = false)
        case want(isEntry: Bool)
        /// Compares with what the evaluation used.
        case match
    }

    @Test(
        "How many queries the kernel is asked",
        arguments: [
            ("all", [.requery(.all), .want(isEntry: false), .want(isEntry: true)], 2),
            ("a family", [.requery(.family(.ipv4)), .want(isEntry: true)], 2),
            ("the other family", [.requery(.family(.ipv6)), .want(isEntry: true)], 0),
            ("choices", [.requery(.choices(.ipv4)), .want(isEntry: false)], 1),
            ("an entry that is wanted", [.requery(.choices(.ipv4)), .want(isEntry: true)], 2),
            (
                "an entry that is wanted twice",
                [.requery(.choices(.ipv4)), .want(isEntry: true), .want(isEntry: true)], 2
            ),
            (
                "no entry, and none under the lock",
                [.requery(.choices(.ipv4)), .requery(.choices(.ipv4), isUnderLock: true)], 2
            ),
            // The choice may be the same with another entry.
            (
                "an entry, and again under the lock",
                [
                    .requery(.choices(.ipv4)), .want(isEntry: true),
                    .requery(.choices(.ipv4), isUnderLock: true),
                ], 4
            ),
            (
                "an entry that is wanted after another requery",
                [
                    .requery(.choices(.ipv4)), .requery(.choices(.ipv4), isUnderLock: true),
                    .requery(.family(.ipv6)), .want(isEntry: true),
                ], 3
            ),
            ("what matches needs its entry", [.requery(.choices(.ipv4)), .match], 2),
            ("what is fresh matches without", [.requery(.all), .match, .match], 2),
        ] as [(String, [Step], Int)])
    func asked(name: String, steps: [Step], count: Int) throws {
        let used = try answers.recordingUse { () throws(NetlinkError) in
            _ = try answers.answer(Self.choice)
            _ = try answers.answer(Self.entry)
        }.used
        let before = answers.count
        for step in steps {
            switch step {
            case .requery(let part, let isUnderLock):
                #expect(try answers.requery(part, isUnderLock: isUnderLock) == false)
            case .want(let isEntry):
                _ = try answers.answer(isEntry ? Self.entry : Self.choice)
            case .match: #expect(try answers.matches(try #require(used)))
            }
        }
        #expect(answers.count - before == count)
    }

    @Test(
        "How many queries are sent together, of a choice and an entry of each family",
        arguments: [
            (.all, 4), (.family(.ipv4), 2), (.family(.ipv6), 2), (.choices(.ipv4), 1),
            (.choices(.ipv6), 1),
        ] as [(StaleRoutes, Int)])
    func sentTogether(part: StaleRoutes, count: Int) throws {
        for family in [AddressBytes.Family.ipv4, .ipv6] {
            for matchesEntry in [false, true] {
                _ = try answers.answer(Self.query(1, family, matchesEntry: matchesEntry))
            }
        }
        _ = kernel.takeCalls()
        _ = try answers.requery(part, isUnderLock: false)
        #expect(kernel.takeCalls() == [.query(count: count, isUnderLock: false)])
    }

    @Test("An entry that is wanted brings along the stale ones of its family alone")
    func staleOfFamily() throws {
        let entries = [AddressBytes.Family.ipv4, .ipv6].flatMap { family in
            (1...2).map { Self.query($0, family, matchesEntry: true) }
        }
        for entry in entries { _ = try answers.answer(entry) }
        _ = try answers.requery(.choices(.ipv4), isUnderLock: false)
        _ = try answers.requery(.choices(.ipv6), isUnderLock: false)
        _ = kernel.takeCalls()
        for entry in entries.prefix(2) { _ = try answers.answer(entry) }
        #expect(kernel.takeCalls() == [.query(count: 2, isUnderLock: false)])
    }

    @Test("The first of the routes to end counts", arguments: [[200, 300], [300, 200]])
    func expiry(ticks: [UInt32]) throws {
        kernel.routes = EndingRoutes(ticks: ticks)
        for number in ticks.indices { _ = try answers.answer(Self.query(number)) }
        _ = try answers.requery(.all, isUnderLock: false)
        #expect(answers.expiry.due == 2020)
    }

    @Test(
        "What is queried of some routes alone does not show that the others have no end",
        arguments: [
            [.requery(.family(.ipv6))], [.want(isEntry: true)],
            [
                .want(isEntry: true), .requery(.choices(.ipv4)), .want(isEntry: true),
            ],
        ] as [[Step]])
    func expiryOfOthers(steps: [Step]) throws {
        // Query 0 has a route that ends. The queries of the steps have others.
        kernel.routes = EndingRoutes(ticks: [200])
        _ = try answers.answer(Self.query(0))
        _ = try answers.requery(.all, isUnderLock: false)
        #expect(answers.expiry.due == 2020)
        for step in steps {
            if case .requery(let part, _) = step {
                _ = try answers.requery(part, isUnderLock: false)
            } else {
                _ = try answers.answer(Self.entry)
            }
            #expect(answers.expiry.due == 2020)
        }
    }

    @Test("What was asked before is asked together, and the rest alone, once")
    func together() throws {
        #expect(try evaluate([1, 2, 3]) == 3)
        #expect(try evaluate([1, 2, 3, 4, 4]) == 1)
        #expect(try evaluate([4, 3, 2, 1]) == 0)
    }

    @Test("A query that alternates stays, and one that is of no use for long is dropped")
    func dropped() throws {
        _ = try evaluate([1, 2, 3])
        for _ in 0..<20 {
            #expect(try evaluate([1]) == 0)
            #expect(try evaluate([1, 2, 3]) == 0)
        }
        for _ in 0...RouteCache<ScriptedKernel>.maximumAge {
            #expect(try evaluate([1, 3]) == 0)
        }
        #expect(answers.kept == [Self.query(1), Self.query(3)])
        #expect(try evaluate([2]) == 1)
    }

    @Test("The queries that stay keep their answers when another one is dropped")
    func keptAnswers() throws {
        kernel.routes = NumberedRoutes()
        _ = try evaluate([1, 2])
        _ = try evaluate([1, 3])
        func kept() -> [RouteQuery] { answers.kept }
        while kept().contains(Self.query(2)) { _ = try evaluate([1]) }
        #expect(kept() == [Self.query(1), Self.query(3)])
        #expect(answers.namedInterfaces == [1, 3])
        _ = try evaluate([1])
        #expect(kept() == [Self.query(1)])
    }

    @Test("Each query to the kernel counts, alone or together")
    func count() throws {
        _ = try evaluate([1, 2])
        #expect(answers.count == 2)
        _ = try answers.requery(.all, isUnderLock: true)
        #expect(answers.count == 4)
    }

    @Test("Of a difference that is known, nothing stale is asked")
    func knownDifference() throws {
        let used = try #require(
            try answers.recordingUse { () throws(NetlinkError) in
                _ = try answers.answer(Self.entry)
                _ = try answers.answer(Self.choice)
            }.used)
        kernel.routes = AnyRoute(interface: 3)
        _ = try answers.requery(.choices(.ipv4), isUnderLock: false)
        _ = kernel.takeCalls()
        #expect(try answers.matches(used) == false)
        #expect(kernel.takeCalls() == [])
    }

    @Test("A query that no flap uses is dropped, though nothing is evaluated")
    func droppedByFlaps() throws {
        _ = try evaluate([9])
        let used = try #require(
            try answers.recordingUse { () throws(NetlinkError) in
                _ = try answers.answer(Self.choice)
            }.used)
        for _ in 0...RouteCache<ScriptedKernel>.maximumAge {
            #expect(try answers.matches(used))
        }
        #expect(answers.kept == [Self.choice])
    }

    @Test("No more than so many queries are kept, and an evaluation of more cannot be found again")
    func maximum() throws {
        let maximum = RouteCache<ScriptedKernel>.maximum
        let (_, used) = try answers.recordingUse { () throws(NetlinkError) in
            for number in 0..<maximum + 5 { _ = try answers.answer(Self.query(number)) }
        }
        #expect(used == nil)
        #expect(answers.kept.count == maximum)
        let fewer = try answers.recordingUse { () throws(NetlinkError) in
            _ = try answers.answer(Self.query(3))
        }
        #expect(fewer.used?.map(\.query) == [Self.query(3)])
    }

    @Test("Other answers do not match, nor does a query that was dropped")
    func matches() throws {
        let used = try #require(
            try answers.recordingUse { () throws(NetlinkError) in
                _ = try answers.answer(Self.choice)
                _ = try answers.answer(Self.entry)
            }.used)
        #expect(try answers.matches(used))
        kernel.routes = AnyRoute(interface: 3)
        // What is known is not asked again.
        #expect(try answers.matches(used))
        _ = try answers.requery(.choices(.ipv4), isUnderLock: false)
        _ = kernel.takeCalls()
        #expect(try answers.matches(used) == false)
        // The choice differs, so its entry is not asked for.
        #expect(kernel.takeCalls() == [])
        kernel.routes = AnyRoute(interface: 2, entryInterface: 3)
        _ = try answers.requery(.choices(.ipv4), isUnderLock: false)
        #expect(try answers.matches(used) == false)
        let other = AnsweredQuery(
            query: Self.query(9), answer: .refused(.noRoute))
        #expect(try answers.matches([other]) == false)
    }

    @Test(
        "Where the first query has lost its route, a route has gone",
        arguments: [
            (AnyRoute(interface: 2), AnyRoute(interface: nil), true),
            (AnyRoute(interface: 2), AnyRoute(interface: 3), false),
            (AnyRoute(interface: nil), AnyRoute(interface: nil), false),
            (AnyRoute(interface: nil), AnyRoute(interface: 2), false),
        ])
    func lostRoute(before: AnyRoute, after: AnyRoute, isLost: Bool) throws {
        kernel.routes = before
        _ = try answers.answer(Self.choice)
        kernel.routes = after
        #expect(try answers.requery(.choices(.ipv4), isUnderLock: false) == isLost)
        #expect(try answers.requery(.choices(.ipv4), isUnderLock: false) == false)
    }
}

/// A route over an interface, or none, whatever the query.
struct AnyRoute: RouteOracle {
    let interface: UInt32?
    var entryInterface: UInt32?

    func answer(_ query: RouteQuery) -> RouteAnswer {
        let index = query.matchesEntry ? entryInterface ?? interface : interface
        guard let index else { return .refused(.noRoute) }
        return .route(RouteReply(nextHops: [RouteReply.NextHop(interface: index)]))
    }
}

/// To each address a route over the interface of the same number.
private struct NumberedRoutes: RouteOracle {
    func answer(_ query: RouteQuery) -> RouteAnswer {
        .route(
            RouteReply(nextHops: [RouteReply.NextHop(interface: UInt32(query.destination.low))]))
    }
}

/// Routes that end in so many ticks, by the number of the address. Routes to other addresses do not end.
private struct EndingRoutes: RouteOracle {
    let ticks: [UInt32]

    func answer(_ query: RouteQuery) -> RouteAnswer {
        let number = Int(query.destination.low)
        return .route(
            RouteReply(
                nextHops: [RouteReply.NextHop(interface: 2)],
                expiresInTicks: ticks.indices.contains(number) ? ticks[number] : nil))
    }
}
