// SPDX-License-Identifier: Apache-2.0

import Reachability

/// Says what is wrong with a command line, and what may have been meant.
///
/// The parser decides whether a command line is right. Its own messages name the nearest word even if
/// that means the opposite, and seldom what is allowed, so this looks for the fault once more.
struct UsageFault {
    let grammar: Grammar

    /// What is wrong; `nil` if nothing is found.
    ///
    /// - Parameter words: the arguments, without the program's name.
    func text(_ words: [String]) -> String? {
        guard let first = words.first else { return nil }
        if first == "help" { return faultOfHelp(words.dropFirst()) }
        guard !first.hasPrefix("-") else { return fault(words[...], of: grammar.program) }
        guard let command = grammar.command(first) else { return unknownCommand(first) }
        return fault(words.dropFirst(), of: command)
    }

    private func fault(_ words: ArraySlice<String>, of command: Grammar.Command) -> String? {
        var words = words
        while let word = words.popFirst() {
            if word == "--" {
                return command.argument == nil ? words.first.map { unexpected($0, command) } : nil
            }
            guard word.hasPrefix("-"), word != "-" else {
                guard command.argument != nil else { return unexpected(word, command) }
                // What follows belongs to the command that is run.
                if command.runsArguments { return nil }
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = command.option(name) else { return unknownOption(name, command) }
            let attached = parts.count == 2 ? String(parts[1]) : nil
            guard let value = option.value else {
                if attached != nil { return "\(name) takes no value" }
                continue
            }
            guard let given = attached ?? words.popFirst() else {
                return "\(name) needs a value: \(option.allowed)"
            }
            // The parser takes what begins with a dash for an option.
            if attached == nil, given.hasPrefix("-"), value != "duration", !option.takesRest {
                return "\(name) needs a value: \(option.allowed)"
            }
            if option.takesRest { return nil }
            if let fault = option.fault(of: given) { return "\(name): \(fault)" }
        }
        return nil
    }

    // MARK: Commands

    private var commandList: String {
        grammar.commands.map(\.name).filter { $0 != "help" }.joined(separator: ", ")
    }

    private func unknownCommand(_ word: String) -> String {
        let names = grammar.commands.map(\.name)
        var guesses = Suggestions.nearest(to: word, among: names)
        if guesses.isEmpty, let synonym = Self.commandSynonyms[word.lowercased()],
            names.contains(synonym)
        {
            guesses = [synonym]
        }
        let guess = question(guesses)
        return "there is no command '\(word.escaped)'"
            + (guess.isEmpty ? "; the" : guess + " The") + " commands are: \(commandList)"
    }

    private func faultOfHelp(_ words: ArraySlice<String>) -> String? {
        guard let first = words.first(where: { !$0.hasPrefix("-") }) else { return nil }
        guard grammar.command(first) != nil else { return unknownCommand(first) }
        return words.count > 1 ? "help takes the name of one command" : nil
    }

    private static let commandSynonyms = [
        "show": "status", "state": "status", "info": "status", "list": "status", "ls": "status",
        "monitor": "watch", "follow": "watch", "tail": "watch", "events": "watch",
        "test": "check", "is": "check", "ask": "check", "until": "wait", "exec": "run",
        "start": "run", "why": "explain", "debug": "explain",
    ]

    // MARK: Options

    private func unknownOption(_ name: String, _ command: Grammar.Command) -> String {
        let isProgram = command.name == grammar.program.name
        let place = isProgram ? "'reach'" : "'reach \(command.name)'"
        let text = "there is no option '\(name.escaped)' of \(place)"
        let bare = String(name.drop { $0 == "-" })
        if command.name == "run", bare == "timeout" {
            return text + ": --deadline limits the waiting, and timeout(1) the running: "
                + "reach run -- timeout 1h COMMAND"
        }
        let guesses = guesses(bare, command)
        if !guesses.isEmpty { return text + question(guesses) }
        let others = grammar.commands.filter { $0.option(name) != nil }.map(\.name)
        guard others.isEmpty else {
            return text + "; it is an option of: \(others.joined(separator: ", "))"
                + (isProgram ? " (options stand behind the command)" : "")
        }
        return text
    }

    /// The options of a command that may be meant by a name without dashes.
    private func guesses(_ name: String, _ command: Grammar.Command) -> [String] {
        let known = command.longNames
        let isShort = name.count == 1
        let nearest = isShort ? [] : Suggestions.nearest(to: name, among: known)
        if !nearest.isEmpty { return nearest.map { "--" + $0 } }
        // The last word of these is the value.
        return (Self.synonyms[name] ?? []).filter { synonym in
            known.contains(String(synonym.prefix { $0 != " " }))
        }.map { "--" + $0 }
    }

    /// Options by other names. Those that the command does not have are passed over.
    private static let synonyms: [String: [String]] = [
        "for": ["stable", "timeout"], "deadline": ["timeout"], "timeout": ["deadline"],
        "connected": ["online"], "disconnected": ["offline"], "no-internet": ["offline"],
        "expensive": ["metered"], "paid": ["metered"], "free": ["unmetered"],
        "cheap": ["unmetered"], "host": ["to"], "hostname": ["to"], "target": ["to"],
        "iface": ["interface"], "device": ["interface"], "dev": ["interface"],
        "i": ["interface"], "silent": ["quiet"], "q": ["quiet"], "s": ["quiet"], "j": ["json"],
        "a": ["all"], "n": ["count"], "lines": ["count"], "t": ["timeout", "deadline"],
        "invert": ["not"], "negate": ["not"], "v4": ["ipv4"], "4": ["ipv4"], "inet": ["ipv4"],
        "v6": ["ipv6"], "6": ["ipv6"], "inet6": ["ipv6"], "resolver": ["dns"],
        "nameserver": ["dns"], "tunnel": ["vpn"], "no-tunnel": ["no-vpn"], "every": ["all"],
        "colour": ["color"], "format": ["json"], "V": ["version"], "v": ["verbose", "version"],
        "wifi": ["type wifi"], "wwan": ["type wwan"], "cellular": ["type wwan"],
        "mobile": ["type wwan"], "ethernet": ["type ethernet"], "wired": ["type ethernet"],
        "bluetooth": ["type bluetooth"], "no-wifi": ["not-type wifi"],
        "no-wwan": ["not-type wwan"], "no-cellular": ["not-type wwan"],
        "no-ethernet": ["not-type ethernet"], "no-bluetooth": ["not-type bluetooth"],
    ]

    // MARK: Arguments

    /// A word where none belongs.
    private func unexpected(_ word: String, _ command: Grammar.Command) -> String {
        let shown = word.escaped
        let text = "unexpected argument '\(shown)'"
        if command.option("--" + word) != nil { return text + question(["--" + word]) }
        if command.option("--type") != nil, TypeList.fault(in: word) == nil {
            return text + question(["--type \(shown)"])
        }
        guard command.option("--interface") != nil else { return text }
        // Names of interfaces have no colon, and seldom a dot.
        let isHost = word.contains(":") || word.split(separator: ".").count > 1
        return text + question([(isHost ? "--to " : "--interface ") + shown])
    }

    private func question(_ guesses: [String]) -> String {
        guesses.isEmpty
            ? "" : "; did you mean \(guesses.map { "'\($0)'" }.joined(separator: " or "))?"
    }
}

// MARK: Values

extension Grammar.Option {
    /// The types that it takes, if it takes types.
    var types: [InterfaceType] {
        TypeList.media + (names.contains("--not-type") ? TypeList.others : [])
    }

    /// What the option takes, in words.
    fileprivate var allowed: String {
        if !words.isEmpty { return words.joined(separator: ", ") }
        switch value {
        case "duration": return "a duration such as \(Span.examples)"
        case "type,…":
            return "one or several, with commas, of: \(TypeList.list(types))"
        case "count": return "a number, at least 1"
        case "host": return "a host or an address"
        case "file": return "a file"
        case "name": return "the name of an interface"
        default: return value ?? ""
        }
    }

    /// What is wrong with a value; `nil` if nothing is known to be.
    fileprivate func fault(of text: String) -> String? {
        let shown = text.escaped
        if !words.isEmpty {
            return words.contains(text)
                ? nil : "'\(shown)' is not one of: \(words.joined(separator: ", "))"
        }
        switch value {
        case "duration":
            return Span(argument: text) == nil
                ? "'\(shown)' is not a duration; examples: \(Span.examples)" : nil
        case "type,…":
            return TypeList.fault(in: text).map {
                "'\($0.escaped)' is not a type; use \(allowed)"
            }
        case "count": return Int(text) == nil ? "'\(shown)' is not a number" : nil
        default: return nil
        }
    }
}
