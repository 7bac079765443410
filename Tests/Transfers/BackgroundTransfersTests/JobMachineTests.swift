// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import BackgroundTransfers

/// What happens to a job, attempt by attempt.
@Suite("Job machine") struct JobMachineTests {
    private let noon: Int64 = 1_795_348_800_000

    private func record(
        every: JobPeriod? = nil, retryOn: Set<Int32>? = nil,
        limit: TransferOptions.Attempts = .limited(5), deadline: Int64? = nil
    ) -> TransferRecord {
        var job = Job(["backup"])
        job.every = every
        job.retryOn = retryOn
        var record = TransferRecord.example(at: noon)
        record.kind = .command
        record.limit = limit
        record.deadline = deadline
        record.job = JobRecord(job, in: "/home", mask: 0o22, isUnconditional: true)
        return record
    }

    /// The machine of a job whose command runs.
    private func running(_ record: TransferRecord, at time: Int64? = nil) -> JobMachine {
        var machine = JobMachine(record)
        _ = machine.begin(now: time ?? noon)
        machine.stored(revision: record.revision)
        return machine
    }

    @Test("The start is stored before the command starts")
    func start() {
        var machine = JobMachine(record())
        #expect(
            machine.begin(now: noon) == [
                .save([.init(.started)]), .start(isAfterInterruption: false),
            ])
        #expect(machine.record.state == .running)
        #expect(machine.record.attempts == 1)
        #expect(machine.record.job?.details.isInterrupted == true)
        #expect(machine.begin(now: noon) == [], "never two at a time")
    }

    struct End: Sendable, CustomTestStringConvertible {
        let end: JobEnd
        let state: Transfer.State
        var retryOn: Set<Int32>?
        var code: TransferError.Code?
        var status: Int?
        var exit: Int32?
        var failures = 0
        var testDescription: String { "\(end) \(retryOn ?? [])" }
    }

    @Test(
        "Only exit 0 is a good end, and 75 is no attempt",
        arguments: [
            End(end: .init(.exited(0)), state: .finished, exit: 0),
            End(
                end: .init(.exited(3)), state: .retrying, code: .exit, status: 3, exit: 3,
                failures: 1),
            End(end: .init(.exited(75)), state: .retrying, code: .exit, status: 75, exit: 75),
            End(
                end: .init(.killed(number: 9, name: "SIGKILL")), state: .retrying, code: .signal,
                status: 9, failures: 1),
            End(
                end: .init(.failed("command not found: 'backup'", code: 127)), state: .retrying,
                code: .io, status: 127, exit: 127, failures: 1),
            End(
                end: .init(.failed("its folder is missing: /x", code: nil)), state: .retrying,
                code: .io, failures: 1),
            End(end: .init(.unavailable("no process")), state: .retrying, code: .io),
            End(
                end: .init(.exited(0), .timeLimit), state: .retrying, code: .exit, status: 0,
                exit: 0, failures: 1),
            End(
                end: .init(.killed(number: 15, name: "SIGTERM"), .timeLimit), state: .retrying,
                code: .signal, status: 15, failures: 1),
            End(
                end: .init(.killed(number: 15, name: "SIGTERM"), .timeLimit), state: .failed,
                retryOn: [3], code: .signal, status: 15, failures: 1),
            End(
                end: .init(.killed(number: 15, name: "SIGTERM"), .timeLimit), state: .retrying,
                retryOn: [143], code: .signal, status: 15, failures: 1),
            End(
                end: .init(.exited(0), .timeLimit), state: .retrying, retryOn: [3], code: .exit,
                status: 0, exit: 0, failures: 1),
            End(end: .init(.killed(number: 15, name: "SIGTERM"), .lost), state: .waiting),
            End(
                end: .init(.exited(4)), state: .failed, retryOn: [3], code: .exit, status: 4,
                exit: 4, failures: 1),
            End(
                end: .init(.exited(3)), state: .retrying, retryOn: [3], code: .exit, status: 3,
                exit: 3, failures: 1),
            End(
                end: .init(.exited(75)), state: .failed, retryOn: [3], code: .exit, status: 75,
                exit: 75, failures: 1),
            End(
                end: .init(.exited(75)), state: .retrying, retryOn: [3, 75], code: .exit,
                status: 75, exit: 75),
            End(
                end: .init(.killed(number: 9, name: "SIGKILL")), state: .failed, retryOn: [3],
                code: .signal, status: 9, failures: 1),
        ])
    func ends(_ row: End) {
        var machine = running(record(retryOn: row.retryOn))
        let steps = machine.ended(row.end, now: noon, chance: 0.5)
        #expect(steps.count == 1, "the end is stored")
        let record = machine.record
        #expect(record.state == row.state)
        #expect(record.error?.code == row.code)
        #expect(record.error?.status == row.status)
        #expect(record.job?.exit == row.exit)
        #expect(record.progress.failures == row.failures)
        #expect(record.job?.details.isInterrupted == (row.end.cause != nil))
        #expect(machine.isIdle)
        #expect((record.endedAt != nil) == record.state.isFinal || record.state == .finished)
    }

    @Test("Attempts are put off for 30 s, doubled, and the fifth failure is the last")
    func attempts() {
        var machine = JobMachine(record())
        var (now, delays) = (noon, [Int64]())
        for _ in 1...5 {
            _ = machine.begin(now: now)
            _ = machine.ended(JobEnd(.exited(1)), now: now, chance: 0.5)
            guard let time = machine.record.retryAt else { break }
            delays.append((time - now) / 1000)
            now = time
        }
        #expect(delays == [30, 60, 120, 240])
        #expect(machine.record.state == .failed)
        #expect(machine.record.error?.code == .exit)
        #expect(machine.record.attempts == 5)
    }

    @Test("The delay is at most five hours, a fifth more or less")
    func delay() {
        #expect(RetryDelay.jobs.milliseconds(failures: 1, chance: 0) == 24_000)
        #expect(RetryDelay.jobs.milliseconds(failures: 1, chance: 1) == 36_000)
        #expect(RetryDelay.jobs.milliseconds(failures: 50, chance: 0.5) == 18_000_000)
    }

    @Test("Exit 75 never exhausts the attempts, and its delay grows, too")
    func temporary() {
        var machine = JobMachine(record(limit: .limited(1)))
        var delays: [Int64] = []
        for _ in 1...3 {
            _ = machine.begin(now: noon)
            _ = machine.ended(JobEnd(.exited(75)), now: noon, chance: 0.5)
            delays.append(((machine.record.retryAt ?? 0) - noon) / 1000)
        }
        #expect(delays == [30, 60, 120])
        _ = machine.begin(now: noon)
        _ = machine.ended(JobEnd(.exited(1)), now: noon, chance: 0.5)
        #expect(machine.record.state == .failed)
    }

    @Test("After an interruption the command learns of it, and no attempt has failed")
    func interruption() {
        // The record as the killed worker has left it.
        var machine = JobMachine(running(record()).record)
        let steps = machine.begin(now: noon + 1)
        #expect(steps.last == .start(isAfterInterruption: true))
        #expect(machine.record.attempts == 2)
        #expect(machine.record.progress.failures == 0)
        _ = machine.ended(JobEnd(.exited(1)), now: noon + 2, chance: 0.5)
        #expect(machine.begin(now: noon + 3).last == .start(isAfterInterruption: false))
    }

    @Test("When the worker ends, the job waits, and its next attempt is after an interruption")
    func workerEnds() {
        var machine = running(record())
        #expect(machine.leave(.requeued) == [.stop])
        #expect(!machine.isIdle, "the group is still there")
        #expect(machine.ended(JobEnd(.exited(0), .stopped), now: noon, chance: 0) == [.save([])])
        #expect(machine.record.state == .waiting)
        #expect(machine.begin(now: noon).last == .start(isAfterInterruption: true))
    }

    @Test(
        "A job that the user pauses or cancels is stopped once",
        arguments: [Transfer.State.paused, .cancelled])
    func stopped(_ state: Transfer.State) {
        var machine = running(record())
        var newer = machine.record
        newer.state = state
        newer.revision = 9
        #expect(machine.overruled(by: newer) == [.stop])
        #expect(machine.overruled(by: newer) == [])
        #expect(machine.ended(JobEnd(.exited(0), .stopped), now: noon, chance: 0) == [])
        #expect(machine.isIdle)
        #expect(machine.record.state == state)
    }

    @Test(
        "A good end counts, also if the user has paused the job meanwhile; a cancelled one stays cancelled"
    )
    func race() {
        for (state, result) in [
            (Transfer.State.paused, Transfer.State.finished), (.cancelled, .cancelled),
        ] {
            var machine = running(record())
            var newer = machine.record
            newer.state = state
            newer.revision = 9
            _ = machine.ended(JobEnd(.exited(0)), now: noon, chance: 0)
            let steps = machine.saveWasOverruled(by: newer)
            #expect(steps == (result == .finished ? nil : []))
            #expect(machine.record.state == result)
            #expect(machine.record.revision == 9)
        }
    }

    @Test("A job that was paused before the start was stored does not start")
    func pausedBeforeStart() {
        var machine = JobMachine(record())
        _ = machine.begin(now: noon)
        var newer = machine.record
        newer.state = .paused
        #expect(machine.saveWasOverruled(by: newer) == [])
        #expect(machine.isIdle)
        #expect(machine.record.state == .paused)
    }

    /// States that other processes have stored, and the state after the command was ended or has ended with 1.
    @Test(
        "The user's last command counts, whenever the worker sees the ones before",
        arguments: [
            ([.paused], .paused), ([.paused, .waiting], .waiting),
            ([.paused, .waiting, .paused], .paused), ([.waiting], .retrying),
            ([.waiting, .paused], .paused), ([.paused, .waiting, .cancelled], .cancelled),
        ] as [([Transfer.State], Transfer.State)])
    func lastCommand(_ commands: [Transfer.State], _ result: Transfer.State) {
        var machine = running(record())
        var newer = machine.record
        for state in commands {
            newer.state = state
            newer.revision += 1
            _ = machine.overruled(by: newer)
        }
        #expect(!machine.isIdle, "the group is still there")
        let isStopped = result != .retrying
        _ = machine.ended(
            JobEnd(.exited(1), isStopped ? .stopped : nil), now: noon, chance: 0)
        #expect(machine.isIdle)
        #expect(machine.record.state == result)
        #expect(machine.record.revision == newer.revision)
    }

    @Test("A job that was paused and resumed before the worker read it goes on, as stored")
    func pausedAndResumed() {
        var machine = running(record())
        var newer = machine.record
        newer.state = .waiting
        newer.revision = 9
        #expect(machine.overruled(by: newer) == [.save([.init(.started)])])
        #expect(machine.record.state == .running)
        // The user is faster again.
        newer.revision = 10
        #expect(machine.saveWasOverruled(by: newer) == [.save([.init(.started)])])
        newer.state = .paused
        #expect(machine.saveWasOverruled(by: newer) == [.stop])
        #expect(machine.record.state == .paused)
        #expect(!machine.isIdle)
    }

    @Test("The resumption of a job whose end could not be stored while it was paused is not lost")
    func resumedAtEnd() {
        var machine = running(record())
        _ = machine.ended(JobEnd(.exited(1)), now: noon, chance: 0)
        var newer = machine.record
        newer.state = .paused
        #expect(machine.saveWasOverruled(by: newer) == nil)
        #expect(machine.record.state == .paused)
        newer.state = .waiting
        #expect(machine.saveWasOverruled(by: newer) == nil)
        #expect(machine.record.state == .waiting)
        #expect(machine.record.progress.failures == 1)
    }

    @Test("A command that ends well when the deadline ends it has not failed in its last attempt")
    func endedWell() {
        var machine = running(record(deadline: noon + 5))
        _ = machine.leave(.deadline)
        _ = machine.ended(JobEnd(.exited(0), .stopped), now: noon + 5, chance: 0)
        #expect(machine.record.error == TransferError(.deadline, "the deadline has passed"))
    }

    @Test("At the deadline the command is ended, and the job has failed")
    func deadline() {
        var machine = running(record(deadline: noon + 5))
        #expect(machine.leave(.deadline) == [.stop])
        _ = machine.ended(
            JobEnd(.killed(number: 15, name: "SIGTERM"), .stopped), now: noon + 6, chance: 0)
        #expect(machine.record.state == .failed)
        #expect(machine.record.error?.code == .deadline)
    }

    // MARK: - Periods

    @Test("Between periods a job waits for the next one, with no attempts yet and its last end")
    func period() {
        var machine = running(record(every: .every(.seconds(60))))
        #expect(machine.record.job?.nextAt == nil)
        _ = machine.ended(JobEnd(.exited(0)), now: noon + 10, chance: 0)
        #expect(machine.record.state == .waiting)
        #expect(machine.record.job?.nextAt == noon + 60_000)
        #expect(machine.record.job?.exit == 0)
        #expect(machine.record.attempts == 0)
        #expect(machine.record.endedAt == nil)
    }

    @Test("Missed periods are made up for by one run")
    func missed() {
        var machine = running(record(every: .every(.seconds(60))))
        _ = machine.ended(JobEnd(.exited(0)), now: noon + 10, chance: 0)
        _ = machine.begin(now: noon + 600_500)
        _ = machine.ended(JobEnd(.exited(0)), now: noon + 600_510, chance: 0)
        #expect(machine.record.job?.nextAt == noon + 660_000)
    }

    @Test("A job that fails for good in one period is tried in the next, with its error")
    func failedPeriod() {
        var machine = running(record(every: .every(.seconds(60)), limit: .limited(1)))
        _ = machine.ended(JobEnd(.exited(3)), now: noon + 10, chance: 0)
        #expect(machine.record.state == .waiting)
        #expect(machine.record.error?.status == 3)
        #expect(machine.record.job?.exit == 3)
        #expect(machine.record.job?.nextAt == noon + 60_000)
        #expect(machine.record.progress.failures == 0)
    }

    @Test("An attempt is not put off beyond the next period, which has attempts of its own")
    func retryAndPeriod() {
        var machine = running(record(every: .every(.seconds(20)), limit: .limited(2)))
        _ = machine.ended(JobEnd(.exited(3)), now: noon + 10, chance: 0)
        #expect(machine.record.state == .retrying)
        #expect(machine.record.retryAt == noon + 20_000)
        _ = machine.begin(now: noon + 20_000)
        #expect(machine.record.attempts == 1)
        #expect(machine.record.progress.failures == 0)
    }

    @Test("A command that runs beyond its period is begun for the one that it ends in")
    func longRun() {
        var machine = running(record(every: .every(.seconds(60))))
        _ = machine.ended(JobEnd(.exited(0)), now: noon + 150_000, chance: 0)
        #expect(machine.record.job?.nextAt == noon + 60_000)
        _ = machine.begin(now: noon + 150_000)
        _ = machine.ended(JobEnd(.exited(0)), now: noon + 150_010, chance: 0)
        #expect(machine.record.job?.nextAt == noon + 180_000)
    }
}
