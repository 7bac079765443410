// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// How often routes are queried for a change.
@Suite struct TransientChangePolicyTests {
    /// What an evaluation comes to, and whether changes wait by then.
    enum Outcome: Sendable {
        case certain, lostRoute, transient, transientWithChanges, certainWithChanges
    }

    /// How routes are queried.
    enum Query: Sendable, Hashable {
        case now(StaleRoutes)
        case underLock(StaleRoutes)
        /// After the lock, and every path counts.
        case final
    }

    typealias Requeries = (ipv4: Invalidation.Requery, ipv6: Invalidation.Requery)

    private static func query(_ requery: TrackingMachine.RequeryPlan) -> Query {
        let final = TrackingMachine.RequeryPlan(
            part: .all, isUnderLock: true, acceptsTransient: true)
        if requery == final { return .final }
        return requery.isUnderLock ? .underLock(requery.part) : .now(requery.part)
    }

    /// Evaluates as long as the policy says so.
    private static func run(
        _ policy: inout TransientChangePolicy, _ outcomes: [Outcome]
    ) -> [Query] {
        var queries: [Query] = []
        var rest = outcomes[...]
        while let next = policy.next {
            queries.append(query(next))
            let outcome = rest.popFirst() ?? .certain
            var evaluated = TrackingMachine.EvaluationOutcome()
            evaluated.showsLostRoute = outcome == .lostRoute
            evaluated.isTransient = outcome == .transient || outcome == .transientWithChanges
            policy.evaluated(
                evaluated,
                hasChanges: outcome == .transientWithChanges || outcome == .certainWithChanges)
        }
        return queries
    }

    @Test(
        "A change that is made is queried once, one that may still be made also under the lock",
        arguments: [
            ((.never, .never), [], []),
            ((.once, .never), [.certain], [.now(.family(.ipv4))]),
            (
                (.untilGone, .never), [.certain],
                [.now(.choices(.ipv4)), .underLock(.choices(.ipv4))]
            ),
            ((.untilGone, .never), [.lostRoute], [.now(.choices(.ipv4))]),
            (
                (.underLock, .never), [.lostRoute],
                [.now(.choices(.ipv4)), .underLock(.choices(.ipv4))]
            ),
            (
                (.never, .underLock), [.certain],
                [.now(.choices(.ipv6)), .underLock(.choices(.ipv6))]
            ),
            ((.underLock, .underLock), [.certain], [.now(.all), .underLock(.all)]),
            ((.once, .underLock), [.lostRoute], [.now(.all), .underLock(.all)]),
            ((.untilGone, .once), [.lostRoute], [.now(.all), .underLock(.all)]),
            // The state during a change is read once more.
            (
                (.once, .never), [.transient, .certain],
                [.now(.family(.ipv4)), .underLock(.family(.ipv4))]
            ),
            (
                (.untilGone, .never), [.transient, .transient],
                [.now(.choices(.ipv4)), .underLock(.choices(.ipv4)), .final]
            ),
            (
                (.underLock, .underLock), [.transient, .certainWithChanges],
                [.now(.all), .underLock(.all)]
            ),
        ] as [(Requeries, [Outcome], [Query])])
    func queries(routes: Requeries, outcomes: [Outcome], queries: [Query]) {
        var policy = TransientChangePolicy()
        var stale = PerFamily(Invalidation.Requery.never)
        (stale.ipv4, stale.ipv6) = routes
        policy.begin(stale)
        #expect(Self.run(&policy, outcomes) == queries)
        #expect(!policy.isPutOff)
    }

    @Test("A transient path waits for the changes that were reported, and once only")
    func putOff() {
        var policy = TransientChangePolicy()
        policy.begin(.all, .underLock)
        let first = Self.run(&policy, [.transient, .transientWithChanges])
        #expect(first == [.now(.all), .underLock(.all)])
        #expect(policy.isPutOff)
        // Whatever is received next, even if that is about one family.
        policy.resume()
        var ipv6 = PerFamily(Invalidation.Requery.never)
        ipv6.ipv6 = .once
        policy.begin(ipv6)
        let second = Self.run(&policy, [.transientWithChanges, .transientWithChanges])
        #expect(second == [.now(.all), .underLock(.all), .final])
        #expect(!policy.isPutOff)
    }

