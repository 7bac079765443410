// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// Decides what happens to a download.
struct DownloadMachine: TransferMachine {
    /// The download as it is to be stored.
    private(set) var record: TransferRecord
    private var phase = Phase.idle
    /// The redirections since the first address.
    private var chain: RedirectionRules
    private var parts = PartPace()
    /// Rises when other content takes the place of what is there, so that a sync of the old content does not count for
    /// the new.
    private(set) var epoch = 0
    /// Whether an earlier worker may have left an empty file at the destination.
    private var mayBeTaken: Bool
    /// A text that makes the name of the partial file unique.
    private let token: String
    /// A number from 0 to 1 for each delay, so that transfers that failed together are not all tried at the same time.
    private let chance: @Sendable () -> Double

    /// A request to the server.
    struct Request: Sendable, Hashable {
        /// The address; `nil` for the first one, which the record has.
        var redirection: ResolvedAddress?
        /// The rest that is requested; `nil` for the complete content.
        var resumption: Resumption?
        /// Whether the caller's header fields, user and password may be sent.
        var isTrusted: Bool
    }

    private enum Phase {
        /// The machine holds nothing: no connection, no file, no work in the background.
        case idle
        /// The driver inspects the partial file.
        case inspecting
        /// A request was sent.
        case requesting(Request)
        /// The answer can be used, and the driver makes the partial file.
        case creating(Reception)
        /// Content is received.
        case receiving(Reception)
        /// The download stops: the connection is closed, or the digests are given up. Received content is synced first.
        ///
        /// - awaitsDigests: whether the result of the digests says that the content is synced.
        case leaving(AttemptExit, received: Int64, awaitsDigests: Bool = false)
        /// The content is synced and its digests are computed.
        ///
        /// - isNamed: whether it is the content of a file at the destination, which a crash may have left there.
        case verifying(isNamed: Bool)
        /// The file gets its name.
        ///
        /// Until the commit has begun, the user can stop the download.
        case committing(hasBegun: Bool)
    }

    /// - Parameters:
    ///   - record: the download, as it is stored.
    ///   - origin: the origin of its address.
    ///   - token: a text that makes the name of the partial file unique.
    ///   - chance: returns a random number from 0 to 1.
    init(
        _ record: TransferRecord,
        origin: Origin,
        token: String,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.record = record
        mayBeTaken = record.partial?.isClaimed == true
        self.token = token
        self.chance = chance
        chain = RedirectionRules(origin: origin)
    }

    var isIdle: Bool { if case .idle = phase { true } else { false } }

    /// The number of bytes that are in the file, synced or not.
    var received: Int64 {
        switch phase {
        case .receiving(let reception), .creating(let reception): reception.received
        case .leaving(_, let received, _): received
        case .idle, .inspecting, .requesting, .verifying, .committing: record.bytesDone
        }
    }

    /// When ``checkpointIsDue(now:)`` must be called, in milliseconds since 1970; `nil` if nothing is due.
    var due: Int64? {
        guard case .receiving(let reception) = phase else { return nil }
        return reception.due(synced: record.bytesDone)
    }
}

// MARK: - The beginning of an attempt

extension DownloadMachine {
    mutating func stored(revision: Int64) { record.revision = revision }

    mutating func begin(now: Int64, isElsewhere: Bool = false) -> [Step] {
        record.beginAttempt(isElsewhere: isElsewhere)
        let started = Step.save([.init(.started)])
        guard let partial = record.partial, partial.identity != nil else {
            // A file that was made before its identity was stored is empty.
            let removal = record.partial.map { [Step.remove($0)] } ?? []
            record.partial = nil
            record.bytesDone = 0
            return [started] + removal + request()
        }
        phase = .inspecting
        return [started, .inspect(partial)]
    }

    /// Notes that the clock was set, so that the time of the last sync means nothing.
    mutating func clockWasSet(now: Int64) {
        guard case .receiving(var reception) = phase else { return }
        reception.clockWasSet(now: now)
        phase = .receiving(reception)
    }

