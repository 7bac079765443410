// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// Decides what happens to an upload.
///
/// With tus, only the offset that the server confirms counts. `PUT` and `POST` begin at the first byte with each
/// attempt.
struct UploadMachine: TransferMachine {
    /// The upload as it is to be stored.
    private(set) var record: TransferRecord
    /// The part of the record that only uploads have.
    private var upload: TransferRecord.Upload { didSet { record.upload = upload } }
    private var phase = Phase.idle
    /// The origin of the record's address.
    private let origin: Origin
    /// The redirections since the first address of a request.
    private var chain: RedirectionRules
    /// Whether the server may refuse a long request before its content is sent. It may not if it does not know `Expect`.
    private var awaitsPermission = true
    /// A number from 0 to 1 for each delay, so that transfers that failed together are not all tried at the same time.
    private let chance: @Sendable () -> Double

    private enum Phase {
        /// The machine holds nothing: no connection, no file, no work in the background.
        case idle
        /// The driver opens the file, and compares it with the version that was added.
        case opening
        /// The digest of the file is computed.
        case verifying
        /// A request was sent, or is being sent.
        case exchanging(Exchange)
        /// The driver compares the file again: because the server has all of it, or because a failure may come from a
        /// change of the file.
        case comparing(failure: TransferError?)
        /// The server has the file. No command of the user changes that.
        case done
    }

    /// A request, its progress and its answer.
    private struct Exchange {
        var request: UploadRequest
        /// The number of bytes of the content that were sent.
        var sent: Int64 = 0
        /// The server's answer, if it is a success, until the exchange ends.
        var response: ServerResponse?
    }

    /// - Parameters:
    ///   - record: the upload, as it is stored.
    ///   - upload: what the record has of the upload.
    ///   - origin: the origin of its address.
    ///   - chance: returns a random number from 0 to 1.
    init(
        _ record: TransferRecord,
        _ upload: TransferRecord.Upload,
        origin: Origin,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.record = record
        self.upload = upload
        self.chance = chance
        self.origin = origin
        chain = RedirectionRules(origin: origin)
    }

    var isIdle: Bool {
        switch phase {
        case .idle, .done: true
        case .opening, .verifying, .exchanging, .comparing: false
        }
    }

    /// The number of bytes that the server has confirmed, and of those that are on the way to it.
    var bytesSent: Int64 {
        switch phase {
        case .exchanging(let exchange):
            exchange.request.part.map { $0.offset + exchange.sent } ?? record.bytesDone
        case .idle, .opening, .verifying, .comparing, .done: record.bytesDone
        }
    }

    /// Whether all of the current request has gone to the server.
    var hasSentAll: Bool {
        guard case .exchanging(let exchange) = phase else { return false }
        return exchange.sent >= exchange.request.part?.length ?? 0
    }

    /// The length of the file.
    private var length: Int64 { upload.file.size }
}

// MARK: - The beginning of an attempt

extension UploadMachine {
    mutating func stored(revision: Int64) { record.revision = revision }

    mutating func begin(now: Int64, isElsewhere: Bool = false) -> [Step] {
        record.beginAttempt(isElsewhere: isElsewhere)
        phase = .opening
        return [.save([.init(.started)]), .open]
    }

    /// Continues when the file is open.
    mutating func opened(_ version: FileVersion, now: Int64) -> [Step] {
        guard case .opening = phase else { return [] }
        guard version.isSame(as: upload.file) else { return leave(.fail(.sourceChanged), now: now) }
        record.bytesTotal = length
        guard let expected = record.sha256, !upload.isVerified else { return start() }
        record.state = .verifying
        phase = .verifying
        return [.save([]), .verify(ContentDigest(.sha256, expected))]
    }

    /// Continues when the digest of the file is known.
    mutating func verified(isRight: Bool, now: Int64) -> [Step] {
        guard case .verifying = phase else { return [] }
        upload.isVerified = isRight
        guard isRight else {
            phase = .comparing(
                failure: TransferError(
                    .digest, "the file does not have the expected sha-256 digest"))
            return [.compare]
        }
        record.state = .running
        return [.save([.init(.verified)])] + start()
    }

