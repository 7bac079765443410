// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import NetworkReachability

/// Which neighbor messages the kernel is to pass, and for how long.
@Suite struct NextHopsTests {
    private static func neighbor(_ number: UInt64, interface: UInt32 = 2) -> Neighbor {
        Neighbor(
            interface: interface, address: AddressBytes(family: .ipv4, high: 0, low: number))
    }

    private static let reachable: UInt16 = 0x02
    private static let failed: UInt16 = 0x20

    private static func removal(_ number: UInt64) -> NeighborMessage {
        var message = NeighborMessage(neighbor(number), state: failed)
        message.isRemoval = true
        return message
    }

    /// The next hops of a filter, by their addresses, each with whether it is known to work.
    private func filter(_ nextHops: inout NextHops) -> [UInt64: Bool] {
        Dictionary(
            uniqueKeysWithValues: nextHops.takeFilter().map {
                ($0.neighbor.address.low, $0.isKnownToWork)
            })
    }

    /// Each row: messages about a next hop, whether the filter must be replaced after the last of them, and whether the
    /// next hop is then known to work.
    @Test(
        "The filter knows whether an entry works, and is replaced when that differs",
        arguments: [
            ([(Self.reachable, false)], true, true),
            ([(Self.reachable, false), (0x04, false)], false, true),
            ([(Self.failed, false)], false, false),
            ([(Self.failed, false), (Self.failed, false)], false, false),
            ([(Self.reachable, false), (Self.failed, false)], true, false),
            ([(Self.reachable, false), (0x04, true)], true, false),
            ([(Self.failed, false), (Self.reachable, false)], true, true),
        ] as [([(UInt16, Bool)], Bool, Bool)])
    func knowledge(_ messages: [(state: UInt16, isRemoval: Bool)], isStale: Bool, works: Bool) {
        var nextHops = NextHops()
        #expect(nextHops.name([Self.neighbor(1)]) == true)
        for (state, isRemoval) in messages {
            _ = nextHops.takeFilter()
            var message = NeighborMessage(Self.neighbor(1), state: state)
            message.isRemoval = isRemoval
            #expect(nextHops.note(message) == true)
        }
        #expect(nextHops.isFilterStale == isStale)
        #expect(filter(&nextHops) == [1: works])
        #expect(!nextHops.isFilterStale)
    }

    @Test("A message about another address is no message about a next hop")
    func others() {
        var nextHops = NextHops()
        _ = nextHops.name([Self.neighbor(1)])
        _ = nextHops.takeFilter()
        for other in [Self.neighbor(2), Self.neighbor(1, interface: 3)] {
            #expect(nextHops.note(NeighborMessage(other, state: Self.failed)) == false)
        }
        #expect(!nextHops.isFilterStale)
    }

    @Test("Only a next hop that was not followed is new")
    func naming() {
        var nextHops = NextHops()
        #expect(nextHops.name([]) == false)
        #expect(nextHops.name([Self.neighbor(1), Self.neighbor(1)]) == true)
        #expect(nextHops.name([Self.neighbor(1)]) == false)
        #expect(nextHops.name([Self.neighbor(2), Self.neighbor(1)]) == true)
        #expect(filter(&nextHops) == [1: false, 2: false])
    }

    /// Each row: what is known of a next hop that no answer names any more, and whether it stays for long.
    @Test(
        "A next hop that failed stays until it works, any other one until it is old",
        arguments: [
            ([], false), ([Self.reachable], false), ([Self.failed], true),
            ([Self.failed, Self.reachable], false),
        ] as [([UInt16], Bool)])
    func age(_ states: [UInt16], stays: Bool) {
        var nextHops = NextHops()
        _ = nextHops.name([Self.neighbor(1)])
        for state in states {
            _ = nextHops.note(NeighborMessage(Self.neighbor(1), state: state))
        }
        for _ in 0..<NextHops.maximumAge { _ = nextHops.name([Self.neighbor(2)]) }
        _ = nextHops.name([Self.neighbor(3)])
        #expect(filter(&nextHops).keys.contains(1) == stays)
        // It is a next hop again.
        #expect(nextHops.name([Self.neighbor(1)]) == !stays)
    }

    @Test("Of the failed ones those stay that were named last, and one that was removed ages")
    func manyFailed() {
        var nextHops = NextHops()
        let count = UInt64(NextHops.maximumFailing + 10)
        for number in 0..<count {
            _ = nextHops.name([Self.neighbor(number)])
            _ = nextHops.note(NeighborMessage(Self.neighbor(number), state: Self.failed))
        }
        _ = nextHops.note(Self.removal(count - 1))
        for _ in 0...NextHops.maximumAge { _ = nextHops.name([Self.neighbor(1000)]) }
        _ = nextHops.name([Self.neighbor(1001)])
        let first = count - 1 - UInt64(NextHops.maximumFailing)
        #expect(Set(filter(&nextHops).keys) == Set(first..<count - 1).union([1000, 1001]))
    }

    @Test("After lost messages no entry is known to work, and those that failed stay")
    func loss() {
        var nextHops = NextHops()
        _ = nextHops.name([Self.neighbor(1), Self.neighbor(2)])
        _ = nextHops.note(NeighborMessage(Self.neighbor(1), state: Self.reachable))
        _ = nextHops.note(NeighborMessage(Self.neighbor(2), state: Self.failed))
        _ = nextHops.takeFilter()
        nextHops.forgetWorking()
        #expect(nextHops.isFilterStale)
        for _ in 0...NextHops.maximumAge { _ = nextHops.name([]) }
        _ = nextHops.name([Self.neighbor(3)])
        #expect(filter(&nextHops) == [2: false, 3: false])
    }

    @Test("The next hops of an interface that has been removed go with it")
    func removal() {
        var state = network([link(2, "eth0"), link(3, "eth1")])
        _ = state.nextHops.name([Self.neighbor(1), Self.neighbor(2, interface: 3)])
        var gone = link(2, "eth0")
        gone.isRemoval = true
        _ = state.apply(.link(gone))
        #expect(state.nextHops.takeFilter().map(\.neighbor.interface) == [3])
    }

    @Test("A message about a next hop makes routes stale, once. One about another address does not")
    func invalidation() {
        var state = network([link(2, "eth0")])
        let router = Neighbor(
            interface: 2, address: AddressBytes(family: .ipv6, high: 0xFE80 << 48, low: 1))
        _ = state.nextHops.name([Self.neighbor(1), router])
        func apply(_ neighbor: Neighbor) -> Invalidation {
            state.apply(.neighbor(NeighborMessage(neighbor, state: Self.failed)))
        }
        #expect(apply(Self.neighbor(1)) == .routes(.ipv4, .once))
        #expect(apply(router) == .routes(.ipv4, .once) + .routes(.ipv6, .once))
        #expect(apply(Self.neighbor(2)) == .nothing)
    }
}
