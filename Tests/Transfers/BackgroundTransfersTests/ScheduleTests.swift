// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// Which transfers start, and why the others wait.
@Suite("Schedule") struct ScheduleTests {
    private typealias Candidate = Schedule.Candidate

    private func id(_ number: Int64) -> Transfer.ID { Transfer.ID(rawValue: number) }

    private func decide(
        _ candidates: [Candidate], running: [Candidate] = [], now: Int64 = 1000,
        isHeld: Bool = false, gates: [Schedule.Gate] = [.open],
        unconditional: Schedule.Gate? = nil
    ) -> Schedule.Decision {
        var schedule = Schedule()
        schedule.insert(contentsOf: candidates, now: now)
        for candidate in running { schedule.start(candidate) }
        return schedule.decide(now: now, isHeld: isHeld) { number, isUnconditional in
            isUnconditional ? unconditional ?? gates[number] : gates[number]
        }
    }

    @Test("Three transfers start, in the order in which they were added, and the fourth waits")
    func limit() {
        let decision = decide((1...4).map { Candidate(id: id($0)) })
        #expect(decision.starts == [id(1), id(2), id(3)])
        #expect(decision.waits == [.init(id: id(4), reasons: [.concurrency])])
        #expect(decision.due == nil)
    }

    @Test("A higher priority starts first")
    func priority() {
        let decision = decide([
            Candidate(id: id(1), priority: .low), Candidate(id: id(2)),
            Candidate(id: id(3), priority: .high), Candidate(id: id(4), priority: .high),
        ])
        #expect(decision.starts == [id(3), id(4), id(2)])
    }

    @Test("What runs counts for the limit")
    func running() {
        let decision = decide(
            [Candidate(id: id(4)), Candidate(id: id(5))],
            running: [Candidate(id: id(1)), Candidate(id: id(2))])
        #expect(decision.starts == [id(4)])
    }

    @Test("One discretionary transfer runs per server, and other transfers overtake the rest")
    func discretionary() {
        let decision = decide([
            Candidate(id: id(1), server: 1, isDiscretionary: true),
            Candidate(id: id(2), server: 1, isDiscretionary: true),
            Candidate(id: id(3), server: 2, isDiscretionary: true),
            Candidate(id: id(4), server: 1),
        ])
        #expect(decision.starts == [id(1), id(3), id(4)])
        #expect(decision.waits == [.init(id: id(2), reasons: [.concurrency])])
    }

    @Test(
        "A transfer that must wait has the reason, and the schedule the time",
        arguments: [
            (Candidate(id: .init(rawValue: 1), notBefore: 5000), [WaitingReason.notBefore], 5000),
            (
                Candidate(id: .init(rawValue: 1), retryAt: 6000, retryDelay: 5000), [.backoff], 6000
            ),
            (
                Candidate(
                    id: .init(rawValue: 1), retryAt: 6000, retryDelay: 5000, retryReasons: [.portal]
                ),
                [.portal], 6000
            ),
            (Candidate(id: .init(rawValue: 1), gates: [1]), [WaitingReason(code: "metered")], nil),
            (Candidate(id: .init(rawValue: 1), gates: [2]), [.unstable], 7000),
            (
                Candidate(
                    id: .init(rawValue: 1), gates: [1], notBefore: 5000, retryAt: 6000,
                    retryDelay: 5000),
                [.notBefore, .backoff, WaitingReason(code: "metered")], 5000
            ),
        ] as [(Schedule.Candidate, [WaitingReason], Int64?)])
    func waits(candidate: Schedule.Candidate, reasons: [WaitingReason], due: Int64?) {
        let gates: [Schedule.Gate] = [
            .open, .closed([WaitingReason(code: "metered")]), .opens(at: 7000),
        ]
        let decision = decide([candidate], gates: gates)
        #expect(decision.starts.isEmpty)
        #expect(decision.waits == [.init(id: id(1), reasons: reasons)])
        #expect(decision.due == due)
    }

    @Test("Times that have passed do not count")
    func passed() {
        #expect(decide([Candidate(id: id(1), notBefore: 1000, retryAt: 1000)]).starts == [id(1)])
    }

    @Test("While the queue is held nothing starts")
    func held() {
        let decision = decide([Candidate(id: id(1))], isHeld: true)
        #expect(decision.starts.isEmpty)
        #expect(decision.waits == [.init(id: id(1), reasons: [.held])])
    }

