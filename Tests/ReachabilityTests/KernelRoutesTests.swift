// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import Reachability

/// How much is asked of the kernel. Loopback's addresses are there everywhere.
@Suite struct KernelRoutesTests {
    private static let loopback = AddressBytes(family: .ipv4, high: 0, low: 0x7F00_0001)
    private static let choice = RouteLookup(destination: loopback)
    private static let entry = RouteLookup(destination: loopback, matchesEntry: true)

    /// What has happened since the look before, in which both were asked.
    enum Step: Sendable {
        case look(RouteLookupBatch.Part)
        case lookBehindLock(RouteLookupBatch.Part)
        case want(RouteLookup)
        /// Takes down what the look has asked, or asks for the same again.
        case remember, recall
    }

    @Test(
        arguments: [
            ("all", [.look(.all), .want(Self.choice), .want(Self.entry)], 2),
            ("a family", [.look(.family(.ipv4)), .want(Self.choice), .want(Self.entry)], 2),
            (
                "the other family", [.look(.family(.ipv6)), .want(Self.choice), .want(Self.entry)],
                0
            ),
            ("choices", [.look(.choices(.ipv4)), .want(Self.choice)], 1),
            (
                "an entry that is wanted",
                [.look(.choices(.ipv4)), .want(Self.choice), .want(Self.entry)], 2
            ),
            ("wanted twice", [.look(.choices(.ipv4)), .want(Self.entry), .want(Self.entry)], 2),
            (
                "no entry, and none behind the lock",
                [.look(.choices(.ipv4)), .want(Self.choice), .lookBehindLock(.choices(.ipv4))], 2
            ),
            // The choice may be as it was, and the entry behind it another.
            (
                "an entry, and again behind the lock",
                [
                    .look(.choices(.ipv4)), .want(Self.choice), .want(Self.entry),
                    .lookBehindLock(.choices(.ipv4)),
                ], 4
            ),
            // Nobody asks for the choice by way of the second interface.
            (
                "an entry alone, and again behind the lock",
                [.look(.choices(.ipv4)), .want(Self.entry), .lookBehindLock(.choices(.ipv4))], 4
            ),
            (
                "an entry that is wanted later",
                [
                    .look(.choices(.ipv4)), .lookBehindLock(.choices(.ipv4)),
                    .look(.family(.ipv6)), .want(Self.choice), .want(Self.entry),
                ], 3
            ),
            (
                "the choice alone is recalled",
                [
                    .look(.family(.ipv4)), .want(Self.choice), .remember, .look(.choices(.ipv4)),
                    .recall,
                ], 3
            ),
            (
                "an entry is recalled",
                [
                    .look(.family(.ipv4)), .want(Self.choice), .want(Self.entry), .remember,
                    .look(.choices(.ipv4)), .recall,
                ], 4
            ),
            (
                "recalled, and again behind the lock",
                [
                    .look(.family(.ipv4)), .want(Self.choice), .want(Self.entry), .remember,
                    .look(.choices(.ipv4)), .recall, .lookBehindLock(.choices(.ipv4)),
                ], 6
            ),
            (
                "recalled after a look at the other family",
                [
                    .look(.all), .want(Self.choice), .want(Self.entry), .remember,
                    .look(.family(.ipv6)), .recall,
                ], 2
            ),
        ] as [(String, [Step], Int)])
    func asked(name: String, steps: [Step], count: Int) throws {
        let routes = KernelRoutes(try NetlinkSocket(.route))
        let answers = try [Self.choice, Self.entry].reduce(into: [:]) { answers, lookup in
            answers[lookup] = try routes.lookUp(lookup)
        }
        let before = routes.lookups
        var records: [RouteTranscript.Record] = []
        for step in steps {
            switch step {
            case .look(let part): #expect(try routes.beginLook(at: part) == false)
            case .lookBehindLock(let part):
                #expect(try routes.beginLookBehindLock(at: part) == false)
            case .want(let lookup):
                #expect(try routes.lookUp(lookup) == answers[lookup])
            case .remember: records = try #require(routes.records)
            case .recall: #expect(try routes.isAnswered(as: records))
            }
        }
        #expect(routes.lookups - before == count)
    }
}
