// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// When routes are looked up again because one of them ends by itself.
@Suite struct RouteExpiryTests {
    /// A look at a time: whether at all routes, and in how many ticks the first of them ends.
    struct Look: Sendable {
        let time: Int64
        let isOfAll: Bool
        let ticks: UInt32?

        static func all(at time: Int64, _ ticks: UInt32?) -> Look {
            Look(time: time, isOfAll: true, ticks: ticks)
        }
        static func part(at time: Int64, _ ticks: UInt32?) -> Look {
            Look(time: time, isOfAll: false, ticks: ticks)
        }
    }

    @Test(
        "When all routes are due",
        arguments: [
            ("none ends", [.all(at: 0, nil)], nil),
            ("one ends: behind the ticks of both clocks", [.all(at: 1000, 200)], 3020),
            ("the lifetime was prolonged", [.all(at: 0, 200), .all(at: 500, 6000)], 60_520),
            ("the lifetime was shortened", [.all(at: 0, 6000), .all(at: 500, 200)], 2520),
            ("it ends no more", [.all(at: 0, 6000), .all(at: 500, nil)], nil),
            // One look is made in vain.
            ("a part of the routes ends later", [.all(at: 0, 200), .part(at: 500, 6000)], 2020),
            ("a part of the routes ends earlier", [.all(at: 0, 6000), .part(at: 500, 200)], 2520),
            ("a part of the routes does not end", [.all(at: 0, 200), .part(at: 500, nil)], 2020),
            // In its last tick a route looks like one that does not end.
            ("the last tick", [.all(at: 0, 200), .all(at: 1995, nil)], 2020),
            ("a tenth of a second before the end", [.all(at: 0, 200), .all(at: 1920, nil)], 2020),
            ("earlier it is another route", [.all(at: 0, 200), .all(at: 1919, nil)], nil),
            (
                "it has ended: as soon as it was collected, or is back",
                [.all(at: 0, 200), .all(at: 2020, nil)], 34_020
            ),
            (
                "it has ended, and others are looked at",
                [.all(at: 0, 200), .all(at: 2020, nil), .part(at: 3000, nil), .all(at: 4000, nil)],
                34_020
            ),
            (
                "it was collected",
                [.all(at: 0, 200), .all(at: 2020, nil), .all(at: 34_020, nil)], nil
            ),
            (
                "it is back, and ends again before it could have been collected",
                [.all(at: 0, 200), .all(at: 2020, nil), .all(at: 3000, 100)], 4020
            ),
            (
                "it is back, and lives longer than it could have waited",
                [.all(at: 0, 200), .all(at: 2020, nil), .all(at: 3000, 180_000)], 34_020
            ),
            (
                "it ends once more when it could have been collected",
                [
                    .all(at: 0, 200), .all(at: 2020, nil), .all(at: 3000, 3000),
                    .all(at: 34_020, nil),
                ],
                66_020
            ),
            ("a part in which it has ended", [.all(at: 0, 200), .part(at: 2020, nil)], 2020),
        ] as [(String, [Look], Int64?)])
    func due(name: String, looks: [Look], due: Int64?) {
        var expiry = RouteExpiry()
        for look in looks {
            expiry.note(
                look.ticks, isOfAll: look.isOfAll, now: look.time, collectionInterval: 32_000)
        }
        #expect(expiry.due == due)
    }

    @Test("Where no route ends, the clock is not read")
    func clock() {
        var readings = 0
        func now() -> Int64 {
            readings += 1
            return 0
        }
        var expiry = RouteExpiry()
        expiry.note(nil, isOfAll: true, now: now(), collectionInterval: 32_000)
        #expect(readings == 0)
        expiry.note(1, isOfAll: true, now: now(), collectionInterval: 32_000)
        #expect(readings == 1)
    }
}
