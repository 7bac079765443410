// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import LinuxSystem

/// Runs the commands and units that wait for the end of transfers, and stores how they ended.
final class CompletionDriver {
    /// The number of bytes of a value that a variable holds at most. The kernel takes 128 KiB (`MAX_ARG_STRLEN`).
    private static let limit = 64 << 10

    /// Gets the last revision and the number of changes that the driver has stored.
    var noteChanges: (_ last: Int64, _ count: Int) -> Void = { _, _ in }
    private let store: TransferStore
    private let launcher: any JobLauncher
    private var pending = PendingCompletions()
    private let folder: SecretsFolder
    /// The files with the long values of each run of a command. The next worker removes those of a worker that was
    /// killed (``TransferStore/reconcileSecrets()``).
    private var files: [Int: [String]] = [:]
    private var failure: (any Error)?

    init(_ store: TransferStore, _ launcher: any JobLauncher) {
        self.store = store
        self.launcher = launcher
        folder = SecretsFolder(location: store.location)
    }

    /// Whether no completion is pending.
    var isEmpty: Bool { pending.isEmpty }
    /// Whether an action runs.
    var isRunning: Bool { pending.isRunning }
    /// When ``tend(now:isEnding:)`` must be called, in milliseconds since 1970; `nil` if nothing is due.
    var due: Int64? { launcher.isReady ? pending.due : nil }

    func clockWasSet(now: Int64) { pending.clockWasSet(now: now) }

    /// Finds the completions that are pending.
    func addAll(now: Int64) throws {
        for completion in try store.completions() { try add(completion) }
        // The clock may have been set while no worker ran.
        pending.clockWasSet(now: now)
    }

    /// Finds out whether a completion is pending for a transfer that has ended, or for its group.
    func add(_ id: Transfer.ID) throws {
        if let completion = try store.completion(of: id) { try add(completion) }
    }

    /// Forgets the completion of a transfer that was resumed.
    func remove(_ id: Transfer.ID) { pending.remove(id) }

    private func add(_ completion: TransferStore.Completion) throws {
        guard completion.isNotified else { return pending.add(completion.members) }
        // The members of a group need no notification of their own, so their secrets are removed.
        var records = completion.members.filter(\.completion.isPending)
        for position in records.indices { records[position].completion.isDone = true }
        try settle(records)
    }

    /// Stores records that need no notification any more. One that another process has changed meanwhile is settled with
    /// the next completion.
    private func settle(_ records: [TransferRecord]) throws {
        if let saved = try store.saveEnded(records) { noteChanges(saved.revision, saved.count) }
    }

    /// Starts the actions that are due. Their ends are stored when the launcher reports them.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - isEnding: whether nothing starts any more.
    func tend(now: Int64, isEnding: Bool) throws {
        var started = isEnding || !launcher.isReady ? [] : pending.start(now: now)
        while !started.isEmpty {
            let notification = started.removeFirst()
            let (transfer, run) = (notification.notifyingTransfer, notification.run)
            if withdrawOutdated(notification) {
                started += pending.start(now: now)
                continue
            }
            // A command runs at least once, also without its environment.
            let secrets = (try? store.secrets(of: transfer)) ?? nil
            do {
                let request = JobRequest(
                    unit: notification.action.unit, command: notification.action.command,
                    environment: secrets?.variables ?? [],
                    variables: try write(notification.variables, of: run))
                launcher.start(request) { [weak self] in self?.end(run, $0) }
            } catch {
                end(run, JobEnd(.failed("\(error)", code: nil)))
            }
        }
        if let failure { throw failure }
    }

    /// Withdraws a notification whose group has grown since it was added. The notification about the whole group, once that
    /// has ended, takes its place.
    ///
    /// - Returns: whether the notification was withdrawn.
    private func withdrawOutdated(_ notification: PendingCompletions.Notification) -> Bool {
        guard notification.notifyingTransfer.group != nil else { return false }
        let current = Result { try store.completion(of: notification.notifyingTransfer.id) }
        if case .success(let completion?) = current,
            completion.members.map(\.id) == notification.records.map(\.id)
        {
            return false
        }
        pending.withdraw(notification.run)
        do {
            if let completion = try current.get() { try add(completion) }
        } catch {
            failure = failure ?? error
        }
        return true
    }

    private func end(_ run: Int, _ end: JobEnd) {
        folder.remove(files.removeValue(forKey: run) ?? [])
        let now = RealTimeClock.milliseconds
        let records = pending.ended(end, of: run, now: now, chance: .random(in: 0...1))
        guard let notifying = records.first else { return }
        do {
            try save(notifying, [TransferEvent.Note(.delivered, end.detail)], now: now)
            try settle(Array(records.dropFirst()))
            if notifying.completion.isDone, notifying.group != nil { try add(notifying.id) }
        } catch {
            failure = failure ?? error
        }
    }

    /// Stores a transfer that has ended, after its action has run.
    private func save(
        _ record: TransferRecord, _ notes: [TransferEvent.Note], now: Int64
    ) throws {
        switch try store.save(record, notes, now: now) {
        case .saved(let saved):
            noteChanges(saved.revision, 1)
            pending.stored(saved)
        case .newer(var newer):
            // It may be acknowledged. If it was tried again, its next end has a notification of its own.
            guard newer.endedAt == record.endedAt else { return pending.remove(record.id) }
            newer.completion = record.completion
            try save(newer, notes, now: now)
        case .taken, .gone: break
        }
    }

    /// Writes the values that are too long for the environment to files.
    ///
    /// - Parameters:
    ///   - variables: the variables.
    ///   - run: the run of the command that gets them.
    /// - Returns: the variables for the command.
    private func write(
        _ variables: [JobRequest.Variable], of run: Int
    ) throws(StoreError) -> [JobRequest.Variable] {
        var short: [JobRequest.Variable] = []
        for variable in variables {
            guard let fileName = variable.fileName, variable.value.utf8.count > Self.limit else {
                short.append(variable)
                continue
            }
            let name = try folder.write([Array(variable.value.utf8)])[0]
            files[run, default: []].append(name)
            short.append(.init(fileName, folder.path(of: name)))
        }
        return short
    }
}

extension TransferSecrets {
    /// The variables of the environment.
    var variables: [[UInt8]] {
        (environment.map { Array($0) } ?? []).split(separator: 0).map(Array.init)
    }
}
