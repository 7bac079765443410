// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// Waits for the end of transfers or of a job, and shows their progress. Where there is no worker, this process becomes it.
final class TransferWait {
    private let options: AddingOptions
    private let place: TransferPlace
    private let store: TransferStore
    private let source: EventSource
    private let launcher: CommandLauncher
    private let signals: SignalQueue
    private var display: any TransferDisplay
    /// The transfers that are waited for, as they were seen last.
    private var transfers: [Transfer.ID: Transfer] = [:]
    private let order: [Transfer.ID]
    /// The transfers whose command or unit could not be started.
    private var failedStarts = FailedStarts()
    private var worker: TransferWorker?
    /// The wait for the worker's lock, while another process has it that cannot be reached.
    private var turn: WorkerLockWait?

    /// - Parameters:
    ///   - options: the options of the command line.
    ///   - place: the place of the store.
    ///   - store: where the transfers are.
    ///   - added: the transfers, in the order of the command line.
    ///   - sequence: the number of the last event before the transfers were added.
    init(
        _ options: AddingOptions, _ place: TransferPlace, _ store: TransferStore,
        _ added: [Transfer], after sequence: Int64
    ) throws {
        self.options = options
        self.place = place
        self.store = store
        // Before the other signals are blocked, so that commands start with the signal mask of this process.
        launcher = try CommandLauncher()
        // SIGPIPE is blocked: if the reader has gone, the write fails, and the jobs of others are ended in order.
        signals = try SignalQueue([
            .terminate, .interrupt, .hangUp, .quit, .windowChanged, .pipe,
        ])
        try PollSet.checkAvailability()
        source = try EventSource(store, after: sequence)
        order = added.map(\.id)
        for transfer in added { transfers[transfer.id] = transfer }
        display =
            if options.json {
                JSONDisplay()
            } else if StandardStream.error.interpretsEscapes {
                BarDisplay()
            } else {
                LineDisplay(.error)
            }
    }

    func run() throws {
        do {
            while true {
                try show()
                if try isOver() { break }
                try lookForWorker()
                try wait()
                heedSignals()
            }
        } catch {
            // Transfers stop at a checkpoint also if the output cannot be written.
            endWorker()
            throw error
        }
        display.clear()
        try release()
        try finishLines()
        let codes = transfers.values.map(\.exitCode) + (failedStarts.isEmpty ? [] : [1])
        // Of several transfers, the first of this list counts. A job can have any other code.
        let code = [73, 1, 124].first(where: codes.contains) ?? codes.first { $0 != 0 }
        if let code { throw ExitCode(code) }
    }

    // MARK: Showing

    private func show() throws {
        for event in try source.newEvents(isOwn: worker != nil)
        where transfers[event.transfer.id] != nil {
            transfers[event.transfer.id] = event.transfer
            failedStarts.note(event)
            display.show(event)
        }
        for progress in source.newProgress() {
            guard let transfer = transfers[progress.id],
                let event = progress.event(of: transfer, sequence: source.sequence)
            else { continue }
            transfers[progress.id] = event.transfer
            display.show(event)
        }
        try display.flush()
        display.refresh(order.compactMap { transfers[$0] })
    }

    /// Writes the lines that still wait for the reader, unless a signal ends this process before.
    private func finishLines() throws {
        while let interest = display.interest {
            var ready = PollSet()
            ready.add(interest)
            ready.add(PollSet.Interest(signals.descriptor, reads: true))
            ready.wait(milliseconds: nil)
            heedSignals()
            try display.flush()
        }
    }

    /// Whether all have ended, and each command and unit has run once.
    private func isOver() throws -> Bool {
        try transfers.values.allSatisfy(\.state.isFinal) && !store.awaitsCompletion(of: order)
    }

    // MARK: Waiting

    /// Whether a worker has something to do. One that systemd starts ends at once if all transfers are paused.
    private var needsWorker: Bool {
        let open = transfers.values.filter { !$0.state.isFinal }
        return open.isEmpty || open.contains { $0.state != .paused }
    }

    /// Finds the worker, or becomes it.
    private func lookForWorker() throws {
        guard worker == nil else { return }
        if let lock = try turn?.take() {
            turn = nil
            // Without work, the lock is for another process.
            if needsWorker { return try become(lock) }
        }
        guard needsWorker else { return }
        source.connect()
        guard !source.isConnected, turn == nil else { return }
        switch try WorkerLock.acquire(store.location) {
        case .acquired(let lock): try become(lock)
        // The other process does not listen yet, or no longer.
        case .taken: turn = try WorkerLockWait(store.location)
        }
    }

    private func become(_ lock: WorkerLock) throws {
        worker = try TransferWorker(store, lock, place, launcher: launcher)
        source.connect()
    }