    /// Continues with the state of the partial file.
    mutating func inspected(_ finding: PartialFiles.Finding, now: Int64) -> [Step] {
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
            return [.resize(0)] + restart("the partial file has lost bytes") + request()
        case .missing:
            // The empty file that claims its name would block the next download.
            let removal = partial.isClaimed == true ? [Step.remove(partial)] : []
            record.partial = nil
            return removal + restart("the partial file is gone") + request()
        }
    }

    /// Forgets the content. The file stays until it is filled again.
    private mutating func restart(_ reason: String) -> [Step] {
        let hadContent = record.bytesDone > 0
        record.forgetContent()
        return hadContent ? [.save([.init(.restarted, reason)])] : []
    }

    /// Requests the rest, or the complete content, from the first address.
    private mutating func request(whole: Bool = false, from offset: Int64? = nil) -> [Step] {
        chain = RedirectionRules(origin: chain.first)
        let resumption = whole ? nil : record.resumption(from: offset ?? record.bytesDone)
        let request = Request(redirection: nil, resumption: resumption, isTrusted: true)
        phase = .requesting(request)
        return [.request(request)]
    }
}

// MARK: - Answers

extension DownloadMachine {
    mutating func responded(_ response: ServerResponse, now: Int64) -> [Step] {
        guard case .requesting(let request) = phase else { return [] }
        switch response.status {
        case 200, 203: return whole(response, now: now)
        case 206:
            guard let resumption = request.resumption else {
                return fail(
                    .status, status: 206,
                    "the server sent a part of the file, which was not requested (206)", now: now)
            }
            return part(response, resumption, now: now)
        case 412, 416:
            // The machine verifies a file of the announced length without a request, so a 416 never means that the file
            // is complete.
            return request.resumption == nil
                ? refused(response, now: now) : rejected(response, now: now)
        case 301, 302, 303, 307, 308:
            return redirected(request, to: response.location, status: response.status, now: now)
        case 511: return leave(.portal, now: now)
        case let status where isTransientStatus(status):
            return retry(.refused(status), after: response.retryAfter(now: now), now: now)
        default: return refused(response, now: now)
        }
    }

    private mutating func refused(_ response: ServerResponse, now: Int64) -> [Step] {
        leave(.fail(.refused(response.status)), now: now)
    }

    private mutating func redirected(
        _ request: Request, to next: ResolvedAddress?, status: Int, now: Int64
    ) -> [Step] {
        do throws(TransferError) {
            try chain.follow(to: next, status: status)
        } catch {
            return leave(.fail(error), now: now)
        }
        let next = Request(
            redirection: next, resumption: request.resumption, isTrusted: chain.isTrusted)
        phase = .requesting(next)
        return [.disconnect, .request(next)]
    }

    /// A part of the content.
    private mutating func part(
        _ response: ServerResponse, _ resumption: Resumption, now: Int64
    ) -> [Step] {
        switch record.takePart(response, resumption) {
        case .next(let end, let isLast):
            phase = .receiving(
                Reception(from: resumption.offset, upTo: end, isPart: !isLast, now: now))
            return []
        case .unusable(let reason): return requestWhole(reason)
        }
    }

    /// The server does not have the rest, or not of this version (412, 416).
    private mutating func rejected(_ response: ServerResponse, now: Int64) -> [Step] {
        record.progress.refusals += 1
        guard record.progress.refusals == 1 else {
            return retry(.refused(response.status), now: now)
        }
        return requestWhole("the server refuses the rest of the file (\(response.status))")
    }

    /// Requests the complete content in place of the rest. The present content stays until the answer has come.
    private mutating func requestWhole(_ reason: String) -> [Step] {
        let event = Step.save([.init(.restarted, reason)])
        record.forgetVersion()
        return [.disconnect, event] + request(whole: true)
    }

    /// The complete content.
    private mutating func whole(_ response: ServerResponse, now: Int64) -> [Step] {
        let name = record.fileName(for: response)
        if let error = record.contentError(in: response, named: name) {
            return leave(.fail(error), now: now)
        }
        if record.mayBePortal(response) { return leave(.portal, now: now) }
        let (isNew, hadContent) = (record.partial == nil, record.bytesDone > 0)
        let partial = record.takeWhole(response, named: name, token: token, now: now)
        epoch += 1
        let reception = Reception(upTo: record.bytesTotal, now: now)
        if isNew {
            phase = .creating(reception)
            return [.save([]), .create(partial, length: record.bytesTotal)]
        }
        phase = .receiving(reception)
        let reason = "the server sent the complete file"
        return [.save(hadContent ? [.init(.restarted, reason)] : []), .resize(0)]
    }

    /// Continues when the partial file was made.
    mutating func created(_ identity: FileIdentity, now: Int64) -> [Step] {
        guard case .creating(let reception) = phase else { return [] }
        record.partial?.identity = identity
        phase = .receiving(reception)
        return [.save([])]
    }
}

