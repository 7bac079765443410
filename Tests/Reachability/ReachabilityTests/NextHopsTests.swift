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
    private static let stale: UInt16 = 0x04
    private static let failed: UInt16 = 0x20
    private static let permanent: UInt16 = 0x80

    private static func removal(_ number: UInt64) -> NeighborMessage {
        var message = NeighborMessage(neighbor(number), state: failed)
        message.isRemoval = true
        return message
    }

    /// The next hops of a filter, by their addresses, each with what is known of it.
    private func filter(_ nextHops: inout NextHops) -> [UInt64: RouteFilter.NextHop.Known] {
        Dictionary(
            uniqueKeysWithValues: nextHops.takeFilter().map {
                ($0.neighbor.address.low, $0.known)
            })
    }

    /// Each row: messages about a next hop, and whether the filter must be replaced after the last of them and what it
    /// then knows: for a next hop of IPv4 routes, and for one of IPv6 routes.
    @Test(
        "The filter knows what the kernel's choice depends on, and is replaced when that differs",
        arguments: [
            ([(Self.reachable, false)], (true, .isReachable), (true, .works)),
            ([(Self.stale, false)], (false, .nothing), (true, .works)),
            ([(Self.permanent, false)], (false, .nothing), (true, .works)),
            (
                [(Self.reachable, false), (Self.reachable, false)], (false, .isReachable),
                (false, .works)
            ),
            ([(Self.reachable, false), (Self.stale, false)], (true, .nothing), (false, .works)),
            (
                [(Self.stale, false), (Self.reachable, false)], (true, .isReachable),
                (false, .works)
            ),
            ([(Self.stale, false), (Self.stale, false)], (false, .nothing), (false, .works)),
            ([(Self.stale, false), (Self.failed, false)], (false, .nothing), (true, .nothing)),
            ([(Self.failed, false)], (false, .nothing), (false, .nothing)),
            ([(Self.failed, false), (Self.failed, false)], (false, .nothing), (false, .nothing)),
            ([(Self.reachable, false), (Self.failed, false)], (true, .nothing), (true, .nothing)),
            ([(Self.reachable, false), (Self.stale, true)], (true, .nothing), (true, .nothing)),
            (
                [(Self.reachable, false), (Self.reachable, true)], (true, .nothing),
                (true, .nothing)
            ),
            (
                [(Self.failed, false), (Self.reachable, false)], (true, .isReachable),
                (true, .works)
            ),
        ] as [([(UInt16, Bool)], Filtering, Filtering)])
    func knowledge(
        _ messages: [(state: UInt16, isRemoval: Bool)], ofIPv4: Filtering, ofIPv6: Filtering
    ) {
        for (isOfIPv4Route, expected) in [(true, ofIPv4), (false, ofIPv6)] {
            var nextHops = NextHops()
            #expect(nextHops.name([Self.neighbor(1)], isOfIPv4Route: isOfIPv4Route) == true)
            for (state, isRemoval) in messages {
                _ = nextHops.takeFilter()
                var message = NeighborMessage(Self.neighbor(1), state: state)
                message.isRemoval = isRemoval
                #expect(nextHops.note(message) == true)
            }
            #expect(nextHops.isFilterStale == expected.isReplaced)
            #expect(filter(&nextHops) == [1: expected.known])
            #expect(!nextHops.isFilterStale)
        }
    }

    typealias Filtering = (isReplaced: Bool, known: RouteFilter.NextHop.Known)

    @Test("A next hop of IPv6 routes that becomes one of an IPv4 route is new")
    func otherFamily() {
        var nextHops = NextHops()
        _ = nextHops.name([Self.neighbor(1)], isOfIPv4Route: false)
        _ = nextHops.note(NeighborMessage(Self.neighbor(1), state: Self.reachable))
        #expect(filter(&nextHops) == [1: .works])
        #expect(nextHops.name([Self.neighbor(1)]) == true)
        #expect(nextHops.isFilterStale)
        #expect(filter(&nextHops) == [1: .nothing])
        // It stays one of both.
        #expect(nextHops.name([Self.neighbor(1)], isOfIPv4Route: false) == false)
        _ = nextHops.note(NeighborMessage(Self.neighbor(1), state: Self.reachable))
        #expect(filter(&nextHops) == [1: .isReachable])
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
        #expect(filter(&nextHops) == [1: .nothing, 2: .nothing])
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
        #expect(filter(&nextHops) == [2: .nothing, 3: .nothing])
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
        let ipv4 = Invalidation.routes(.ipv4, .once, newThrough: .none)
        #expect(apply(Self.neighbor(1)) == ipv4)
        // A router that advertises itself again revives its route without a message about it.
        let ipv6 = Invalidation.routes(.ipv6, .once, newThrough: .interfaces([2]))
        #expect(apply(router) == ipv4 + ipv6)
        #expect(apply(Self.neighbor(2)) == .nothing)
    }
}

extension NextHops {
    /// Notes next hops that answers about one family name.
    fileprivate mutating func name(_ neighbors: [Neighbor], isOfIPv4Route: Bool = true) -> Bool {
        name(neighbors.map { Named(neighbor: $0, isOfIPv4Route: isOfIPv4Route) })
    }
}
