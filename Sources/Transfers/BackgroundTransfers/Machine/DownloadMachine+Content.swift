// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

extension DownloadMachine {
    /// Returns whether so many bytes may be written. More than the answer has announced are refused.
    package func hasRoom(for count: Int) -> Bool {
        guard case .receiving(let reception) = phase else { return false }
        return reception.end.map { Int64(count) <= $0 - reception.received } ?? true
    }

    /// Handles more bytes than the answer has announced.
    package mutating func overflowed(now: Int64) -> [DownloadStep] {
        // What was announced is wrong, so that no number of bytes is known to be all.
        record.partial?.content = nil
        record.bytesTotal = nil
        return leave(
            .retry(
                TransferError(.length, "the server sent more than the announced length"), after: nil
            ), now: now)
    }

    /// Counts bytes that were written to the file.
    package mutating func wrote(_ count: Int, now: Int64) -> [DownloadStep] {
        guard case .receiving(var reception) = phase else { return [] }
        reception.received += Int64(count)
        record.notice(reception.received)
        phase = .receiving(reception)
        guard reception.received - record.bytesDone >= Self.checkpointLength else { return [] }
        return checkpoint(now: now)
    }

    /// Whether no more content may be received until the disk has caught up. A crash loses at most twice
    /// ``checkpointLength``.
    package var awaitsDisk: Bool {
        guard case .receiving(let reception) = phase, reception.syncing != nil else { return false }
        return reception.received - record.bytesDone >= 2 * Self.checkpointLength
    }

    /// Begins a checkpoint whose time has come.
    package mutating func checkpointIsDue(now: Int64) -> [DownloadStep] {
        guard let due, due <= now else { return [] }
        return checkpoint(now: now)
    }

    private mutating func checkpoint(now: Int64) -> [DownloadStep] {
        guard case .receiving(var reception) = phase, reception.syncing == nil else { return [] }
        reception.syncing = reception.received
        reception.syncedAt = now
        phase = .receiving(reception)
        return [.sync(upTo: reception.received)]
    }

    /// Continues when the content was synced up to an offset.
    ///
    /// - Parameter epoch: the ``epoch`` when the sync was begun.
    package mutating func synced(
        _ offset: Int64, epoch: Int, now: Int64
    ) -> [DownloadStep] {
        guard epoch == self.epoch else { return [] }
        switch phase {
        case .receiving(var reception):
            reception.syncing = nil
            phase = .receiving(reception)
            record.bytesDone = max(record.bytesDone, min(offset, reception.received))
            return [.save([])]
        case .leaving(let exit, let received):
            record.bytesDone = max(record.bytesDone, min(offset, received))
            return offset < received ? [.sync(upTo: received)] : exited(by: exit, now: now)
        case .requesting:
            // The next part is requested already.
            record.bytesDone = max(record.bytesDone, offset)
            return [.save([])]
        // The kernel tells of a failure of the disk once, perhaps to the sync before the digests.
        case .verifying, .givingUp: return []
        case .idle, .inspecting, .creating, .committing: return []
        }
    }

    /// Handles the end of an exchange.
    ///
    /// - Parameter failure: why it ended before its time; `nil` if the answer is complete.
    package mutating func ended(_ failure: ExchangeError?, now: Int64) -> [DownloadStep] {
        switch phase {
        case .requesting, .creating:
            return leave(
                record.exit(after: failure ?? .connection("the server closed the connection")),
                now: now)
        case .receiving(let reception):
            // What comes after the last byte that was announced does not matter.
            if let failure, reception.received != reception.end {
                return leave(record.exit(after: failure), now: now)
            }
            if let end = reception.end, reception.received < end {
                return leave(
                    record.exit(
                        after: .connection("the connection ended before the end of the file")),
                    now: now)
            }
            if reception.isPart { return nextPart(after: reception, now: now) }
            record.bytesTotal = reception.received
            return verify(now: now)
        case .idle, .inspecting, .leaving, .verifying, .givingUp, .committing: return []
        }
    }

    private mutating func nextPart(after reception: Reception, now: Int64) -> [DownloadStep] {
        guard parts.allowsNext(afterPartOf: reception.received - record.bytesDone) else {
            return leave(
                .retry(
                    TransferError(.length, "the server sends the file in too many short parts"),
                    after: nil), now: now)
        }
        return request(from: reception.received)
    }
}
