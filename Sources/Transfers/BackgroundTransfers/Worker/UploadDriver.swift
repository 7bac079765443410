// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// Performs what ``UploadMachine`` decides.
final class UploadDriver: TransferDriver {
    let context: DriverContext
    var machine: UploadMachine
    /// The file that is sent; `nil` before it is open.
    private var file: SourceFile?
    /// Gives up the digest that is being computed; `nil` if there is none.
    private var verification: Cancellation?
    /// The number of bytes of the answer's content, which is not used.
    private var answerLength = 0

    init(_ record: TransferRecord, _ upload: TransferRecord.Upload, _ context: DriverContext) {
        self.context = context
        machine = UploadMachine(record, upload, origin: context.url.origin)
    }

    var bytes: Int64 { machine.bytesSent }
    // The server's confirmations are the checkpoints.
    var due: Int64? { nil }

    func destinationTaken(by other: Transfer.ID) {
        preconditionFailure("an upload writes no file")
    }

    func tend(now: Int64) {}

    func clockWasSet(now: Int64) {}

    // MARK: - The exchange

    func responded(_ response: ServerResponse) { perform(machine.responded(response, now: now)) }

    func received(_ bytes: RawSpan) {
        answerLength += bytes.byteCount
        // A success counts as soon as its header is there. The rest of the answer does not change it.
        guard answerLength > Self.longestAnswer, machine.hasSentAll else { return }
        disconnect()
        perform(machine.ended(nil, now: now))
    }

    /// The number of bytes of an answer's content that are read, so that its connection can be used again.
    private static let longestAnswer = 1 << 20

    func sent(_ count: Int64) {
        machine.sent(count)
        sendProgress()
    }

    // MARK: - Steps

    func perform(_ steps: [UploadMachine.Step]) {
        for step in steps {
            guard perform(step) else { break }
        }
        worker.forgetIfIdle(self)
    }

    /// - Returns: whether the next step is still wanted.
    private func perform(_ step: UploadMachine.Step) -> Bool {
        switch step {
        case .save(let notes): return save(notes)
        case .open: open()
        case .verify(let digest): verify(digest)
        case .stopVerifying: verification?.cancel()
        case .request(let request): send(request)
        case .disconnect: disconnect()
        case .compare: compare()
        }
        return true
    }

    private func open() {
        do throws(SystemError) {
            let file = try SourceFile(opening: record.source ?? "")
            self.file = file
            perform(machine.opened(try file.version, now: now))
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: SystemError) { perform(machine.failed("\(error)", now: now)) }

    private func verify(_ digest: ContentDigest) {
        guard let file, let length = record.bytesTotal else { return }
        let verification = Cancellation()
        self.verification = verification
        worker.disk.perform(self, isLong: true) { () throws(FileError) in
            do throws(SystemError) {
                let found = try digest.algorithm.digest(length: length) {
                    (offset, limit) throws(SystemError) in
                    // An empty read ends the computation. The result of one that was given up is not used.
                    verification.isCancelled ? [] : try file.read(at: offset, limit: limit)
                }
                return found == digest.bytes
            } catch {
                throw .other("\(error)")
            }
        } then: { driver, isRight in
            driver.perform(driver.machine.verified(isRight: isRight, now: driver.now))
        } failed: { driver, failure in
            guard case .other(let message) = failure else { return }
            driver.perform(driver.machine.failed(message, now: driver.now))
        }
    }

    private func compare() {
        guard let file else { return }
        do throws(SystemError) {
            let (open, path) = (try file.version, try file.versionAtPath)
            perform(machine.compared(open, atPath: path, now: now))
        } catch {
            fail(error)
        }
    }

    private func send(_ request: UploadRequest) {
        answerLength = 0
        let fields = request.fields(of: record)
        let ownNames = Set(fields.own.map { $0.name.lowercased() })
        let given = context.fields(isTrusted: request.isTrusted).filter {
            !ownNames.contains($0.name.lowercased())
        }
        let givenNames = Set(given.map { $0.name.lowercased() })
        let defaults = fields.defaults.filter { !givenNames.contains($0.name.lowercased()) }
        context.meter = RateMeter(bytes: bytes, at: MonotonicClock.milliseconds)
        send(to: request.address, isTrusted: request.isTrusted) { message in
            message.method = HTTPRequest.Method(request.kind)
            message.fields = given + fields.own + defaults
            message.receiveRateLimit = record.limitRate
            message.sendRateLimit = record.limitRate
            if let file, let part = request.part {
                message.body = HTTPRequest.Body(
                    file, offset: part.offset, length: part.length,
                    awaitsPermission: request.awaitsPermission)
            }
        }
    }
}

extension HTTPRequest.Method {
    fileprivate init(_ kind: UploadRequest.Kind) {
        self =
            switch kind {
            case .options: .options
            case .creation, .post: .post
            case .offset: .head
            case .rest: .patch
            case .put: .put
            }
    }
}
