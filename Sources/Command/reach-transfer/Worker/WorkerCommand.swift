// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// `reach queue run`: the worker in the foreground.
struct WorkerCommand {
    private let place: TransferPlace
    private let untilEmpty: Bool

    init(_ place: TransferPlace, untilEmpty: Bool) {
        self.place = place
        self.untilEmpty = untilEmpty
    }

    func run() throws {
        let store = try place.openStore()
        // Before the other signals are blocked, so that commands start with the signal mask of this process.
        let launcher = try CommandLauncher()
        let signals = try SignalQueue([.terminate, .interrupt, .hangUp, .quit])
        let socket = ServiceManager.takeSocket()
        while true {
            guard let lock = try acquire(store, signals) else { return }
            let host = try WorkerHost(store, lock, place, launcher: launcher, socket: socket)
            let log = try JournalLog(store, host.files)
            ServiceManager.notify("READY=1")
            try perform(host, signals, log)
            // A transfer that was added while the worker ended would have none, but where systemd starts the next one.
            if try socket != nil || !store.hasOpenTransfers() { return }
        }
    }

    /// Performs transfers until a signal ends this process, or until nothing is left.
    private func perform(
        _ host: WorkerHost, _ signals: borrowing SignalQueue, _ log: JournalLog?
    ) throws {
        let interest = PollSet.Interest(signals.descriptor, reads: true)
        while !(untilEmpty && host.worker.isEmpty) {
            _ = try host.turn(beside: [interest])
            try log?.write()
            guard let signal = signals.next() else { continue }
            ServiceManager.notify("STOPPING=1")
            try host.worker.end(beside: interest) { signals.next() != nil }
            try log?.write()
            signal.endThisProcess()
        }
    }

    /// Becomes the worker.
    ///
    /// - Returns: `nil` if another process was, and nothing is left.
    private func acquire(_ store: TransferStore, _ signals: borrowing SignalQueue) throws
        -> WorkerLock?
    {
        switch try WorkerLock.acquire(store.location) {
        case .acquired(let lock): return lock
        case .taken(let process) where !untilEmpty:
            let name = process.map { "process \($0)" } ?? "another process"
            throw Failure("\(name) performs the transfers already", exitCode: 75)
        case .taken: break
        }
        let turn = try WorkerLockWait(store.location)
        let source = try EventSource(store, after: 0)
        while true {
            if let lock = try turn.take() { return lock }
            if try store.isEmpty() { return nil }
            var ready = PollSet()
            source.add(to: &ready)
            ready.add(PollSet.Interest(turn.descriptor, reads: true))
            ready.add(PollSet.Interest(signals.descriptor, reads: true))
            ready.wait(milliseconds: source.due.map(MonotonicClock.milliseconds(until:)))
            source.receive(from: ready)
            if let signal = signals.next() { signal.endThisProcess() }
        }
    }
}
