// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability

/// The state of a plan, and how it is shown.
struct PlanStateTests {
    private static let plan = DataPlan(
        name: "LTE", limit: 2_000_000_000, renewal: .monthly(on: 5))
    private static let period = TimePeriod(from: 1_793_836_800_000, end: 1_796_428_800_000)

    private static func seen(
        _ used: Int64?, at time: Int64 = 1_795_000_000_000, name: String = "LTE"
    ) -> NetworkPath.Plan {
        var plan = plan
        plan.name = name
        return NetworkPath.Plan(plan, used: used, in: period, at: time)
    }

    @Test(
        "The state follows from what is used",
        arguments: [
            (nil, .unknown), (0, .within), (1_599_999_999, .within), (1_600_000_000, .warning),
            (1_999_999_999, .warning), (2_000_000_000, .over), (.max, .over),
        ] as [(Int64?, NetworkPath.Plan.State)])
    func state(used: Int64?, state: NetworkPath.Plan.State) {
        #expect(Self.seen(used).state == state)
    }

    @Test("Of several plans the worst counts: over, unknown, warning, within")
    func worst() {
        let within = Self.seen(0, name: "a")
        let warning = Self.seen(1_700_000_000, name: "b")
        let unknown = Self.seen(nil, name: "c")
        let over = Self.seen(3_000_000_000, name: "d")
        let all = [within, warning, unknown, over]
        #expect(all.worstFirst == [over, unknown, warning, within])
        #expect([within, warning, unknown].worstFirst.first == unknown)
        #expect([within, warning].worstFirst.first == warning)
        #expect([within, Self.seen(1, name: "e")].worstFirst.first == within)
        #expect([NetworkPath.Plan]().worstFirst.isEmpty)
    }

    @Test("A plan is on its pace, or is not; without knowledge it is not")
    func pace() {
        // 45 % of the period has passed.
        #expect(Self.seen(800_000_000).isOnPace)
        #expect(!Self.seen(1_000_000_000).isOnPace)
        #expect(!Self.seen(nil).isOnPace)
        #expect(NetworkPath.Plan(Self.plan, used: 1, in: nil, at: 0).isOnPace)
    }

    @Test("Plans that differ only in bytes are equal")
    func equality() {
        #expect(Self.seen(1) == Self.seen(2))
        #expect(Self.seen(1).hashValue == Self.seen(2).hashValue)
        #expect(Self.seen(1) != Self.seen(1_700_000_000))
        #expect(Self.seen(1) != Self.seen(1, name: "other"))
        // A pace is no state that a watch shows, and conditions depend on it.
        #expect(Self.seen(800_000_000) != Self.seen(1_000_000_000))
        #expect(Self.seen(800_000_000).isShown(like: Self.seen(1_000_000_000)))
    }

    @Test("The JSON of a plan, and that of an event without bytes")
    func json() {
        let text = JSONLineEncoder.text(Self.seen(1_300_000_000))
        #expect(
            text
                == #"{"name":"LTE","state":"within","used":1300000000,"limit":2000000000,"warning":1600000000,"renewsAt":"2026-12-05T00:00:00.000Z"}"#
        )
        let unknown = NetworkPath.Plan(Self.plan, used: nil, in: nil, at: 0)
        #expect(
            JSONLineEncoder.text(unknown)
                == #"{"name":"LTE","state":"unknown","used":null,"limit":2000000000,"warning":1600000000,"renewsAt":null}"#
        )
        #expect(
            JSONLineEncoder.text(NetworkPath.Plan.Event(plan: Self.seen(1)))
                == #"{"name":"LTE","state":"within","renewsAt":"2026-12-05T00:00:00.000Z"}"#)
    }

    @Test("A plan as people read it")
    func description() {
        #expect(Self.seen(1_300_000_000).description == "LTE: 1.3 of 2 GB used")
        #expect(Self.seen(nil).description == "LTE: unknown, nothing records what it uses")
        #expect(Self.plan.description == "LTE: 2 GB, monthly on 5")
    }
}
