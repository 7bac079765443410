// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Signals as messages (signalfd(2)), for a program with one thread that waits for descriptors. They are
/// blocked from the first one on; a program that is started then has the signals as they were.
package struct SignalQueue: ~Copyable {
    /// The descriptor to wait on.
    package let descriptor: Int32
    /// The signals that were blocked before.
    let before: sigset_t

    /// Blocks signals, and takes them as messages.
    package init(_ signals: [Signal]) throws(SystemError) {
        var set = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal.number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, &before)
        let descriptor = unsafe signalfd(-1, &set, clx_sfd_nonblock_cloexec)
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
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard unsafe read(descriptor, &information, size) == size else { return nil }
        return Signal(Int32(information.ssi_signo))
    }

    /// Ends the program, or stops it, by a signal, as if it had never been blocked.
    package func raiseForReal(_ signal: Signal) {
        var one = sigset_t()
        unsafe sigemptyset(&one)
        unsafe sigaddset(&one, signal.number)
        kill(getpid(), signal.number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &one, nil)
        unsafe pthread_sigmask(SIG_BLOCK, &one, nil)
    }
}
