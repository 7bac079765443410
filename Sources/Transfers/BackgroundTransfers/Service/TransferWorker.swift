// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
package import LinuxSystem
package import NetworkReachability

/// Performs the transfers of a store. There is one for a store, and it has one thread, which sleeps while there is nothing
/// to do.
///
/// ``Schedule`` decides which transfers start, and ``DownloadMachine``, ``UploadMachine`` or ``JobMachine`` what happens to each. The worker and
/// its drivers (``TransferDriver``, ``JobDriver``, ``CompletionDriver``) perform that: they follow the paths, exchange with servers, read and
/// write files, and keep the store up to date.
package final class TransferWorker {
    /// The settings by the owner of the worker.
    package struct Settings {
        /// The configuration.
        var configuration: Configuration
        /// Returns the current configuration; `nil` if it has not changed. It is called after each wait.
        var reread: () -> Configuration?
        /// Watches the files of the configuration and of the store.
        var files: FileWatch
        /// The name and version for servers.
        var userAgent: String
        /// The socket that the service manager listens on; `nil` to make one.
        var socket: Int32?
        /// Runs jobs, and completion commands and units; `nil` if they stay pending.
        var launcher: (any JobLauncher)?

        package init(
            _ configuration: Configuration = Configuration(), files: FileWatch = FileWatch(),
            userAgent: String, reread: @escaping () -> Configuration? = { nil },
            socket: Int32? = nil, launcher: (any JobLauncher)? = nil
        ) {
            self.configuration = configuration
            self.files = files
            self.userAgent = userAgent
            self.reread = reread
            self.socket = socket
            self.launcher = launcher
        }
    }

    /// The configuration for the network.
    package struct Configuration {
        /// The path to the internet.
        var question: PathQuestion
        /// The check whether the internet answers; `nil` to have NetworkManager check.
        var validation: Validation?

        /// The check of the path.
        struct Validation: Hashable {
            var check: PathMonitor.Validation
            /// Whether it is made only while NetworkManager does not check.
            var isFallback: Bool
        }

        /// - Parameters:
        ///   - question: the path to the internet.
        ///   - validation: the check whether the internet answers; `nil` to have NetworkManager check.
        ///   - isFallback: whether to make that check only while NetworkManager does not check.
        package init(
            question: PathQuestion = PathQuestion(), validation: PathMonitor.Validation? = nil,
            isFallback: Bool = false
        ) {
            self.question = question
            self.validation = validation.map { Validation(check: $0, isFallback: isFallback) }
        }
    }

    let store: TransferStore
    /// Watches the files of the configuration and of the store while the worker waits.
    package var files: FileWatch { settings.files }
    /// Exchanges with the servers of transfers; `nil` while there was no transfer.
    private(set) var engine: HTTPEngine?
    /// Follows the conditions of transfers and jobs, and says whether they hold.
    var conditions: ConditionTracker
    /// The check whether the internet answers; `nil` if NetworkManager checks.
    private var validation: Configuration.Validation?
    var schedule = Schedule()
    /// The transfers that run.
    var drivers: [Transfer.ID: any TransferDriver] = [:]
    /// The transfers whose path has changed since their last attempt.
    var elsewhere: Set<Transfer.ID> = []
    /// The store's revision up to which all changes are known.
    var revision: Int64 = 0
    var isHeld = false
    /// Whether the schedule must decide again.
    var isDecisionDue = true
    let proxies = ProxyEnvironment.process
    /// Runs the completion actions; `nil` if they stay pending in the store.
    let completions: CompletionDriver?
    /// Runs jobs; `nil` if they stay pending in the store.
    private(set) var jobs: JobDriver?
    /// Whether commands can be started.
    var startsJobs = false
    private var beginsMoreJobs = true
    let disk: DiskWork
    let server: ProgressServer
    let settings: Settings
    private let storeFiles: FileWatch.Subject
    /// Becomes ready when the clock was set, or the machine slept, so that the worker must check its times again. If
    /// the system has no such timer, the worker checks them each minute while it waits for one.
    private let clockWatch: SuspendWatch?
    /// The offset of the clock at the last check, where there is no ``clockWatch``.
    private var clockOffset = ClockOffset.current
    /// When the worker removes the remains of transfers that ended long ago, in milliseconds since 1970.
    var nextCleaning = RealTimeClock.milliseconds + TransferWorker.day
    /// When the schedule decides again although nothing has happened, in milliseconds since 1970.
    private var nextDecision: Int64?
    private(set) var isEnding = false
    /// Why the worker cannot go on.
    var failure: (any Error)?
    /// Released last, when all else that uses the store is gone.
    private let lock: WorkerLock

    /// Prepares the work on a store.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - lock: the lock of the store's worker, which is held as long as this object lives.
    ///   - settings: the settings by the owner.
    package init(_ store: TransferStore, _ lock: WorkerLock, _ settings: Settings) throws {
        try PollSet.checkAvailability()
        self.store = store
        self.lock = lock
        self.settings = settings
        storeFiles = settings.files.add([store.location.writeAheadLog], seesWriting: true)
        let configuration = settings.configuration
        conditions = try ConditionTracker(
            configuration.question, validator: try Self.validator(configuration.validation),
            files: settings.files)
        validation = configuration.validation
        server = try ProgressServer(
            socket: settings.socket, at: store.location.workerSocket)
        // Without it, the worker checks the clock each minute.
        clockWatch = try? SuspendWatch()
        disk = try DiskWork()
        completions = settings.launcher.map { CompletionDriver(store, $0) }
        completions?.noteChanges = { [unowned self] in
            self.noteOwnChange(upTo: $0, count: $1)
        }
        jobs = settings.launcher.map { [unowned self] in JobDriver(self, $0) }
        startsJobs = settings.launcher?.isReady ?? false
        try readAll()
        if let failure { throw failure }
    }

    deinit { settings.launcher?.release() }

    /// Returns what exchanges with servers. The first transfer creates it: a worker of jobs alone needs neither libcurl nor
    /// libcrypto, which take 5 MiB.
    ///
    /// - Throws: ``SystemError`` if one of these cannot be loaded.
    @discardableResult
    func transferEngine() throws(SystemError) -> HTTPEngine {
        if let engine { return engine }
        let engine = try HTTPEngine(userAgent: settings.userAgent)
        // Where it is missing, no transfer begins, because none could be verified.
        try MessageDigest.load()
        self.engine = engine
        return engine
    }

    /// The number of the last event that is stored.
    ///
    /// 0 if the store cannot be read. The next access to it ends the worker with that error.
    var lastSequence: Int64 { (try? store.lastSequence()) ?? 0 }

    /// Milliseconds since 1970.
    var now: Int64 { RealTimeClock.milliseconds }

    /// Whether no transfer waits or runs, and no completion command has to run. Paused transfers do not count, nor jobs
    /// that wait for their next period.
    package var isEmpty: Bool {
        schedule.isEmpty(now: now) && drivers.isEmpty && jobs?.isEmpty ?? true
            && completions?.isEmpty ?? true
    }

    /// Whether a periodic job waits, for its conditions or for its next period. ``isEmpty`` does not tell.
    package var hasPeriodicJobs: Bool { schedule.hasPeriodicJobs }

    /// Whether the command of a job runs. It ends with this process, and the next worker runs it again.
    package var runsJobs: Bool { !(jobs?.isEmpty ?? true) }

    /// Starts no further job. Running jobs and transfers go on.
    package func beginNoMoreJobs() { beginsMoreJobs = false }

    /// Whether all transfers have been stopped after ``end()``.
    var hasEnded: Bool { isEnding && drivers.isEmpty && jobs?.isEmpty ?? true }

    /// Whether a completion command runs. It ends with this process, and the next worker runs it again, unless its transfer
    /// was retried meanwhile.
    package var isNotifying: Bool { completions?.isRunning ?? false }

    /// Stops all transfers at a checkpoint. ``hasEnded`` says when that is done.
    func end() {
        guard !isEnding else { return }
        isEnding = true
        for driver in Array(drivers.values) { driver.leave(.requeued) }
        jobs?.end()
    }

    /// Stops all transfers at a checkpoint, and waits for that, but no longer than 4.5 seconds.
    ///
    /// - Parameters:
    ///   - interest: a descriptor that also ends each wait, so that `isUrgent` is called again; `nil` for none.
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
        if let engine { ready.add(PollSet.Interest(engine.descriptor, reads: true)) }
        if let socket = server.descriptor { ready.add(PollSet.Interest(socket, reads: true)) }
        ready.add(PollSet.Interest(disk.descriptor, reads: true))
        if let clockWatch { ready.add(PollSet.Interest(clockWatch.descriptor, reads: true)) }
        if let launcher = settings.launcher {
            ready.add(PollSet.Interest(launcher.descriptor, reads: true))
        }
        conditions.wait(for: &ready, until: end(after: milliseconds))
        // First the network: a connection that begins to cost is closed before anything else is read.
        if let configuration = settings.reread() {
            let isSame = configuration.validation == validation
            validation = configuration.validation
            conditions.reconfigure(
                configuration.question,
                validator: isSame ? nil : try Self.validator(configuration.validation))
            networkChanged()
        }
        if conditions.receive(ready) { networkChanged() }
        if try readClock(ready) { clockWasSet() }
        engine?.perform()
        disk.receive { drivers[$0] }
        let clients = server.receive()
        for client in clients {
            for driver in drivers.values {
                server.send(driver, sequence: lastSequence, now: now, to: client)
            }
        }
        // A program that connects has changed the store, which inotify may not have reported yet.
        if settings.files.readChange(of: storeFiles) || !clients.isEmpty { readChanges() }
        tendDrivers()
        tendJobs()
        attempt { try completions?.tend(now: now, isEnding: isEnding) }
        if nextCleaning <= now {
            nextCleaning = now + Self.day
            try removeLeftovers()
        }
        if let failure { throw failure }
        return Set(others.map(\.descriptor).filter { ready.contains($0) })
    }

    /// In milliseconds.
    static let day: Int64 = 86_400_000

    /// When the wait ends at the latest, by ``MonotonicClock``; `nil` for no end.
    ///
    /// - Parameter milliseconds: how long its caller waits at most; `nil` for no limit.
    private func end(after milliseconds: Int64?) -> Int64? {
        let (wall, monotonic) = (now, MonotonicClock.milliseconds)
        var times = [
            milliseconds.map { monotonic + $0 }, engine?.due, conditions.due,
            settings.launcher?.due,
        ]
        // The others are times of day.
        var dates: [Int64?] = []
        if !isEnding { dates += [nextDecision, completions?.due] }
        for driver in drivers.values {
            dates.append(driver.due)
            if !driver.context.isUnconditional { dates.append(driver.record.deadline) }
        }
        dates += jobs?.deadlines ?? []
        if clockWatch == nil, dates.contains(where: { $0 != nil }) {
            times.append(monotonic + ClockOffset.interval)
        }
        if !isEnding { dates.append(nextCleaning) }
        times += dates.map { $0.map { $0 - wall + monotonic } }
        return times.compactMap(\.self).min()
    }

    /// Returns whether the clock was set, or the machine slept, since the last call.
    private func readClock(_ ready: borrowing PollSet) throws -> Bool {
        if let clockWatch {
            guard ready.contains(clockWatch.descriptor) else { return false }
            _ = try clockWatch.read()
            return true
        }
        return clockOffset.update(.current)
    }

    /// Does work with the store. Its first error ends the worker.
    func attempt(_ work: () throws -> Void) {
        do { try work() } catch { failure = failure ?? error }
    }

    /// Lets the schedule decide, if anything has changed.
    private func decide() {
        guard !isEnding else { return }
        if let time = nextDecision, time <= now { isDecisionDue = true }
        guard isDecisionDue else { return }
        isDecisionDue = false
        let now = now
        nextDecision = carryOut(
            schedule.decide(
                now: now, isHeld: isHeld, startsJobs: startsJobs, beginsMoreJobs: beginsMoreJobs
            ) { number, isUnconditional in
                gate(number, isUnconditional: isUnconditional, now: now)
            })
    }

    /// Returns the validator that finds out whether the internet answers.
    private static func validator(
        _ validation: Configuration.Validation?
    ) throws -> PathValidator {
        let prober = try validation.map { try TaskProber($0.check.probe) }
        return PathValidator(
            .init(prober, isFallback: validation?.isFallback ?? true),
            validation?.check.rules ?? .init())
    }
}
