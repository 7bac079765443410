// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The terminal that started this process, if there is one. Its keys (Ctrl-C, Ctrl-Z) signal one process
/// group, the one in the foreground, which alone may read from it.
package struct ControllingTerminal: ~Copyable {
    private let descriptor: Int32
    /// Whether it may be handed to another group. Not in a pipeline: its other programs (a pager) are
    /// in this process's group, and must keep the terminal.
    private let isAlone: Bool
    /// The modes that the terminal has while no program has it (termios(3)).
    private var ownModes: termios?
    /// The modes that the program set. The terminal has them again when the program gets it back.
    private var programModes: termios?

    /// Opens the terminal.
    package init() {
        descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        var output = stat()
        let isPiped = unsafe fstat(1, &output) == 0 && output.st_mode & S_IFMT == S_IFIFO
        isAlone = isatty(0) == 1 && !isPiped
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        isAlone = false
    }

    /// No terminal, for a program in the background.
    package static var none: ControllingTerminal { ControllingTerminal(descriptor: -1) }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether this process's group is in the foreground, and may hand the terminal over.
    package var isOurs: Bool {
        descriptor >= 0 && isAlone && tcgetpgrp(descriptor) == getpgrp()
    }

    /// Saves the modes of the terminal for the time after the program that starts now.
    ///
    /// - Returns: the descriptor to hand over, if the terminal is this process's; else -1.
    mutating func begin() -> Int32 {
        programModes = nil
        guard isOurs else { return -1 }
        ownModes = modes
        return descriptor
    }

    /// Gives the terminal to a group (`tcsetpgrp(3)`) if this process has it, with the modes that the group left there.
    package mutating func handOver(to group: Int32) {
        guard isOurs else { return }
        ownModes = modes
        if let programModes { set(programModes) }
        setForeground(group)
    }

    /// Takes the terminal back from a group, if that has it.
    ///
    /// - Parameter restoresModes: whether the terminal is to have the modes again that it had before the group had
    ///   it. (A program that has ended by itself may have been meant to set them, as stty(1) is.)
    package mutating func takeBack(
        from group: Int32, restoresModes: Bool
    ) {
        guard descriptor >= 0, tcgetpgrp(descriptor) == group else { return }
        programModes = modes
        setForeground(getpgrp())
        if restoresModes, let ownModes { set(ownModes) }
    }

    private var modes: termios? {
        var modes = termios()
        return unsafe tcgetattr(descriptor, &modes) == 0 ? modes : nil
    }

    /// Sets the modes at once (`tcsetattr(3)`): a stopped terminal may never show the text that was written before.
    private func set(_ modes: termios) {
        var modes = modes
        withoutStopping { _ = unsafe tcsetattr(descriptor, TCSANOW, &modes) }
    }

    private func setForeground(_ group: Int32) {
        withoutStopping { tcsetpgrp(descriptor, group) }
    }

    /// Changes the terminal also from the background, where the kernel otherwise stops the process (`SIGTTOU`).
    private func withoutStopping(_ body: () -> Void) {
        var one = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&one)
        unsafe sigaddset(&one, SIGTTOU)
        unsafe pthread_sigmask(SIG_BLOCK, &one, &before)
        body()
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
