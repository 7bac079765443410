// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem

/// A command whose last arguments are the command line of another program: `reach run`, `reach defer`.
package protocol CommandLineRunner: Subcommand {
    /// The arguments after the options, perhaps with the `--` before them.
    var command: [String] { get }
}

extension CommandLineRunner {
    /// The command without the `--` before it.
    package var commandLine: [String] {
        command.first == "--" ? Array(command.dropFirst()) : command
    }

    /// Checks the arguments that the parser takes for the command. An unknown option can be the first of them.
    package func checkCommandLine() throws {
        // Help is known to every command.
        if ["--help", "-h"].contains(command.first) { throw CleanExit.helpRequest(Self.self) }
        // Scripts/make-manual asks for the options in this way.
        if command == ["--experimental-dump-help"] { throw CleanExit.message(Self._dumpHelp()) }
        if commandLine.isEmpty { throw ValidationError("the command to run is missing") }
        if let first = command.first, first.begins(with: "-"), first != "--" {
            throw ValidationError("unknown option '\(first)'")
        }
    }

    /// Parses the options, and finds where the command begins.
    ///
    /// The parser gets only the first arguments, because its time grows with the square of their number, and the
    /// command may have thousands of arguments.
    ///
    /// - Parameter arguments: the name of the subcommand, and its arguments.
    /// - Returns: the options, and the position of the command's name in `arguments`.
    package static func parse(_ arguments: [String]) throws -> (options: Self, command: Int) {
        for limit in [64, 1024] where limit < arguments.count {
            let beginning = Array(arguments.prefix(limit))
            if let parsed = try? options(beginning) {
                return (parsed, limit - parsed.commandLine.count)
            }
        }
        // The parser reports the fault.
        let parsed = try options(Array(arguments.prefix(1024)))
        return (parsed, min(1024, arguments.count) - parsed.commandLine.count)
    }
}
