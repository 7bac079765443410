// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The end of a program whose reader has gone.
package enum ClosedPipe {
    /// Ends the process by SIGPIPE, as writing to a closed pipe does where the signal is not ignored.
    /// Services of systemd ignore it by default.
    package static func end() -> Never {
        _ = signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // Not reached, but where the signal is blocked.
        _exit(128 + SIGPIPE)
    }
}

extension SystemError {
    /// Whether a write failed because nobody reads any more (`EPIPE`).
    package var isClosedPipe: Bool { errno == EPIPE }
}
