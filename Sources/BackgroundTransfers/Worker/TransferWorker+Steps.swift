// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import NetworkReachability
internal import TransferRules

/// What machines decide is carried out here, and what follows is told to them.
extension TransferWorker {
    /// Carries out the steps of a run in their order. If one fails, the others are void.
    func perform(_ steps: [DownloadStep], _ run: DownloadRun) {
        for step in steps {
            do throws(FileFailure) {
                guard try perform(step, run) else { break }
            } catch {
                perform(run.machine.failed(error, now: now), run)
                break
            }
        }
        forgetIfIdle(run)
    }

    /// - Returns: whether the next step is still wanted.
    private func perform(_ step: DownloadStep, _ run: DownloadRun) throws(FileFailure) -> Bool {
        switch step {
        case .save(let notes): return save(notes, run)
        case .inspect(let partial):
            let finding = try PartialFiles.inspect(
                partial, total: run.machine.record.bytesTotal)
            if case .present = finding { run.file = try PartialFiles.open(partial) }
            perform(run.machine.inspected(finding, now: now), run)
        case .request(let request): send(request, run)
        case .disconnect: disconnect(run)
        case .create(let partial, let length):
            let file = try PartialFiles.create(
                partial, length: length, overwrites: run.machine.record.overwrites)
            run.file = file
            perform(run.machine.created(file.identity, now: now), run)
        case .resize(let length):
            run.written = length
            do throws(SystemError) {
                try run.file?.resize(to: length)
                if let total = run.machine.record.bytesTotal, run.exchange != nil || length > 0 {
                    try run.file?.reserve(upTo: total)
                }
            } catch {
                throw FileFailure(error)
            }
        case .sync(let offset): sync(run, upTo: offset)
        case .verify(let digests, let length): verify(run, digests, length)
        case .commit(let partial, let mode, let overwrites):
            run.machine.commitBegan()
            commit(run, partial, mode, overwrites)
        case .remove(let partial):
            run.file = nil
            // What cannot be removed now is looked for when the next worker starts.
            try? PartialFiles.remove(partial)
        }
        return true
    }

    private func save(_ notes: [DownloadStep.Note], _ run: DownloadRun) -> Bool {
        do {
            while true {
                switch try store.save(run.machine.record, notes, now: now) {
                case .saved(let record):
                    noteOwnChange(upTo: record.revision, count: 1)
                    run.machine.stored(revision: record.revision)
                    return true
                case .newer(let newer):
                    let steps = run.machine.overruled(by: newer, now: now)
                    guard steps.isEmpty else {
                        perform(steps, run)
                        return false
                    }
                case .taken(let other):
                    let path = run.machine.record.partial?.destination ?? ""
                    let reason = "\(path): transfer \(other.rawValue) writes to it"
                    perform(run.machine.failed(.exists(reason), now: now), run)
                    return false
                case .gone:
                    abandon(run)
                    return false
                }
            }
        } catch {
            failure = failure ?? error
            return false
        }
    }

    /// Forgets a run whose transfer is no longer in the store.
    private func abandon(_ run: DownloadRun) {
        disconnect(run)
        runs[run.id] = nil
        leaveRedirection(run)
        schedule.end(run.id)
        for gate in run.candidate.gates { gates.release(gate) }
        isDecisionDue = true
    }

    private func forgetIfIdle(_ run: DownloadRun) {
        guard run.machine.isIdle, runs[run.id] === run else { return }
        runs[run.id] = nil
        schedule.end(run.id)
        isDecisionDue = true
        waitOrEnd(run)
    }

    // MARK: - Exchanges

    private func send(_ request: DownloadMachine.Request, _ run: DownloadRun) {
        guard failure == nil else { return }
        let url: URLParts
        do throws(URLFailure) {
            url =
                try request.redirection.map { address throws(URLFailure) in
                    try URLParts(address.url)
                } ?? run.url
        } catch {
            let failure = ExchangeFailure.unusable("the address cannot be used")
            return perform(run.machine.ended(failure, now: now), run)
        }
        let gate = enter(url, run)
        switch gates.state(of: gate, isUnconditional: run.isUnconditional, now: now) {
        case .open, .opens: break
        // Which path leads to the server is known when its name is looked up.
        case .pending: return perform(run.machine.leave(.yield, now: now), run)
        case .closed(let reasons):
            return perform(run.machine.leave(.wait(reasons), now: now), run)
        }
        var message = HTTPRequest(url: url)
        message.fields = fields(of: request, run)
        message.credentials = request.isTrusted ? run.secrets.credentials : nil
        message.usesNetrc = request.isTrusted && run.secrets.usesNetrc == true
        message.receiveRateLimit = run.machine.record.limitRate
        let path = gates.path(of: gate)
        run.interface = path?.primary?.name
        if let path, run.machine.record.condition.isBound(to: path) {
            message.interface = path.primary?.name
        }
        let exchange = DownloadExchange(self, run, url)
        let id = engine.start(message, handler: exchange)
        exchange.id = id
        run.exchange = id
    }

    /// Returns the gate of the server that is connected to.
    private func enter(_ url: URLParts, _ run: DownloadRun) -> Int {
        leaveRedirection(run)
        let record = run.machine.record
        let gate = gates.acquire(key(url, record.condition, record.stability))
        guard run.candidate.gates.contains(gate) else {
            run.redirectionGate = gate
            return gate
        }
        gates.release(gate)
        return gate
    }

