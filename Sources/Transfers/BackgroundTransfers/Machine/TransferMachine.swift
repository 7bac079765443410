// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// A pure state machine that decides what happens to a transfer, from its start until it waits again or has ended.
///
/// Each method takes what has happened, and returns the steps that the worker must carry out in their order. The worker
/// reports the result of each step to the machine, too. If a step fails, the worker drops the rest of the list.
protocol TransferMachine: Sendable {
    /// A step for the worker.
    associatedtype Step

    /// The transfer as it is to be stored.
    var record: TransferRecord { get }
    /// Whether the machine holds no connection, no file and no work in the background, so that the worker can forget it.
    var isIdle: Bool { get }

    /// Takes the revision under which the record was stored.
    mutating func stored(revision: Int64)

    /// Begins an attempt.
    ///
    /// - Parameter isElsewhere: whether the path has changed since the last attempt, so that its failures do not count.
    mutating func begin(now: Int64, isElsewhere: Bool) -> [Step]

    /// Stops the transfer.
    mutating func leave(_ exit: AttemptExit, now: Int64) -> [Step]

    /// Takes a change that another process has stored: the user has paused or cancelled the transfer, or has changed what
    /// is to be done with it.
    ///
    /// - Returns: the steps by which the transfer stops; none if it goes on.
    mutating func overruled(by newer: TransferRecord, now: Int64) -> [Step]

    /// Decides by the header of an answer.
    mutating func responded(_ response: ServerResponse, now: Int64) -> [Step]

    /// Handles the end of an exchange.
    ///
    /// - Parameter failure: why it ended before its time; `nil` if the answer is complete.
    mutating func ended(_ failure: HTTPError?, now: Int64) -> [Step]
}

extension TransferMachine {
    /// Fails for good.
    mutating func fail(
        _ code: TransferError.Code, status: Int? = nil, _ message: String, now: Int64
    ) -> [Step] {
        leave(.fail(TransferError(code, status: status, message)), now: now)
    }

    /// Stops, and tries again.
    mutating func retry(_ error: TransferError, after delay: Int64? = nil, now: Int64) -> [Step] {
        leave(.retry(error, after: delay), now: now)
    }
}

extension RedirectionRules {
    /// Follows a redirection.
    ///
    /// - Throws: `TransferError` if the redirection is not followed.
    mutating func follow(to next: ResolvedAddress?, status: Int) throws(TransferError) {
        do throws(RedirectionError) {
            try follow(to: next?.origin)
        } catch {
            throw .redirection(error, status: status)
        }
    }
}

/// How a transfer continues when an attempt stops before its end.
enum AttemptExit: Sendable, Hashable {
    /// It waits for the network, for these reasons.
    case wait([WaitingReason])
    /// It waits for space on the disk.
    case waitForSpace
    /// It is tried again. `after` is how long the server asks to wait, in milliseconds.
    case retry(TransferError, after: Int64?)
    /// A portal answered. It is tried again.
    case portal
    /// The server's certificate is valid only later, by this machine's clock. It is tried again.
    case clock(TransferError)
    /// It has failed for good.
    case fail(TransferError)
    /// The user has paused or cancelled it, and the store contains the new state.
    case stoppedByUser
    /// It waits for its turn again, because the worker ends, or the path has changed.
    case requeued

    /// The time between two checks for space on the disk, in milliseconds.
    static let spaceInterval: Int64 = 60_000
    /// The number of failed checks of the server's certificate after which the transfer fails.
    static let tlsLimit = 3
}

/// The steps of an attempt that downloads and uploads share.
extension TransferRecord {
    /// Begins an attempt.
    ///
    /// - Parameter isElsewhere: whether the path has changed since the last attempt, so that its failures do not count.
    mutating func beginAttempt(isElsewhere: Bool) {
        if isElsewhere {
            progress.failures = 0
            progress.tlsFailures = 0
            progress.failedAt = nil
            progress.failingFor = 0
        }
        state = .running
        reasons = []
        retryAt = nil
        attempts += 1
    }

