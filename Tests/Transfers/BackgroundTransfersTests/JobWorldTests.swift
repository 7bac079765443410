// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import BackgroundTransfers

/// Jobs in random worlds: whatever commands, workers, users and power do, a job is never lost, never runs twice at a time, and
/// runs to a good end at most once in a period unless an attempt was interrupted.
@Suite("Jobs in random worlds") struct JobWorldTests {
    /// A machine room with one job, a store and workers that come and go.
    private struct World {
        var random: SeededGenerator
        var now: Int64 = 1_795_348_800_000
        /// The job as it is on the disk.
        var stored: TransferRecord
        /// The worker's machine; `nil` without a worker, or while the job waits.
        var machine: JobMachine?
        /// The number of commands that run.
        var commands = 0
        /// The periods in which a command has ended well, by their end.
        var goodPeriods: [Int64] = []
        var faults: [String] = []
        var goodEnds = 0
        /// Whether the user's last command was to pause the job.
        var isPaused = false

        init(seed: UInt64, every: JobPeriod?) {
            random = SeededGenerator(seed: seed)
            var job = Job(["work"])
            job.every = every
            stored = TransferRecord.example(at: now)
            stored.kind = .command
            stored.limit = .limited(3)
            stored.job = JobRecord(job, in: "/", mask: 0, isUnconditional: true)
        }

        mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 0..<100, using: &random) < percent
        }

        /// When the job is due; `nil` if it is not.
        var due: Int64? {
            guard !stored.state.isFinal, stored.state != .paused else { return nil }
            return max(stored.job?.nextAt ?? 0, stored.retryAt ?? 0)
        }

        /// Carries out steps, unless the power fails between two of them.
        mutating func perform(_ steps: [JobMachine.Step]) {
            for step in steps {
                if chance(3) { return crash() }
                switch step {
                case .save(let notes):
                    while !stored.state.isFinal, chance(5) {
                        // The user's command comes first.
                        pauseOrResume()
                        guard let steps = machine?.saveWasOverruled(by: stored) else { continue }
                        return perform(steps)
                    }
                    if notes.contains(where: { $0.event == .finished }) { noteGoodEnd() }
                    if let record = machine?.record { stored = record }
                    machine?.stored(revision: stored.revision)
                case .start:
                    commands += 1
                    if commands > 1 { faults.append("two at a time") }
                case .stop: break
                }
            }
            guard machine?.isIdle ?? false else { return }
            machine = nil
            if !stored.state.isFinal, (stored.state == .paused) != isPaused {
                faults.append("the user's last command is lost")
            }
        }

        mutating func pauseOrResume() {
            isPaused.toggle()
            stored.pauseOrResume()
        }

        mutating func noteGoodEnd() {
            goodEnds += 1
            guard let period = machine?.record.job?.details.nextPeriod else { return }
            if goodPeriods.contains(period) { faults.append("twice in the period to \(period)") }
            goodPeriods.append(period)
        }

        /// The worker is killed, and the guard ends its commands before another one begins.
        mutating func crash() {
            machine = nil
            commands = 0
        }

        mutating func step() {
            now += Int64.random(in: 0...30_000, using: &random)
            if var machine {
                switch Int.random(in: 0..<10, using: &random) {
                case 0: return crash()
                case 1:
                    let steps = machine.leave(.requeued)
                    self.machine = machine
                    return perform(steps)
                case 2:
                    guard !stored.state.isFinal else { return }
                    repeat { pauseOrResume() } while chance(50)
                    let steps = machine.overruled(by: stored)
                    self.machine = machine
                    return perform(steps)
                default:
                    commands = 0
                    let results: [JobEnd] = [
                        .init(.exited(0)), .init(.exited(1)), .init(.exited(75)),
                        .init(.killed(number: 9, name: "SIGKILL")), .init(.exited(0), .lost),
                        .init(.exited(0), .timeLimit), .init(.exited(0), .stopped),
                    ]
                    let end = results.randomElement(using: &random) ?? results[0]
                    let steps = machine.ended(
                        end, now: now, chance: Double.random(in: 0...1, using: &random))
                    self.machine = machine
                    return perform(steps)
                }
            }
            if stored.state == .paused { pauseOrResume() }
            guard let due else { return }
            now = max(now, due)
            var machine = JobMachine(stored)
            let steps = machine.begin(now: now)
            self.machine = machine
            perform(steps)
        }
    }

    @Test("A job that is done once ends once", arguments: 0..<20)
    func once(part: Int) {
        var finished = 0
        for number in 0..<100 {
            let seed = UInt64(part * 1000 + number)
            var world = World(seed: seed, every: nil)
            var steps = 0
            while !world.stored.state.isFinal, steps < 5000 {
                world.step()
                steps += 1
            }
            #expect(world.faults == [], "seed \(seed)")
            #expect(steps < 5000, "seed \(seed): lost")
            #expect(world.goodEnds == (world.stored.state == .finished ? 1 : 0), "seed \(seed)")
            finished += world.goodEnds
        }
        #expect(finished > 0)
    }

    /// Where a worker forgets the user's last command if it comes while a run ends, 158 of 200 worlds fail, and 20 suffice.
    @Test(
        "A periodic job ends well at most once a period, and goes on",
        arguments: [JobPeriod.every(.seconds(60)), .hourly, .daily])
    func periodic(every: JobPeriod) {
        for seed in UInt64(0)..<20 {
            var world = World(seed: seed, every: every)
            for _ in 0..<2000 { world.step() }
            #expect(world.faults == [], "seed \(seed)")
            #expect(!world.stored.state.isFinal, "seed \(seed)")
            #expect(world.goodPeriods.count > 5, "seed \(seed): lost")
        }
    }
}
