// SPDX-License-Identifier: Apache-2.0

internal import DurableStore

/// Runs the completion actions of a store as ``CompletionMachine`` decides, and stores how they ended.
final class CompletionDriver {
    /// The number of bytes of a value that a variable holds at most. The kernel takes 128 KiB (`MAX_ARG_STRLEN`).
    private static let limit = 64 << 10

    /// Gets the last revision and the number of changes that the driver has stored.
    var noteChanges: (_ last: Int64, _ count: Int) -> Void = { _, _ in }
    private let store: TransferStore
    private let launcher: any CompletionLauncher
    private var machine = CompletionMachine()
    private let folder: SecretsFolder
    /// The files with the long values of each request that runs. The next worker removes those of a worker that was
    /// killed (``TransferStore/reconcileSecrets()``).
    private var files: [Int: [String]] = [:]

    init(_ store: TransferStore, _ launcher: any CompletionLauncher) {
        self.store = store
        self.launcher = launcher
        folder = SecretsFolder(location: store.location)
    }

    /// Whether no completion is pending.
    var isEmpty: Bool { machine.isEmpty }
    /// Whether an action runs.
    var isRunning: Bool { machine.isRunning }
    /// When ``tend(now:isEnding:)`` must be called, in milliseconds since 1970; `nil` if nothing is due.
    var due: Int64? { machine.due }
    /// A descriptor that is readable when an action may have ended.
    var descriptor: Int32 { launcher.descriptor }

    func clockWasSet(now: Int64) { machine.clockWasSet(now: now) }

    /// Finds the completions that are pending.
    func addAll(now: Int64) throws {
        for completion in try store.completions() { try add(completion) }
        // The clock may have been set while no worker ran.
        machine.clockWasSet(now: now)
    }

    /// Finds out whether a completion is pending for a transfer that has ended, or for its group.
    func add(_ id: Transfer.ID) throws {
        if let completion = try store.completion(of: id) { try add(completion) }
    }

    /// Forgets the completion of a transfer that was resumed.
    func remove(_ id: Transfer.ID) { machine.remove(id) }

    private func add(_ completion: TransferStore.Completion) throws {
        guard completion.isNotified else { return machine.add(completion.members) }
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

    /// Stores how actions have ended, and starts those that are due.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - isEnding: whether nothing starts any more.
    func tend(now: Int64, isEnding: Bool) throws {
        var failure: (any Error)?
        func end(_ number: Int, _ exit: CompletionAction.Exit) {
            do { try self.end(number, exit, now: now) } catch { failure = failure ?? error }
        }
        for (number, exit) in launcher.ended() { end(number, exit) }
        for (number, notification) in isEnding ? [] : machine.start(now: now) {
            // A command runs at least once, also without its environment.
            let secrets = (try? store.secrets(of: notification.notifyingTransfer)) ?? nil
            do {
                launcher.start(
                    CompletionAction.Request(
                        number: number, action: notification.action,
                        environment: secrets?.variables ?? [],
                        variables: try write(notification.variables, of: number)))
            } catch {
                end(number, .failed("\(error)"))
            }
        }
        if let failure { throw failure }
    }

    private func end(_ number: Int, _ exit: CompletionAction.Exit, now: Int64) throws {
        folder.remove(files.removeValue(forKey: number) ?? [])
        let records = machine.ended(exit, of: number, now: now, chance: .random(in: 0...1))
        guard let notifying = records.first else { return }
        try save(notifying, [TransferEvent.Note(.delivered, exit.detail)], now: now)
        try settle(Array(records.dropFirst()))
        if notifying.completion.isDone, notifying.group != nil { try add(notifying.id) }
    }

    /// Stores a transfer that has ended, after its action has run.
    private func save(
        _ record: TransferRecord, _ notes: [TransferEvent.Note], now: Int64
    ) throws {
        switch try store.save(record, notes, now: now) {
        case .saved(let saved):
            noteChanges(saved.revision, 1)
            machine.stored(saved)
        case .newer(var newer):
            // It may be acknowledged. If it was tried again, its next end has a notification of its own.
            guard newer.endedAt == record.endedAt else { return machine.remove(record.id) }
            newer.completion = record.completion
            try save(newer, notes, now: now)
        case .taken, .gone: break
        }
    }

    /// Writes the values that are too long for the environment to files.
    ///
    /// - Parameters:
    ///   - variables: the variables.
    ///   - number: the number of the request.
    /// - Returns: the variables for the command.
    private func write(
        _ variables: [CompletionAction.Variable], of number: Int
    ) throws(StoreError) -> [CompletionAction.Variable] {
        var short: [CompletionAction.Variable] = []
        for variable in variables {
            guard let fileName = variable.fileName, variable.value.utf8.count > Self.limit else {
                short.append(variable)
                continue
            }
            let name = try folder.write(Array(variable.value.utf8))
            files[number, default: []].append(name)
            short.append(.init(fileName, folder.path(of: name)))
        }
        return short
    }
}

extension TransferSecrets {
    /// The variables of the environment.
    fileprivate var variables: [[UInt8]] {
        (environment.map { Array($0) } ?? []).split(separator: 0).map(Array.init)
    }
}
