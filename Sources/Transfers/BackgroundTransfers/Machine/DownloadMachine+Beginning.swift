// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

extension DownloadMachine {
    /// Takes the revision under which the record was stored.
    package mutating func stored(revision: Int64) { record.revision = revision }

    /// Begins an attempt.
    ///
    /// - Parameter isElsewhere: whether the path has changed since the last attempt, so that its failures do not count.
    package mutating func begin(now: Int64, isElsewhere: Bool = false) -> [DownloadStep] {
        record.beginAttempt(isElsewhere: isElsewhere)
        let started = DownloadStep.save([.init(.started)])
        guard let partial = record.partial, partial.identity != nil else {
            // A file that was made before its identity was stored is empty.
            let removal = record.partial.map { [DownloadStep.remove($0)] } ?? []
            record.partial = nil
            record.bytesDone = 0
            return [started] + removal + request()
        }
        phase = .inspecting
        return [started, .inspect(partial)]
    }

    /// Notes that the clock was set, so that the time of the last sync means nothing.
    package mutating func clockWasSet(now: Int64) {
        guard case .receiving(var reception) = phase else { return }
        reception.syncedAt = now
        phase = .receiving(reception)
    }

    /// Continues with what was found of the partial file.
    package mutating func inspected(_ finding: PartialFinding, now: Int64) -> [DownloadStep] {
        guard case .inspecting = phase, var partial = record.partial else { return [] }
        switch finding {
        case .committed:
            return finish(now: now)
        case .unproven: return verify(isNamed: true, now: now)
        case .present(let length) where length >= record.bytesDone:
            // The last attempt may have ended while the digests were computed. A server without ranges would send all
            // of it again.
            if length == record.bytesDone, length == record.bytesTotal { return verify(now: now) }
            partial.isComplete = false
            record.partial = partial
            return [.resize(record.bytesDone)] + request()
        case .present:
            // The file system has lost what it had confirmed.
            return [.resize(0)] + beginAnew("the partial file has lost bytes") + request()
        case .missing:
            // What claims its name would be in the way of the next one.
            let removal = partial.isClaimed == true ? [DownloadStep.remove(partial)] : []
            record.partial = nil
            return removal + beginAnew("the partial file is gone") + request()
        }
    }

    /// Forgets the content that is there. The file stays until it is filled again.
    private mutating func beginAnew(_ reason: String) -> [DownloadStep] {
        let hadContent = record.bytesDone > 0
        record.bytesDone = 0
        record.bytesTotal = nil
        record.partial?.content = nil
        record.partial?.digests = []
        record.partial?.isComplete = false
        return hadContent ? [.save([.init(.restarted, reason)])] : []
    }

    /// Requests the rest, or the complete content, from the first address.
    mutating func request(whole: Bool = false, from offset: Int64? = nil) -> [DownloadStep] {
        chain = RedirectionRules(origin: chain.first)
        var resumption: Resumption?
        let offset = offset ?? record.bytesDone
        if !whole, offset > 0, let partial = record.partial, let content = partial.content {
            resumption = Resumption(
                offset: offset, of: content,
                proof: record.sha256 != nil
                    ? .expectedDigest : partial.digests.isEmpty ? .validator : .announcedDigest,
                endsWithRange: true)
        }
        let request = Request(redirection: nil, resumption: resumption, isTrusted: true)
        phase = .requesting(request)
        return [.request(request)]
    }
}
