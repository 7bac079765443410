// SPDX-License-Identifier: Apache-2.0

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
    /// How often the action has failed.
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
