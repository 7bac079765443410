// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HTTPEngine
package import LinuxSystem
package import NetworkReachability

/// Performs the transfers of a store. There is one for a store, and it has one thread, which sleeps while there is nothing
/// to do.
///
/// What happens to a transfer is decided by ``DownloadMachine``, and which transfers start by ``Schedule``. The worker
/// carries it out: it follows the paths, exchanges with servers, writes files, and keeps the store up to date.
package final class TransferWorker {
    /// What the worker is told by its owner.
    package struct Settings {
        /// What the configuration says of the path to the internet.
        package var question: PathQuestion
        /// Returns what the configuration says now; `nil` if that has not changed. It is called after each wait.
        package var reread: () -> PathQuestion?
        /// Watches the files of the configuration and of the store.
        package var files: FileWatch
        /// The name and version for servers.
        package var userAgent: String
        /// The socket that the service manager listens on; `nil` to make one.
        package var socket: Int32?
        /// Runs commands and units that are told of an end; `nil` if nothing is told.
        package var launcher: (any DeliveryLauncher)?

        package init(
            question: PathQuestion = PathQuestion(), files: FileWatch = FileWatch(),
            userAgent: String, reread: @escaping () -> PathQuestion? = { nil },
            socket: Int32? = nil, launcher: (any DeliveryLauncher)? = nil
        ) {
            self.question = question
            self.files = files
            self.userAgent = userAgent
            self.reread = reread
            self.socket = socket
            self.launcher = launcher
        }
    }

    let store: TransferStore
    let engine: HTTPEngine
    var gates: PathGates
    var schedule = Schedule()
    /// The downloads that run.
    var runs: [Transfer.ID: DownloadRun] = [:]
    /// The transfers whose path has changed since their last attempt.
    var elsewhere: Set<Transfer.ID> = []
    /// The store's revision up to which all changes are known.
    var revision: Int64 = 0
    var isHeld = false
    /// Whether the schedule must decide again.
    var isDecisionDue = true
    let proxies = ProxyEnvironment.process
    var servers: [String: Int] = [:]
    var deliveries: DeliveryDesk
    var launcher: (any DeliveryLauncher)? { settings.launcher }
    /// Where programs connect; `nil` if the service manager listens there for the next worker.
    private let server: LocalServer?
    private let settings: Settings
    private let storeFiles: FileWatch.Subject
    private let disk: BackgroundThread
    /// Computes digests, which takes minutes for large files, while others sync.
    private let digests: BackgroundThread
    private let diskResults = Lock<[DiskResult]>([])
    private let diskDone: WakeUpEvent
    /// Tells when the clock was set, or the machine slept, so that times must be looked at again.
    private let clockWatch: SuspendWatch
    /// When what is left of transfers that ended long ago is removed, in milliseconds since 1970.
    private var nextCleaning = RealTimeClock.milliseconds + TransferWorker.day
    /// When the schedule decides again although nothing has happened, in milliseconds since 1970.
    private var nextDecision: Int64?
    private(set) var isEnding = false
    /// Why the worker cannot go on.
    var failure: (any Error)?

    /// What the background thread has done.
    private struct DiskResult: Sendable {
        let id: Transfer.ID
        let token: String
        let body: @Sendable (TransferWorker, DownloadRun) -> Void
    }

    /// Prepares the work on a store.
    ///
    /// - Parameter store: the store. The caller holds the lock of its worker.
    package init(_ store: TransferStore, _ settings: Settings) throws {
        self.store = store
        self.settings = settings
        engine = try HTTPEngine(userAgent: settings.userAgent)
        storeFiles = settings.files.add([store.location.writeAheadLog], seesWriting: true)
        gates = try PathGates(settings.question, files: settings.files)
        server =
            if let socket = settings.socket {
                try LocalServer(listening: socket)
            } else if try LocalClient(connectingTo: store.location.workerSocket) != nil {
                // This process is the only worker, so it is the service manager that listens. Its socket must stay.
                nil
            } else {
                try LocalServer(at: store.location.workerSocket)
            }
        diskDone = try WakeUpEvent()
        clockWatch = try SuspendWatch()
        disk = try BackgroundThread(name: "transfer-disk")
        digests = try BackgroundThread(name: "transfer-digest")
        deliveries = DeliveryDesk(isUsed: settings.launcher != nil)
        try readAll()
    }

    /// Milliseconds since 1970.
    var now: Int64 { RealTimeClock.milliseconds }

    /// Whether nothing waits, runs, or is to be told. Paused transfers do not count.
    package var isEmpty: Bool {
        schedule.count == 0 && runs.isEmpty && deliveries.isEmpty
    }

    /// Whether all transfers have been stopped after ``end()``.
    package var hasEnded: Bool { isEnding && runs.isEmpty }

    /// Whether a command that is told of an end runs. It dies with this process, and is run again by the next worker.
    package var isTelling: Bool { deliveries.isRunning }

    /// Stops all transfers at a checkpoint. ``hasEnded`` tells when that is done.
    package func end() {
        guard !isEnding else { return }
        isEnding = true
        for run in Array(runs.values) { perform(run.machine.leave(.yield, now: now), run) }
    }

    /// Stops all transfers at a checkpoint, and waits for that, but no longer than 4.5 seconds.
    ///
    /// - Parameters:
    ///   - interest: what may ask for more haste; `nil` for nothing.
    ///   - isUrgent: returns whether the worker is to end at once.
    /// - Throws: what makes it impossible to go on: the store cannot be used.
    package func end(beside interest: PollSet.Interest?, isUrgent: () -> Bool = { false }) throws {
        end()
        let limit = MonotonicClock.milliseconds + Self.patience
        while !hasEnded, !isUrgent() {
            let rest = limit - MonotonicClock.milliseconds
            guard rest > 0 else { return }
            _ = try turn(beside: [interest].compactMap(\.self), milliseconds: rest)
        }
    }

    /// The time for the checkpoints at the end, in milliseconds. The process has five seconds for all.
    private static let patience: Int64 = 4500

    /// Waits until there is something to do, and does it.
    ///
    /// - Parameters:
    ///   - others: what else ends the wait.
    ///   - milliseconds: how long to wait at most; `nil` for no end.
    /// - Returns: which of the others are ready.
    /// - Throws: what makes it impossible to go on: the store cannot be used.
    package func turn(
        beside others: [PollSet.Interest] = [], milliseconds: Int64? = nil
    ) throws -> Set<Int32> {
        decide()
        var ready = PollSet()
        for other in others { ready.add(other) }
        ready.add(PollSet.Interest(engine.descriptor, reads: true))
        if let server { ready.add(PollSet.Interest(server.descriptor, reads: true)) }
        ready.add(PollSet.Interest(diskDone.descriptor, reads: true))
        ready.add(PollSet.Interest(clockWatch.descriptor, reads: true))
        if let launcher = settings.launcher {
            ready.add(PollSet.Interest(launcher.descriptor, reads: true))
        }
        gates.wait(for: &ready, milliseconds: patience(milliseconds))
        // The network goes first: what begins to cost is closed before anything else is read.
        if let question = settings.reread() {
            gates.reconfigure(question)
            networkChanged()
        }
        if gates.receive(ready) { networkChanged() }
        if ready.contains(clockWatch.descriptor) {
            _ = try clockWatch.read()
            clockWasSet()
        }
        engine.perform()
        receiveDiskResults()
        let clients = server?.receive() ?? []
        for client in clients { greet(client) }
        // Whoever connects has changed the store, which inotify may not have told yet.
        if settings.files.readChange(of: storeFiles) || !clients.isEmpty { readChanges() }
        tendRuns()
        tendDeliveries()
        if nextCleaning <= now {
            nextCleaning = now + Self.day
            try removeLeftovers()
        }
        if let failure { throw failure }
        return Set(others.map(\.descriptor).filter { ready.contains($0) })
    }

    /// In milliseconds.
    private static let day: Int64 = 86_400_000

    private func patience(_ milliseconds: Int64?) -> Int32? {
        let wall = now
        let monotonic = MonotonicClock.milliseconds
        var times = [milliseconds]
        times.append(engine.due.map { $0 - monotonic })
        times.append(gates.due.map { $0 - monotonic })
        if !isEnding {
            times.append(nextDecision.map { $0 - wall })
            times.append(nextCleaning - wall)
            times.append(deliveries.due.map { $0 - wall })
        }
        for run in runs.values {
            times.append(run.machine.due.map { $0 - wall })
            if !run.isUnconditional {
                times.append(run.machine.record.deadline.map { $0 - wall })
            }
        }
        return times.compactMap(\.self).min().map { Int32(clamping: max(0, $0)) }
    }

    /// Has the schedule decide, if anything has changed.
    private func decide() {
        guard !isEnding else { return }
        if let time = nextDecision, time <= now { isDecisionDue = true }
        guard isDecisionDue else { return }
        isDecisionDue = false
        let now = now
        nextDecision = carryOut(
            schedule.decide(now: now, isHeld: isHeld) { number, isUnconditional in
                gates.state(of: number, isUnconditional: isUnconditional, now: now)
            })
    }

    // MARK: - The disk

    /// Does work that waits for the disk, and continues with a run when it is done.
    ///
    /// - Parameters:
    ///   - isLong: whether the work may take minutes.
    ///   - failed: what follows if it fails.
    func onDisk<Value: Sendable>(
        _ run: DownloadRun,
        isLong: Bool = false,
        _ work: @escaping @Sendable () throws(FileFailure) -> Value,
        then body: @escaping @Sendable (TransferWorker, DownloadRun, Value) -> Void,
        failed: @escaping @Sendable (TransferWorker, DownloadRun, FileFailure) -> Void = {
            $0.perform($1.machine.failed($2, now: $0.now), $1)
        }
    ) {
        let (id, token) = (run.id, run.token)
        let (results, done) = (diskResults, diskDone)
        (isLong ? digests : disk).perform {
            let result: DiskResult
            do throws(FileFailure) {
                let value = try work()
                result = DiskResult(id: id, token: token) { body($0, $1, value) }
            } catch {
                let failure = error
                result = DiskResult(id: id, token: token) { failed($0, $1, failure) }
            }
            results.withLock { $0.append(result) }
            done.wake()
        }
    }

    private func receiveDiskResults() {
        diskDone.reset()
        let results = diskResults.withLock { results in
            defer { results = [] }
            return results
        }
        for result in results {
            guard let run = runs[result.id], run.token == result.token else { continue }
            result.body(self, run)
        }
    }

    // MARK: - Those who watch

    /// Tells a program that has connected how far the transfers are.
    private func greet(_ client: LocalServer.Client) {
        for run in runs.values { server?.send(progress(of: run), to: client) }
    }

    /// Tells all programs that are connected how far a transfer is, at most four times a second.
    func tellProgress(of run: DownloadRun) {
        guard run.meter.measure(run.machine.received, at: MonotonicClock.milliseconds),
            let server, !server.clients.isEmpty
        else { return }
        let message = progress(of: run)
        for client in server.clients { server.send(message, to: client) }
    }

    private func progress(of run: DownloadRun) -> [UInt8] {
        var transfer = Transfer(run.machine.record, rate: run.meter.bytesPerSecond)
        transfer.bytesDone = run.machine.received
        // A query may be a secret, and whoever listens knows the address by the number.
        transfer.url = String(transfer.url.prefix { $0 != "?" && $0 != "#" })
        let event = TransferEvent(
            sequence: (try? store.lastSequence()) ?? 0, time: .init(milliseconds: now),
            event: .progress,
            detail: nil, transfer: transfer)
        var json = TransferJSON()
        json.append(event)
        return json.bytes
    }
}
