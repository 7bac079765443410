// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
package import TransferRules

/// Decides what happens to a download, from its start until it waits again or has ended.
///
/// It is a pure state machine: it is told what happened, and returns the steps that the worker must carry out in their
/// order. The result of a step is told to it, too. If a step fails, the rest of the list is void.
package struct DownloadMachine: Sendable {
    /// The download as it is to be stored.
    package private(set) var record: TransferRecord
    private var phase = Phase.idle
    /// The redirections since the first address.
    private var chain: RedirectionRules
    private var parts = PartPace()
    /// Rises when other content takes the place of what is there, so that a sync of the old content does not count for
    /// the new.
    package private(set) var epoch = 0
    /// What makes the name of the partial file unique.
    private let token: String
    /// A number from 0 to 1 for each delay, so that transfers that failed together are not all tried at the same time.
    private let chance: @Sendable () -> Double

    private enum Phase: Sendable {
        /// Nothing is held: no connection, no file, no work in the background.
        case idle
        /// The partial file is looked at.
        case inspecting
        /// A request was sent.
        case requesting(Request)
        /// The answer is good, and the partial file is made.
        case creating(Reception)
        /// Content is received.
        case receiving(Reception)
        /// The connection is closed. What was received is synced before the download leaves.
        case leaving(Exit, received: Int64)
        /// The content is synced and its digests are computed.
        case verifying(pending: Exit?)
        /// The file gets its name.
        ///
        /// Until that has begun, the user's order goes first.
        case committing(hasBegun: Bool)
    }

    /// A request to the server.
    package struct Request: Sendable, Hashable {
        /// The address; `nil` for the first one, which the record has.
        package var redirection: ResolvedAddress?
        /// The rest that is requested; `nil` for the complete content.
        package var resumption: Resumption?
        /// Whether the caller's header fields, user and password may be sent.
        package var isTrusted: Bool
    }

    /// The content of an answer, while it is received.
    private struct Reception: Sendable {
        /// The number of bytes in the file.
        var received: Int64
        /// Where the content of this answer ends; `nil` if only the end of the connection tells.
        var end: Int64?
        /// Whether more parts follow this one.
        var isPart = false
        /// Up to where the content is being synced; `nil` if it is not.
        var syncing: Int64?
        /// When a sync was begun last.
        var syncedAt: Int64
    }

    /// Where a download goes when it stops before its end.
    package enum Exit: Sendable, Hashable {
        /// It waits for the network, for these reasons.
        case wait([WaitingReason])
        /// It waits for space on the disk.
        case waitForSpace
        /// It is tried again. `after` is how long the server asks to wait, in milliseconds.
        case retry(TransferError, after: Int64?)
        /// A portal answered. It is tried again.
        case portal
        /// It has failed for good.
        case fail(TransferError)
        /// The user has paused or cancelled it, and that is stored.
        case obey
        /// It waits for its turn again, because the worker ends, or the path is another one now.
        case yield
    }

    /// An answer of a server, at the end of its header.
    package struct Response: Sendable {
        package var status: Int
        package var headers: HeaderFields
        /// The server that answered.
        package var origin: Origin
        /// Where `Location` leads; `nil` if it is absent, or leads to another scheme than http and https.
        package var location: ResolvedAddress?
        /// The last component of the first address, decoded.
        package var lastComponent: String?

        package init(
            status: Int, headers: HeaderFields, origin: Origin, location: ResolvedAddress? = nil,
            lastComponent: String? = nil
        ) {
            self.status = status
            self.headers = headers
            self.origin = origin
            self.location = location
            self.lastComponent = lastComponent
        }
    }

    /// An absolute address and its origin.
    package struct ResolvedAddress: Sendable, Hashable {
        package var url: String
        package var origin: Origin

        package init(url: String, origin: Origin) {
            self.url = url
            self.origin = origin
        }
    }

    /// - Parameters:
    ///   - record: the download, as it is stored.
    ///   - origin: the origin of its address.
    ///   - token: what makes the name of the partial file unique.
    ///   - chance: returns a random number from 0 to 1.
    package init(
        _ record: TransferRecord,
        origin: Origin,
        token: String,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.record = record
        self.token = token
        self.chance = chance
        chain = RedirectionRules(origin: origin)
    }

    /// Whether the download holds nothing any more, so that the worker can forget the machine.
    package var isIdle: Bool {
        switch phase {
        case .idle: true
        case .inspecting, .requesting, .creating, .receiving, .leaving, .verifying, .committing:
            false
        }
    }

    /// The number of bytes that are in the file, synced or not.
    package var received: Int64 {
        switch phase {
        case .receiving(let reception), .creating(let reception): reception.received
        case .leaving(_, let received): received
        case .idle, .inspecting, .requesting, .verifying, .committing: record.bytesDone
        }
    }

    /// When ``checkpointIsDue(now:)`` must be called, in milliseconds since 1970; `nil` if nothing is due.
    package var due: Int64? {
        guard case .receiving(let reception) = phase, reception.syncing == nil,
            reception.received > record.bytesDone
        else { return nil }
        return reception.syncedAt + Self.checkpointInterval
    }

    /// The most bytes that may be lost by a crash.
    static let checkpointLength: Int64 = 8 << 20
    /// The most milliseconds after which bytes are synced.
    static let checkpointInterval: Int64 = 5000
}

