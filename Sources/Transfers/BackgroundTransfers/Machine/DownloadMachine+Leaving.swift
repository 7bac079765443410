// SPDX-License-Identifier: Apache-2.0

extension DownloadMachine {
    /// Stops the download: the connection is closed at once, or the digests are given up, then what was received is
    /// synced.
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
            phase = .leaving(former == .stoppedByUser ? .stoppedByUser : exit, received: received)
            return []
        case .givingUp(let former, let received):
            phase = .givingUp(former == .stoppedByUser ? .stoppedByUser : exit, received: received)
            return []
        case .verifying:
            // Nothing but the digests and the commit are missing, so only the user or the worker's end puts them off.
            guard exit == .stoppedByUser || exit == .requeued else { return [] }
            phase = .givingUp(exit, received: record.bytesTotal ?? record.bytesDone)
            return [.stopVerifying]
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
            exit == .stoppedByUser
            ? record.state != .cancelled
            : record.state != .failed || record.error?.code.keepsPartial ?? true
        return (isPartialWanted ? [] : removePartial()) + [.save(notes)]
    }

    mutating func removePartial() -> [DownloadStep] {
        guard var partial = record.partial else { return [] }
        record.partial = nil
        // An empty file that this worker has not made may belong to another program.
        if !mayBeTaken { partial.isClaimed = nil }
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
            guard case .committing(let hasBegun) = phase else {
                return leave(.stoppedByUser, now: now)
            }
            if !hasBegun {
                phase = .idle
                if !mayBeTaken { record.partial?.isClaimed = nil }
                return exited(by: .stoppedByUser, now: now)
            }
            record.state = mine.state
            record.endedAt = nil
            return []
        case .waiting, .running, .verifying, .committing, .retrying, .finished:
            switch phase {
            // It stops because of an order that was taken back, and waits for its turn then.
            case .leaving(.stoppedByUser, let received):
                phase = .leaving(.requeued, received: received)
            case .givingUp(.stoppedByUser, let received):
                phase = .givingUp(.requeued, received: received)
            default: record.takeState(of: mine)
            }
            return []
        }
    }
}