    @Test("At its deadline a transfer fails, or runs without conditions")
    func deadline() {
        let closed = [Schedule.Gate.closed([WaitingReason(code: "offline")])]
        let fails = decide([Candidate(id: id(1), deadline: 1000)], gates: closed)
        #expect(fails.expired == [id(1)])
        #expect(fails.starts.isEmpty)
        let runs = decide(
            [Candidate(id: id(1), deadline: 1000, onDeadline: .run)], gates: closed,
            unconditional: .open)
        #expect(runs.starts == [id(1)])
        let offline = decide(
            [Candidate(id: id(1), deadline: 1000, onDeadline: .run)], gates: closed)
        #expect(offline.starts.isEmpty)
        let early = decide([Candidate(id: id(1), deadline: 1001)], gates: closed)
        #expect(early.expired.isEmpty)
        #expect(early.due == 1001)
    }

    @Test("When the clock is set back by years, no attempt waits longer than was decided")
    func clock() {
        let intended: Int64 = 2_000_000_000_000
        var schedule = Schedule()
        schedule.insert(
            Candidate(id: id(1), retryAt: intended, retryDelay: 1000), now: intended - 1000)
        func decide(_ now: Int64) -> Schedule.Decision {
            schedule.decide(now: now, isHeld: false) { _, _ in .open }
        }
        #expect(decide(intended - 1000).due == intended)
        // Set back, to the year 2001.
        let now: Int64 = 1_000_000_000_000
        #expect(schedule.clockWasSet(now: now).isEmpty)
        #expect(decide(now).due == now + 1000)
        // Set while no worker ran.
        schedule.insert(Candidate(id: id(1), retryAt: intended, retryDelay: 5000), now: now)
        #expect(decide(now).due == now + 5000)
        // Set forward.
        #expect(decide(intended).starts == [id(1)])
        schedule.putOff(id(1), by: 60_000, now: intended)
        _ = schedule.clockWasSet(now: now)
        #expect(decide(now).due == now + 60_000)
    }

    @Test("When the clock is set, what failed because of it is tried at once")
    func clockReason() {
        var schedule = Schedule()
        schedule.insert(
            contentsOf: [.clock, .backoff, .portal].enumerated().map { number, reason in
                Candidate(
                    id: id(Int64(number)), retryAt: 6000, retryDelay: 5000, retryReasons: [reason])
            }, now: 1000)
        #expect(schedule.clockWasSet(now: 1000) == [id(0)])
        #expect(schedule.decide(now: 1000, isHeld: false) { _, _ in .open }.starts == [id(0)])
    }

    @Test("Reasons that are stored already are not reported again")
    func unchanged() {
        let reasons = [WaitingReason(code: "metered")]
        let decision = decide([Candidate(id: id(1), reasons: reasons)], gates: [.closed(reasons)])
        #expect(decision.waits.isEmpty)
    }

    @Test(
        "A transfer starts only if all its gates are open, and waits silently for one that is not known yet"
    )
    func severalGates() {
        let closed = Schedule.Gate.closed([WaitingReason(code: "metered")])
        let candidate = Candidate(id: id(1), gates: [0, 1])
        #expect(decide([candidate], gates: [.open, .open]).starts == [id(1)])
        #expect(decide([candidate], gates: [.open, closed]).starts.isEmpty)
        let pending = decide([candidate], gates: [.open, .pending])
        #expect(pending == Schedule.Decision())
        let both = decide([candidate], gates: [closed, closed])
        #expect(both.waits.first?.reasons == [WaitingReason(code: "metered")])
        #expect(decide([Candidate(id: id(1), gates: [])], gates: []).starts == [id(1)])
    }

    @Test("A gate is asked once for all its transfers")
    func gates() {
        var schedule = Schedule()
        schedule.insert(contentsOf: (1...1000).map { Candidate(id: id($0)) }, now: 0)
        var questions = 0
        _ = schedule.decide(now: 0, isHeld: false) { _, _ in
            questions += 1
            return .closed([.held])
        }
        #expect(questions == 1)
    }

    @Test("A transfer is found, replaced and removed, whatever its priority")
    func table() {
        var schedule = Schedule()
        for number in [5, 3, 9, 1, 7] {
            for priority in DeferralQueue.Priority.allCases {
                let candidate = Candidate(
                    id: id(Int64(number * 10 + priority.rawValue)), priority: priority)
                schedule.insert(candidate, now: 0)
                #expect(schedule.candidate(candidate.id) == candidate)
            }
        }
        #expect(schedule.count == 15)
        schedule.insert(Candidate(id: id(51), priority: .high), now: 0)
        #expect(schedule.count == 15)
        #expect(schedule.candidate(id(51))?.priority == .high)
        schedule.remove(id(51))
        schedule.remove(id(51))
        #expect(schedule.candidate(id(51)) == nil)
        #expect(schedule.count == 14)
    }
}