    private func leaveRedirection(_ run: DownloadRun) {
        if let gate = run.redirectionGate { gates.release(gate) }
        run.redirectionGate = nil
    }

    private func fields(
        of request: DownloadMachine.Request, _ run: DownloadRun
    ) -> [(name: String, value: String)] {
        let own =
            request.resumption?.headers ?? [(name: "Accept-Encoding", value: "identity")]
        let given = run.secrets.headers.filter { header in
            request.isTrusted || RedirectionRules.harmlessFields.contains(header.name.lowercased())
        }
        return given.map { (name: $0.name, value: $0.value) } + own
    }

    private func disconnect(_ run: DownloadRun) {
        run.interface = nil
        guard let exchange = run.exchange else { return }
        run.exchange = nil
        engine.cancel(exchange)
    }

    /// Decides by the header of an answer.
    func responded(_ response: HTTPResponse, from url: URLParts, _ run: DownloadRun) {
        let headers = HeaderFields(response.fields)
        let location = headers[single: "Location"].flatMap { try? url.resolving($0) }
        let answer = DownloadMachine.Response(
            status: response.status, headers: headers, origin: url.ruledOrigin,
            location: location.map { .init(url: $0.text, origin: $0.ruledOrigin) },
            lastComponent: run.url.lastComponent)
        run.meter = RateMeter(bytes: run.machine.received, at: MonotonicClock.milliseconds)
        perform(run.machine.responded(answer, now: now), run)
    }

    /// Writes content to the file.
    func received(_ bytes: RawSpan, _ run: DownloadRun) {
        let count = bytes.byteCount
        guard run.machine.hasRoom(for: count), let file = run.file else {
            return perform(run.machine.overflowed(now: now), run)
        }
        do throws(SystemError) {
            try file.write(bytes, at: run.machine.received)
        } catch {
            return perform(run.machine.failed(FileFailure(error), now: now), run)
        }
        perform(run.machine.wrote(count, now: now), run)
        let received = run.machine.received
        if received - run.written >= Self.writeAhead {
            file.startWriting(from: run.written, count: received - run.written)
            run.written = received
        }
        if run.machine.awaitsDisk, let exchange = run.exchange {
            run.isPaused = true
            engine.pause(exchange)
        }
        tellProgress(of: run)
    }

    /// The number of bytes after which the disk is told to write, so that a sync is short.
    private static let writeAhead: Int64 = 1 << 20

    /// Handles the end of an exchange.
    func ended(_ result: Result<HTTPExchange.Summary, HTTPFailure>, _ run: DownloadRun) {
        let failure: ExchangeFailure? =
            switch result {
            case .success: nil
            case .failure(let failure): ExchangeFailure(failure)
            }
        perform(run.machine.ended(failure, now: now), run)
    }

    // MARK: - The disk

    private func sync(_ run: DownloadRun, upTo offset: Int64) {
        guard let file = run.file else { return }
        let epoch = run.machine.epoch
        onDisk(run) { () throws(FileFailure) in
            do throws(SystemError) { try file.sync() } catch { throw FileFailure(error) }
        } then: { worker, run, _ in
            worker.perform(run.machine.synced(offset, epoch: epoch, now: worker.now), run)
            guard run.isPaused, !run.machine.awaitsDisk else { return }
            run.isPaused = false
            if let exchange = run.exchange { worker.engine.resume(exchange) }
        } failed: { worker, run, failure in
            worker.perform(run.machine.syncFailed(failure, now: worker.now), run)
        }
    }

    private func verify(_ run: DownloadRun, _ digests: [ContentDigest], _ length: Int64) {
        guard let file = run.file else { return }
        onDisk(run, isLong: true) { () throws(FileFailure) in
            try PartialFiles.verify(file, digests, length: length)
        } then: { worker, run, wrong in
            worker.perform(run.machine.verified(wrong: wrong, now: worker.now), run)
        }
    }

    private func commit(
        _ run: DownloadRun, _ partial: TransferRecord.Partial, _ mode: UInt16, _ overwrites: Bool
    ) {
        guard let file = run.file else { return }
        onDisk(run) { () throws(FileFailure) in
            try PartialFiles.commit(file, partial, mode: mode, overwrites: overwrites)
        } then: { worker, run, _ in
            worker.perform(run.machine.committed(now: worker.now), run)
        }
    }
}

extension ExchangeFailure {
    fileprivate init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .tls(let message): .tls(message)
            case .unsupported(let message): .unusable(message)
            case .name(let message), .connection(let message), .headersTooLong(let message),
                .malformed(let message), .proxy(let message), .internal(let message):
                .connection(message)
            }
    }
}

extension TransferSecrets {
    fileprivate var credentials: HTTPRequest.Credentials? {
        user.map { HTTPRequest.Credentials(user: $0, password: password ?? "") }
    }
}

extension Condition {
    /// Whether a connection must not leave the interface of its path: the condition is about cost or type, and another
    /// interface could be of another one. Of a tunnel the kernel decides what carries it.
    fileprivate func isBound(to path: NetworkPath) -> Bool {
        let isAboutInterface =
            !constraints.allowsExpensiveNetworkAccess || !constraints.allowsConstrainedNetworkAccess
            || constraints.allowedInterfaceTypes != nil
            || !constraints.prohibitedInterfaceTypes.isEmpty
            || constraints.requiredInterface != nil
        return isAboutInterface && !path.isVPN && path.primary?.type != .loopback
    }
}
