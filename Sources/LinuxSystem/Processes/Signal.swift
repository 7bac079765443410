// SPDX-License-Identifier: Apache-2.0

internal import Glibc

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
    /// `SIGKILL`
    package static let kill = Signal(SIGKILL)
    /// `SIGSTOP`
    package static let stop = Signal(SIGSTOP)
    /// `SIGCONT`
    package static let goOn = Signal(SIGCONT)
    /// `SIGCHLD`
    package static let child = Signal(SIGCHLD)
}
