// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// Which jobs start, and why the others wait.
@Suite("Schedule of jobs") struct JobScheduleTests {
    private typealias Candidate = Schedule.Candidate

    private func job(
        _ number: Int64, gates: [Int] = [], deadline: Int64? = nil,
        onDeadline: TransferOptions.Deadline.Action = .fail, _ job: Candidate.Job = .init()
    ) -> Candidate {
        Candidate(
            id: Transfer.ID(rawValue: number), gates: gates, deadline: deadline,
            onDeadline: onDeadline, job: job)
    }

    private func decide(
        _ candidates: [Candidate], running: [Candidate] = [], now: Int64 = 1000,
        startsJobs: Bool = true, beginsMoreJobs: Bool = true, gate: Schedule.Gate = .open
    ) -> Schedule.Decision {
        var schedule = Schedule()
        schedule.insert(contentsOf: candidates, now: now)
        for candidate in running { schedule.start(candidate) }
        return schedule.decide(
            now: now, isHeld: false, startsJobs: startsJobs, beginsMoreJobs: beginsMoreJobs
        ) { _, _ in gate }
    }

    private func starts(_ decision: Schedule.Decision) -> [Int64] {
        decision.starts.map(\.rawValue)
    }

    @Test("Three jobs run beside three transfers")
    func limit() {
        let transfers = (1...4).map { Candidate(id: Transfer.ID(rawValue: $0)) }
        let decision = decide(transfers + (5...8).map { job($0) })
        #expect(starts(decision) == [1, 2, 3, 5, 6, 7])
        #expect(decision.waits.map(\.reasons) == [[.concurrency], [.otherJobs]])
    }

    @Test("A job without conditions needs no network")
    func noGate() {
        let decision = decide(
            [job(1), job(2, gates: [0])], gate: .closed([WaitingReason(code: "offline")]))
        #expect(starts(decision) == [1])
        #expect(decision.waits.map(\.reasons) == [[WaitingReason(code: "offline")]])
    }

    @Test("An exclusive job waits until no other runs, and no other begins meanwhile")
    func exclusive() {
        let exclusive = Candidate.Job(isExclusive: true)
        #expect(starts(decide([job(1, exclusive), job(2)])) == [1])
        #expect(starts(decide([job(1), job(2, exclusive), job(3)])) == [1])
        #expect(starts(decide([job(2, exclusive), job(3)], running: [job(1)])) == [])
        #expect(starts(decide([job(2)], running: [job(1, exclusive)])) == [])
    }

    @Test("A suspended job leaves its place to another one, but an exclusive job is alone")
    func suspended() {
        let suspended = Candidate.Job(isSuspended: true)
        let running = [job(1, suspended), job(2), job(3)]
        #expect(starts(decide([job(4), job(5)], running: running)) == [4])
        #expect(starts(decide([job(4)], running: running + [job(5)])) == [])
        let exclusive = Candidate.Job(isExclusive: true)
        #expect(starts(decide([job(2, exclusive)], running: [job(1, suspended)])) == [])
        let both = Candidate.Job(isExclusive: true, isSuspended: true)
        #expect(starts(decide([job(2)], running: [job(1, both)])) == [])
    }

    @Test("While an exclusive job waits for a suspended one alone, others begin")
    func exclusiveBesideSuspended() {
        let (suspended, exclusive) = (
            Candidate.Job(isSuspended: true), Candidate.Job(isExclusive: true)
        )
        let waiting = [job(2, exclusive), job(3), job(4)]
        #expect(starts(decide(waiting, running: [job(1, suspended)])) == [3, 4])
        #expect(starts(decide(waiting, running: [job(1, suspended), job(5)])) == [3, 4])
        #expect(starts(decide(waiting)) == [2])
        let between = [job(2), job(3, exclusive), job(4)]
        #expect(starts(decide(between, running: [job(1, suspended)])) == [2, 4])
    }

    @Test("Of one key, one job runs at a time")
    func key() {
        let keyed = Candidate.Job(key: "default\0backup")
        #expect(starts(decide([job(2, keyed), job(3)], running: [job(1, keyed)])) == [3])
    }

