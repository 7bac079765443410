// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The completions of a command line.
package struct Completions {
    let grammar: Grammar
    /// The names of the interfaces that exist.
    let interfaces: () -> [String]
    /// Returns the candidates for another value, by the name that help has for it.
    var others: (String) -> [Candidate] = { _ in [] }

    /// The completions that a shell offers.
    enum Offer: Hashable {
        /// These candidates; none if there is no completion.
        case candidates([Candidate])
        /// The names of files.
        case files
        /// The completions of another command line, which begins at this argument. Argument 0 is the program.
        case commandLine(Int)
    }

    /// A candidate and its description.
    package struct Candidate: Hashable, Sendable {
        package var text: String
        package var summary: String

        package init(text: String, summary: String = "") {
            self.text = text
            self.summary = summary
        }
    }

    /// Returns the completions of the last argument.
    ///
    /// - Parameter arguments: the arguments of the command line up to the typed one, without the name of the program.
    func offer(_ arguments: [String]) -> Offer {
        guard let typed = arguments.last else { return .candidates([]) }
        guard let name = arguments.dropLast().first else { return .candidates(first(typed)) }
        if name == "help" { return .candidates(arguments.count == 2 ? commands : []) }
        if arguments.count == 2, let nested = grammar.command(name)?.commands, !nested.isEmpty,
            !typed.begins(with: "-")
        {
            return .candidates(nested.map { Candidate(text: $0.name, summary: $0.summary) })
        }
        var rest = arguments.dropLast()
        guard let command = grammar.take(&rest) else { return .candidates([]) }
        var areOptionsOver = false
        var positionals = command.arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--", !areOptionsOver {
                if command.runsAfterDashes { return .commandLine(rest.startIndex + 1) }
                areOptionsOver = true
            } else if areOptionsOver || !argument.begins(with: "-") || argument == "-" {
                if command.runsArguments { return .commandLine(rest.startIndex) }
                // The last one may be given several times.
                if positionals.count > 1 { positionals.removeFirst() }
            } else if let (option, value) = command.lastOption(of: argument), option.value != nil,
                value == nil
            {
                if option.takesRest { return .commandLine(rest.startIndex + 1) }
                if rest.popFirst() == nil { return values(of: option, typed, before: "") }
            }
        }
        let takesNothingElse = command.argument == nil && typed.isEmpty
        if typed.begins(with: "-") || takesNothingElse, !areOptionsOver {
            return options(typed, command)
        }
        // With the program as argument 0, the typed argument has this number.
        if command.runsArguments { return .commandLine(arguments.count) }
        guard let argument = positionals.first else { return .candidates([]) }
        if argument == "file" { return .files }
        return .candidates(argument == "interface" ? names : others(argument))
    }

    private var commands: [Candidate] {
        grammar.commands.map { Candidate(text: $0.name, summary: $0.summary) }
    }

    private var names: [Candidate] {
        // Interface names can contain any character, and the shell would interpret an inserted name.
        interfaces().filter { name in
            name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"), UInt8(ascii: "@"):
                    true
                default: false
                }
            } && !name.begins(with: "-")
        }.map { Candidate(text: $0) }
    }

    private func first(_ typed: String) -> [Candidate] {
        typed.begins(with: "-") ? completions(grammar.program, typed) : commands
    }

    private func options(_ typed: String, _ command: Grammar.Command) -> Offer {
        // --type=wifi
        if let end = typed.unicodeScalars.firstIndex(of: "="),
            let option = command.option(String(typed[..<end])), option.value != nil
        {
            let value = String(typed.unicodeScalars[end...].dropFirst())
            return values(of: option, value, before: typed[..<end] + "=")
        }
        return .candidates(completions(command, typed))
    }

    /// The names of the options. Short ones are offered only after a single dash.
    private func completions(_ command: Grammar.Command, _ typed: String) -> [Candidate] {
        let isShort = typed.begins(with: "-") && !typed.begins(with: "--")
        return command.options.flatMap { isShort ? $0.completions : $0.longCompletions }
    }

    /// - Parameter before: the part of the argument before the value.
    private func values(
        of option: Grammar.Option, _ typed: String, before: Substring
    ) -> Offer {
        if option.takesRest { return .files }
        let candidates: [Candidate]
        switch option.value {
        case _ where !option.choices.isEmpty:
            candidates = option.choices.map { Candidate(text: $0) }
        case "type,…":
            // Types before the last comma are kept and not offered again.
            let given = typed.pieces(separatedBy: ",", omittingEmpty: false).dropLast()
            candidates = option.types.map(\.rawValue).filter { !given.contains($0[...]) }
                .map { Candidate(text: (given + [$0[...]]).joined(separator: ",")) }
        case "name": candidates = names
        case "file", "directory": return .files
        default: candidates = option.value.map(others) ?? []
        }
        return .candidates(
            candidates.map { Candidate(text: before + $0.text, summary: $0.summary) })
    }
}

extension Grammar.Option {
    /// All names, long ones first.
    fileprivate var completions: [Completions.Candidate] {
        let short = names.filter { !$0.begins(with: "--") }
        return (names.filter { $0.begins(with: "--") } + short).map {
            Completions.Candidate(text: $0, summary: summary)
        }
    }

    /// The long names, or all names if there are no long ones.
    fileprivate var longCompletions: [Completions.Candidate] {
        let long = completions.filter { $0.text.begins(with: "--") }
        return long.isEmpty ? completions : long
    }
}