    /// Handles a file that cannot be read.
    mutating func failed(_ message: String, now: Int64) -> [Step] {
        phase = .idle
        return leave(.fail(TransferError(.io, message)), now: now)
    }

    private mutating func start() -> [Step] {
        if upload.resource != nil { return ask(.offset) }
        switch upload.method {
        case .automatic: return ask(.options)
        case .tus: return ask(.creation)
        case .put: return send(.put)
        case .post: return send(.post)
        }
    }

    /// Sends the whole file.
    private mutating func send(_ kind: UploadRequest.Kind) -> [Step] {
        record.bytesDone = 0
        let isRepeated = record.progress.highest > 0
        let note = TransferEvent.Note(.restarted, "the server keeps no part of the file")
        return [.save(isRepeated ? [note] : [])] + ask(kind)
    }
}

// MARK: - Requests

extension UploadMachine {
    /// Sends a request to the first address, or to the place that the server has made.
    private mutating func ask(_ kind: UploadRequest.Kind) -> [Step] {
        var request = UploadRequest(
            kind: kind, length: length, address: nil, isTrusted: true,
            awaitsPermission: awaitsPermission)
        chain = RedirectionRules(origin: origin)
        if request.isForResource, let resource = upload.resource {
            request.address = ResolvedAddress(url: resource.url, origin: resource.origin)
            request.isTrusted = resource.isTrusted
            chain = RedirectionRules(origin: resource.origin)
        }
        phase = .exchanging(Exchange(request: request))
        return [.request(request)]
    }

    /// Sends the same request to another address, or without `Expect`.
    private mutating func askAgain(_ request: UploadRequest) -> [Step] {
        phase = .exchanging(Exchange(request: request))
        return [.disconnect, .request(request)]
    }
}

// MARK: - Answers

extension UploadMachine {
    /// Decides by the header of an answer. A success counts when the exchange has ended.
    mutating func responded(_ response: ServerResponse, now: Int64) -> [Step] {
        guard case .exchanging(var exchange) = phase, exchange.response == nil else { return [] }
        let (request, status) = (exchange.request, response.status)
        let answer = UploadAnswer(status: status)
        if request.kind == .options, answer != .redirected, answer != .accepted, answer != .portal {
            return chosen(response, now: now)
        }
        switch answer {
        case .accepted:
            exchange.response = response
            phase = .exchanging(exchange)
            return []
        case .redirected: return redirected(request, to: response.location, status, now: now)
        case .misdirected:
            return leave(.fail(.misdirected(status)), now: now)
        case .withoutPermission:
            guard request.awaitsPermission else { return refused(status, now: now) }
            awaitsPermission = false
            var next = request
            next.awaitsPermission = false
            return askAgain(next)
        case .gone where request.isForResource:
            let reason = "the server no longer has the upload (\(status))"
            return lost(reason, .uploadRefused(status), now: now)
        case .conflict where request.isForResource, .locked where request.canBeHeldUp, .later:
            return retry(.uploadRefused(status), after: response.retryAfter(now: now), now: now)
        case .portal: return leave(.portal, now: now)
        case .gone, .conflict, .locked, .refused: return refused(status, now: now)
        }
    }

    /// Notes how many bytes of the request's content were sent.
    mutating func sent(_ count: Int64) {
        guard case .exchanging(var exchange) = phase else { return }
        exchange.sent = count
        phase = .exchanging(exchange)
    }

    mutating func ended(_ failure: HTTPError?, now: Int64) -> [Step] {
        guard case .exchanging(let exchange) = phase else { return [] }
        if case .body(let message) = failure {
            // The file may be shorter now. Then the error says that the file has changed, not that it cannot be read.
            phase = .comparing(failure: TransferError(.io, message))
            return [.disconnect, .compare]
        }
        guard let response = exchange.response else {
            let failure = failure ?? .connection("the server closed the connection")
            return leave(record.exit(after: failure), now: now)
        }
        return accepted(response, exchange, failure, now: now)
    }

