// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// What changes make stale, alone and together.
@Suite struct InvalidationTests {
    /// What is stale apart from routes: the paths, the device, the presentation.
    private static func others(_ invalidation: Invalidation) -> [Bool] {
        [invalidation.paths, invalidation.device, invalidation.presentation]
    }

    private static let all: [(Invalidation, [Bool])] = [
        (.nothing, [false, false, false]), (.paths, [true, false, false]),
        (.device, [false, true, false]), (.presentation, [false, false, true]),
        (.routes, [false, false, false]),
    ]

    @Test("Two changes together make stale what each of them does")
    func sums() {
        for (one, isStale) in Self.all {
            #expect(Self.others(one) == isStale)
            for (other, isOtherStale) in Self.all {
                let sum = one + other
                #expect(Self.others(sum) == zip(isStale, isOtherStale).map { $0 || $1 })
                #expect(sum.routes == (one == .routes ? one : other).routes)
            }
        }
    }

    @Test(
        "Each family's routes are stale by themselves", arguments: [IPAddress.Family.ipv4, .ipv6])
    func families(family: IPAddress.Family) {
        let sum = Invalidation.routes(family, .once) + .nothing
        #expect(sum.routes.ipv4 == (family == .ipv4 ? .once : .never))
        #expect(sum.routes.ipv6 == (family == .ipv6 ? .once : .never))
    }

    @Test("A link message alone shows, or makes stale, what differs")
    func links() {
        var eth0 = link(2, "eth0")
        var state = network([eth0])
        // Its type is known without sysfs.
        state.set(NetworkDevice(), of: 2)

        var same = ChangeSummary()
        same.apply(.link(eth0), to: &state)
        #expect(same.invalidation == .nothing)
        #expect(same.shown == [])
        #expect(same.messages == 1)

        eth0.mtu = 1400
        var shown = ChangeSummary()
        shown.apply(.link(eth0), to: &state)
        #expect(shown.invalidation == .nothing)
        #expect(shown.shown == [2])
        #expect(shown.incomplete == [])

        eth0.hardwareAddress = [1, 2, 3, 4, 5, 6]
        var evaluated = ChangeSummary()
        evaluated.apply(.link(eth0), to: &state)
        #expect(evaluated.invalidation == .paths)
        #expect(evaluated.incomplete == [])

        eth0.name = "lan0"
        var renamed = ChangeSummary()
        renamed.apply(.link(eth0), to: &state)
        // What sysfs says of it may be another type.
        #expect(renamed.invalidation == .paths + .device + .routes(changing: [2]))
        #expect(renamed.incomplete == [2])
        #expect(renamed.shown == [])
    }
}
