// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials

/// The commands and their options, as the parser knows them.
struct Grammar: Hashable, Sendable {
    /// An option, or a flag.
    struct Option: Hashable, Sendable {
        /// With their dashes: `--help`, `-h`.
        var names: [String]
        /// What kind of value it takes, as help names it; `nil` if it takes none.
        var value: String?
        /// Whether it takes all that follows.
        var takesRest = false
        /// The values that it takes; none if they are not words of a list.
        var words: [String] = []
        /// Help in one line.
        var summary = ""
    }

    /// A command, or the program itself.
    struct Command: Hashable, Sendable {
        var name: String
        /// Help in one line.
        var summary = ""
        var options: [Option]
        /// What its arguments are called in help; `nil` if it takes none.
        var argument: String?
        /// Whether its arguments begin a command line of their own, to its end.
        var runsArguments = false

        /// The long names of its options, without dashes before them.
        var longNames: [String] {
            options.flatMap(\.names).filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
        }

        /// The option of a name.
        func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }
    }

    var program: Command
    var commands: [Command]

    /// The command of a name.
    func command(_ name: String) -> Command? { commands.first { $0.name == name } }
}

extension Grammar {
    /// That of this program. It takes the parser milliseconds to tell it.
    static var reach: Grammar {
        get throws { try Grammar(dump: Reach._dumpHelp()) }
    }

    /// Reads what the parser tells of the program (`--experimental-dump-help`).
    ///
    /// - Throws: `DecodingError` if it is not as expected.
    init(dump: String) throws {
        let dumped = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
        program = Command(dumped)
        commands = (dumped.subcommands ?? []).map(Command.init)
    }

    /// What the parser tells, as far as it is of use.
    fileprivate struct Dump: Decodable {
        struct Command: Decodable {
            var commandName: String
            var abstract: String?
            var arguments: [Argument]?
            var subcommands: [Command]?
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
    fileprivate init(_ dumped: Grammar.Dump.Command) {
        let arguments = dumped.arguments ?? []
        let positional = arguments.first { $0.kind == "positional" }
        self.init(
            name: dumped.commandName, summary: dumped.abstract ?? "",
            options: arguments.filter { $0.kind != "positional" }.map(Grammar.Option.init),
            argument: positional?.valueName, runsArguments: positional?.takesRest ?? false)
    }
}

extension Grammar.Option {
    fileprivate init(_ dumped: Grammar.Dump.Argument) {
        self.init(
            names: (dumped.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name },
            value: dumped.kind == "flag" ? nil : dumped.valueName ?? "value",
            takesRest: dumped.takesRest, words: dumped.allValues ?? [],
            summary: dumped.abstract ?? "")
    }
}
