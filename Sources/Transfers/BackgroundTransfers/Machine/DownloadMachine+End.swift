// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

extension DownloadMachine {
    /// - Parameter isNamed: whether the content is that of a file at the destination. Without a digest, it is not known
    ///   whether that is the download's own.
    mutating func verify(isNamed: Bool = false, now: Int64) -> [DownloadStep] {
        let length = record.bytesTotal ?? record.bytesDone
        record.bytesTotal = length
        let digests =
            (record.sha256.map { [ContentDigest(.sha256, $0)] } ?? [])
            + (record.partial?.digests ?? [])
        if isNamed, digests.isEmpty {
            return existed("without a digest, it is unknown whether it is the download", now: now)
        }
        record.state = .verifying
        phase = .verifying(isNamed: isNamed)
        return [.disconnect, .save([]), .verify(digests, length: length)]
    }

    /// Continues when all bytes are synced and the digests are known, or were given up.
    package mutating func verified(_ finding: DigestFinding, now: Int64) -> [DownloadStep] {
        if case .givingUp(let exit, let received) = phase {
            record.bytesDone = received
            return exited(by: exit, now: now)
        }
        guard case .verifying(let isNamed) = phase else { return [] }
        switch finding {
        case .right where isNamed: return finish(now: now)
        case .right: break
        case .wrong(let wrong) where isNamed:
            phase = .idle
            return existed(
                "it does not have the \(wrong.algorithm.rawValue) digest of the download", now: now)
        case .wrong where record.partial?.isMixed == true && record.progress.misfits == nil:
            record.progress.misfits = 1
            record.partial?.isMixed = nil
            record.bytesTotal = nil
            record.state = .running
            return requestAnew("the parts of the file do not fit together")
        case .wrong(let wrong):
            phase = .idle
            let whose = wrong.bytes == record.sha256 ? "expected" : "announced"
            return exited(
                by: .fail(
                    TransferError(
                        .digest,
                        "the content does not have the \(whose) \(wrong.algorithm.rawValue) digest")
                ), now: now)
        case .givenUp:
            // Nothing is known of the content.
            return exited(by: .requeued, now: now)
        }
        record.bytesDone = record.bytesTotal ?? record.bytesDone
        record.partial?.isComplete = true
        record.state = .committing
        return commit([.init(.verified)])
    }

    /// Fails because of a file at the destination.
    private mutating func existed(_ reason: String, now: Int64) -> [DownloadStep] {
        failed(.exists("\(record.partial?.destination ?? "the file") exists: \(reason)"), now: now)
    }

    private mutating func commit(_ notes: [TransferEvent.Note]) -> [DownloadStep] {
        phase = .committing(hasBegun: false)
        guard let partial = record.partial else { return [] }
        let step = DownloadStep.commit(
            partial, mode: record.mode, overwrites: record.overwrites, mayBeTaken: mayBeTaken)
        return [.save(notes), step]
    }

    /// Continues when ``DownloadStep/stopVerifying`` came before any byte was synced and any digest was computed.
    package mutating func gaveUpVerifying(now: Int64) -> [DownloadStep] {
        guard case .givingUp(let exit, let received) = phase else { return [] }
        guard received > record.bytesDone else { return exited(by: exit, now: now) }
        phase = .leaving(exit, received: received)
        return [.sync(upTo: received)]
    }

    /// Notes that the commit begins, so that it can no longer be put off.
    package mutating func commitBegan() {
        if case .committing = phase { phase = .committing(hasBegun: true) }
    }

    /// Continues when the file has its name.
    package mutating func committed(now: Int64) -> [DownloadStep] {
        guard case .committing = phase else { return [] }
        return finish(now: now)
    }

    mutating func finish(now: Int64) -> [DownloadStep] {
        phase = .idle
        if let partial = record.partial { record.destination = .file(partial.destination) }
        record.bytesDone = record.bytesTotal ?? record.bytesDone
        record.bytesTotal = record.bytesDone
        record.partial = nil
        record.state = .finished
        record.reasons = []
        record.error = nil
        record.endedAt = now
        return [.save([.init(.finished)])]
    }

    /// Handles a sync that failed. The bytes that were not synced count as lost; another sync could seem to succeed.
    package mutating func syncFailed(_ failure: FileError, now: Int64) -> [DownloadStep] {
        guard case .receiving = phase else { return failed(failure, now: now) }
        phase = .idle
        return [.disconnect] + failed(failure, now: now)
    }

    /// Handles a step with a file that failed.
    package mutating func failed(_ failure: FileError, now: Int64) -> [DownloadStep] {
        switch phase {
        case .committing where failure == .unclaimed:
            record.partial?.isClaimed = true
            return commit([])
        case .committing:
            phase = .idle
            if case .claimLeft = failure {
                mayBeTaken = true
            } else {
                // What was made is removed again.
                record.partial?.isClaimed = nil
                mayBeTaken = false
            }
        case .verifying: phase = .idle
        case .creating:
            // Without a file there is nothing to continue.
            record.partial = nil
            record.bytesDone = 0
        case .leaving(let exit, _), .givingUp(let exit, _):
            // What was not synced counts as lost.
            return exited(by: exit, now: now)
        case .receiving where failure == .noSpace:
            // What is not synced gives its space back, so that the store can be written.
            phase = .idle
            return [.disconnect, .resize(record.bytesDone)] + exited(by: .waitForSpace, now: now)
        case .idle, .inspecting, .requesting, .receiving: break
        }
        switch failure {
        case .noSpace: return leave(.waitForSpace, now: now)
        case .exists(let what):
            return leave(.fail(TransferError(.exists, what)), now: now)
        case .replaced, .unclaimed:
            let removal = removePartial()
            return removal
                + leave(
                    .retry(
                        TransferError(.io, "the partial file was replaced or removed"), after: 0),
                    now: now)
        case .unusableName(let message):
            return leave(.fail(TransferError(.name, message)), now: now)
        case .other(let message), .claimLeft(let message):
            return leave(.fail(TransferError(.io, message)), now: now)
        }
    }
}
