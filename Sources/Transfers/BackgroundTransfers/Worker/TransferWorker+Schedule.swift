// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import NetworkReachability
internal import TransferRules

/// Reads the store into the schedule, and carries out the decisions of the schedule.
extension TransferWorker {
    // MARK: - From the store

    /// Reads all that has not ended, when the worker begins, and removes what is left over.
    func readAll() throws {
        try store.reconcileSecrets()
        try removeLeftovers()
        let all = try store.openTransfers()
        revision = all.revision
        isHeld = all.isHeld
        schedule.insert(
            contentsOf: all.open.filter(isPerformed).map { candidate($0) }, now: now)
        attempt { try completions?.addAll(now: now) }
    }

    /// Removes the partial files of transfers that need them no more, and transfers that ended long ago.
    func removeLeftovers() throws {
        for record in try store.leftovers(now: now) where drivers[record.id] == nil {
            guard let partial = record.partial else { continue }
            // A file that cannot be removed now is tried again later.
            guard (try? PartialFiles.remove(partial)) != nil else { continue }
            try store.forgetPartial(of: record.id)
        }
        while try store.prune(now: now) > 0 {}
    }

    /// Takes what other processes have changed.
    func readChanges() {
        attempt {
            let changes = try store.changes(after: revision)
            if changes.isHeld != isHeld { isDecisionDue = true }
            isHeld = changes.isHeld
            revision = changes.revision
            for row in changes.open { try take(row) }
            for id in changes.ended { try takeEnd(of: id) }
            if !changes.ended.isEmpty {
                attempt { try completions?.addAll(now: now) }
                try removeLeftovers()
            }
        }
    }

    /// Notes changes of the worker's own, so that they need not be read, unless there were others in between.
    func noteOwnChange(upTo last: Int64, count: Int) {
        if last == revision + Int64(count) { revision = last }
    }

    private func take(_ row: TransferStore.OpenTransfer) throws {
        if let driver = drivers[row.id] {
            guard row.revision > driver.record.revision, let record = try store.record(row.id)
            else { return }
            return driver.take(record)
        }
        if try jobs?.overrule(row.id) ?? false { return }
        completions?.remove(row.id)
        remove(row.id)
        if isPerformed(row) { schedule.insert(candidate(row), now: now) }
        isDecisionDue = true
    }

    private func takeEnd(of id: Transfer.ID) throws {
        if try jobs?.overrule(id) ?? false { return }
        guard let driver = drivers[id] else { return remove(id) }
        guard let record = try store.record(id), record.revision > driver.record.revision
        else { return }
        driver.take(record)
    }

    /// Forgets a transfer that no longer waits.
    private func remove(_ id: Transfer.ID) {
        guard let known = schedule.candidate(id) else { return }
        schedule.remove(id)
        for gate in known.gates { conditions.release(gate) }
        isDecisionDue = true
    }

    /// Forgets a driver whose machine holds nothing any more.
    func forgetIfIdle(_ driver: any TransferDriver) {
        guard driver.isIdle, drivers[driver.id] === driver else { return }
        drivers[driver.id] = nil
        let redirection = driver.context.redirectionGate
        driver.context.redirectionGate = nil
        waitOrEnd(driver.record, gates: driver.context.candidate.gates, redirection: redirection)
    }

    /// Forgets a driver whose transfer is no longer in the store.
    func abandon(_ driver: any TransferDriver) {
        drivers[driver.id] = nil
        leaveRedirection(driver.context)
        schedule.end(driver.id)
        for gate in driver.context.candidate.gates { conditions.release(gate) }
        isDecisionDue = true
    }

    /// Releases the gate of a server to which a transfer was redirected.
    func leaveRedirection(_ context: DriverContext) {
        if let gate = context.redirectionGate { conditions.release(gate) }
        context.redirectionGate = nil
    }

    /// Puts a transfer that no longer runs where it belongs.
    ///
    /// - Parameters:
    ///   - record: the transfer.
    ///   - gates: the gates that it had when it started.
    ///   - redirection: the gate of a server to which it was redirected.
    func waitOrEnd(_ record: TransferRecord, gates former: [Int], redirection: Int? = nil) {
        schedule.end(record.id)
        isDecisionDue = true
        switch record.state {
        case .waiting, .retrying, .running, .verifying, .committing:
            // It starts when the path to the server of its redirection is right, too.
            schedule.insert(candidate(record.openTransfer, redirection: redirection), now: now)
        case .paused, .finished, .failed, .cancelled:
            if let redirection { conditions.release(redirection) }
            if record.state.isFinal { attempt { try completions?.add(record.id) } }
        }
        for gate in former { conditions.release(gate) }
    }

