// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability

/// The commands and their options, read from the parser.
struct Grammar: Hashable, Sendable {
    /// An option, or a flag.
    struct Option: Hashable, Sendable {
        /// The names with dashes: `--help`, `-h`.
        var names: [String]
        /// The name of the value in help; `nil` if the option takes no value.
        var value: String?
        /// Whether the option takes all following arguments.
        var takesRest = false
        /// The allowed values; empty if they are not a fixed list.
        var choices: [String] = []
        /// The help text.
        var summary = ""
    }

    /// A command, or the program itself.
    struct Command: Hashable, Sendable {
        var name: String
        /// The help text.
        var summary = ""
        var options: [Option]
        /// The names of the positional arguments in help.
        var arguments: [String] = []
        /// Whether the positional arguments are another command line.
        var runsArguments = false
        /// The commands of the command, as `list` of `queue`.
        var commands: [Command] = []
        /// The name of the one that is meant without a name.
        var usual: String?
        /// The words by which the command is called, after the name of the program: `queue list`.
        var title: String { parent.map { "\($0) \(name)" } ?? name }
        /// The command that it belongs to; `nil` if it belongs to the program.
        var parent: String?

        /// The long names of the options, without dashes.
        var longNames: [String] {
            options.flatMap(\.names).filter { $0.begins(with: "--") }.map {
                String($0.dropFirst(2))
            }
        }

        /// The name of the first positional argument; `nil` if there is none.
        var argument: String? { arguments.first }

        /// Returns the command of this one with a name.
        func command(_ name: String) -> Command? { commands.first { $0.name == name } }

        /// Whether the command, or a command of it, has an option.
        func knows(_ option: String) -> Bool {
            self.option(option) != nil || commands.contains { $0.option(option) != nil }
        }

        /// Whether `--` begins another command line.
        var runsAfterDashes: Bool { option("--then")?.takesRest ?? false }

        /// Returns the option with a name.
        func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }

        /// Returns the last option that an argument names: `--name`, or several letters after one dash (`-ja`, `-n3`).
        ///
        /// - Returns: the option, and the value after its letter; `nil` if an option of the argument does not exist.
        func lastOption(of argument: String) -> (option: Option, value: String?)? {
            if let option = option(argument) { return (option, nil) }
            guard argument.isCluster else { return nil }
            var last: Option?
            var rest = argument.dropFirst()
            while let letter = rest.popFirst() {
                guard let option = option("-\(letter)") else { return nil }
                last = option
                if option.value != nil, !rest.isEmpty { return (option, String(rest)) }
            }
            return last.map { ($0, nil) }
        }
    }

    var program: Command
    var commands: [Command]

    /// Returns the command with a name.
    func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    /// Finds the command that is called by the first arguments, and removes them. A command of a command is found,
    /// too; its name may be missing if there is a usual one.
    ///
    /// - Returns: `nil` if the first argument that is left is the name of no command.
    func take(_ arguments: inout ArraySlice<String>) -> Command? {
        guard let first = arguments.first, let command = command(first) else { return nil }
        arguments.removeFirst()
        guard !command.commands.isEmpty else { return command }
        guard let name = arguments.first, !name.begins(with: "-") else {
            return command.usual.flatMap(command.command) ?? command
        }
        guard let nested = command.command(name) else { return nil }
        arguments.removeFirst()
        return nested
    }
}

extension Grammar {
    /// Decodes the output of `--experimental-dump-help`.
    ///
    /// - Throws: `JSONReader.Fault` or `DecodingError` if the format is not as expected.
    init(dump: String) throws {
        var reader = JSONReader(Array(dump.utf8)[...])
        let dumped = try reader.document().decode(Dump.self).command
        program = Command(dumped)
        commands = (dumped.subcommands ?? []).map { Command($0) }
    }

    /// The used part of the output of `--experimental-dump-help`.
    fileprivate struct Dump: Decodable {
        struct Command: Decodable {
            var commandName: String
            var abstract: String?
            var arguments: [Argument]?
            var subcommands: [Command]?
            var defaultSubcommand: String?
        }

        struct Argument: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }

            var kind: String
            var names: [Name]?
            var valueName: String?
            var allValues: [String]?
            var parsingStrategy: String
            var abstract: String?

            var takesRest: Bool { parsingStrategy == "allRemainingInput" }
        }

        var command: Command
    }
}

extension Grammar.Command {
    fileprivate init(_ dumped: Grammar.Dump.Command, of parent: String? = nil) {
        let arguments = dumped.arguments ?? []
        let positionals = arguments.filter { $0.kind == "positional" }
        self.init(
            name: dumped.commandName, summary: dumped.abstract ?? "",
            options: arguments.filter { $0.kind != "positional" }.map(Grammar.Option.init),
            arguments: positionals.compactMap(\.valueName),
            runsArguments: positionals.first?.takesRest ?? false,
            commands: parent == nil && dumped.commandName != "reach"
                ? (dumped.subcommands ?? []).map { Self($0, of: dumped.commandName) } : [],
            usual: dumped.defaultSubcommand, parent: parent)
    }
}

extension Grammar.Option {
    fileprivate init(_ dumped: Grammar.Dump.Argument) {
        self.init(
            names: (dumped.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name },
            value: dumped.kind == "flag" ? nil : dumped.valueName ?? "value",
            takesRest: dumped.takesRest, choices: dumped.allValues ?? [],
            summary: dumped.abstract ?? "")
        if choices.isEmpty { choices = requirementValue?.choices ?? [] }
    }
}

extension String {
    /// Whether an argument has one dash and several letters, which can be short options.
    var isCluster: Bool { begins(with: "-") && !begins(with: "--") && utf8.count > 2 }
}
