// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
package import LinuxSystem

/// A signal (signal(7)).
package struct Signal: Hashable, Sendable {
    /// Its number.
    package let number: Int32

    init(_ number: Int32) { self.number = number }

    /// `SIGTERM`
    package static let terminate = Signal(SIGTERM)
    /// `SIGINT`
    package static let interrupt = Signal(SIGINT)
    /// `SIGHUP`
    package static let hangUp = Signal(SIGHUP)
    /// `SIGQUIT`
    package static let quit = Signal(SIGQUIT)
    /// `SIGUSR1`
    package static let user1 = Signal(SIGUSR1)
    /// `SIGUSR2`
    package static let user2 = Signal(SIGUSR2)
    /// `SIGWINCH`
    package static let windowChanged = Signal(SIGWINCH)
    /// `SIGKILL`
    package static let kill = Signal(SIGKILL)
    /// `SIGSTOP`
    static let stop = Signal(SIGSTOP)
    /// `SIGTSTP`
    static let keyboardStop = Signal(SIGTSTP)
    /// `SIGTTIN`
    package static let terminalInput = Signal(SIGTTIN)
    /// `SIGTTOU`
    package static let terminalOutput = Signal(SIGTTOU)
    /// `SIGCONT`
    package static let resume = Signal(SIGCONT)
    /// `SIGCHLD`
    package static let child = Signal(SIGCHLD)
    /// `SIGPIPE`
    package static let pipe = Signal(SIGPIPE)
}

extension Signal {
    /// Whether it asks a program to end: SIGTERM, SIGINT, SIGHUP or SIGQUIT.
    package var isTerminating: Bool {
        [.terminate, .interrupt, .hangUp, .quit].contains(self)
    }

    /// Whether the terminal's job control stops a program by it: SIGTSTP, SIGTTIN or SIGTTOU.
    var isJobControl: Bool {
        [.keyboardStop, .terminalInput, .terminalOutput].contains(self)
    }
}

extension Signal: CustomStringConvertible {
    /// Its name, such as `SIGTERM`.
    package var description: String {
        switch self {
        case .terminate: "SIGTERM"
        case .interrupt: "SIGINT"
        case .hangUp: "SIGHUP"
        case .quit: "SIGQUIT"
        case .user1: "SIGUSR1"
        case .user2: "SIGUSR2"
        case .windowChanged: "SIGWINCH"
        case .kill: "SIGKILL"
        case .stop: "SIGSTOP"
        case .keyboardStop: "SIGTSTP"
        case .terminalInput: "SIGTTIN"
        case .terminalOutput: "SIGTTOU"
        case .resume: "SIGCONT"
        case .child: "SIGCHLD"
        case .pipe: "SIGPIPE"
        default: "signal \(number)"
        }
    }
}

/// Signals as messages (signalfd(2)), for a program with one thread that waits for descriptors.
///
/// The signals are blocked while the queue exists. A program that is started has the signal mask from before. A
/// terminating signal that was ignored before (nohup(1), a shell's background job) stays ignored.
package struct SignalQueue: ~Copyable {
    /// The descriptor to wait on.
    package let descriptor: Int32
    /// The signals that were blocked before.
    let before: sigset_t

    /// Blocks signals, and receives them as messages.
    package init(_ signals: [Signal]) throws(SystemError) {
        // A process that ignores SIGCHLD cannot wait for its children, and ignored signals are inherited.
        for signal in [Signal.child, .resume] { _ = Glibc.signal(signal.number, SIG_DFL) }
        var set = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&set)
        // A blocked signal is queued even where it is ignored, so those are left out.
        for signal in signals where !signal.isIgnored {
            unsafe sigaddset(&set, signal.number)
        }
        unsafe pthread_sigmask(SIG_BLOCK, &set, &before)
        let descriptor = unsafe ccs_signal_descriptor(&set)
        guard descriptor >= 0 else {
            let failure = SystemError(operation: "take signals (signalfd)", errno: errno)
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
            throw failure
        }
        self.descriptor = descriptor
        self.before = before
    }

    deinit {
        close(descriptor)
        var before = before
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The next signal; `nil` if there is none.
    package func next() -> Signal? {
        let number = ccs_next_signal(descriptor)
        return number > 0 ? Signal(number) : nil
    }

    /// Stops this process and its group by a signal of job control, until SIGCONT comes.
    ///
    /// The kernel discards the signal where no process could wake them: in a group without a shell, and as process 1.
    package func stopThisGroup(by signal: Signal) { kill(0, signal.number) }
}

extension Signal {
    /// Whether this process ignores it (`SIG_IGN`).
    fileprivate var isIgnored: Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafe action.__sigaction_handler.sa_handler
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }

    /// Ends this process by the signal, as if it had never been blocked, and without a core dump. As process 1,
    /// which no signal ends so, it exits with 128 + N.
    package func endThisProcess() -> Never {
        ccs_disable_core_dump()
        var one = sigset_t()
        unsafe sigemptyset(&one)
        unsafe sigaddset(&one, number)
        _ = Glibc.signal(number, SIG_DFL)
        raise(number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &one, nil)
        exit(128 + number)
    }
}