    @Test("Between periods a job waits, and the schedule decides again at the next one")
    func period() {
        let candidate = job(
            1, .init(nextAt: 61_000, every: .every(.seconds(60)), added: 1000, began: 1000))
        let decision = decide([candidate])
        #expect(decision.waits.map(\.reasons) == [[.nextPeriod]])
        #expect(decision.due == 61_000)
        #expect(starts(decide([candidate], now: 61_000)) == [1])
        var schedule = Schedule()
        schedule.insert(candidate, now: 1000)
        #expect(schedule.isEmpty(now: 1000), "it does not hold up --until-empty")
        #expect(!schedule.isEmpty(now: 61_000))
    }

    @Test("A clock that is set back puts a job off for no more than a period")
    func clock() {
        var schedule = Schedule()
        let wrong: Int64 = 1_000_000_000
        schedule.insert(
            job(
                1,
                .init(
                    nextAt: wrong + 60_000, every: .every(.seconds(60)), added: 1000,
                    began: wrong)), now: wrong)
        _ = schedule.clockWasSet(now: 31_000)
        let decision = schedule.decide(now: 31_000, isHeld: false) { _, _ in .open }
        #expect(decision.due == 61_000)
        let moved = schedule.takeMovedTimes()
        #expect(moved == [Transfer.ID(rawValue: 1): .init(nextAt: 61_000)], "it is stored")
        #expect(schedule.takeMovedTimes().isEmpty)
    }

    @Test("An attempt that was put off by a wrong clock is put off for its delay, which is stored")
    func movedAttempt() {
        var schedule = Schedule()
        var candidate = job(1, .init())
        candidate.retryAt = 1_000_030_000
        candidate.retryDelay = 30_000
        schedule.insert(candidate, now: 1000)
        #expect(schedule.takeMovedTimes() == [Transfer.ID(rawValue: 1): .init(retryAt: 31_000)])
        #expect(schedule.decide(now: 1000, isHeld: false) { _, _ in .open }.due == 31_000)
        candidate.retryAt = 31_000
        schedule.insert(candidate, now: 20_000)
        #expect(schedule.takeMovedTimes().isEmpty, "the next worker counts the same delay")
    }

    /// A daily job that was added at the beginning of day 0, in days: the end of its period as it is stored, when its
    /// command began last, and the time now.
    @Test(
        "A job whose command has begun in the current period is due after it, whatever was stored",
        arguments: [
            (stored: 1.0, began: 0.5, now: 0.6, due: 1.0),
            // It was tried again after a clock that was a day ahead had been set back.
            (2.0, 0.5, 0.6, 1.0), (40.0, 0.5, 0.6, 1.0),
            // It was not: the period of the wrong clock counts as done, but no later one.
            (2.0, 1.5, 0.6, 2.0), (3.0, 2.5, 0.6, 1.0),
            // The machine was off.
            (1.0, 0.5, 3.5, 1.0),
        ])
    func begun(_ stored: Double, _ began: Double, _ now: Double, _ due: Double) {
        func time(_ days: Double) -> Int64 { Int64(days * 86_400_000) }
        var schedule = Schedule()
        schedule.insert(
            job(
                1,
                .init(
                    nextAt: time(stored), every: .every(.seconds(86_400)), added: 0,
                    began: time(began))), now: time(now))
        let decision = schedule.decide(now: time(now), isHeld: false) { _, _ in .open }
        #expect(decision.due == (due > now ? time(due) : nil))
        #expect(starts(decision) == (due > now ? [] : [1]))
        #expect(schedule.takeMovedTimes().isEmpty == (stored == due))
    }

    @Test("From its deadline on a job runs without conditions, or fails")
    func deadline() {
        let closed = Schedule.Gate.closed([WaitingReason(code: "metered")])
        let decision = decide(
            [
                job(1, gates: [0], deadline: 500, onDeadline: .run),
                job(2, gates: [0], deadline: 500),
            ],
            gate: closed)
        #expect(starts(decision) == [1])
        #expect(decision.expired.map(\.rawValue) == [2])
    }

    @Test("While commands of an earlier worker are there, none begins")
    func earlierWorker() {
        let decision = decide([job(1)], startsJobs: false)
        #expect(starts(decision) == [])
        #expect(decision.waits.map(\.reasons) == [[.earlierWorker]])
        // A worker that only waits for the jobs that run is no earlier one.
        let last = decide([job(1)], beginsMoreJobs: false)
        #expect(last.starts == [])
        #expect(last.waits.map(\.reasons) == [[.otherJobs]])
        #expect(decision.waits.map { $0.reasons.map(\.code) } == [["concurrency"]])
    }
}
