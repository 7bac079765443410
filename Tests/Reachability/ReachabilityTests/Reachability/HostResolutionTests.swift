// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability
@testable import Reachability

/// When a name is looked up, step by step.
@Suite struct HostResolutionTests {
    private var resolution = HostResolution()

    private let success = HostResolver.Outcome.success(["192.0.2.7"])
    private let failure = HostResolver.Outcome.failure(ResolutionError("no"))
    private let addresses = HostResolution.Outcome.success([
        // 192.0.2.7
        IPAddress(family: .ipv4, high: 0, low: 0xC000_0207)
    ])

    /// Begins a lookup, as it should at this time and not before.
    private mutating func begin(_ now: Int64, at location: SourceLocation = #_sourceLocation) {
        let early = resolution.begin(now: now - 1)
        #expect(!early, "early", sourceLocation: location)
        let begins = resolution.begin(now: now)
        #expect(begins, sourceLocation: location)
        let again = resolution.begin(now: now)
        #expect(!again, "twice", sourceLocation: location)
    }

    @Test("A name is resolved once while the network does not change")
    mutating func resolvedOnce() {
        #expect(resolution.due == nil && resolution.outcome == nil)
        resolution.refresh(now: 0)
        begin(0)
        // It is under way.
        resolution.refresh(now: 5)
        #expect(resolution.due == nil)
        resolution.ended(success, now: 10)
        #expect(resolution.outcome == addresses)
        #expect(resolution.due == nil)
    }

    @Test("Failed lookups are repeated at increasing intervals")
    mutating func retries() {
        resolution.refresh(now: 0)
        var now: Int64 = 0
        for interval in [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000] as [Int64] {
            begin(now)
            resolution.ended(failure, now: now + 7)
            #expect(resolution.outcome == .failure(ResolutionError("no")))
            now += 7 + interval
        }
        begin(now)
        resolution.ended(success, now: now)
        #expect(resolution.outcome == addresses && resolution.due == nil)
        // And from the beginning.
        resolution.networkChanged(now: now + 1000)
        begin(now + 1050)
        resolution.ended(failure, now: now + 1050)
        #expect(resolution.due == now + 2050)
    }

    @Test("A change of the network causes a lookup soon after")
    mutating func networkChange() {
        resolution.refresh(now: 0)
        begin(0)
        resolution.ended(failure, now: 1)
        // A swarm of changes, which puts nothing off.
        resolution.networkChanged(now: 500)
        resolution.networkChanged(now: 540)
        begin(550)
        // What is known stays meanwhile.
        #expect(resolution.outcome == .failure(ResolutionError("no")))
        resolution.ended(success, now: 551)
        resolution.networkChanged(now: 560)
        begin(650)
        resolution.ended(failure, now: 651)
        // The retry is due before the change is.
        resolution.networkChanged(now: 1640)
        begin(1651)
    }

    @Test("A lookup during which the network changed is repeated")
    mutating func aLookupThatTheNetworkOvertookIsDoneAgain() {
        resolution.refresh(now: 0)
        begin(0)
        resolution.networkChanged(now: 10)
        #expect(resolution.due == nil)
        // The failure was that of another network.
        resolution.ended(failure, now: 500)
        #expect(resolution.outcome == nil)
        begin(500)
        resolution.networkChanged(now: 510)
        // An address is better than none.
        resolution.ended(success, now: 520)
        #expect(resolution.outcome == addresses)
        begin(600)
        resolution.ended(failure, now: 610)
        #expect(resolution.outcome == .failure(ResolutionError("no")))
    }

    @Test("While nothing observes the network, a read causes the lookup")
    mutating func withoutFollowersItIsLookedUpWhenItIsRead() {
        resolution.wasRead(now: 0)
        begin(0)
        resolution.wasRead(now: 1)
        #expect(resolution.due == nil)
        resolution.ended(failure, now: 10)
        // Not more often than the retries would be.
        resolution.wasRead(now: 20)
        #expect(resolution.due == 1010)
        begin(1010)
        resolution.ended(success, now: 1020)
        resolution.wasRead(now: 31_009)
        #expect(resolution.due == nil)
        resolution.wasRead(now: 31_010)
        begin(31_010)
    }

    @Test("A result without a valid address is a failure")
    mutating func addressesThatAreNoneAreAFailure() {
        resolution.refresh(now: 0)
        begin(0)
        resolution.ended(.success(["fe80::1%eth0"]), now: 0)
        guard case .failure = resolution.outcome else {
            Issue.record("\(String(describing: resolution.outcome))")
            return
        }
    }

    @Test("Another order of the addresses is not a change")
    mutating func anotherOrderOfTheAddressesIsNoNews() {
        resolution.refresh(now: 0)
        begin(0)
        resolution.ended(.success(["192.0.2.7", "192.0.2.8"]), now: 0)
        let first = resolution.outcome
        for addresses in [["192.0.2.8", "192.0.2.7"], ["192.0.2.8", "192.0.2.9"]] {
            resolution.refresh(now: 1000)
            _ = resolution.begin(now: 1000)
            #expect(resolution.outcome == first)
            resolution.ended(.success(addresses), now: 1000)
        }
        #expect(resolution.outcome != first)
    }
}
