// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Decides what happens to a job, from the start of its command until the job waits again or has ended: a pure state
/// machine.
///
/// The driver stores the start before it starts the command, and the end after the command has ended. So after a crash
/// in between, the job begins again, and is never lost.
struct JobMachine: Sendable {
    private enum State: Hashable {
        /// There is no command.
        case idle
        /// The start is being stored. The command starts afterwards.
        case beginning
        case running
        /// The command was asked to end.
        case stopping(Stop)
    }

    /// Why the command is ended before its time.
    enum Stop: Sendable, Hashable {
        /// The user has paused or cancelled the job, and the store contains the new state.
        case stoppedByUser
        /// The worker ends.
        case requeued
        /// The deadline of the job has passed.
        case deadline
    }

    /// A step for the driver. If one fails, the rest of the list is dropped.
    enum Step: Sendable, Hashable {
        /// Store the record, with these events.
        case save([TransferEvent.Note])
        /// Start the command.
        ///
        /// - isAfterInterruption: the last attempt did not end by itself.
        case start(isAfterInterruption: Bool)
        /// End the command.
        case stop
    }

    /// The job as it is to be stored.
    private(set) var record: TransferRecord
    private var state = State.idle
    /// Whether it is a completion command. That runs five times at most, whatever its exit code.
    private let isCompletion: Bool

    /// Creates the machine of a job, or of a completion command, that does not run.
    ///
    /// - Parameters:
    ///   - record: a record with a ``TransferRecord/job``.
    ///   - isCompletion: whether it is a completion command.
    init(_ record: TransferRecord, isCompletion: Bool = false) {
        self.record = record
        self.isCompletion = isCompletion
    }

    /// How long a command that failed waits.
    private var delay: RetryDelay { isCompletion ? .transfers : .jobs }

    /// Whether there is no command, so that the driver can forget the machine.
    var isIdle: Bool { state == .idle }

    private var job: JobRecord {
        get { record.job ?? JobRecord(Job([]), in: "/", mask: 0, isUnconditional: true) }
        set { record.job = newValue }
    }

    /// Takes the revision under which the record was stored.
    mutating func stored(revision: Int64) {
        record.revision = revision
        if state == .beginning { state = .running }
    }

    // MARK: - Begin

    /// Begins an attempt.
    mutating func begin(now: Int64) -> [Step] {
        guard isIdle else { return [] }
        beginPeriod(now)
        job.details.began = now
        let isAfterInterruption = job.details.isInterrupted
        job.details.isInterrupted = true
        record.beginAttempt(isElsewhere: false)
        state = .beginning
        let detail = isAfterInterruption ? "the last attempt was interrupted" : nil
        return [
            .save([.init(.started, detail)]), .start(isAfterInterruption: isAfterInterruption),
        ]
    }

    /// Begins the current period of a periodic job, unless the job has begun in it already.
    private mutating func beginPeriod(_ now: Int64) {
        guard let every = job.every else { return }
        let isNew = job.nextAt != nil || job.details.nextPeriod.map { $0 <= now } ?? true
        job.nextAt = nil
        guard isNew else { return }
        job.details.nextPeriod = every.due(after: now, added: record.createdAt)
        record.attempts = 0
        record.progress = TransferRecord.Progress()
    }

    // MARK: - Stop

    /// Ends the command.
    mutating func leave(_ stop: Stop) -> [Step] {
        guard state == .running || state == .beginning else { return [] }
        state = .stopping(stop)
        return [.stop]
    }

    /// Takes a change that another process has stored.
    ///
    /// - Returns: the steps by which the job stops. If the user has paused and resumed it before the worker looked, it goes
    ///   on, and the steps store that; none if nothing changes.
    mutating func overruled(by newer: TransferRecord) -> [Step] {
        let own = record
        record = own.merged(with: newer)
        guard newer.isStopped else {
            // It is stopping because of a pause that the user has revoked since. After the stop it waits for its turn.
            guard state == .running else { return [] }
            record.takeState(of: own)
            return newer.state == own.state ? [] : [.save([.init(.started)])]
        }
        let steps = leave(.stoppedByUser)
        if state != .idle { state = .stopping(.stoppedByUser) }
        return steps
    }

    /// Takes a change that another process has stored before the record could be.
    ///
    /// - Returns: the steps instead of this one and those after it; `nil` if the record is still to be stored, and the next
    ///   step is wanted.
    mutating func saveWasOverruled(by newer: TransferRecord) -> [Step]? {
        guard state != .running else { return overruled(by: newer) }
        let own = record
        record = own.merged(with: newer)
        switch newer.state {
        case .cancelled, .failed, .finished:
            state = .idle
            return []
        // A paused job whose command has not started does not start it. One that has ended for good keeps that end.
        case .paused where state == .beginning:
            state = .idle
            return []
        case .paused where !own.state.isFinal: return nil
        // A pause that the user has revoked before the end was stored no longer counts.
        case .waiting where own.state == .paused: return nil
        case .paused, .waiting, .retrying, .running, .verifying, .committing:
            record.takeState(of: own)
            return nil
        }
    }

    /// Forgets a job that is no longer in the store.
    mutating func abandon() {
        state = .idle
        record.state = .cancelled
    }

    // MARK: - End

