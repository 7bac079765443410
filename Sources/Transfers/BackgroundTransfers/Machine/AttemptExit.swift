// SPDX-License-Identifier: Apache-2.0

/// Where a transfer goes when an attempt stops before its end.
package enum AttemptExit: Sendable, Hashable {
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
    /// The user has paused or cancelled it, and the store has that.
    case stoppedByUser
    /// It waits for its turn again, because the worker ends, or the path has changed.
    case requeued

    /// How often the disk is looked at for space, in milliseconds.
    static let spaceInterval: Int64 = 60_000
    /// How often a failed check of the server's certificate is tried.
    static let tlsLimit = 3
}

/// What attempts of downloads and of uploads have in common.
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

    /// Notes how many bytes are there. What lies beyond the highest number so far is progress.
    mutating func notice(_ count: Int64) {
        guard count > progress.highest else { return }
        progress = Progress()
        progress.highest = count
    }

    /// Counts a failed exchange.
    ///
    /// - Returns: where the transfer goes.
    mutating func exit(after failure: ExchangeError) -> AttemptExit {
        switch failure {
        case .connection(let message):
            return .retry(TransferError(.connection, message), after: nil)
        case .tls(let message):
            progress.tlsFailures += 1
            let error = TransferError(.tls, message)
            return progress.tlsFailures < AttemptExit.tlsLimit
                ? .retry(error, after: nil) : .fail(error)
        // The clock of a board that has just started may not be set yet. So this says nothing of the server.
        case .notYetValid(let message): return .clock(TransferError(.tls, message))
        case .unusable(let message): return .fail(TransferError(.connection, message))
        case .source(let message): return .fail(TransferError(.io, message))
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
        let backoff = RetryDelay.milliseconds(failures: progress.failures, chance: chance())
        state = .retrying
        self.reasons = reasons
        self.error = error
        retryAt = now + max(backoff, delay ?? 0)
        return [.init(.retrying, error.message)]
    }

    /// The record that another process has stored, with how far the transfer is by this one.
    func merged(with newer: TransferRecord) -> TransferRecord {
        var merged = newer
        merged.partial = partial
        merged.upload = upload
        merged.bytesDone = bytesDone
        merged.bytesTotal = bytesTotal
        merged.progress = progress
        merged.attempts = attempts
        return merged
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