// MARK: - The beginning

extension DownloadMachine {
    /// Takes the revision under which the record was stored.
    package mutating func stored(revision: Int64) { record.revision = revision }

    /// Begins an attempt.
    ///
    /// - Parameter isElsewhere: whether the path has changed since the last attempt, so that its failures do not count.
    package mutating func begin(now: Int64, isElsewhere: Bool = false) -> [DownloadStep] {
        if isElsewhere {
            record.progress.failures = 0
            record.progress.tlsFailures = 0
            record.progress.failingSince = nil
        }
        record.state = .running
        record.reasons = []
        record.retryAt = nil
        record.attempts += 1
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
        case .present(let length) where length >= record.bytesDone:
            if partial.isComplete, length == record.bytesDone { return verify() }
            partial.isComplete = false
            record.partial = partial
            return [.resize(record.bytesDone)] + request()
        case .present:
            // The file system has lost what it had confirmed.
            return [.resize(0)] + beginAnew("the partial file has lost bytes") + request()
        case .missing:
            record.partial = nil
            return beginAnew("the partial file is gone") + request()
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
    private mutating func request(whole: Bool = false, from offset: Int64? = nil) -> [DownloadStep]
    {
        chain = RedirectionRules(origin: chain.first)
        var resumption: Resumption?
        let offset = offset ?? record.bytesDone
        if !whole, offset > 0, let partial = record.partial, let content = partial.content {
            resumption = Resumption(
                offset: offset, of: content,
                isProven: record.sha256 != nil || !partial.digests.isEmpty)
        }
        let request = Request(redirection: nil, resumption: resumption, isTrusted: true)
        phase = .requesting(request)
        return [.request(request)]
    }
}

// MARK: - The answer

extension DownloadMachine {
    /// Decides by the header of an answer.
    package mutating func responded(_ response: Response, now: Int64) -> [DownloadStep] {
        guard case .requesting(let request) = phase else { return [] }
        let headers = response.headers
        switch response.status {
        case 200, 203: return whole(response, now: now)
        case 206:
            guard let resumption = request.resumption else {
                return leave(
                    .fail(
                        TransferError(
                            .status, status: 206,
                            "the server sent a part of the file, which was not requested (206)")),
                    now: now)
            }
            return part(response, resumption, now: now)
        case 412, 416:
            guard let resumption = request.resumption else { return refused(response, now: now) }
            let answer = resumption.answer(
                status: response.status, headers, from: response.origin)
            return answer == .complete ? verify() : rejected(response, now: now)
        case 301, 302, 303, 307, 308:
            return redirected(request, to: response.location, status: response.status, now: now)
        case 511: return leave(.portal, now: now)
        case let status where isTransientStatus(status):
            let delay = headers.retryAfter(now: HTTPDate(seconds: now / 1000))
            return leave(
                .retry(.refused(status), after: delay.map { $0.components.seconds * 1000 }),
                now: now)
        default: return refused(response, now: now)
        }
    }

    private mutating func refused(_ response: Response, now: Int64) -> [DownloadStep] {
        leave(.fail(.refused(response.status)), now: now)
    }

    private mutating func redirected(
        _ request: Request, to next: ResolvedAddress?, status: Int, now: Int64
    ) -> [DownloadStep] {
        do throws(RedirectionRules.Refusal) {
            try chain.follow(to: next?.origin)
        } catch {
            return leave(.fail(.redirection(error, status: status)), now: now)
        }
        let next = Request(
            redirection: next, resumption: request.resumption, isTrusted: chain.isTrusted)
        phase = .requesting(next)
        return [.disconnect, .request(next)]
    }

    /// A part of the content.
    private mutating func part(
        _ response: Response, _ resumption: Resumption, now: Int64
    ) -> [DownloadStep] {
        let answer = resumption.answer(status: 206, response.headers, from: response.origin)
        switch answer {
        case .part(let end, let total):
            let known = record.partial?.digests ?? []
            let announced = response.headers.representationDigests
            let differs = announced.contains { digest in
                known.contains { $0.algorithm == digest.algorithm && $0 != digest }
            }
            if differs { return requestAnew("the server announces another digest now") }
            record.bytesTotal = total
            record.partial?.digests = known + announced.filter { !known.contains($0) }
            phase = .receiving(
                Reception(
                    received: resumption.offset, end: end, isPart: end < total, syncedAt: now))
            return []
        case .unusable(let flaw): return requestAnew(flaw.explanation)
        case .complete, .whole, .other: return requestAnew("the answer is no part of the file")
        }
    }