    /// Returns the entry for the schedule, and acquires the gate of the server.
    ///
    /// - Parameter redirection: the gate of a server to which it was redirected, which becomes the candidate's.
    private func candidate(
        _ row: TransferStore.OpenTransfer, redirection: Int? = nil
    ) -> Schedule.Candidate {
        let hasWaited = row.state == .waiting || row.state == .retrying
        if let job = row.job {
            return Schedule.Candidate(
                id: row.id, priority: row.priority,
                gates: row.isUnconditional ? [] : [acquire(row)],
                notBefore: row.notBefore, retryAt: row.retryAt, retryDelay: row.retryDelay,
                deadline: row.deadline, onDeadline: row.onDeadline,
                reasons: hasWaited ? row.reasons : [], job: job)
        }
        // If libraries are missing, the worker says so at once and ends, and not only when the network allows the transfer.
        attempt { try transferEngine() }
        // With an address that cannot be used it starts at once, and fails with that reason.
        let url = try? URLParts(row.url)
        // What only needs its name, or cannot be requested, needs no network.
        let gate =
            row.state == .committing
            ? nil : url.map { conditions.acquire(key($0, row.kind, row.condition, row.stability)) }
        let server = url.map { "\($0.host):\($0.port)" } ?? ""
        let constraints = row.condition.constraints
        return Schedule.Candidate(
            id: row.id,
            priority: row.priority,
            gates: [gate, redirection].compactMap(\.self),
            server: schedule.number(ofServer: server),
            isDiscretionary: !constraints.allowsExpensiveNetworkAccess
                && !constraints.allowsConstrainedNetworkAccess,
            notBefore: row.notBefore,
            retryAt: row.retryAt,
            retryDelay: row.retryDelay,
            deadline: row.deadline,
            onDeadline: row.onDeadline,
            retryReasons: [
                row.reasons.first { [.portal, .space, .clock].contains($0) } ?? .backoff
            ],
            failedByPath: row.errorCode == .connection || row.errorCode == .tls,
            // A transfer that was interrupted must get a state of its own again.
            reasons: hasWaited ? row.reasons : [])
    }

    /// The conditions of a transfer for the path to its server.
    func key(_ url: URLParts, _ record: TransferRecord) -> ConditionTracker.Key {
        key(url, record.kind, record.condition, record.stability)
    }

    private func key(
        _ url: URLParts, _ kind: Transfer.Kind, _ condition: Condition, _ stability: Duration
    ) -> ConditionTracker.Key {
        let host = proxies.proxy(for: url).map(\.host) ?? url.host
        let zone = url.zone.map { "%" + $0 } ?? ""
        var condition = condition
        condition.constraints.requiresPath = true
        return ConditionTracker.Key(
            condition: condition,
            host: host.flatMap { HostName($0 + zone, allowsZone: true) },
            stability: stability.boundedMilliseconds,
            avoidsPortal: kind == .upload && url.scheme == .http)
    }

    /// Whether a gate lets transfers pass.
    ///
    /// - Parameters:
    ///   - number: the gate.
    ///   - isUnconditional: whether only a live route is required.
    ///   - now: milliseconds since 1970.
    func gate(_ number: Int, isUnconditional: Bool, now: Int64) -> Schedule.Gate {
        switch conditions.state(of: number, isUnconditional: isUnconditional) {
        case .pending: .pending
        case .open: .open
        case .opens(let time): .opens(at: now + time - MonotonicClock.milliseconds)
        case .closed(let reasons): .closed(reasons.map(WaitingReason.init))
        }
    }

    // MARK: - Decisions

    /// Carries out what the schedule has decided.
    ///
    /// - Returns: when it must decide again, in milliseconds since 1970.
    func carryOut(_ decision: Schedule.Decision) -> Int64? {
        attempt {
            let moved = schedule.takeMovedTimes()
            if !moved.isEmpty { noteOwnChange(upTo: try store.setTimes(moved), count: 1) }
            for id in decision.expired { try expire(id) }
            // First what may begin: the reasons of thousands that wait take a while to be stored.
            for id in decision.starts { try start(id) }
            if !decision.waits.isEmpty {
                noteOwnChange(
                    upTo: try store.setReasons(decision.waits, now: now), count: 1)
                for wait in decision.waits { schedule.setReasons(wait.reasons, of: wait.id) }
            }
        }
        return decision.due
    }

    private func start(_ id: Transfer.ID) throws {
        guard let candidate = schedule.candidate(id), let record = try store.record(id),
            // Another process may have changed it meanwhile: the change is read next.
            !record.state.isFinal, record.state != .paused
        else { return remove(id) }
        guard hasSpace(record) else {
            return schedule.putOff(id, by: AttemptExit.spaceInterval, now: now)
        }
        schedule.start(candidate)
        if record.kind == .command { return try startJob(record, candidate) }
        let url: URLParts
        let secrets: TransferSecrets
        do {
            url = try URLParts(record.url)
            secrets = try readSecrets(record)
        } catch {
            schedule.end(id)
            for gate in candidate.gates { conditions.release(gate) }
            guard let error = error as? TransferError else {
                return try fail(record, TransferError(.connection, "the address cannot be used"))
            }
            return try fail(record, error)
        }
        let context = DriverContext(
            self, try transferEngine(), record, url, secrets: secrets, candidate, now: now)
        let driver: any TransferDriver =
            if let upload = record.upload {
                UploadDriver(record, upload, context)
            } else {
                DownloadDriver(record, context)
            }
        drivers[id] = driver
        driver.begin(isElsewhere: elsewhere.remove(id) != nil)
    }

