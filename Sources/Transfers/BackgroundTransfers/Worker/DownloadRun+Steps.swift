// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// Carries out what the machine of a download decides, and hands it the results.
extension DownloadRun {
    func perform(_ steps: [DownloadStep]) {
        for step in steps {
            do throws(FileError) {
                guard try perform(step) else { break }
            } catch {
                fail(error)
                break
            }
        }
        worker.forgetIfIdle(self)
    }

    /// - Returns: whether the next step is still wanted.
    private func perform(_ step: DownloadStep) throws(FileError) -> Bool {
        switch step {
        case .save(let notes): return worker.save(notes, self)
        case .inspect(let partial):
            let finding = try PartialFiles.inspect(partial, total: record.bytesTotal)
            switch finding {
            case .present: file = try PartialFiles.open(partial)
            case .unproven: file = try PartialFiles.openNamed(partial)
            case .committed, .missing: break
            }
            perform(machine.inspected(finding, now: now))
        case .request(let request): send(request)
        case .disconnect: worker.disconnect(self)
        case .create(let partial, let length):
            let file = try PartialFiles.create(
                partial, length: length, overwrites: record.overwrites)
            self.file = file
            perform(machine.created(file.identity, now: now))
        case .resize(let length): try resize(to: length)
        case .sync(let offset): sync(upTo: offset)
        case .verify(let digests, let length): verify(digests, length)
        case .stopVerifying:
            // Work that has begun ends soon, and says whether the bytes are synced: the kernel reports a failure of the disk
            // only to the first sync after it.
            if verification?.cancel() != true { perform(machine.gaveUpVerifying(now: now)) }
        case .commit(let partial, let mode, let overwrites, let mayBeTaken):
            machine.commitBegan()
            commit(partial, mode, overwrites, mayBeTaken)
        case .remove(let partial):
            file = nil
            // The next worker looks for a file that cannot be removed now.
            try? PartialFiles.remove(partial)
        }
        return true
    }

    private func send(_ request: DownloadMachine.Request) {
        let own = request.resumption?.headers ?? [(name: "Accept-Encoding", value: "identity")]
        let given = context.fields(isTrusted: request.isTrusted)
        worker.send(self, to: request.redirection, isTrusted: request.isTrusted) { message in
            message.fields = given + own
            message.receiveRateLimit = record.limitRate
        }
    }

    private func resize(to length: Int64) throws(FileError) {
        written = length
        do throws(SystemError) {
            try file?.resize(to: length)
            if let total = record.bytesTotal, context.exchange != nil || length > 0 {
                try file?.reserve(upTo: total)
            }
        } catch {
            throw FileError(error)
        }
    }

    private func sync(upTo offset: Int64) {
        guard let file else { return }
        let epoch = machine.epoch
        worker.disk.perform(self) { () throws(FileError) in
            do throws(SystemError) { try file.sync() } catch { throw FileError(error) }
        } then: { run, _ in
            run.perform(run.machine.synced(offset, epoch: epoch, now: run.now))
            guard run.isPaused, !run.machine.awaitsDisk else { return }
            run.isPaused = false
            if let exchange = run.context.exchange { run.worker.engine.resume(exchange) }
        } failed: { run, failure in
            run.perform(run.machine.syncFailed(failure, now: run.now))
        }
    }

    private func verify(_ digests: [ContentDigest], _ length: Int64) {
        guard let file else { return }
        let verification = Cancellation()
        self.verification = verification
        worker.disk.perform(self, isLong: true) { () throws(FileError) -> DigestFinding? in
            guard verification.begin() else { return nil }
            return try PartialFiles.verify(file, digests, length: length) {
                verification.isCancelled
            }
        } then: { run, finding in
            if let finding { run.perform(run.machine.verified(finding, now: run.now)) }
        } failed: {
            $0.fail($1)
        }
    }

    private func commit(
        _ partial: TransferRecord.Partial, _ mode: UInt16, _ overwrites: Bool, _ mayBeTaken: Bool
    ) {
        guard let file else { return }
        worker.disk.perform(self) { () throws(FileError) in
            try PartialFiles.commit(
                file, partial, mode: mode, overwrites: overwrites, mayBeTaken: mayBeTaken)
        } then: { run, _ in
            run.perform(run.machine.committed(now: run.now))
        } failed: {
            $0.fail($1)
        }
    }
}
