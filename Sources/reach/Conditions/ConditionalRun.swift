// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// A command that runs while a condition holds.
struct ConditionalRun: ~Copyable {
    /// What happens when the condition no longer holds.
    enum Loss: String, CaseIterable {
        /// The command goes on.
        case finish
        /// It is ended, and started again once the condition holds.
        case stop
        /// It stands still until the condition holds.
        case suspend
    }

    private let executable: Executable
    private let arguments: [String]
    private let onLoss: Loss
    private var waiting: ConditionWait
    private let signals: SignalQueue
    private let terminal = ControllingTerminal()

    /// How long a command has to end, in milliseconds, before it is killed.
    private static let grace: Int64 = 10_000

    /// What is passed on to the command.
    private static let passedOn: [Signal] = [
        .terminate, .interrupt, .hangUp, .quit, .user1, .user2,
    ]

    init(
        _ executable: Executable,
        _ arguments: [String],
        onLoss: Loss,
        waiting: consuming ConditionWait
    ) throws {
        self.executable = executable
        self.arguments = arguments
        self.onLoss = onLoss
        self.waiting = waiting
        signals = try SignalQueue(Self.passedOn + [.child, .goOn])
        if onLoss == .stop { ProcessGroup.adoptOrphans() }
    }

    /// How the command ended.
    enum End {
        case exited(Int32)
        case killed(Signal)
        /// It was stopped for want of the condition, and is to be started again.
        case lost
    }

    /// Starts the command and sees it to its end.
    mutating func run() throws -> End {
        let group = try ProcessGroup.start(
            executable, arguments, terminal: terminal, signals: signals)
        ServiceManager.tell("READY=1\nSTATUS=running")
        var isSuspended = false
        // When it is killed that was told to end.
        var killing: Int64?
        defer { terminal.takeBack(from: group) }
        while true {
            let signalled = try waitForNews(killing: killing, isSuspended: isSuspended)
            if signalled {
                while let signal = signals.next() {
                    try pass(signal, to: group, isSuspended: isSuspended)
                }
            }
            while let change = group.nextChange() {
                switch change {
                case .exited(let code): return killing == nil ? .exited(code) : endRest(of: group)
                case .killed(let signal):
                    return killing == nil ? .killed(signal) : endRest(of: group)
                case .stopped: if !isSuspended, killing == nil { stopAsWell(group) }
                case .continued: break
                }
            }
            if let due = killing, MonotonicClock.milliseconds >= due {
                group.send(.kill)
            }
            guard killing == nil, !waiting.isOverdue else {
                if isSuspended {
                    isSuspended = false
                    resume(group)
                }
                continue
            }
            switch onLoss {
            case .finish: break
            case .suspend:
                if !isSuspended, waiting.isLost {
                    group.send(.stop)
                    terminal.takeBack(from: group)
                    isSuspended = true
                } else if isSuspended, waiting.isReady() {
                    isSuspended = false
                    resume(group)
                }
            case .stop:
                if waiting.isLost {
                    group.send(.terminate)
                    group.send(.goOn)
                    killing = MonotonicClock.milliseconds + Self.grace
                }
            }
        }
    }

    /// Waits for a signal, or for a change of the network if that matters.
    ///
    /// - Returns: whether there is a signal.
    private mutating func waitForNews(killing: Int64?, isSuspended: Bool) throws -> Bool {
        let interest = Readiness.Interest(signals.descriptor, reads: true)
        let now = MonotonicClock.milliseconds
        if onLoss == .finish || killing != nil {
            let patience = killing.map { Int32(clamping: max(0, $0 - now)) }
            return interest.isMet(within: patience)
        }
        return try waiting.follow(beside: interest, showsLine: isSuspended)
    }

    private func pass(
        _ signal: Signal,
        to group: borrowing ProcessGroup,
        isSuspended: Bool
    ) throws {
        switch signal {
        // What became of the command is asked for anyway.
        case .child: break
        case .goOn:
            // The shell lets this process go on, in the foreground or not, and so the command.
            guard !isSuspended else { break }
            resume(group)
        default:
            group.send(signal)
            // What stands still cannot act upon it.
            if isSuspended { group.send(.goOn) }
        }
    }

    private func resume(_ group: borrowing ProcessGroup) {
        terminal.handOver(to: group)
        group.send(.goOn)
    }

    /// The command was stopped, by Ctrl-Z say: so is this process, for the shell that waits for it.
    private func stopAsWell(_ group: borrowing ProcessGroup) {
        terminal.takeBack(from: group)
        signals.raiseForReal(.stop)
    }

    /// The command ended because it was told to; what it has started may linger.
    private func endRest(of group: borrowing ProcessGroup) -> End {
        let due = MonotonicClock.milliseconds + Self.grace
        let interest = Readiness.Interest(signals.descriptor, reads: true)
        while group.isAlive {
            let rest = due - MonotonicClock.milliseconds
            if rest <= 0 {
                group.send(.kill)
                break
            }
            // Each orphan's end is told, for they are this process's.
            _ = interest.isMet(within: Int32(clamping: rest))
            while signals.next() != nil {}
            _ = group.nextChange()
        }
        return .lost
    }

    /// Waits until the command may be started again.
    ///
    /// - Returns: whether the condition holds, as opposed to the deadline having come.
    mutating func waitAgain() throws -> Bool {
        let interest = Readiness.Interest(signals.descriptor, reads: true)
        return try waiting.wait(beside: interest) {
            while let signal = signals.next() {
                // There is no command to pass it on to.
                if Self.passedOn.contains(signal) { signals.raiseForReal(signal) }
            }
        }
    }
}
