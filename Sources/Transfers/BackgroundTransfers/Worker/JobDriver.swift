// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// Performs what the machines of jobs decide: starts and ends commands, and keeps the store up to date.
final class JobDriver {
    /// A job whose command runs.
    private final class Task {
        var machine: JobMachine
        /// The entry of the schedule when the job started.
        let candidate: Schedule.Candidate
        let secrets: TransferSecrets
        /// The number of the request; `nil` before the command starts.
        var request: Int?
        /// Whether the deadline has passed, and with it the conditions.
        var isUnconditional: Bool

        init(
            _ record: TransferRecord, _ candidate: Schedule.Candidate, secrets: TransferSecrets,
            isUnconditional: Bool
        ) {
            machine = JobMachine(record)
            self.candidate = candidate
            self.secrets = secrets
            self.isUnconditional = isUnconditional
        }

        var job: JobRecord? { machine.record.job }
    }

    private unowned let worker: TransferWorker
    private let launcher: any JobLauncher
    private var tasks: [Transfer.ID: Task] = [:]

    init(_ worker: TransferWorker, _ launcher: any JobLauncher) {
        self.worker = worker
        self.launcher = launcher
    }

    /// Whether no command runs.
    var isEmpty: Bool { tasks.isEmpty }
    /// The deadlines of jobs that run, in milliseconds since 1970.
    var deadlines: [Int64] {
        tasks.values.filter { !$0.isUnconditional }.compactMap(\.machine.record.deadline)
    }

    /// Begins an attempt of a job. The schedule has it as running.
    func start(
        _ record: TransferRecord, _ candidate: Schedule.Candidate, secrets: TransferSecrets
    ) {
        let task = Task(
            record, candidate, secrets: secrets,
            isUnconditional: record.deadline.map { $0 <= worker.now } ?? false)
        tasks[record.id] = task
        perform(task.machine.begin(now: worker.now), task)
    }

    /// Takes a change that another process has stored.
    ///
    /// - Returns: whether the command of the job runs. Otherwise the change is not taken.
    func overrule(_ id: Transfer.ID) throws -> Bool {
        guard let task = tasks[id] else { return false }
        // It can be removed only after it has ended.
        guard let newer = try worker.store.record(id) else { return true }
        guard newer.revision > task.machine.record.revision else { return true }
        perform(task.machine.overruled(by: newer), task)
        if !task.machine.isIdle, newer.state == .waiting, newer.reasons.isEmpty {
            let wait = Schedule.Wait(id: id, reasons: [.earlierAttempt])
            worker.noteOwnChange(
                upTo: try worker.store.setReasons([wait], now: worker.now), count: 1)
        }
        return true
    }

    /// Ends all commands, because the worker ends.
    func end() {
        for task in Array(tasks.values) { perform(task.machine.leave(.requeued), task) }
    }

    /// Tells the commands whether their conditions hold.
    func networkChanged() {
        for task in tasks.values where !task.isUnconditional { setConditions(task) }
    }

    /// Notes which commands are suspended, and handles deadlines that have passed.
    func tend(now: Int64) {
        for (id, task) in tasks {
            worker.setSuspended(task.request.map(launcher.isSuspended) ?? false, id)
        }
        for task in Array(tasks.values) {
            guard let deadline = task.machine.record.deadline, deadline <= now,
                !task.isUnconditional
            else { continue }
            task.isUnconditional = true
            if task.machine.record.onDeadline == .fail {
                perform(task.machine.leave(.deadline), task)
            } else if let request = task.request {
                launcher.set(.conditionsHold, of: request)
            }
        }
    }

    private func setConditions(_ task: Task) {
        guard let request = task.request, let gate = task.candidate.gates.first,
            let onLoss = task.job?.details.onLoss, onLoss != .finish
        else { return }
        worker.conditions.settle(gate)
        switch worker.conditions.state(of: gate) {
        // It is not known: the name of the host is being looked up again.
        case .pending: break
        case .open, .opens: launcher.set(.conditionsHold, of: request)
        case .closed(let reasons):
            launcher.set(
                .conditionsLost(isAtOnce: reasons.contains(where: \.isLossAtOnce)), of: request)
        }
    }

    // MARK: - Steps

    private func perform(_ steps: [JobMachine.Step], _ task: Task) {
        for step in steps {
            guard perform(step, task) else { break }
        }
        forgetIfIdle(task)
    }

    /// Performs a step.
    ///
    /// - Returns: whether the next step is still wanted.
    private func perform(_ step: JobMachine.Step, _ task: Task) -> Bool {
        switch step {
        case .save(let notes): return save(notes, task)
        case .start(let isAfterInterruption):
            start(task, isAfterInterruption: isAfterInterruption)
        case .stop:
            if let request = task.request { launcher.stop(request) }
        }
        return true
    }

    /// Stores the record, with these events.
    ///
    /// - Returns: whether the next step is still wanted.
    private func save(_ notes: [TransferEvent.Note], _ task: Task) -> Bool {
        do {
            while true {
                switch try worker.store.save(task.machine.record, notes, now: worker.now) {
                case .saved(let record):
                    worker.noteOwnChange(upTo: record.revision, count: 1)
                    task.machine.stored(revision: record.revision)
                    return true
                case .newer(let newer):
                    guard let steps = task.machine.saveWasOverruled(by: newer) else { continue }
                    perform(steps, task)
                    return false
                case .taken, .gone:
                    task.machine.abandon()
                    return false
                }
            }
        } catch {
            worker.failure = worker.failure ?? error
            return false
        }
    }

    private func start(_ task: Task, isAfterInterruption: Bool) {
        guard let job = task.job else { return }
        let record = task.machine.record
        var variables = [
            JobRequest.Variable(Job.Variable.id, "\(record.id.rawValue)"),
            JobRequest.Variable(Job.Variable.attempt, "\(record.attempts)"),
        ]
        if isAfterInterruption { variables.append(.init(Job.Variable.interrupted, "1")) }
        var request = JobRequest(
            command: CompletionAction.Command(job.command, in: job.details.folder),
            environment: task.secrets.variables, variables: variables)
        request.mask = job.details.mask
        request.log = job.details.log
        request.onLoss = job.details.onLoss
        request.lossGrace = job.details.lossGrace
        request.timeLimit = job.details.timeLimit
        task.request = launcher.start(request) { [weak self, task] end in
            task.request = nil
            guard let self else { return }
            perform(
                task.machine.ended(end, now: worker.now, chance: .random(in: 0...1)), task)
        }
        if !task.isUnconditional { setConditions(task) }
    }

    private func forgetIfIdle(_ task: Task) {
        let record = task.machine.record
        guard task.machine.isIdle, tasks[record.id] === task else { return }
        tasks[record.id] = nil
        worker.waitOrEnd(record, gates: task.candidate.gates)
    }
}