    /// Decides by the header of a success. Its content does not matter.
    private mutating func accepted(
        _ response: ServerResponse, _ exchange: Exchange, _ failure: HTTPError?, now: Int64
    ) -> [Step] {
        switch exchange.request.kind {
        case .options: return chosen(response, now: now)
        case .creation: return created(response, now: now)
        case .offset: return confirmed(response, upTo: length, from: nil, now: now)
        case .rest(let offset):
            return confirmed(response, upTo: offset + exchange.sent, from: offset, now: now)
        case .put, .post:
            // A repeated POST must send the whole file, too. A server that knows its Idempotency-Key could answer
            // without the file, but so could a login page; and an earlier attempt that sent the whole file does not
            // prove that it arrived.
            guard exchange.sent >= length else {
                let failure =
                    failure ?? .connection("the server answered before it had the whole file")
                return leave(record.exit(after: failure), now: now)
            }
            return compare()
        }
    }

    /// Compares the file with the version that was added, now that the server has all of it.
    private mutating func compare() -> [Step] {
        phase = .comparing(failure: nil)
        return [.compare]
    }

    private mutating func refused(_ status: Int, now: Int64) -> [Step] {
        leave(.fail(.uploadRefused(status)), now: now)
    }

    private mutating func redirected(
        _ request: UploadRequest, to next: ResolvedAddress?, _ status: Int, now: Int64
    ) -> [Step] {
        do throws(TransferError) {
            try chain.follow(to: next, status: status)
        } catch {
            return leave(.fail(error), now: now)
        }
        var request = request
        request.address = next
        request.isTrusted = request.isTrusted && chain.isTrusted
        return askAgain(request)
    }
}

// MARK: - Answers of tus

/// The answers of tus.
extension UploadMachine {
    /// Decides by the answer to `OPTIONS` how the file is sent.
    private mutating func chosen(_ response: ServerResponse, now: Int64) -> [Step] {
        switch ResumableUploads.choose(status: response.status, response.headers) {
        case .whole: return [.disconnect] + send(.put)
        case .later:
            return retry(
                .uploadRefused(response.status), after: response.retryAfter(now: now), now: now)
        case .resumable:
            if let largest = response.headers.largestUpload, largest < length {
                return fail(
                    .length, "the server accepts no file of more than \(largest) bytes", now: now)
            }
            return ask(.creation)
        }
    }

    /// Takes the place that the server has made.
    private mutating func created(_ response: ServerResponse, now: Int64) -> [Step] {
        guard response.status == 201 else {
            guard response.headers.isOfResumableUpload else { return leave(.portal, now: now) }
            return fail(
                .status, status: response.status,
                "the server does not answer as tus 1.0 says (\(response.status))", now: now)
        }
        do throws(TransferError) {
            try chain.follow(to: response.location, status: 201)
        } catch {
            return leave(.fail(error), now: now)
        }
        guard let place = response.location else { return [] }
        upload.resource = TransferRecord.Resource(
            url: place.url, origin: place.origin, isTrusted: chain.isTrusted)
        record.bytesDone = 0
        // The place of the upload is stored before content is sent there: it could not be found again otherwise.
        return [.save([])] + (length == 0 ? compare() : ask(.rest(from: 0)))
    }

    /// Takes the offset up to which the server has the file.
    ///
    /// - Parameters:
    ///   - limit: the highest offset that the server can have.
    ///   - start: where the content of the request began; `nil` if it had none.
    private mutating func confirmed(
        _ response: ServerResponse, upTo limit: Int64, from start: Int64?, now: Int64
    ) -> [Step] {
        let headers = response.headers
        guard let offset = headers.uploadOffset else {
            guard headers.isOfResumableUpload else { return leave(.portal, now: now) }
            let error = TransferError(.length, "the server does not say how much it has")
            return retry(error, now: now)
        }
        if start == nil, offset > length || headers.uploadLength.map({ $0 != length }) ?? false {
            let reason = "the server has an upload of another length"
            return lost(reason, TransferError(.length, reason), now: now)
        }
        guard offset <= limit, offset >= start ?? 0 else {
            // Its answer to the next HEAD counts.
            let error = TransferError(.length, "the server confirms bytes that were not sent")
            return retry(error, now: now)
        }
        let isLess = offset < record.bytesDone
        record.bytesDone = offset
        record.notice(offset)
        if offset == length { return compare() }
        if offset == start {
            let error = TransferError(.connection, "the server has taken nothing of the file")
            return retry(error, now: now)
        }
        let note = TransferEvent.Note(.restarted, "the server has only \(offset) bytes of the file")
        return [.save(isLess ? [note] : [])] + ask(.rest(from: offset))
    }

