// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import NetworkReachability
internal import TransferRules

/// The steps that downloads and uploads share: their records are stored, and their requests are sent.
extension TransferWorker {
    /// Stores the record of a driver, with these events.
    ///
    /// - Returns: whether the next step is still wanted.
    func save(_ notes: [TransferEvent.Note], _ driver: any TransferDriver) -> Bool {
        do {
            while true {
                switch try store.save(driver.record, notes, now: now) {
                case .saved(let record):
                    noteOwnChange(upTo: record.revision, count: 1)
                    driver.stored(revision: record.revision)
                    return true
                case .newer(let newer):
                    if driver.overrule(by: newer) { return false }
                case .taken(let other):
                    driver.destinationTaken(by: other)
                    return false
                case .gone:
                    abandon(driver)
                    return false
                }
            }
        } catch {
            failure = failure ?? error
            return false
        }
    }

    /// Forgets a driver whose transfer is no longer in the store.
    private func abandon(_ driver: any TransferDriver) {
        disconnect(driver)
        drivers[driver.id] = nil
        leaveRedirection(driver)
        schedule.end(driver.id)
        for gate in driver.context.candidate.gates { gates.release(gate) }
        isDecisionDue = true
    }

    /// Forgets a driver whose machine holds nothing any more.
    func forgetIfIdle(_ driver: any TransferDriver) {
        guard driver.isIdle, drivers[driver.id] === driver else { return }
        drivers[driver.id] = nil
        schedule.end(driver.id)
        isDecisionDue = true
        waitOrEnd(driver)
    }

    // MARK: - Exchanges

    /// Sends a request, if the path to the server meets the conditions; else the driver leaves.
    ///
    /// - Parameters:
    ///   - address: where it goes; `nil` for the address that the user gave.
    ///   - isTrusted: whether the user's name and password may be sent there.
    ///   - prepare: completes the request.
    func send(
        _ driver: any TransferDriver, to address: ResolvedAddress?, isTrusted: Bool,
        prepare: (inout HTTPRequest) -> Void
    ) {
        guard failure == nil else { return }
        let context = driver.context
        let url: URLParts
        do throws(URLParts.ParseError) {
            url =
                if let address { try URLParts(address.url) } else { context.url }
        } catch {
            return driver.ended(.unsupported("the address cannot be used"))
        }
        let isKnown =
            key(url, driver.record).host != nil || driver.record.condition.host != nil
            // An exchange over a proxy that has no host fails.
            || proxies.proxy(for: url) != nil
        guard isKnown else {
            return driver.ended(
                .unsupported("the address has no host whose path could be looked up"))
        }
        let gate = enter(url, driver)
        gates.settle(gate)
        // The path to an address that libcurl would find was not evaluated.
        if !context.isUnconditional,
            let failure = gates.lookupFailure(of: gate, age: context.failureAge(now: now))
        {
            return driver.ended(.connection(failure.description))
        }
        switch self.gate(gate, isUnconditional: context.isUnconditional, now: now) {
        case .open, .opens: break
        // Which path leads to the server is known when its name is looked up.
        case .pending: return driver.leave(.requeued)
        case .closed(let reasons): return driver.leave(.wait(reasons))
        }
        var message = HTTPRequest(url: url)
        message.credentials = isTrusted ? context.secrets.credentials : nil
        message.usesNetrc = isTrusted && context.secrets.usesNetrc == true
        prepare(&message)
        let path = gates.path(of: gate)
        context.interface = path?.primary?.name
        if let path, driver.record.condition.isBound(to: path) {
            message.interface = path.primary?.name
        }
        let exchange = DriverContext.Exchange(driver, url)
        let id = engine.start(message, handler: exchange)
        exchange.id = id
        context.exchange = id
    }

    /// Returns the gate of the server that is connected to.
    private func enter(_ url: URLParts, _ driver: any TransferDriver) -> Int {
        leaveRedirection(driver)
        let record = driver.record
        let gate = gates.acquire(key(url, record))
        driver.context.gate = gate
        guard driver.context.candidate.gates.contains(gate) else {
            driver.context.redirectionGate = gate
            return gate
        }
        gates.release(gate)
        return gate
    }

    private func leaveRedirection(_ driver: any TransferDriver) {
        if let gate = driver.context.redirectionGate { gates.release(gate) }
        driver.context.redirectionGate = nil
    }

    /// Closes the connection of a run at once.
    func disconnect(_ driver: any TransferDriver) {
        driver.context.interface = nil
        driver.context.gate = nil
        guard let exchange = driver.context.exchange else { return }
        driver.context.exchange = nil
        engine.cancel(exchange)
    }

    /// Sends the progress of a transfer to all connected programs, at most four times a second.
    func tellProgress(of driver: any TransferDriver) {
        guard driver.context.meter.measure(driver.bytes, at: MonotonicClock.milliseconds),
            server.hasClients
        else { return }
        server.send(driver, sequence: lastSequence, now: now)
    }

    /// The number of the last event that is stored.
    ///
    /// 0 if the store cannot be read. The next access to it ends the worker with that error.
    var lastSequence: Int64 { (try? store.lastSequence()) ?? 0 }
}

extension DriverContext {
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