    /// The server does not have the rest, or not of this version (412, 416).
    private mutating func rejected(_ response: Response, now: Int64) -> [DownloadStep] {
        record.progress.refusals += 1
        guard record.progress.refusals == 1 else {
            return leave(.retry(.refused(response.status), after: nil), now: now)
        }
        return requestAnew("the server refuses the rest of the file (\(response.status))")
    }

    /// Requests the complete content in place of the rest. What is there stays until the answer has come.
    private mutating func requestAnew(_ reason: String) -> [DownloadStep] {
        let event = DownloadStep.save([.init(.restarted, reason)])
        record.partial?.content = nil
        record.partial?.digests = []
        return [.disconnect, event] + request(whole: true)
    }

    /// The complete content.
    private mutating func whole(_ response: Response, now: Int64) -> [DownloadStep] {
        let headers = response.headers
        let name = destinationName(response)
        if headers.isEncoded, !headers.isArchive(named: name) {
            let encodings = headers[list: "Content-Encoding"].joined(separator: ", ")
            return leave(
                .fail(
                    TransferError(
                        .encoding, "the content is encoded (\(encodings)), which was not requested")
                ), now: now)
        }
        // Without content there is nothing to protect.
        if record.bytesDone > 0, let provenance = record.partial?.provenance {
            let doubts = provenance.doubts(about: headers, from: response.origin)
            if doubts.contains(.mediaType) { return leave(.portal, now: now) }
            if !doubts.isEmpty {
                record.progress.strangers += 1
                if record.progress.strangers <= Replacements.limit {
                    return leave(.portal, now: now)
                }
            }
        }
        let length = headers.contentLength
        let reception = Reception(received: 0, end: length, syncedAt: now)
        let isNew = record.partial == nil
        let folder = record.destination?.folder ?? "/"
        var partial =
            record.partial
            ?? TransferRecord.Partial(
                path: folder + partialName(name), destination: folder + name)
        partial.provenance = Provenance(headers, from: response.origin)
        partial.content = PartialContent(
            status: response.status, headers, from: response.origin,
            now: HTTPDate(seconds: now / 1000))
        partial.digests =
            headers.representationDigests + (headers.isEncoded ? [] : headers.contentDigests)
        partial.isComplete = false
        record.partial = partial
        let hadContent = record.bytesDone > 0
        record.bytesDone = 0
        record.bytesTotal = length
        epoch += 1
        if isNew {
            phase = .creating(reception)
            return [.save([]), .create(partial, length: length)]
        }
        phase = .receiving(reception)
        let reason = "the server sent the complete file"
        return [.save(hadContent ? [.init(.restarted, reason)] : []), .resize(0)]
    }

    /// Continues when the partial file was made.
    package mutating func created(_ identity: FileIdentity, now: Int64) -> [DownloadStep] {
        guard case .creating(let reception) = phase else { return [] }
        record.partial?.identity = identity
        phase = .receiving(reception)
        return [.save([])]
    }

    private func destinationName(_ response: Response) -> String {
        switch record.destination {
        case .file(let path): String(path.split(separator: "/").last ?? "download")
        case .folder, nil:
            FileName.choose(response.headers, lastComponent: response.lastComponent)
        }
    }

    private func partialName(_ name: String) -> String {
        let end = ".\(record.id.rawValue)-\(token).part"
        return "." + FileName.shorten(name, to: FileName.limit - 1 - end.utf8.count) + end
    }
}

// MARK: - The content

extension DownloadMachine {
    /// Returns whether so many bytes may be written. More than the answer has announced are refused.
    package func hasRoom(for count: Int) -> Bool {
        guard case .receiving(let reception) = phase else { return false }
        return reception.end.map { Int64(count) <= $0 - reception.received } ?? true
    }

    /// Handles more bytes than the answer has announced.
    package mutating func overflowed(now: Int64) -> [DownloadStep] {
        record.partial?.content = nil
        return leave(
            .retry(
                TransferError(.length, "the server sent more than the announced length"), after: nil
            ), now: now)
    }

    /// Counts bytes that were written to the file.
    package mutating func wrote(_ count: Int, now: Int64) -> [DownloadStep] {
        guard case .receiving(var reception) = phase else { return [] }
        reception.received += Int64(count)
        if reception.received > record.progress.highest {
            record.progress = TransferRecord.Progress(at: now)
            record.progress.highest = reception.received
        }
        phase = .receiving(reception)
        guard reception.received - record.bytesDone >= Self.checkpointLength else { return [] }
        return checkpoint(now: now)
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
        case .idle, .inspecting, .creating, .verifying, .committing: return []
        }
    }

