// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem

/// A download that runs.
final class DownloadRun: TransferRun {
    let context: RunContext
    var machine: DownloadMachine
    /// The partial file; `nil` before it is open.
    var file: PartialFile?
    /// Gives up the digests that are being computed; `nil` if there are none.
    var verification: Cancellation?
    /// Whether the exchange is paused because the disk is slower than the network.
    var isPaused = false
    /// Up to where the kernel was asked to write.
    var written: Int64 = 0

    init(_ record: TransferRecord, _ context: RunContext) {
        self.context = context
        machine = DownloadMachine(
            record, origin: context.url.ruledOrigin, token: context.token)
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
            worker.engine.pause(exchange)
        }
        worker.tellProgress(of: self)
    }

    /// The number of bytes after which the kernel is asked to write, so that a sync is short.
    private static let writeAhead: Int64 = 1 << 20

    func sent(_ count: Int64) {}
}
