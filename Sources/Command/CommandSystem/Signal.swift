// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A signal (signal(7)).
package struct Signal: Hashable, Sendable {
    /// Its number.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

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
    package static let stop = Signal(SIGSTOP)
    /// `SIGTSTP`
    package static let keyboardStop = Signal(SIGTSTP)
    /// `SIGTTIN`
    package static let terminalInput = Signal(SIGTTIN)
    /// `SIGTTOU`
    package static let terminalOutput = Signal(SIGTTOU)
    /// `SIGCONT`
    package static let goOn = Signal(SIGCONT)
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
    package var isJobControl: Bool {
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
        case .goOn: "SIGCONT"
        case .child: "SIGCHLD"
        case .pipe: "SIGPIPE"
        default: "signal \(number)"
        }
    }
}
