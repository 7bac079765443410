// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// The part of the worker that is about jobs.
extension TransferWorker {
    /// Whether a transfer that has not ended is this worker's.
    func isPerformed(_ row: TransferStore.OpenTransfer) -> Bool {
        row.state != .paused && (row.job == nil || jobs != nil)
    }

    /// Acquires the gate of a job, about the path to its host or to the internet.
    func acquire(_ row: TransferStore.OpenTransfer) -> Int {
        conditions.acquire(
            ConditionTracker.Key(
                condition: row.condition, stability: row.stability.boundedMilliseconds))
    }

    /// Starts a job, which the schedule has as running.
    func startJob(_ record: TransferRecord, _ candidate: Schedule.Candidate) throws {
        do {
            jobs?.start(record, candidate, secrets: try readSecrets(record))
        } catch let error as TransferError {
            schedule.end(record.id)
            for gate in candidate.gates { conditions.release(gate) }
            try fail(record, error)
        }
    }

    /// Notes whether the command of a job is suspended. Then another job may begin.
    func setSuspended(_ isSuspended: Bool, _ id: Transfer.ID) {
        if schedule.setSuspended(isSuspended, id) { isDecisionDue = true }
    }

    /// Handles what has become due in jobs, and the ends of commands.
    func tendJobs() {
        guard let launcher = settings.launcher else { return }
        let wasReady = startsJobs
        launcher.tend()
        startsJobs = launcher.isReady
        if startsJobs != wasReady { isDecisionDue = true }
        jobs?.tend(now: now)
    }
}
