// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// A command of a program, which the first argument chooses.
package protocol Subcommand: ParsableCommand {
    /// Parses the arguments.
    ///
    /// - Parameter arguments: the arguments, the name of the command first.
    /// - Returns: the command, or one of its own commands, or a request for help.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand

    /// Parses the arguments, and performs the command.
    static func perform(_ arguments: CommandLineArguments) throws
}

extension Subcommand {
    package static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        try Alone<Self>.parseAsRoot(arguments)
    }

    package static func perform(_ arguments: CommandLineArguments) throws {
        var command = try parsed(arguments.texts)
        try command.run()
    }

    /// Parses the arguments of a command without commands of its own.
    package static func options(_ arguments: [String]) throws -> Self {
        guard let options = try Alone<Self>.parseAsRoot(arguments) as? Self else {
            throw CleanExit.helpRequest(Self.self)
        }
        return options
    }
}

/// The program with one of its commands, so that the parser looks at the options of no other.
private struct Alone<Command: Subcommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "reach", version: version, subcommands: [Command.self])
    }
}
