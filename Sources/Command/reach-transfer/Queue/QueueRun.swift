// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

extension Queue {
    /// `reach queue run`: the worker.
    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Perform the transfers and jobs in the foreground, until a signal.",
            discussion: """
                This command is needed only where systemd does not start reach-transfer.service. After 'systemctl \
                --user enable --now reach-transfer.socket reach-transfer.service', systemd starts it when there is a \
                transfer. One worker at a time performs the transfers of a queue.

                Exit codes: 0 nothing is left to do (--until-empty); 64 the command line is invalid; 69 the kernel's \
                netlink interface cannot be used, or the program reach-transfer is not installed; 74 the queue cannot \
                be used; 75 another worker runs; 78 the configuration file is invalid.

                \(examples)
                """
        )

        private static let examples = #"""
            Examples:
              Perform the transfers until a signal ends the program:
                reach queue run
              Show the journal of the transfer 7, which a user unit performs:
                journalctl --user REACH_TRANSFER=7
            """#

        @Flag(
            help: """
                Exit when no transfer or job waits or runs, and no command or unit must be started. Paused transfers and \
                periodic jobs between two periods do not count; held transfers and those with --not-before do. If another \
                worker runs, wait until then. Under systemd, stay for the periodic jobs, and for at least three seconds.
                """)
        var untilEmpty = false

        @Option(name: .customLong("config"), help: ConfigurationFile.help)
        var configurationFile = ConfigurationFile.standard

        @OptionGroup var stored: StoreOptions

        func run() throws {
            var place = stored.place
            place.configuration = configurationFile
            let activation = SocketActivation()
            // Before the other signals are blocked, so that commands start with the signal mask of this process.
            let launcher = try CommandLauncher()
            let signals = try SignalQueue([.terminate, .interrupt, .hangUp, .quit])
            do {
                let store = try place.openStore()
                repeat {
                    guard let lock = try acquire(store, signals, activation) else { continue }
                    let worker = try TransferWorker(
                        store, lock, place, launcher: launcher, socket: activation.socket)
                    let log = try JournalLog(store, worker.files)
                    ServiceManager.notify("READY=1")
                    try perform(worker, signals, log, activation)
                    // Something may have been added while the worker ended, and would be left without one.
                } while try activation.takeRequests() || store.hasOpenTransfers()
            } catch {
                let interest = PollSet.Interest(signals.descriptor, reads: true)
                _ = interest.isMet(
                    within: MonotonicClock.milliseconds(until: activation.earliestEnd))
                activation.takeRequests()
                throw error
            }
        }

        /// Performs transfers until a signal ends this process, or until nothing is left.
        private func perform(
            _ worker: TransferWorker, _ signals: borrowing SignalQueue, _ log: JournalLog?,
            _ activation: SocketActivation
        ) throws {
            let interest = PollSet.Interest(signals.descriptor, reads: true)
            while true {
                let isDone =
                    untilEmpty && worker.isEmpty
                    && !(Self.staysForPeriods && worker.hasPeriodicJobs)
                let rest = Int64(MonotonicClock.milliseconds(until: activation.earliestEnd))
                if isDone, rest == 0 { return }
                _ = try worker.turn(beside: [interest], milliseconds: isDone ? rest : nil)
                try log?.write()
                guard let signal = signals.next() else { continue }
                ServiceManager.notify("STOPPING=1")
                try worker.end(beside: interest) { signals.next() != nil }
                try log?.write()
                activation.takeRequests()
                signal.endThisProcess()
            }
        }

        /// Whether periodic jobs keep this process. Nothing else would start the service for the next period.
        private static var staysForPeriods: Bool { ServiceManager.isPresent }

        /// Becomes the worker.
        ///
        /// - Returns: `nil` if another process was, and nothing is left.
        private func acquire(
            _ store: TransferStore, _ signals: borrowing SignalQueue,
            _ activation: SocketActivation
        ) throws -> WorkerLock? {
            let patience = untilEmpty ? 0 : WorkerLock.patience
            switch try WorkerLock.acquire(store.location, patience: patience) {
            case .acquired(let lock): return lock
            case .taken(let process) where !untilEmpty:
                let name = process.map { "process \($0)" } ?? "another process"
                throw Failure(
                    "\(name) is the worker already; nothing is left to do here", exitCode: 75)
            case .taken: break
            }
            // The service manager does not wait for the other worker, which may need hours.
            ServiceManager.notify("READY=1")
            let turn = try WorkerLockWait(store.location)
            try PollSet.checkAvailability()
            let source = try EventSource(store, after: 0)
            while true {
                if let lock = try turn.take() { return lock }
                let isEmpty = try store.isEmpty(countsPeriods: Self.staysForPeriods)
                if isEmpty, activation.earliestEnd <= MonotonicClock.milliseconds { return nil }
                var ready = PollSet()
                source.add(to: &ready)
                ready.add(PollSet.Interest(turn.descriptor, reads: true))
                ready.add(PollSet.Interest(signals.descriptor, reads: true))
                let due = MonotonicClock.earlier(
                    source.due, isEmpty ? activation.earliestEnd : nil)
                ready.wait(milliseconds: due.map(MonotonicClock.milliseconds(until:)))
                source.receive(from: ready)
                if let signal = signals.next() {
                    activation.takeRequests()
                    signal.endThisProcess()
                }
            }
        }
    }
}

/// The socket by which systemd starts this process when a program connects (systemd.socket(5)).
///
/// systemd starts the service again as long as a program waits on the socket. After five starts within 10 seconds it closes
/// the socket (`StartLimitBurst=`), and jobs wait until the next log-in. So this process accepts all waiting programs
/// before it ends, and does not end sooner than 3 seconds after its start.
private struct SocketActivation {
    /// `nil` if systemd has not started this process, or has no socket for it.
    let socket: Int32?
    /// When this process ends at the earliest, unless it is stopped, by `MonotonicClock`.
    let earliestEnd: Int64

    init() {
        socket = ServiceManager.takeSocket()
        earliestEnd = socket == nil ? 0 : MonotonicClock.milliseconds + 3000
    }

    /// Accepts the programs that wait on the socket, and ends their connections.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    func takeRequests() -> Bool {
        guard let socket, let server = try? LocalServer(listening: socket) else { return false }
        return !server.receive().isEmpty
    }
}

/// Writes the events of a store to the system's journal, so that `journalctl REACH_TRANSFER=7` shows all events of a
/// transfer.
final class JournalLog {
    private let journal: Journal
    private let store: TransferStore
    private let files: FileWatch
    private let writing: FileWatch.Subject
    /// The number of the last event that was written.
    private var sequence: Int64

    /// The highest number of events that are read at once.
    private static let limit = 100

    /// - Parameters:
    ///   - store: whose events are written.
    ///   - files: watches the files of the worker. Its wait ends when the store is written.
    /// - Returns: `nil` if the journal does not get the standard error of this process.
    init?(_ store: TransferStore, _ files: FileWatch) throws {
        guard let journal = Journal(of: .error) else { return nil }
        self.journal = journal
        self.store = store
        self.files = files
        // The watch begins before the first read, so that nothing is missed.
        writing = files.add([store.location.writeAheadLog], seesWriting: true)
        sequence = try store.lastSequence()
    }

    /// Writes the new events.
    func write() throws {
        guard files.readChange(of: writing) else { return }
        var events: [TransferEvent]
        repeat {
            events = try store.events(after: sequence, limit: Self.limit)
            for event in events {
                write(event)
                sequence = event.sequence
            }
        } while events.count == Self.limit
    }

    private func write(_ event: TransferEvent) {
        let text = event.line(at: RealTimeClock.milliseconds)
        let isFailure = event.event == .failed
        var entry = JournalEntry(
            text, isFailure ? .transferFailure : .transfer, isFailure ? .warning : .information)
        entry.add("REACH_TRANSFER", "\(event.transfer.id.rawValue)")
        entry.add("REACH_EVENT", event.event.rawValue)
        entry.add("REACH_STATE", event.transfer.state.rawValue)
        if let error = event.transfer.error { entry.add("REACH_ERROR", error.code.rawValue) }
        // The store has the event all the same.
        _ = journal.send(entry)
    }
}