// MARK: - Content

extension DownloadMachine {
    /// Returns whether so many bytes may be written. More than the answer has announced are refused.
    func hasRoom(for count: Int) -> Bool {
        guard case .receiving(let reception) = phase else { return false }
        return reception.hasRoom(for: count)
    }

    /// Handles more bytes than the answer has announced.
    mutating func overflowed(now: Int64) -> [Step] {
        // The announced length is wrong, so the complete length is unknown.
        record.partial?.content = nil
        record.bytesTotal = nil
        return retry(
            TransferError(.length, "the server sent more than the announced length"), now: now)
    }

    /// Counts bytes that were written to the file.
    mutating func wrote(_ count: Int, now: Int64) -> [Step] {
        guard case .receiving(var reception) = phase else { return [] }
        reception.wrote(count)
        record.notice(reception.received)
        phase = .receiving(reception)
        return reception.isCheckpoint(synced: record.bytesDone) ? checkpoint(now: now) : []
    }

    /// Whether no more content may be received until the disk has caught up.
    var awaitsDisk: Bool {
        guard case .receiving(let reception) = phase else { return false }
        return reception.awaitsDisk(synced: record.bytesDone)
    }

    /// Begins a checkpoint whose time has come.
    mutating func checkpointIsDue(now: Int64) -> [Step] {
        guard let due, due <= now else { return [] }
        return checkpoint(now: now)
    }

    private mutating func checkpoint(now: Int64) -> [Step] {
        guard case .receiving(var reception) = phase, reception.beginSync(now: now) else {
            return []
        }
        phase = .receiving(reception)
        return [.sync(upTo: reception.received)]
    }

    /// Continues when the content was synced up to an offset.
    ///
    /// - Parameter epoch: the ``epoch`` when the sync was begun.
    mutating func synced(
        _ offset: Int64, epoch: Int, now: Int64
    ) -> [Step] {
        guard epoch == self.epoch else { return [] }
        switch phase {
        case .receiving(var reception):
            reception.endSync()
            phase = .receiving(reception)
            record.bytesDone = max(record.bytesDone, min(offset, reception.received))
            return [.save([])]
        case .leaving(let exit, let received, awaitsDigests: false):
            record.bytesDone = max(record.bytesDone, min(offset, received))
            return offset < received ? [.sync(upTo: received)] : exited(by: exit, now: now)
        case .requesting:
            // The next part is requested already.
            record.bytesDone = max(record.bytesDone, offset)
            return [.save([])]
        // The digests are computed after a sync of their own, and their result decides. The kernel reports a failure of the
        // disk to one sync only, so the success of this one proves nothing.
        case .verifying, .leaving: return []
        case .idle, .inspecting, .creating, .committing: return []
        }
    }

    mutating func ended(_ failure: HTTPError?, now: Int64) -> [Step] {
        switch phase {
        case .requesting, .creating:
            return leave(
                record.exit(after: failure ?? .connection("the server closed the connection")),
                now: now)
        case .receiving(let reception):
            switch reception.ending(failure) {
            case .interrupted(let failure):
                return leave(record.exit(after: failure), now: now)
            case .part: return nextPart(after: reception, now: now)
            case .complete:
                record.bytesTotal = reception.received
                return verify(now: now)
            }
        case .idle, .inspecting, .leaving, .verifying, .committing: return []
        }
    }

    private mutating func nextPart(after reception: Reception, now: Int64) -> [Step] {
        guard parts.allowsNext(afterPartOf: reception.received - record.bytesDone) else {
            return retry(
                TransferError(.length, "the server sends the file in too many short parts"),
                now: now)
        }
        return request(from: reception.received)
    }
}

// MARK: - The end

extension DownloadMachine {
    /// - Parameter isNamed: whether the content is that of a file at the destination. Without a digest, it is not known
    ///   whether that is the download's own.
    private mutating func verify(isNamed: Bool = false, now: Int64) -> [Step] {
        let length = record.bytesTotal ?? record.bytesDone
        record.bytesTotal = length
        let digests = record.expectedDigests
        if isNamed, digests.isEmpty {
            return existed("without a digest, it is unknown whether it is the download", now: now)
        }
        record.state = .verifying
        phase = .verifying(isNamed: isNamed)
        return [.disconnect, .save([]), .verify(digests, length: length)]
    }

