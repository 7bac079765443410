// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// Performs what ``DownloadMachine`` decides.
final class DownloadDriver: TransferDriver {
    let context: DriverContext
    var machine: DownloadMachine
    /// The partial file; `nil` before it is open.
    var file: PartialFile?
    /// Gives up the digests that are being computed; `nil` if there are none.
    var verification: Cancellation?
    /// Whether the exchange is paused because the disk is slower than the network.
    var isPaused = false
    /// Up to where the kernel was asked to write.
    var written: Int64 = 0

    init(_ record: TransferRecord, _ context: DriverContext) {
        self.context = context
        machine = DownloadMachine(
            record, origin: context.url.origin, token: context.token)
    }

    var bytes: Int64 { machine.received }
    var due: Int64? { machine.due }

    func destinationTaken(by other: Transfer.ID) {
        let path = record.partial?.destination ?? ""
        fail(.exists("\(path): transfer \(other.rawValue) writes to it"))
    }

    func tend(now: Int64) { perform(machine.checkpointIsDue(now: now)) }

    func clockWasSet(now: Int64) { machine.clockWasSet(now: now) }

    /// Handles a step with a file that failed.
    func fail(_ failure: FileError) { perform(machine.failed(failure, now: now)) }

    // MARK: - The exchange

    func responded(_ response: ServerResponse) {
        context.meter = RateMeter(bytes: bytes, at: MonotonicClock.milliseconds)
        perform(machine.responded(response, now: now))
    }

    /// Writes content to the file.
    func received(_ bytes: RawSpan) {
        let count = bytes.byteCount
        guard machine.hasRoom(for: count), let file else {
            return perform(machine.overflowed(now: now))
        }
        do throws(SystemError) {
            try file.write(bytes, at: machine.received)
        } catch {
            return fail(FileError(error))
        }
        perform(machine.wrote(count, now: now))
        let received = machine.received
        if received - written >= Self.writeAhead {
            file.startWriting(from: written, count: received - written)
            written = received
        }
        if machine.awaitsDisk, let exchange = context.exchange {
            isPaused = true
            context.engine.pause(exchange)
        }
        sendProgress()
    }

    /// The driver requests a write of the kernel after this number of bytes, so that a sync is short.
    private static let writeAhead: Int64 = 1 << 20

    func sent(_ count: Int64) {}
}

// MARK: - Steps

extension DownloadDriver {
    func perform(_ steps: [DownloadMachine.Step]) {
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
    private func perform(_ step: DownloadMachine.Step) throws(FileError) -> Bool {
        switch step {
        case .save(let notes): return save(notes)
        case .inspect(let partial):
            let finding = try PartialFiles.inspect(partial, total: record.bytesTotal)
            switch finding {
            case .present: file = try PartialFiles.open(partial)
            case .unproven: file = try PartialFiles.openNamed(partial)
            case .committed, .missing: break
            }
            perform(machine.inspected(finding, now: now))
        case .request(let request): send(request)
        case .disconnect: disconnect()
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
        send(to: request.redirection, isTrusted: request.isTrusted) { message in
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
        } then: { driver, _ in
            driver.perform(driver.machine.synced(offset, epoch: epoch, now: driver.now))
            guard driver.isPaused, !driver.machine.awaitsDisk else { return }
            driver.isPaused = false
            if let exchange = driver.context.exchange { driver.context.engine.resume(exchange) }
        } failed: { driver, failure in
            driver.perform(driver.machine.syncFailed(failure, now: driver.now))
        }
    }

    private func verify(_ digests: [ContentDigest], _ length: Int64) {
        guard let file else { return }
        let verification = Cancellation()
        self.verification = verification
        worker.disk.perform(self, isLong: true) {
            () throws(FileError) -> PartialFiles.DigestResult? in
            guard verification.begin() else { return nil }
            return try PartialFiles.verify(file, digests, length: length) {
                verification.isCancelled
            }
        } then: { driver, finding in
            if let finding { driver.perform(driver.machine.verified(finding, now: driver.now)) }
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
        } then: { driver, _ in
            driver.perform(driver.machine.committed(now: driver.now))
        } failed: {
            $0.fail($1)
        }
    }
}