    /// Requests another place, once since the last progress, because the last one is lost, or has another length.
    private mutating func lost(_ reason: String, _ error: TransferError, now: Int64) -> [Step] {
        upload.resource = nil
        record.progress.refusals += 1
        guard record.progress.refusals == 1 else { return leave(.fail(error), now: now) }
        record.bytesDone = 0
        return [.disconnect, .save([.init(.restarted, reason)])] + ask(.creation)
    }
}

// MARK: - The end

extension UploadMachine {
    /// Continues with the versions of the file.
    ///
    /// - Parameters:
    ///   - open: the version of the open file.
    ///   - path: the version of the file that has the path now; `nil` if there is none. The server has all of a file that
    ///     was removed meanwhile.
    mutating func compared(
        _ open: FileVersion, atPath path: FileVersion?, now: Int64
    ) -> [Step] {
        guard case .comparing(let failure) = phase else { return [] }
        guard open.isSame(as: upload.file), path?.isSame(as: upload.file) ?? true else {
            return exited(by: .fail(.sourceChanged), now: now)
        }
        if let failure { return exited(by: .fail(failure), now: now) }
        phase = .done
        record.retryAt = nil
        record.finish(length: length, now: now)
        // Some servers let everyone who knows the place write there.
        upload.resource = nil
        return [.save([.init(.finished)])]
    }

    /// Stops the upload at once: the connection is closed, or the digest is given up.
    mutating func leave(_ exit: AttemptExit, now: Int64) -> [Step] {
        switch phase {
        case .verifying: return [.stopVerifying] + exited(by: exit, now: now)
        // The server has answered, so the connection does not matter any more. The file is compared in a moment.
        case .comparing, .done: return []
        // The server has accepted the file, and only the rest of its answer is missing.
        case .exchanging(let exchange) where isAccepted(exchange): return [.disconnect] + compare()
        case .idle, .opening, .exchanging: return [.disconnect] + exited(by: exit, now: now)
        }
    }

    /// Whether the server has taken the whole file, although its answer has not ended.
    private func isAccepted(_ exchange: Exchange) -> Bool {
        exchange.request.isWhole && exchange.response != nil && exchange.sent >= length
    }

    private mutating func exited(by exit: AttemptExit, now: Int64) -> [Step] {
        if case .exchanging(let exchange) = phase, exchange.request.isWhole {
            // It shows that the next attempt begins again. It is no progress, because the server keeps nothing of it.
            record.progress.highest = max(record.progress.highest, exchange.sent)
        }
        phase = .idle
        let notes = record.leave(by: exit, now: now, chance: chance)
        // Some servers let everyone who knows the place write there.
        if record.state == .cancelled { upload.resource = nil }
        return [.save(notes)]
    }

    mutating func overruled(by newer: TransferRecord, now: Int64) -> [Step] {
        let mine = record
        record = mine.merged(with: newer)
        guard newer.isStopped else {
            // A pause that the user has revoked before the stop was stored no longer counts.
            if mine.state != .paused { record.takeState(of: mine) }
            return []
        }
        switch phase {
        case .done, .comparing:
            record.takeState(of: mine)
            return []
        case .exchanging(let exchange) where isAccepted(exchange): record.takeState(of: mine)
        case .idle, .opening, .verifying, .exchanging: break
        }
        return leave(.stoppedByUser, now: now)
    }
}

extension UploadMachine {
    /// A step that a driver performs.
    enum Step: Sendable, Hashable {
        /// Store the record and these events, in one transaction.
        case save([TransferEvent.Note])
        /// Open the file: ``UploadMachine/opened(_:now:)``.
        case open
        /// Compute the digest of the file in the background: ``UploadMachine/verified(isRight:now:)``.
        case verify(ContentDigest)
        /// Give up computing the digest.
        case stopVerifying
        /// Ask whether the path to the server meets the conditions, then send the request.
        case request(UploadRequest)
        /// Close the connection at once.
        case disconnect
        /// Read the versions of the open file and of the file that has its path now:
        /// ``UploadMachine/compared(_:atPath:now:)``.
        case compare
    }
}