    /// Continues when all bytes are synced and the digests are known, or were given up.
    mutating func verified(_ finding: PartialFiles.DigestResult, now: Int64) -> [Step] {
        if case .leaving(let exit, let received, awaitsDigests: true) = phase {
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
            return requestWhole("the parts of the file do not fit together")
        case .wrong(let wrong):
            phase = .idle
            let whose = wrong.bytes == record.sha256 ? "expected" : "announced"
            let message =
                "the content does not have the \(whose) \(wrong.algorithm.rawValue) digest"
            return exited(by: .fail(TransferError(.digest, message)), now: now)
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
    private mutating func existed(_ reason: String, now: Int64) -> [Step] {
        failed(.exists("\(record.partial?.destination ?? "the file") exists: \(reason)"), now: now)
    }

    private mutating func commit(_ notes: [TransferEvent.Note]) -> [Step] {
        phase = .committing(hasBegun: false)
        guard let partial = record.partial else { return [] }
        let step = Step.commit(
            partial, mode: record.mode, overwrites: record.overwrites, mayBeTaken: mayBeTaken)
        return [.save(notes), step]
    }

    /// Continues when ``Step/stopVerifying`` came before any byte was synced and any digest was computed.
    mutating func gaveUpVerifying(now: Int64) -> [Step] {
        guard case .leaving(let exit, let received, awaitsDigests: true) = phase else { return [] }
        guard received > record.bytesDone else { return exited(by: exit, now: now) }
        phase = .leaving(exit, received: received)
        return [.sync(upTo: received)]
    }

    /// Notes that the commit begins, so that it can no longer be put off.
    mutating func commitBegan() {
        if case .committing = phase { phase = .committing(hasBegun: true) }
    }

    /// Continues when the file has its name.
    mutating func committed(now: Int64) -> [Step] {
        guard case .committing = phase else { return [] }
        return finish(now: now)
    }

    private mutating func finish(now: Int64) -> [Step] {
        phase = .idle
        if let partial = record.partial { record.destination = .file(partial.destination) }
        record.partial = nil
        record.finish(length: record.bytesTotal ?? record.bytesDone, now: now)
        return [.save([.init(.finished)])]
    }

    /// Handles a sync that failed. The bytes that were not synced count as lost; another sync could seem to succeed.
    mutating func syncFailed(_ failure: FileError, now: Int64) -> [Step] {
        guard case .receiving = phase else { return failed(failure, now: now) }
        phase = .idle
        return [.disconnect] + failed(failure, now: now)
    }

    /// Handles a step with a file that failed.
    mutating func failed(_ failure: FileError, now: Int64) -> [Step] {
        switch phase {
        case .committing where failure == .unclaimed:
            record.partial?.isClaimed = true
            return commit([])
        case .committing:
            phase = .idle
            if case .claimLeft = failure {
                mayBeTaken = true
            } else {
                // The commit has removed its claim.
                record.partial?.isClaimed = nil
                mayBeTaken = false
            }
        case .verifying: phase = .idle
        case .creating:
            // Without a file there is nothing to continue.
            record.partial = nil
            record.bytesDone = 0
        case .leaving(let exit, _, _):
            // Bytes that were not synced count as lost.
            return exited(by: exit, now: now)
        case .receiving where failure == .noSpace:
            // Removing the bytes that are not synced frees space, so that the store can be written.
            phase = .idle
            return [.disconnect, .resize(record.bytesDone)] + exited(by: .waitForSpace, now: now)
        case .idle, .inspecting, .requesting, .receiving: break
        }
        return stopped(by: failure, now: now)
    }

    private mutating func stopped(by failure: FileError, now: Int64) -> [Step] {
        switch failure {
        case .noSpace: return leave(.waitForSpace, now: now)
        case .exists(let message): return fail(.exists, message, now: now)
        case .replaced, .unclaimed:
            let error = TransferError(.io, "the partial file was replaced or removed")
            return removePartial() + retry(error, after: 0, now: now)
        case .unusableName(let message): return fail(.name, message, now: now)
        case .other(let message), .claimLeft(let message):
            return fail(.io, message, now: now)
        }
    }
}

// MARK: - Leaving

extension DownloadMachine {
    /// Stops the download: the connection is closed at once, or the digests are given up, then what was received is
    /// synced.
    mutating func leave(_ exit: AttemptExit, now: Int64) -> [Step] {
        switch phase {
        case .receiving(let reception):
            phase = .leaving(exit, received: reception.received)
            if let syncing = reception.syncing, syncing > record.bytesDone { return [.disconnect] }
            guard reception.received > record.bytesDone else {
                return [.disconnect] + exited(by: exit, now: now)
            }
            return [.disconnect, .sync(upTo: reception.received)]
        case .leaving(let former, let received, let awaitsDigests):
            // A pause or a cancellation by the user is stored already, and takes precedence.
            phase = .leaving(
                former == .stoppedByUser ? .stoppedByUser : exit, received: received,
                awaitsDigests: awaitsDigests)
            return []
        case .verifying:
            // Nothing but the digests and the commit are missing, so only the user or the worker's end puts them off.
            guard exit == .stoppedByUser || exit == .requeued else { return [] }
            phase = .leaving(
                exit, received: record.bytesTotal ?? record.bytesDone, awaitsDigests: true)
            return [.stopVerifying]
        case .committing:
            // The commit takes only milliseconds, so it is completed.
            return []
        case .idle, .inspecting, .requesting, .creating:
            return [.disconnect] + exited(by: exit, now: now)
        }
    }

    private mutating func exited(by exit: AttemptExit, now: Int64) -> [Step] {
        phase = .idle
        let notes = record.leave(by: exit, now: now, chance: chance)
        let isPartialWanted =
            exit == .stoppedByUser
            ? record.state != .cancelled
            : record.state != .failed || record.error?.code.keepsPartial ?? true
        return (isPartialWanted ? [] : removePartial()) + [.save(notes)]
    }

    private mutating func removePartial() -> [Step] {
        guard var partial = record.partial else { return [] }
        record.partial = nil
        // An empty file that this worker has not made may belong to another program.
        if !mayBeTaken { partial.isClaimed = nil }
        record.bytesDone = 0
        return [.remove(partial)]
    }

    mutating func overruled(by newer: TransferRecord, now: Int64) -> [Step] {
        let mine = record
        record = mine.merged(with: newer)
        // The file has its name. No command of the user changes that.
        if mine.state == .finished {
            record.takeState(of: mine)
            return []
        }
        guard newer.isStopped else {
            if case .leaving(.stoppedByUser, let received, let awaitsDigests) = phase {
                // It is stopping because of a pause that the user has revoked since. After the stop it waits for its
                // turn.
                phase = .leaving(.requeued, received: received, awaitsDigests: awaitsDigests)
            } else if mine.state != .paused {
                // A pause that the user has revoked before the stop was stored no longer counts.
                record.takeState(of: mine)
            }
            return []
        }
        guard case .committing(let hasBegun) = phase else {
            return leave(.stoppedByUser, now: now)
        }
        guard hasBegun else {
            phase = .idle
            if !mayBeTaken { record.partial?.isClaimed = nil }
            return exited(by: .stoppedByUser, now: now)
        }
        record.state = mine.state
        record.endedAt = nil
        return []
    }
}

extension DownloadMachine {
    /// A step that a driver performs.
    enum Step: Sendable, Hashable {
        /// Store the record and these events, in one transaction.
        case save([TransferEvent.Note])
        /// Inspect the partial file: ``DownloadMachine/inspected(_:now:)``.
        case inspect(TransferRecord.Partial)
        /// Ask whether the path to the server meets the conditions, then send the request.
        case request(DownloadMachine.Request)
        /// Close the connection at once.
        case disconnect
        /// Make the partial file, and reserve space for the content: ``DownloadMachine/created(_:now:)``.
        case create(TransferRecord.Partial, length: Int64?)
        /// Give the partial file this length. Content that is received next is written at its end.
        case resize(Int64)
        /// Sync the content in the background: ``DownloadMachine/synced(_:now:)``.
        case sync(upTo: Int64)
        /// Sync the content and compute its digests in the background: ``DownloadMachine/verified(_:now:)``.
        case verify([ContentDigest], length: Int64)
        /// Stop computing the digests. If the computation had begun, ``DownloadMachine/verified(_:now:)`` or a failure
        /// follows; otherwise ``DownloadMachine/gaveUpVerifying(now:)``.
        case stopVerifying
        /// Give the file its mode and its name in the background: ``DownloadMachine/committed(now:)``.
        ///
        /// - mayBeTaken: whether an empty file at the destination may be the download's own, which a crash has left.
        case commit(TransferRecord.Partial, mode: UInt16, overwrites: Bool, mayBeTaken: Bool)
        /// Remove the partial file, and the empty file by which it has claimed its name.
        case remove(TransferRecord.Partial)
    }
}
