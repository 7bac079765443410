// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability

/// The file in which the recorder keeps what plans have used.
struct PlanSumsTests {
    private static let sums = PlanSums(
        boot: "6f1c",
        plans: [
            PlanSums.Sum(
                name: "LTE", period: TimePeriod(from: 1_793_836_800_000, end: 1_796_428_800_000),
                used: 1000),
            PlanSums.Sum(name: "Train", period: nil, used: 50),
        ],
        counters: [
            PlanSums.Counter(
                interface: "wwan0", index: 7, plan: "LTE", bytes: .init(received: 500, sent: 100)),
            PlanSums.Counter(
                interface: "wwan1", index: 8, plan: "LTE", bytes: .init(received: 30, sent: 20)),
            PlanSums.Counter(
                interface: "eth0", index: 2, plan: nil, bytes: .init(received: 9, sent: 9)),
        ])
    private static let now: Int64 = 1_795_000_000_000

    private static let json =
        #"{"schema":1,"boot":"6f1c","plans":[{"name":"LTE","from":"2026-11-05T00:00:00.000Z","renewsAt":"2026-12-05T00:00:00.000Z","used":1000},{"name":"Train","from":null,"renewsAt":null,"used":50}],"counters":[{"interface":"wwan0","index":7,"plan":"LTE","received":500,"sent":100},{"interface":"wwan1","index":8,"plan":"LTE","received":30,"sent":20},{"interface":"eth0","index":2,"plan":null,"received":9,"sent":9}]}"#

    @Test("The file is the contract's, and is read as it was written")
    func format() {
        #expect(JSONLineEncoder.text(Self.sums) == Self.json)
        #expect(PlanSums(json: Array(Self.json.utf8)) == Self.sums)
    }

    @Test("A torn file is not read")
    func torn() {
        let bytes = Array(Self.json.utf8)
        for count in 0..<bytes.count { #expect(PlanSums(json: Array(bytes.prefix(count))) == nil) }
    }

    @Test(
        "A file of another version or another program is not read",
        arguments: [
            #"{"schema":2,"boot":"6f1c","plans":[],"counters":[]}"#, "[]", "{}",
            #"{"schema":1,"plans":[],"counters":[]}"#,
            #"{"schema":1,"boot":"6f1c","plans":{},"counters":[]}"#,
        ])
    func other(json: String) { #expect(PlanSums(json: Array(json.utf8)) == nil) }

    private func used(
        _ name: String, counts: DataPlan.Counts = .both, at time: Int64 = now,
        _ counters: [UInt32: PlanSums.Traffic] = [:]
    ) -> Int64? {
        Self.sums.used(
            by: DataPlan(name: name, limit: 1, counts: counts), at: time
        ) { $0.map { counters[$0] } }
    }

    private static let later = PlanSums.Traffic(
        interface: "wwan0", counters: .init(received: 700, sent: 150))

    @Test("Bytes that were carried since are added by the counters")
    func counters() {
        #expect(used("LTE", [7: Self.later]) == 1250)
        #expect(used("LTE", counts: .received, [7: Self.later]) == 1200)
        #expect(used("LTE", counts: .sent, [7: Self.later]) == 1050)
        let other = PlanSums.Traffic(interface: "wwan1", counters: .init(received: 31, sent: 22))
        #expect(used("LTE", [7: Self.later, 8: other]) == 1253)
    }

    @Test("An interface that is gone adds nothing, and neither does another one with its index")
    func gone() {
        #expect(used("LTE") == 1000)
        let other = PlanSums.Traffic(interface: "usb0", counters: .init(received: 900, sent: 900))
        #expect(used("LTE", [7: other]) == 1000)
    }

    @Test("While the counters cannot be read, it is not known what a plan has used")
    func unreadable() {
        func used(_ name: String) -> Int64? {
            Self.sums.used(by: DataPlan(name: name, limit: 1), at: Self.now) { _ in nil }
        }
        #expect(used("LTE") == nil)
        // No interface is of this plan.
        #expect(used("Train") == 50)
    }

    @Test("Counters that fell count from 0")
    func fallen() {
        let fallen = PlanSums.Traffic(interface: "wwan0", counters: .init(received: 30, sent: 200))
        #expect(used("LTE", [7: fallen]) == 1230)
    }

    @Test("Sums of any size are read as they are, and none overflows")
    func large() throws {
        func used(_ sum: Int64, by counters: UInt64, now: UInt64) throws -> Int64? {
            let sums = try #require(
                PlanSums(
                    json: Array(
                        #"""
                        {"schema":1,"boot":"6f1c","plans":[{"name":"LTE","used":\#(sum)}],"counters":\#
                        [{"interface":"wwan0","index":7,"plan":"LTE","received":\#(counters),"sent":0}]}
                        """#.utf8)))
            return sums.used(by: DataPlan(name: "LTE", limit: 1), at: 0) { _ in
                [PlanSums.Traffic(interface: "wwan0", counters: .init(received: now, sent: now))]
            }
        }
        // 36 TB.
        #expect(try used(36_000_000_000_000, by: 0, now: 0) == 36_000_000_000_000)
        #expect(try used(5, by: 36_000_000_000_000, now: 36_000_000_000_000) == 36_000_000_000_005)
        #expect(try used(.max, by: 0, now: .max) == (1 << 61) + (1 << 62))
    }

    @Test("A plan without an interface has what was summed; an unknown plan has nothing")
    func others() {
        #expect(used("Train") == 50)
        #expect(used("Other") == nil)
    }

    /// Each row: milliseconds after the end of the period, and the bytes that are used then.
    @Test(
        "A plan that renews begins with 0, and is unknown if the recorder does not begin the next period",
        arguments: [(-1, 1250), (0, 0), (10_000, 0), (10_001, nil)] as [(Int64, Int64?)])
    func renewed(after: Int64, bytes: Int64?) {
        #expect(used("LTE", at: 1_796_428_800_000 + after, [7: Self.later]) == bytes)
    }

    @Test("A period that began before 1970, by a clock that is not set, ends")
    func beforeEpoch() throws {
        let json = #"""
            {"schema":1,"boot":"6f1c","plans":[{"name":"LTE","from":"1969-12-05T00:00:00.000Z",\#
            "renewsAt":"1970-01-05T00:00:00.000Z","used":9}],"counters":[]}
            """#
        let sums = try #require(PlanSums(json: Array(json.utf8)))
        #expect(sums.plans.map(\.period) == [TimePeriod(from: 0, end: 345_600_000)])
    }
}
