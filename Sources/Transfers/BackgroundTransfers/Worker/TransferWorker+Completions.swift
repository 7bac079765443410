// SPDX-License-Identifier: Apache-2.0

/// The commands and units that wait for the end of transfers.
extension TransferWorker {
    /// Finds the notifications that are pending.
    func noteCompletions() {
        guard launcher != nil else { return }
        do { for completion in try store.completions() { try note(completion) } } catch {
            failure = failure ?? error
        }
        // It may have been set while no worker ran.
        notifier.clockWasSet(now: now)
    }

    /// Finds out whether a notification is pending for a transfer that has ended, or for its group.
    func noteCompletion(of id: Transfer.ID) {
        guard launcher != nil else { return }
        do { if let completion = try store.completion(of: id) { try note(completion) } } catch {
            failure = failure ?? error
        }
    }

    private func note(_ completion: TransferStore.Completion) throws {
        if completion.isNotified {
            try settle(completion)
        } else {
            notifier.add(completion.members)
        }
    }

    /// Notes that the members of a group need no notification of their own, so that their secrets are removed.
    private func settle(_ completion: TransferStore.Completion) throws {
        var records = completion.members.filter {
            $0.completion.isRequested && !$0.completion.isDone
        }
        for position in records.indices { records[position].completion.isDone = true }
        try settle(records)
    }

    /// Stores records that need no notification any more. One that another process has changed meanwhile is settled with
    /// the next completion.
    private func settle(_ records: [TransferRecord]) throws {
        guard let saved = try store.saveEnded(records) else { return }
        noteOwnChange(upTo: saved.revision, count: saved.count)
    }

    /// Starts the commands that are due, and takes the results of others.
    func tendCompletions() {
        guard let launcher else { return }
        for result in launcher.ended() { take(result) }
        guard !isEnding else { return }
        for (number, notification) in notifier.start(now: now) {
            // A command runs at least once, also without its environment.
            let secrets = (try? store.secrets(of: notification.notifyingTransfer)) ?? nil
            do {
                let variables = try completionFiles.write(notification.variables, of: number)
                launcher.start(
                    CompletionRequest(
                        number: number, unit: notification.action.unit,
                        command: notification.action.command,
                        environment: secrets?.variables ?? [], variables: variables))
            } catch {
                take(CompletionResult(number: number, exit: .failed("\(error)")))
            }
        }
    }

    private func take(_ result: CompletionResult) {
        completionFiles.remove(result.number)
        let records = notifier.ended(result, now: now, chance: .random(in: 0...1))
        guard let notifyingTransfer = records.first else { return }
        do {
            try save(notifyingTransfer, [TransferEvent.Note(.delivered, result.exit.detail)])
            try settle(Array(records.dropFirst()))
        } catch {
            failure = failure ?? error
        }
        if notifyingTransfer.completion.isDone, notifyingTransfer.group != nil {
            noteCompletion(of: notifyingTransfer.id)
        }
    }

    /// Stores a transfer that has ended, after its command has run.
    private func save(_ record: TransferRecord, _ notes: [TransferEvent.Note]) throws {
        switch try store.save(record, notes, now: now) {
        case .saved(let saved):
            noteOwnChange(upTo: saved.revision, count: 1)
            notifier.stored(saved)
        case .newer(var newer):
            // It may be acknowledged. If it was tried again, its next end has a notification of its own.
            guard newer.endedAt == record.endedAt else { return notifier.remove(record.id) }
            newer.completion = record.completion
            try save(newer, notes)
        case .taken, .gone: break
        }
    }
}

extension TransferSecrets {
    /// The variables of the environment.
    fileprivate var variables: [[UInt8]] {
        (environment.map { Array($0) } ?? []).split(separator: 0).map(Array.init)
    }
}