    /// Handles the end of an exchange.
    ///
    /// - Parameter failure: why it ended before its time; `nil` if the answer is complete.
    package mutating func ended(_ failure: ExchangeFailure?, now: Int64) -> [DownloadStep] {
        switch phase {
        case .requesting, .creating:
            return leave(
                failed(failure ?? .connection("the server closed the connection")), now: now)
        case .receiving(let reception):
            if let failure { return leave(failed(failure), now: now) }
            if let end = reception.end, reception.received < end {
                return leave(
                    failed(.connection("the connection ended before the end of the file")),
                    now: now)
            }
            if reception.isPart { return nextPart(after: reception, now: now) }
            record.bytesTotal = reception.received
            return verify()
        case .idle, .inspecting, .leaving, .verifying, .committing: return []
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

    private mutating func failed(_ failure: ExchangeFailure) -> Exit {
        switch failure {
        case .connection(let message):
            return .retry(TransferError(.connection, message), after: nil)
        case .tls(let message):
            record.progress.tlsFailures += 1
            let error = TransferError(.tls, message)
            return record.progress.tlsFailures < Self.tlsLimit
                ? .retry(error, after: nil) : .fail(error)
        case .unusable(let message): return .fail(TransferError(.connection, message))
        }
    }

    /// How often a failed check of the server's certificate is tried.
    static let tlsLimit = 3
}

// MARK: - The end

extension DownloadMachine {
    private mutating func verify() -> [DownloadStep] {
        record.state = .verifying
        phase = .verifying(pending: nil)
        let length = record.bytesTotal ?? record.bytesDone
        record.bytesTotal = length
        let digests =
            (record.sha256.map { [ContentDigest(.sha256, $0)] } ?? [])
            + (record.partial?.digests ?? [])
        return [.disconnect, .save([]), .verify(digests, length: length)]
    }

    /// Continues when all bytes are synced and the digests are known.
    ///
    /// - Parameter wrong: the first digest that differs; `nil` if all are right.
    package mutating func verified(wrong: ContentDigest?, now: Int64) -> [DownloadStep] {
        guard case .verifying(let pending) = phase else { return [] }
        if let wrong {
            phase = .idle
            let whose = wrong.bytes == record.sha256 ? "expected" : "announced"
            return exited(
                by: .fail(
                    TransferError(
                        .digest,
                        "the content does not have the \(whose) \(wrong.algorithm.rawValue) digest")
                ), now: now)
        }
        record.bytesDone = record.bytesTotal ?? record.bytesDone
        record.partial?.isComplete = true
        // Nothing but the commit is missing, so only the user or the worker's end puts it off.
        if let pending, pending == .obey || pending == .yield {
            return exited(by: pending, now: now)
        }
        record.state = .committing
        phase = .committing(hasBegun: false)
        guard let partial = record.partial else { return [] }
        return [
            .save([.init(.verified)]),
            .commit(partial, mode: record.mode, overwrites: record.overwrites),
        ]
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

    private mutating func finish(now: Int64) -> [DownloadStep] {
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
    package mutating func syncFailed(_ failure: FileFailure, now: Int64) -> [DownloadStep] {
        guard case .receiving = phase else { return failed(failure, now: now) }
        phase = .idle
        return [.disconnect] + failed(failure, now: now)
    }

    /// Handles a step with a file that failed.
    package mutating func failed(_ failure: FileFailure, now: Int64) -> [DownloadStep] {
        switch phase {
        case .verifying(let pending):
            phase = .idle
            if pending == .obey || pending == .yield, let pending {
                return exited(by: pending, now: now)
            }
        case .committing: phase = .idle
        case .creating:
            // Without a file there is nothing to continue.
            record.partial = nil
            record.bytesDone = 0
        case .leaving(let exit, _):
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
        case .replaced:
            let removal = removePartial()
            return removal
                + leave(
                    .retry(
                        TransferError(.io, "the partial file was replaced or removed"), after: 0),
                    now: now)
        case .other(let message): return leave(.fail(TransferError(.io, message)), now: now)
        }
    }
}

// MARK: - Leaving

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
        case .creating:
            return [.disconnect] + exited(by: exit, now: now)
        case .idle, .inspecting, .requesting:
            return [.disconnect] + exited(by: exit, now: now)
        }
    }

    private mutating func exited(by exit: Exit, now: Int64) -> [DownloadStep] {
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

    private mutating func retry(
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

    private mutating func fail(_ error: TransferError, now: Int64) -> [DownloadStep] {
        record.state = .failed
        record.reasons = []
        record.retryAt = nil
        record.error = error
        record.endedAt = now
        let removal = error.code.keepsPartial ? [] : removePartial()
        return removal + [.save([.init(.failed, error.message)])]
    }

    private mutating func removePartial() -> [DownloadStep] {
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
