// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The terminal that started this process, if there is one. Its keys (Ctrl-C, Ctrl-Z) signal one process
/// group, the one in the foreground, which alone may read from it.
package struct ControllingTerminal: ~Copyable {
    private let descriptor: Int32
    /// Whether it may be handed to another group. Not in a pipeline: its other programs (a pager) are
    /// in this process's group, and must keep the terminal.
    private let isAlone: Bool

    /// Opens it.
    package init() {
        descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        var output = stat()
        let isPiped = unsafe fstat(1, &output) == 0 && output.st_mode & S_IFMT == S_IFIFO
        isAlone = isatty(0) == 1 && !isPiped
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether this process's group is in the foreground, and may hand the terminal over.
    private var isOurs: Bool {
        descriptor >= 0 && isAlone && tcgetpgrp(descriptor) == getpgrp()
    }

    /// The descriptor, if the terminal is this process's to hand over.
    var descriptorToHandOver: Int32? { isOurs ? descriptor : nil }

    /// Hands it over to another group (`tcsetpgrp(3)`), if it is this process's.
    package func handOver(to group: borrowing ProcessGroup) {
        if isOurs { setForeground(group.number) }
    }

    /// Takes it back from another group, if that has it.
    package func takeBack(from group: borrowing ProcessGroup) {
        if descriptor >= 0, tcgetpgrp(descriptor) == group.number { setForeground(getpgrp()) }
    }

    /// Who is in the background and changes the foreground is stopped (`SIGTTOU`), unless that is blocked.
    private func setForeground(_ group: Int32) {
        var one = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&one)
        unsafe sigaddset(&one, SIGTTOU)
        unsafe pthread_sigmask(SIG_BLOCK, &one, &before)
        tcsetpgrp(descriptor, group)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
