// SPDX-License-Identifier: Apache-2.0

/// A command or a unit to run when a transfer, or all of a group, has ended.
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
