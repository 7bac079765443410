// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Runs the commands and starts the units that wait for the end of transfers.
///
/// It is used on the worker's thread, and must not block it.
package protocol CompletionLauncher: AnyObject {
    /// A descriptor that is readable when ``ended()`` may have something to return.
    var descriptor: Int32 { get }

    /// Starts a command or a unit. The result comes from ``ended()``, also if nothing could be started.
    func start(_ request: CompletionRequest)

    /// The requests that have ended since the last call.
    func ended() -> [CompletionResult]
}

/// What is run when a transfer, or all of a group, has ended.
package struct CompletionRequest: Sendable, Hashable {
    /// The number of the request, which its result has.
    package var number: Int
    /// The systemd unit that is started; `nil` for none.
    package var unit: String?
    /// The command that is run; `nil` for none. If there is a unit, too, that is started first.
    package var command: TransferRecord.Command?
    /// The environment of the command, each variable as `NAME=value`.
    package var environment: [[UInt8]]
    /// The variables that are added to it.
    package var variables: [Variable]

    /// A variable of the environment.
    package struct Variable: Sendable, Hashable {
        package var name: String
        package var value: String
        /// The variable that names a file with the value, if that is long; `nil` if it never is.
        var fileName: String?

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Creates a variable whose value may be long.
        init(_ name: String, orFileIn fileName: String, _ value: String) {
            self.init(name, value)
            self.fileName = fileName
        }
    }
}

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
