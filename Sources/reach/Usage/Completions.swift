// SPDX-License-Identifier: Apache-2.0

import Reachability

/// What can stand next on a command line, for the completions of shells.
struct Completions {
    let grammar: Grammar
    /// The names of the interfaces that exist.
    let interfaces: () -> [String]

    /// What a shell is to offer.
    enum Offer: Hashable {
        /// These words; none if nothing is known.
        case words([Word])
        /// The names of files.
        case files
        /// What it offers for the command line that begins at a word, counted from 0, the program.
        case commandLine(Int)
    }

    /// A word, and what it means.
    struct Word: Hashable {
        var text: String
        var summary = ""
    }

    /// What is offered for the last word.
    ///
    /// - Parameter words: the words of the command line up to the one that is typed, without the program's
    ///   name.
    func offer(_ words: [String]) -> Offer {
        guard let typed = words.last else { return .words([]) }
        guard let name = words.dropLast().first else { return .words(first(typed)) }
        if name == "help" { return .words(words.count == 2 ? commands : []) }
        guard let command = grammar.command(name) else { return .words([]) }
        var rest = words.dropFirst().dropLast()
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if word == "--", !areOptionsOver {
                areOptionsOver = true
            } else if areOptionsOver || !word.hasPrefix("-") || word == "-" {
                if command.runsArguments { return .commandLine(rest.startIndex) }
            } else if let option = command.option(word), option.value != nil {
                if option.takesRest { return .commandLine(rest.startIndex + 1) }
                if rest.popFirst() == nil { return values(of: option, typed, before: "") }
            }
        }
        let takesNothingElse = command.argument == nil && typed.isEmpty
        if typed.hasPrefix("-") || takesNothingElse, !areOptionsOver {
            return options(typed, command)
        }
        // Counted from the program, the typed word is the one behind all that were read.
        if command.runsArguments { return .commandLine(words.count) }
        return .words(command.argument == "interface" ? names : [])
    }

    private var commands: [Word] {
        grammar.commands.map { Word(text: $0.name, summary: $0.summary) }
    }

    private var names: [Word] {
        // Anybody may name an interface, and shells act upon what is inserted.
        interfaces().filter { name in
            name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"), UInt8(ascii: "@"):
                    true
                default: false
                }
            } && !name.hasPrefix("-")
        }.map { Word(text: $0) }
    }

    private func first(_ typed: String) -> [Word] {
        typed.hasPrefix("-") ? grammar.program.options.flatMap(\.completions) : commands
    }

    private func options(_ typed: String, _ command: Grammar.Command) -> Offer {
        // --type=wifi
        if let end = typed.firstIndex(of: "="),
            let option = command.option(String(typed[..<end])), option.value != nil
        {
            let value = String(typed[end...].dropFirst())
            return values(of: option, value, before: typed[..<end] + "=")
        }
        return .words(command.options.flatMap(\.completions))
    }

    /// - Parameter before: what stands before the value in the same word.
    private func values(
        of option: Grammar.Option, _ typed: String, before: Substring
    ) -> Offer {
        if option.takesRest { return .files }
        let words: [Word]
        switch option.value {
        case _ where !option.words.isEmpty: words = option.words.map { Word(text: $0) }
        case "type,…":
            // Those that stand before the last comma stay, and are not offered again.
            let given = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
            words = option.types.map(\.rawValue).filter { !given.contains($0[...]) }
                .map { Word(text: (given + [$0[...]]).joined(separator: ",")) }
        case "name": words = names
        case "file": return .files
        default: words = []
        }
        return .words(words.map { Word(text: before + $0.text, summary: $0.summary) })
    }
}

extension Grammar.Option {
    /// Its long names, or all if it has none.
    fileprivate var completions: [Completions.Word] {
        let long = names.filter { $0.hasPrefix("--") }
        return (long.isEmpty ? names : long).map { Completions.Word(text: $0, summary: summary) }
    }
}
