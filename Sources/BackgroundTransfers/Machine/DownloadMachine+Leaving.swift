// SPDX-License-Identifier: Apache-2.0

extension DownloadMachine {
    /// Stops the download: the connection is closed at once, then what was received is synced.
    package mutating func leave(_ exit: AttemptExit, now: Int64) -> [DownloadStep] {
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

    mutating func exited(by exit: AttemptExit, now: Int64) -> [DownloadStep] {
        phase = .idle
        let notes = record.leave(by: exit, now: now, chance: chance)
        let isPartialWanted =
            exit == .obey
            ? record.state != .cancelled
            : record.state != .failed || record.error?.code.keepsPartial ?? true
        return (isPartialWanted ? [] : removePartial()) + [.save(notes)]
    }

    mutating func removePartial() -> [DownloadStep] {
        guard let partial = record.partial else { return [] }
        record.partial = nil
        record.bytesDone = 0
        return [.remove(partial)]
    }

    /// Takes a change that somebody else has stored: the user has paused or cancelled the download, or has changed what
    /// is to be done with it.
    ///
    /// - Returns: the steps by which the download stops; none if it goes on.
    package mutating func overruled(by newer: TransferRecord, now: Int64) -> [DownloadStep] {
        let mine = record
        record = mine.merged(with: newer)
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
            record.takeState(of: mine)
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
