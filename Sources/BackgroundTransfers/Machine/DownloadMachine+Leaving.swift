// SPDX-License-Identifier: Apache-2.0

extension DownloadMachine {
    /// Stops the download: the connection is closed at once, then what was received is synced.
    package mutating func leave(_ exit: Exit, now: Int64) -> [DownloadStep] {
        switch phase {
        case .receiving(let reception):
            phase = .leaving(exit, received: reception.received)
            if let syncing = reception.syncing, syncing > record.bytesDone { return [.disconnect] }
            guard reception.received > record.bytesDone else {
                return [.disconnect] + exited(by: exit, now: now)
            }
            return [.disconnect, .sync(upTo: reception.received)]
        case .leaving(let former, let received):
            // An order of the user is stored already, and stays.
            phase = .leaving(former == .obey ? .obey : exit, received: received)
            return []
        case .verifying(let former):
            phase = .verifying(pending: former == .obey ? .obey : exit)
            return []
        case .committing:
            // The commit is a matter of milliseconds, and counts.
            return []
        case .idle, .inspecting, .requesting, .creating:
            return [.disconnect] + exited(by: exit, now: now)
        }
    }

    mutating func exited(by exit: Exit, now: Int64) -> [DownloadStep] {
        phase = .idle
        switch exit {
        case .wait(let reasons):
            record.state = .waiting
            record.reasons = reasons
            return [.save([.init(.waiting, reasons.first?.detail)])]
        case .waitForSpace:
            record.state = .waiting
            record.reasons = [.space]
            record.retryAt = now + Self.spaceInterval
            return [.save([.init(.waiting, "the disk has no space for the rest of the file")])]
        case .portal:
            let error = TransferError(
                .connection, "another page answered in place of the file: a login page?")
            return retry(error, reasons: [.portal], after: nil, now: now)
        case .retry(let error, let delay):
            return retry(error, reasons: [.backoff], after: delay, now: now)
        case .fail(let error): return fail(error, now: now)
        case .yield:
            record.state = .waiting
            record.reasons = []
            return [.save([])]
        case .obey:
            if record.state == .cancelled { return removePartial() + [.save([])] }
            return [.save([])]
        }
    }

    mutating func retry(
        _ error: TransferError, reasons: [WaitingReason], after delay: Int64?, now: Int64
    ) -> [DownloadStep] {
        record.progress.failures += 1
        record.progress.failingSince = record.progress.failingSince ?? now
        if record.limit.isExhausted(by: record.progress, now: now) { return fail(error, now: now) }
        let backoff = RetryDelay.milliseconds(failures: record.progress.failures, chance: chance())
        record.state = .retrying
        record.reasons = reasons
        record.error = error
        record.retryAt = now + max(backoff, delay ?? 0)
        return [.save([.init(.retrying, error.message)])]
    }

    mutating func fail(_ error: TransferError, now: Int64) -> [DownloadStep] {
        record.fail(error, now: now)
        let removal = error.code.keepsPartial ? [] : removePartial()
        return removal + [.save([.init(.failed, error.message)])]
    }

    mutating func removePartial() -> [DownloadStep] {
        guard let partial = record.partial else { return [] }
        record.partial = nil
        record.bytesDone = 0
        return [.remove(partial)]
    }

    /// How often the disk is looked at for space, in milliseconds.
    static let spaceInterval: Int64 = 60_000

    /// Takes a change that somebody else has stored: the user has paused or cancelled the download, or has changed what
    /// is to be done with it.
    ///
    /// - Returns: the steps by which the download stops; none if it goes on.
    package mutating func overruled(by newer: TransferRecord, now: Int64) -> [DownloadStep] {
        let mine = record
        record = newer
        record.partial = mine.partial
        record.bytesDone = mine.bytesDone
        record.bytesTotal = mine.bytesTotal
        record.progress = mine.progress
        record.attempts = mine.attempts
        switch newer.state {
        case .paused, .cancelled, .failed:
            guard case .committing(let hasBegun) = phase else { return leave(.obey, now: now) }
            if !hasBegun {
                phase = .idle
                return exited(by: .obey, now: now)
            }
            record.state = mine.state
            record.endedAt = nil
            return []
        case .waiting, .running, .verifying, .committing, .retrying, .finished:
            if obeys { return takeBack(now: now) }
            record.state = mine.state
            record.reasons = mine.reasons
            record.error = mine.error
            record.retryAt = mine.retryAt
            record.endedAt = mine.endedAt
            return []
        }
    }

    /// Has a download that stops because of an order that was taken back wait for its turn.
    private mutating func takeBack(now: Int64) -> [DownloadStep] {
        switch phase {
        case .leaving(_, let received): phase = .leaving(.yield, received: received)
        case .verifying: phase = .verifying(pending: .yield)
        case .idle, .inspecting, .requesting, .creating, .receiving, .committing: break
        }
        return []
    }

    /// Whether the download stops because the user has said so.
    private var obeys: Bool {
        switch phase {
        case .leaving(let exit, _): exit == .obey
        case .verifying(let pending): pending == .obey
        case .idle, .inspecting, .requesting, .creating, .receiving, .committing: false
        }
    }
}