    private func wait() throws {
        let interest = PollSet.Interest(signals.descriptor, reads: true)
        let now = MonotonicClock.milliseconds
        let times = [display.due, worker == nil ? source.due : nil]
        let patience = times.compactMap(\.self).min().map { max(0, $0 - now) }
        if let worker {
            // While lines wait, progress could only replace them.
            let other = display.interest ?? source.interest
            _ = try worker.turn(
                beside: [interest] + [other].compactMap(\.self), milliseconds: patience)
            return
        }
        var ready = PollSet()
        ready.add(interest)
        if let interest = display.interest { ready.add(interest) }
        if let turn { ready.add(PollSet.Interest(turn.descriptor, reads: true)) }
        source.add(to: &ready)
        ready.wait(milliseconds: patience.map { Int32(clamping: $0) })
        source.receive(from: ready)
    }

    /// Ends this process, if a signal asks for that.
    private func heedSignals() {
        guard let signal = nextTerminatingSignal() else { return }
        display.clear()
        if signal == .interrupt || signal == .terminate { notifyHowToContinue() }
        endWorker()
        signal.endThisProcess()
    }

    /// Stops all work at a checkpoint, or at once after a signal.
    private func endWorker() {
        guard let worker else { return }
        // This process ends for another reason. The next worker reads the store, and reports what is wrong with it.
        try? worker.end(beside: PollSet.Interest(signals.descriptor, reads: true)) { [self] in
            nextTerminatingSignal() != nil
        }
    }

    /// Returns the next signal that asks this process to end, and heeds the others before it.
    private func nextTerminatingSignal() -> Signal? {
        while let signal = signals.next() {
            if signal.isTerminating { return signal }
            if signal == .windowChanged { display.resize() }
        }
        return nil
    }

    /// Stops being the worker, so that another process can be. Waits for the jobs and for the commands of other transfers
    /// that run, because they end with this process. Meanwhile it is the worker, but no other job begins. A signal ends this
    /// process as at any other time: the first one at a checkpoint, the second one at once.
    private func release() throws {
        // This process does no more work, so it does not wait for the lock.
        turn = nil
        guard let worker else { return }
        let interest = PollSet.Interest(signals.descriptor, reads: true)
        worker.beginNoMoreJobs()
        if worker.runsJobs || worker.isNotifying {
            let others = worker.runsJobs ? "other jobs" : "the commands of other transfers"
            StandardStream.error.notify(
                "reach: \(others) run in this process, so it waits for them; Ctrl-C interrupts them\n"
            )
        }
        // The jobs and commands of others go on when the reader of this output has gone.
        var failure: (any Error)?
        func proceed() throws {
            let room = failure == nil ? display.interest : nil
            _ = try worker.turn(beside: [interest] + [room].compactMap(\.self))
            do { try display.flush() } catch { failure = failure ?? error }
            heedSignals()
        }
        while worker.runsJobs { try proceed() }
        // Downloads of others stop at a checkpoint.
        var signal: Signal?
        try worker.end(beside: interest) { [self] in
            guard let next = nextTerminatingSignal() else { return false }
            guard signal == nil else { return true }
            signal = next
            return false
        }
        signal?.endThisProcess()
        while worker.isNotifying { try proceed() }
        self.worker = nil
        if let failure { throw failure }
    }

    private func notifyHowToContinue() {
        let open = order.filter { transfers[$0]?.state.isFinal == false }.map { "\($0.rawValue)" }
        guard let first = open.first else { return }
        // The URLs of one command are a group, unless they were added to another one.
        let group =
            open.count > 5 && options.group == nil ? transfers.values.first?.group : nil
        let ids = group.map { "--group \($0.escaped)" } ?? open.joined(separator: " ")
        let noun = transfers.values.first?.noun ?? "transfer"
        let subject =
            open.count == 1
            ? "\(noun) \(first) stays"
            : "\(group == nil ? "transfers \(ids)" : "\(open.count) transfers") stay"
        let way =
            worker == nil
            ? "in the queue, and will be performed" : "in the queue; 'reach queue run' goes on"
        StandardStream.error.notify(
            "reach: \(subject) \(way); 'reach queue watch' shows what happens, "
                + "'reach queue cancel \(ids)' cancels\n"
        )
    }
}

extension Transfer {
    /// The exit code of a `reach fetch`, `reach upload` or `reach defer` that waited for the transfer.
    fileprivate var exitCode: Int32 {
        guard state == .failed, let code = error?.code else { return state == .finished ? 0 : 1 }
        return switch code {
        case .exists, .name: 73
        case .deadline: 124
        // A command that ends well when its time is over has not done its work (as with timeout(1)).
        case .exit, .signal: endOfCommand == 0 ? 124 : endOfCommand ?? 1
        // The command of a job is gone, or its folder is.
        case .io where kind == .command: endOfCommand ?? Executable.Failure.notFound.exitCode
        case .status, .digest, .length, .encoding, .redirect, .space, .changed, .tls, .connection,
            .io:
            1
        }
    }

    /// How the last attempt of a job ended, as a shell has it.
    private var endOfCommand: Int32? {
        if error?.code == .signal {
            return error?.status.flatMap(Int32.init(exactly:)).map { 128 + $0 }
        }
        return exit
    }
}