    /// Notes how many bytes are there. Only bytes beyond the highest number so far are progress.
    mutating func notice(_ count: Int64) {
        guard count > progress.highest else { return }
        progress = Progress()
        progress.highest = count
    }

    /// Counts a failed exchange.
    ///
    /// - Returns: how the transfer continues.
    mutating func exit(after failure: HTTPError) -> AttemptExit {
        switch failure {
        case .name(let message), .connection(let message), .headersTooLong(let message),
            .malformed(let message), .proxy(let message), .internal(let message):
            return .retry(TransferError(.connection, message), after: nil)
        case .tls(let message):
            progress.tlsFailures += 1
            let error = TransferError(.tls, message)
            return progress.tlsFailures < AttemptExit.tlsLimit
                ? .retry(error, after: nil) : .fail(error)
        // The clock of a board that has just started may not be set yet. So this says nothing about the server.
        case .notYetValid(let message): return .clock(TransferError(.tls, message))
        case .unsupported(let message): return .fail(TransferError(.connection, message))
        case .body(let message): return .fail(TransferError(.io, message))
        }
    }

    /// Ends an attempt.
    ///
    /// - Parameter chance: returns a number from 0 to 1.
    /// - Returns: the events that are stored with the record.
    mutating func leave(
        by exit: AttemptExit, now: Int64, chance: () -> Double
    ) -> [TransferEvent.Note] {
        switch exit {
        case .wait(let reasons):
            state = .waiting
            self.reasons = reasons
            return [.init(.waiting, reasons.first?.detail)]
        case .waitForSpace:
            state = .waiting
            reasons = [.space]
            retryAt = now + AttemptExit.spaceInterval
            return [.init(.waiting, "the disk has no space for the rest of the file")]
        case .portal:
            let error = TransferError(
                .connection, "another page answered in place of the server: a login page?")
            return retry(error, reasons: [.portal], after: nil, now: now, chance: chance)
        case .clock(let error):
            return retry(error, reasons: [.clock], after: nil, now: now, chance: chance)
        case .retry(let error, let delay):
            return retry(error, reasons: [.backoff], after: delay, now: now, chance: chance)
        case .fail(let error):
            fail(error, now: now)
            return [.init(.failed, error.message)]
        case .requeued:
            state = .waiting
            reasons = []
            return []
        case .stoppedByUser: return []
        }
    }

    /// Sends the transfer to its next attempt, unless it was tried long enough.
    private mutating func retry(
        _ error: TransferError, reasons: [WaitingReason], after delay: Int64?, now: Int64,
        chance: () -> Double
    ) -> [TransferEvent.Note] {
        progress.noteFailure(now: now)
        if limit.isExhausted(by: progress) {
            fail(error, now: now)
            return [.init(.failed, error.message)]
        }
        let backoff = RetryDelay.transfers.milliseconds(
            failures: progress.failures, chance: chance())
        state = .retrying
        self.reasons = reasons
        self.error = error
        retryAt = now + max(backoff, delay ?? 0)
        return [.init(.retrying, error.message)]
    }

    /// The record that another process has stored, with the progress of this record.
    func merged(with newer: TransferRecord) -> TransferRecord {
        var merged = newer
        merged.partial = partial
        merged.upload = upload
        merged.bytesDone = bytesDone
        merged.bytesTotal = bytesTotal
        merged.progress = progress
        merged.attempts = attempts
        merged.job = job
        return merged
    }

    /// Whether the user has stopped the transfer, or another process has ended it.
    var isStopped: Bool {
        switch state {
        case .paused, .cancelled, .failed: true
        case .waiting, .running, .verifying, .committing, .retrying, .finished: false
        }
    }

    /// Takes the state of another record of the same transfer.
    mutating func takeState(of other: TransferRecord) {
        state = other.state
        reasons = other.reasons
        error = other.error
        retryAt = other.retryAt
        endedAt = other.endedAt
    }
}
