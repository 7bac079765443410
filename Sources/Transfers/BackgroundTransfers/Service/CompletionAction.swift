// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The command and the systemd unit that run when a transfer, or all of a group, has ended.
package struct CompletionAction: Sendable, Hashable, Codable {
    /// A command. Its environment is kept with the secrets of the transfer.
    package struct Command: Sendable, Hashable, Codable {
        package var arguments: [String]
        package var folder: String

        package init(_ arguments: [String], in folder: String) {
            self.arguments = arguments
            self.folder = folder
        }
    }

    /// The systemd unit that is started; `nil` for none.
    package var unit: String?
    /// The command that is run; `nil` for none. If there is a unit, too, that is started first.
    package var command: Command?
    /// How often the action was tried.
    var attempts = 0
    /// The time of the next attempt, in milliseconds since 1970; `nil` if the action is not put off.
    var retryAt: Int64?
    /// Whether the action has succeeded, or was given up.
    package internal(set) var isDone = false

    package init(unit: String? = nil, command: Command? = nil) {
        self.unit = unit
        self.command = command
    }

    /// Whether there is a unit or a command.
    var isRequested: Bool { unit != nil || command != nil }
    /// Whether the unit or the command has still to run.
    var isPending: Bool { isRequested && !isDone }
}

/// Runs the completion actions of a worker.
///
/// It is used on the worker's thread, and must not block it.
package protocol CompletionLauncher: AnyObject {
    /// A descriptor that is readable when ``ended()`` may have something to return.
    var descriptor: Int32 { get }

    /// Starts an action. The result comes from ``ended()``, also if nothing could be started.
    func start(_ request: CompletionAction.Request)

    /// The requests that have ended since the last call.
    func ended() -> [(number: Int, exit: CompletionAction.Exit)]
}

extension CompletionAction {
    /// An action that is due.
    package struct Request: Sendable, Hashable {
        /// The number of the request, by which its end is reported.
        package var number: Int
        package var action: CompletionAction
        /// The environment of the command, each variable as `NAME=value`.
        package var environment: [[UInt8]]
        /// The variables that are added to it.
        package var variables: [Variable]
    }

    /// A variable of the environment.
    package struct Variable: Sendable, Hashable {
        package var name: String
        package var value: String
        /// The variable that names a file with the value, if the value is long; `nil` if it never is.
        var fileName: String?

        init(_ name: String, orFileIn fileName: String? = nil, _ value: String) {
            self.name = name
            self.value = value
            self.fileName = fileName
        }
    }

    /// How an action ended.
    package enum Exit: Sendable, Hashable {
        /// The command exited with this code. A unit that was started counts as 0.
        case exited(Int32)
        /// This signal ended the command.
        case signaled(String)
        /// The action could not be started, for this reason.
        case failed(String)

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
}

extension TransferEvent {
    /// Whether the completion action could not be started.
    package var reportsFailedStart: Bool {
        event == .delivered && detail?.begins(with: CompletionAction.Exit.notStarted) == true
    }
}
