// SPDX-License-Identifier: Apache-2.0

/// Ends are told to the commands and units that wait for them.
extension TransferWorker {
    /// Finds out which ends are to be told.
    func noteEndings() {
        guard launcher != nil else { return }
        do { for ending in try store.endings() { try note(ending) } } catch {
            failure = failure ?? error
        }
        // It may have been set while no worker ran.
        deliveries.clockWasSet(now: now)
    }

    /// Finds out whether the end of a transfer is to be told, or that of its group.
    func noteEnding(of id: Transfer.ID) {
        guard launcher != nil else { return }
        do { if let ending = try store.ending(of: id) { try note(ending) } } catch {
            failure = failure ?? error
        }
    }

    private func note(_ ending: TransferStore.Ending) throws {
        if ending.isTold { try settle(ending) } else { deliveries.add(ending.members) }
    }

    /// Notes that nobody is to be told of the members of a group one by one, so that their secrets are removed.
    private func settle(_ ending: TransferStore.Ending) throws {
        var records = ending.members.filter { $0.delivery.hasListener && !$0.delivery.isDone }
        for position in records.indices { records[position].delivery.isDone = true }
        try settle(records)
    }

    /// Stores records of which nobody is to be told any more. If somebody has changed one meanwhile, that is settled with the
    /// next end.
    private func settle(_ records: [TransferRecord]) throws {
        guard let saved = try store.saveEnded(records) else { return }
        noteOwnChange(upTo: saved.revision, count: saved.count)
    }

    /// Starts deliveries whose time has come, and takes the results of others.
    func tendDeliveries() {
        guard let launcher else { return }
        for result in launcher.ended() { take(result) }
        guard !isEnding else { return }
        for (number, job) in deliveries.start(now: now) {
            let secrets = (try? store.secrets(of: job.records[job.teller])) ?? nil
            do throws(TransferStoreError) {
                let variables = try lists.write(job.variables, of: number)
                launcher.start(
                    DeliveryRequest(
                        number: number, unit: job.delivery.unit, command: job.delivery.command,
                        environment: secrets?.variables ?? [], variables: variables))
            } catch {
                take(DeliveryResult(number: number, exit: .failed(error.description)))
            }
        }
    }

    private func take(_ result: DeliveryResult) {
        lists.remove(result.number)
        let records = deliveries.ended(result, now: now, chance: .random(in: 0...1))
        guard let teller = records.first else { return }
        do {
            try save(teller, [TransferEvent.Note(.delivered, result.exit.detail)])
            try settle(Array(records.dropFirst()))
        } catch {
            failure = failure ?? error
        }
        if teller.delivery.isDone, teller.group != nil { noteEnding(of: teller.id) }
    }

    /// Stores the delivery of a transfer that has ended.
    private func save(_ record: TransferRecord, _ notes: [TransferEvent.Note]) throws {
        switch try store.save(record, notes, now: now) {
        case .saved(let saved):
            noteOwnChange(upTo: saved.revision, count: 1)
            deliveries.stored(saved)
        case .newer(var newer):
            // It may be acknowledged. If it was tried again, there is another end to be told.
            guard newer.endedAt == record.endedAt else { return deliveries.remove(record.id) }
            newer.delivery = record.delivery
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