    @Test("A path that was put off and settles may be put off again")
    func putOffAgain() {
        var policy = TransientChangePolicy()
        for _ in 0..<3 {
            policy.begin(.all, .underLock)
            _ = Self.run(&policy, [.transient, .transientWithChanges])
            #expect(policy.isPutOff)
            policy.resume()
            _ = Self.run(&policy, [.certain, .certain])
            #expect(!policy.isPutOff)
        }
        policy.resume()
        #expect(policy.next == nil)
    }

    @Test(
        "Without a reported change, a path is put off whenever changes wait",
        arguments: [
            (false, [.certain], [.now(.all)], false),
            (false, [.transient, .certain], [.now(.all), .underLock(.all)], false),
            (false, [.transient, .transient], [.now(.all), .underLock(.all), .final], false),
            (false, [.transient, .transientWithChanges], [.now(.all), .underLock(.all)], true),
            (true, [.transient, .transient], [.now(.all), .underLock(.all), .final], false),
            (true, [.transient, .transientWithChanges], [.now(.all), .underLock(.all)], true),
        ] as [(Bool, [Outcome], [Query], Bool)])
    func unreported(wasPutOff: Bool, outcomes: [Outcome], queries: [Query], isPutOff: Bool) {
        var policy = TransientChangePolicy()
        if wasPutOff {
            policy.begin(.all, .underLock)
            _ = Self.run(&policy, [.transient, .transientWithChanges])
        }
        policy.beginUnreported()
        #expect(Self.run(&policy, outcomes) == queries)
        #expect(policy.isPutOff == isPutOff)
    }

    @Test("A change of one family does not shorten what another question calls for")
    func reportedBesideUnreported() {
        var policy = TransientChangePolicy()
        policy.beginUnreported()
        var ipv4 = PerFamily(Invalidation.Requery.never)
        ipv4.ipv4 = .once
        policy.begin(ipv4)
        #expect(Self.run(&policy, []) == [.now(.all), .underLock(.all)])
    }

    @Test("A change that is reported after the first of two queries is covered by the second")
    func reportedBetweenQueries() {
        var policy = TransientChangePolicy()
        policy.begin(.all, .underLock)
        policy.evaluated(TrackingMachine.EvaluationOutcome(), hasChanges: true)
        policy.begin(.all, .underLock)
        #expect(Self.run(&policy, []) == [.underLock(.all)])
    }

    @Test("A change of one family does not cover a change of the other one")
    func otherFamily() {
        var policy = TransientChangePolicy()
        policy.begin(.family(.ipv4), .once)
        policy.begin(.family(.ipv6), .once)
        #expect(Self.run(&policy, []) == [.now(.all), .underLock(.all)])
    }

    @Test("Another question begins with a query at once, although a former one was queried")
    func unreportedTwice() {
        var policy = TransientChangePolicy()
        policy.beginUnreported()
        var outcome = TrackingMachine.EvaluationOutcome()
        outcome.isTransient = true
        policy.evaluated(outcome, hasChanges: false)
        policy.beginUnreported()
        #expect(Self.run(&policy, []) == [.now(.all)])
    }

    @Test("Another question does not shorten what a reported change calls for")
    func unreportedBesideReported() {
        var policy = TransientChangePolicy()
        policy.begin(.all, .underLock)
        policy.beginUnreported()
        #expect(Self.run(&policy, []) == [.now(.all), .underLock(.all)])
    }

    @Test("Another question widens what a reported change made stale")
    func unreportedBesideNarrow() {
        var policy = TransientChangePolicy()
        var ipv4 = PerFamily(Invalidation.Requery.never)
        ipv4.ipv4 = .once
        policy.begin(ipv4, newThrough: .interfaces([7]))
        policy.beginUnreported()
        #expect(policy.next?.newRoutes == .all)
        #expect(Self.run(&policy, []) == [.now(.all)])
    }
}
