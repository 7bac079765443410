// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CommandSystem
import LinuxSystem

/// A program with commands. The parser knows it as the command that has these commands, for help and for messages.
package protocol CommandProgram: ParsableCommand {
    /// The commands, in the order of the help. The first argument chooses one.
    static var table: [TableRow] { get }

    /// The kinds of the values of options and arguments, by the names that help has for them.
    static var values: [String: ValueKind] { get }

    /// Returns the candidates for a value, by the name that help has for it.
    static func candidates(for value: String) -> [Completions.Candidate]

    /// Returns the command line with the command that it leaves out.
    static func completed(_ arguments: CommandLineArguments) -> CommandLineArguments
}

/// A word, and the command that it calls.
package struct TableRow: Sendable {
    let word: String
    /// Returns the command. A row is made without it, because each type of a command costs time when it is first used.
    let command: @Sendable () -> any Subcommand.Type

    package init(_ word: String, _ command: @escaping @Sendable () -> any Subcommand.Type) {
        self.word = word
        self.command = command
    }
}

extension CommandProgram {
    /// All commands, in the order of the help.
    package static var commands: [any Subcommand.Type] { table.map { $0.command() } }

    package static var values: [String: ValueKind] { ValueKind.shared }

    package static func candidates(for value: String) -> [Completions.Candidate] { [] }

    package static func completed(_ arguments: CommandLineArguments) -> CommandLineArguments {
        arguments
    }

    /// Performs the command that the arguments name, and exits if it fails.
    ///
    /// The parser's own `main` prints "Error:" instead of the program's name, and exits with 1 on every error, which
    /// means "no" here.
    package static func main(_ arguments: CommandLineArguments) {
        CurrentProcess.endBySignalsAsFirstProcess()
        StandardStream.occupyClosed()
        let arguments = completed(arguments)
        do {
            try run(arguments)
        } catch let error as OutputError where error.isClosedPipe {
            CurrentProcess.endByClosedPipe()
        } catch let code as ExitCode {
            // An exit code is an answer, not a failure.
            exit(withError: code)
        } catch {
            let failure = Failure(error, arguments: arguments.texts, of: self)
            try? StandardStream.error.write("reach: \(failure.reason)\n")
            exit(withError: failure.exitCode(of: arguments.texts, for: self))
        }
    }

    /// Returns the command with a name.
    static func command(_ name: String?) -> (any Subcommand.Type)? {
        table.first { $0.word == name }?.command()
    }

    private static func run(_ arguments: CommandLineArguments) throws {
        do {
            let words = arguments.texts
            if let command = command(words.first) {
                if words.dropFirst().first == "help", !command.configuration.subcommands.isEmpty {
                    // "queue help list" is "help queue list".
                    try help(CommandLineArguments(["help", words[0]] + words.dropFirst(2)))
                } else {
                    try command.perform(arguments)
                }
            } else if words.first == "help" {
                try help(arguments)
            } else if let request = try CompletionRequest(words) {
                try complete(request, arguments)
            } else if words.sorted() == ["--verbose", "--version"] {
                let record =
                    CurrentProcess.buildRecord
                    ?? "Only release builds record what they were built with."
                try StandardStream.output.write("\(version)\n\(record)\n")
            } else {
                // Help, the version, or a fault.
                var command = try parseAsRoot(words)
                try command.run()
            }
        } catch  where exitCode(for: error) == .success && !(error is ExitCode) {
            // Help, or the version. The parser's own print ignores write errors.
            try StandardStream.output.write(fullMessage(for: error) + "\n")
        }
    }

    /// Performs `help COMMAND` as `COMMAND --help`.
    private static func help(_ arguments: CommandLineArguments) throws {
        let names = arguments.texts.dropFirst().filter { !$0.begins(with: "-") }
        let command = command(names.first)
        if command is any TransferSubcommand.Type { try TransferProgram.exec(arguments.bytes) }
        if let fault = UsageFault(grammar: try grammar, values: values).text(arguments.texts) {
            throw Failure.usage(fault)
        }
        guard let command else {
            // Options of the program alone: help, the version, or a fault.
            _ = try parseAsRoot(Array(arguments.texts.dropFirst()))
            throw CleanExit.helpRequest(self)
        }
        try command.perform(CommandLineArguments(names + ["--help"]))
    }

    private static func complete(
        _ request: CompletionRequest, _ arguments: CommandLineArguments
    ) throws {
        if command(request.commandName) is any TransferSubcommand.Type {
            try TransferProgram.exec(arguments.bytes)
        }
        try StandardStream.output.write(
            request.answer(try grammar, candidates: candidates(for:)))
    }

    /// The commands and their options. The parser takes milliseconds to produce it.
    static var grammar: Grammar { get throws { try Grammar(dump: _dumpHelp()) } }
}

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
        try Alone<Self>.parsed(arguments)
    }

    package static func perform(_ arguments: CommandLineArguments) throws {
        var command = try parsed(arguments.texts)
        try command.run()
    }

    /// Parses the arguments of a command without commands of its own.
    package static func options(_ arguments: [String]) throws -> Self {
        guard let options = try Alone<Self>.parsed(arguments) as? Self else {
            throw CleanExit.helpRequest(Self.self)
        }
        return options
    }
}

/// A command as the root of the parser.
///
/// The parser then reads the options of no other command. It would read those of a command below the root twice as often.
private struct Alone<Command: Subcommand>: ParsableCommand, CustomReflectable {
    static var configuration: CommandConfiguration {
        var configuration = Command.configuration
        configuration.commandName = configuration.commandName.map { "reach \($0)" }
        configuration.version = version
        return configuration
    }

    private var command = Command()

    init() {}

    init(from decoder: any Decoder) throws { command = try Command(from: decoder) }

    /// The options of the command. The parser finds them by reflection.
    var customMirror: Mirror { Mirror(reflecting: command) }

    mutating func validate() throws { try command.validate() }

    /// Parses the arguments, the name of the command first, and returns the command or one of its own commands.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let options = Array(arguments.dropFirst())
        do {
            let parsed = try parseAsRoot(options)
            return (parsed as? Self)?.command ?? parsed
        } catch  where options.isEmpty && exitCode(for: error) == .validationFailure {
            // The parser's message about an empty command line has the help of the whole program.
            throw Failure.usage(
                """
                \(message(for: error))
                Usage: \(usageString())
                  See '\(_commandName) --help' for more information.
                """)
        }
    }
}

/// The arguments of a command line, without the name of the program: the name of the command first.
package struct CommandLineArguments {
    /// The arguments byte for byte.
    let bytes: [[UInt8]]
    /// The arguments as text. Bytes that are not valid UTF-8 are U+FFFD.
    package let texts: [String]

    package init(_ bytes: [[UInt8]]) {
        self.bytes = bytes
        texts = bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Creates arguments from texts.
    init(_ texts: [String]) { self.init(texts.map { Array($0.utf8) }) }
}
