// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import NetworkReachability
internal import TransferRules

/// The steps that downloads and uploads share: their records are stored, and their requests are sent.
extension TransferWorker {
    /// Stores the record of a run, with these events.
    ///
    /// - Returns: whether the next step is still wanted.
    func save(_ notes: [TransferEvent.Note], _ run: any TransferRun) -> Bool {
        do {
            while true {
                switch try store.save(run.record, notes, now: now) {
                case .saved(let record):
                    noteOwnChange(upTo: record.revision, count: 1)
                    run.stored(revision: record.revision)
                    return true
                case .newer(let newer):
                    if run.overrule(by: newer) { return false }
                case .taken(let other):
                    run.destinationTaken(by: other)
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
    private func abandon(_ run: any TransferRun) {
        disconnect(run)
        runs[run.id] = nil
        leaveRedirection(run)
        schedule.end(run.id)
        for gate in run.context.candidate.gates { gates.release(gate) }
        isDecisionDue = true
    }

    /// Forgets a run whose machine holds nothing any more.
    func forgetIfIdle(_ run: any TransferRun) {
        guard run.isIdle, runs[run.id] === run else { return }
        runs[run.id] = nil
        schedule.end(run.id)
        isDecisionDue = true
        waitOrEnd(run)
    }

    // MARK: - Exchanges

    /// Sends a request, if the path to the server meets the conditions; else the run leaves.
    ///
    /// - Parameters:
    ///   - address: where it goes; `nil` for the address that the user gave.
    ///   - isTrusted: whether the user's name and password may be sent there.
    ///   - prepare: completes the request.
    func send(
        _ run: any TransferRun, to address: ResolvedAddress?, isTrusted: Bool,
        prepare: (inout HTTPRequest) -> Void
    ) {
        guard failure == nil else { return }
        let context = run.context
        let url: URLParts
        do throws(URLParts.ParseError) {
            url =
                if let address { try URLParts(address.url) } else { context.url }
        } catch {
            return run.ended(.unusable("the address cannot be used"))
        }
        let isKnown =
            key(url, run.record).host != nil || run.record.condition.host != nil
            // An exchange over a proxy that has no host fails.
            || proxies.proxy(for: url) != nil
        guard isKnown else {
            return run.ended(.unusable("the address has no host whose path could be looked up"))
        }
        let gate = enter(url, run)
        gates.settle(gate)
        // The path to an address that libcurl would find was not evaluated.
        if !context.isUnconditional,
            let failure = gates.lookupFailure(of: gate, age: context.failureAge(now: now))
        {
            return run.ended(.connection(failure.description))
        }
        switch self.gate(gate, isUnconditional: context.isUnconditional, now: now) {
        case .open, .opens: break
        // Which path leads to the server is known when its name is looked up.
        case .pending: return run.leave(.requeued)
        case .closed(let reasons): return run.leave(.wait(reasons))
        }
        var message = HTTPRequest(url: url)
        message.credentials = isTrusted ? context.secrets.credentials : nil
        message.usesNetrc = isTrusted && context.secrets.usesNetrc == true
        prepare(&message)
        let path = gates.path(of: gate)
        context.interface = path?.primary?.name
        if let path, run.record.condition.isBound(to: path) {
            message.interface = path.primary?.name
        }
        let exchange = RunExchange(run, url)
        let id = engine.start(message, handler: exchange)
        exchange.id = id
        context.exchange = id
    }

    /// Returns the gate of the server that is connected to.
    private func enter(_ url: URLParts, _ run: any TransferRun) -> Int {
        leaveRedirection(run)
        let record = run.record
        let gate = gates.acquire(key(url, record))
        run.context.gate = gate
        guard run.context.candidate.gates.contains(gate) else {
            run.context.redirectionGate = gate
            return gate
        }
        gates.release(gate)
        return gate
    }

    private func leaveRedirection(_ run: any TransferRun) {
        if let gate = run.context.redirectionGate { gates.release(gate) }
        run.context.redirectionGate = nil
    }

    /// Closes the connection of a run at once.
    func disconnect(_ run: any TransferRun) {
        run.context.interface = nil
        run.context.gate = nil
        guard let exchange = run.context.exchange else { return }
        run.context.exchange = nil
        engine.cancel(exchange)
    }

    /// Sends the progress of a transfer to all connected programs, at most four times a second.
    func tellProgress(of run: any TransferRun) {
        guard run.context.meter.measure(run.bytes, at: MonotonicClock.milliseconds),
            server.hasClients
        else { return }
        server.send(run, sequence: lastSequence, now: now)
    }

    /// The number of the last event that is stored.
    ///
    /// 0 if the store cannot be read. The next access to it ends the worker with that error.
    var lastSequence: Int64 { (try? store.lastSequence()) ?? 0 }
}

extension RunContext {
    /// How long ago the lookup of a name may have failed, so that it counts as one of this attempt, in milliseconds.
    fileprivate func failureAge(now: Int64) -> Int64 {
        let limit: Int64 = 2000
        // Not that of the attempt before, or only if the clock was set.
        return dueTime.map { min(max(now - $0, 100), limit) } ?? limit
    }

    /// The caller's header fields that a server may have.
    func fields(isTrusted: Bool) -> [(name: String, value: String)] {
        secrets.headers.filter { header in
            isTrusted || RedirectionRules.harmlessFields.contains(header.name.lowercased())
        }.map { (name: $0.name, value: $0.value) }
    }
}

extension TransferSecrets {
    fileprivate var credentials: HTTPRequest.Credentials? {
        user.map { HTTPRequest.Credentials(user: $0, password: password ?? "") }
    }
}

extension Condition {
    /// Whether a connection must not leave the interface of its path. Of a tunnel the kernel decides what carries it.
    fileprivate func isBound(to path: NetworkPath) -> Bool {
        isAboutInterface && !path.isVPN && path.primary?.type != .loopback
    }
}
