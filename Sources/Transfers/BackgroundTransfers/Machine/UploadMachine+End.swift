// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

extension UploadMachine {
    /// Continues with what was found of the file.
    ///
    /// - Parameters:
    ///   - open: the version of the open file.
    ///   - path: the version of the file that has the path now; `nil` if there is none. The server has all of a file that
    ///     was removed meanwhile.
    package mutating func compared(
        _ open: FileVersion, atPath path: FileVersion?, now: Int64
    ) -> [UploadStep] {
        guard case .comparing(let failure) = phase else { return [] }
        guard open.isSame(as: upload.file), path?.isSame(as: upload.file) ?? true else {
            return exited(by: .fail(.sourceChanged), now: now)
        }
        if let failure { return exited(by: .fail(failure), now: now) }
        phase = .done
        record.bytesDone = length
        record.bytesTotal = length
        record.state = .finished
        record.reasons = []
        record.retryAt = nil
        record.error = nil
        record.endedAt = now
        // With some servers, whoever knew the place could still write there.
        upload.resource = nil
        return [.save([.init(.finished)])]
    }

    /// Stops the upload at once: the connection is closed, or the digest is given up.
    package mutating func leave(_ exit: AttemptExit, now: Int64) -> [UploadStep] {
        switch phase {
        case .verifying: return [.stopVerifying] + exited(by: exit, now: now)
        // The server has the file, or it is no matter of the connection any more. The answer comes at once.
        case .comparing, .done: return []
        // So it is when the header of a success has come, and only the rest of the answer is missing.
        case .exchanging(let exchange) where isAccepted(exchange): return [.disconnect] + compare()
        case .idle, .opening, .exchanging: return [.disconnect] + exited(by: exit, now: now)
        }
    }

    /// Whether the server has taken the whole file, although its answer has not ended.
    private func isAccepted(_ exchange: Exchange) -> Bool {
        switch exchange.request.kind {
        case .put, .post: exchange.response != nil && exchange.sent >= length
        case .options, .creation, .offset, .rest: false
        }
    }

    mutating func exited(by exit: AttemptExit, now: Int64) -> [UploadStep] {
        if case .exchanging(let exchange) = phase {
            switch exchange.request.kind {
            // It shows that the next attempt begins again. It is no progress, because the server keeps nothing of it.
            case .put, .post:
                record.progress.highest = max(record.progress.highest, exchange.sent)
            case .options, .creation, .offset, .rest: break
            }
        }
        phase = .idle
        let notes = record.leave(by: exit, now: now, chance: chance)
        // Whoever knew the place could still write there.
        if record.state == .cancelled { upload.resource = nil }
        return [.save(notes)]
    }

    /// Takes a change that somebody else has stored: the user has paused or cancelled the upload, or has changed what is
    /// to be done with it.
    ///
    /// - Returns: the steps by which the upload stops; none if it goes on.
    package mutating func overruled(by newer: TransferRecord, now: Int64) -> [UploadStep] {
        let mine = record
        record = mine.merged(with: newer)
        switch newer.state {
        case .paused, .cancelled, .failed:
            switch phase {
            case .done, .comparing: record.takeState(of: mine)
            case .exchanging(let exchange) where isAccepted(exchange):
                record.takeState(of: mine)
                return leave(.stoppedByUser, now: now)
            case .idle, .opening, .verifying, .exchanging: return leave(.stoppedByUser, now: now)
            }
        case .waiting, .running, .verifying, .committing, .retrying, .finished:
            record.takeState(of: mine)
        }
        return []
    }
}
