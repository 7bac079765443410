// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// How a request ended.
package struct CompletionResult: Sendable, Hashable {
    /// The number of the request.
    package var number: Int
    /// How it ended.
    package var exit: Exit

    /// How a command ended.
    package enum Exit: Sendable, Hashable {
        /// It exited with this code. A unit that was started counts as 0.
        case exited(Int32)
        /// This signal ended it.
        case signaled(String)
        /// It could not be started, for this reason.
        case failed(String)
    }

    package init(number: Int, exit: Exit) {
        self.number = number
        self.exit = exit
    }
}

extension CompletionResult.Exit {
    /// Whether the command has succeeded.
    var isSuccess: Bool { self == .exited(0) }

    /// The result as the detail of an event.
    var detail: String {
        switch self {
        case .exited(let code): "exit \(code)"
        case .signaled(let signal): "ended by \(signal)"
        case .failed(let reason): Self.notStarted + reason
        }
    }

    fileprivate static let notStarted = "not started: "
}

extension TransferEvent {
    /// Whether the completion command or unit could not be started.
    package var reportsFailedStart: Bool {
        event == .delivered && detail?.begins(with: CompletionResult.Exit.notStarted) == true
    }
}