    /// Whether there may be space for a transfer that waits for it.
    private func hasSpace(_ record: TransferRecord) -> Bool {
        guard record.reasons == [.space], let folder = record.destination?.folder,
            let space = availableSpace(at: folder)
        else { return true }
        // Of an unknown length, more is needed than there was space for the last time.
        let needed =
            record.bytesTotal ?? record.progress.highest + Reception.checkpointLength
        return space > max(0, needed - record.bytesDone)
    }

    func readSecrets(_ record: TransferRecord) throws -> TransferSecrets {
        guard record.secrets != nil else { return TransferSecrets() }
        // Without them another answer could come, and become the file.
        guard let secrets = try store.secrets(of: record) else {
            let content = record.job == nil ? "the headers and the password" : "the environment"
            throw TransferError(.io, "the file with \(content) is missing or damaged")
        }
        return secrets
    }

    private func expire(_ id: Transfer.ID) throws {
        remove(id)
        guard let record = try store.record(id), !record.state.isFinal else { return }
        try fail(record, .deadlinePassed(after: record.reasons, lastError: record.error))
    }

    func fail(_ record: TransferRecord, _ error: TransferError) throws {
        var record = record
        record.fail(error, now: now)
        // If another process has changed it meanwhile, that is read next.
        if case .saved(let saved) = try store.save(
            record, [.init(.failed, error.message)], now: now)
        {
            noteOwnChange(upTo: saved.revision, count: 1)
        }
        try completions?.add(record.id)
    }

    // MARK: - Changes

    /// Closes the connections that must not continue over the current paths, and has the schedule decide.
    func networkChanged() {
        isDecisionDue = true
        let hasMoved = conditions.readMove()
        // First all that uses the network, then what the store keeps of it: another process may have locked the database.
        var leaving: [(driver: any TransferDriver, exit: AttemptExit)] = []
        for driver in drivers.values where driver.context.exchange != nil {
            let context = driver.context
            guard let gate = context.gate else { continue }
            conditions.settle(gate)
            let reasons = conditions.reasons(of: gate, isUnconditional: context.isUnconditional)
                .map(WaitingReason.init)
            if hasMoved { elsewhere.insert(driver.id) }
            if !reasons.isEmpty {
                leaving.append((driver, .wait(reasons)))
            } else if conditions.path(of: gate)?.primary?.name != context.interface {
                // The connection would stall until its time is over.
                leaving.append((driver, .requeued))
            }
        }
        for (driver, _) in leaving { driver.disconnect() }
        jobs?.networkChanged()
        engine?.closeIdleConnections()
        for (driver, exit) in leaving { driver.leave(exit) }
        // A connection that failed may work over the path that is there now.
        if hasMoved { elsewhere.formUnion(schedule.clearRetries()) }
    }

    /// Checks all times again, because the clock was set or the machine slept.
    func clockWasSet() {
        isDecisionDue = true
        nextCleaning = min(nextCleaning, now + Self.day)
        // Failures that came from the wrong clock no longer count.
        elsewhere.formUnion(schedule.clockWasSet(now: now))
        completions?.clockWasSet(now: now)
        for driver in drivers.values { driver.clockWasSet(now: now) }
    }

    /// Handles the times and deadlines of drivers that have come.
    func tendDrivers() {
        let now = now
        for driver in Array(drivers.values) {
            if let due = driver.due, due <= now { driver.tend(now: now) }
            guard let deadline = driver.record.deadline, deadline <= now,
                !driver.context.isUnconditional
            else { continue }
            driver.context.isUnconditional = true
            guard driver.record.onDeadline == .fail else { continue }
            driver.leave(.fail(.deadlinePassed(lastError: driver.record.error)))
        }
    }
}

extension TransferRecord {
    /// The parts that a worker must know while the transfer waits.
    fileprivate var openTransfer: TransferStore.OpenTransfer {
        TransferStore.OpenTransfer(
            id: id, kind: kind, revision: revision, state: state, url: url,
            condition: condition, stability: stability, priority: priority,
            notBefore: notBefore, deadline: deadline, onDeadline: onDeadline, retryAt: retryAt,
            failedAt: progress.failedAt, reasons: reasons, errorCode: error?.code,
            job: job.map { job in
                Schedule.Candidate.Job(
                    isExclusive: job.details.isExclusive,
                    key: Schedule.Candidate.Job.key(key, in: session),
                    nextAt: job.nextAt, every: job.every, added: createdAt,
                    began: job.details.began)
            }, isUnconditional: job?.details.isUnconditional ?? false)
    }
}

extension WaitingReason {
    /// Creates the reason of a condition that does not hold.
    fileprivate init(_ reason: Verdict.Reason) {
        self.init(code: reason.code, detail: reason.waitingText)
    }
}