    /// Handles the end of the command.
    ///
    /// - Parameter chance: a number from 0 to 1.
    mutating func ended(_ end: JobEnd, now: Int64, chance: Double) -> [Step] {
        let stop: Stop?
        switch state {
        case .idle: return []
        // The start of a completion command is not stored.
        case .beginning, .running: stop = nil
        case .stopping(let why): stop = why
        }
        state = .idle
        switch (stop, end.cause) {
        case (.stoppedByUser, _): return []
        case (.deadline, _):
            note(end)
            // A command that exits with 0 after it was asked to end has not failed.
            let error = end.result == .exited(0) ? nil : TransferError(end)
            return fail(.deadlinePassed(lastError: error), isFinal: true, now: now)
        case (.requeued, .stopped), (.requeued, .lost), (nil, .stopped), (nil, .lost):
            record.state = .waiting
            record.reasons = []
            return [.save([])]
        case (.requeued, .timeLimit), (nil, .timeLimit):
            note(end)
            return failed(TransferError(end), code: end.result.failureCode, now: now, chance)
        case (.requeued, nil), (nil, nil):
            note(end)
            job.details.isInterrupted = false
            return endedByItself(end, now: now, chance)
        }
    }

    /// Notes the exit code.
    private mutating func note(_ end: JobEnd) {
        switch end.result {
        case .exited(let code): job.exit = code
        case .failed(_, let code): job.exit = code
        case .killed, .unavailable: job.exit = nil
        }
    }

    private mutating func endedByItself(
        _ end: JobEnd, now: Int64, _ chance: Double
    ) -> [Step] {
        switch end.result {
        case .exited(0):
            record.error = nil
            return finish(now: now)
        case .exited(Job.temporaryFailure)
        where !isCompletion && !isHopeless(Job.temporaryFailure), .unavailable:
            job.details.temporaryFailures += 1
            record.progress.failedAt = now
            return retry(
                TransferError(end), failures: job.details.temporaryFailures, now: now, chance)
        case .exited, .failed, .killed:
            return failed(TransferError(end), code: end.result.failureCode, now: now, chance)
        }
    }

    /// Whether the command is not tried again after an exit code.
    private func isHopeless(_ code: Int32) -> Bool {
        job.details.retryOn.map { !$0.contains(code) } ?? false
    }

    /// Handles a failed attempt.
    ///
    /// - Parameter code: the exit code, as a shell has it; `nil` if there is none.
    private mutating func failed(
        _ error: TransferError, code: Int32?, now: Int64, _ chance: Double
    ) -> [Step] {
        job.details.temporaryFailures = 0
        record.progress.noteFailure(now: now)
        if code.map(isHopeless) ?? false || record.limit.isExhausted(by: record.progress) {
            return fail(error, now: now)
        }
        return retry(error, failures: record.progress.failures, now: now, chance)
    }

    private mutating func retry(
        _ error: TransferError, failures: Int, now: Int64, _ chance: Double
    ) -> [Step] {
        record.state = .retrying
        record.reasons = [.backoff]
        record.error = error
        let time = now + delay.milliseconds(failures: failures, chance: chance)
        // The next period has attempts of its own.
        record.retryAt = min(time, max(now, job.details.nextPeriod ?? time))
        return [.save([.init(.retrying, error.message)])]
    }

    private mutating func finish(now: Int64) -> [Step] {
        if !endPeriod() {
            record.state = .finished
            record.reasons = []
            record.endedAt = now
        }
        return [.save([.init(.finished, "exit 0")])]
    }

    /// Fails the job, or a periodic job in this period.
    ///
    /// - Parameter isFinal: whether a periodic job is not tried in the next period, either.
    private mutating func fail(
        _ error: TransferError, isFinal: Bool = false, now: Int64
    ) -> [Step] {
        if isFinal || !endPeriod() {
            record.fail(error, now: now)
        } else {
            record.error = error
        }
        return [.save([.init(.failed, error.message)])]
    }

    /// Has a periodic job wait for its next period.
    ///
    /// - Returns: whether it is one.
    private mutating func endPeriod() -> Bool {
        guard job.every != nil else { return false }
        job.nextAt = job.details.nextPeriod ?? 0
        job.details.temporaryFailures = 0
        record.state = .waiting
        record.reasons = []
        record.retryAt = nil
        record.attempts = 0
        record.progress = TransferRecord.Progress()
        return true
    }
}

extension JobEnd.Result {
    /// The exit code of a command that has not ended well, as a shell has it; `nil` if there is none.
    fileprivate var failureCode: Int32? {
        switch self {
        case .exited(let code): code == 0 ? nil : code
        case .killed(let number, _): 128 + number
        case .failed(_, let code): code
        case .unavailable: nil
        }
    }
}

extension TransferError {
    /// The error of a command that has not ended well.
    init(_ end: JobEnd) {
        let prefix = end.cause == .timeLimit ? "the time limit has passed: " : ""
        switch end.result {
        case .exited(let code):
            self.init(.exit, status: Int(code), prefix + "the command exited with \(code)")
        case .killed(let number, let name):
            self.init(.signal, status: Int(number), prefix + "\(name) ended the command")
        case .failed(let reason, let code):
            self.init(.io, status: code.map(Int.init), reason)
        case .unavailable(let reason): self.init(.io, reason)
        }
    }
}
