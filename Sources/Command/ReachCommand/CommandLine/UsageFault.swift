// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Finds the fault in a command line, and suggests a correction.
///
/// The parser decides whether a command line is valid. Its messages suggest arguments of the opposite meaning and seldom
/// list the allowed values, so this type searches for the fault again.
struct UsageFault {
    let grammar: Grammar
    /// The kinds of values, by the names that help has for them.
    let values: [String: ValueKind]

    /// Returns the message for a command line; `nil` if no fault is found.
    ///
    /// - Parameter arguments: the arguments, without the name of the program.
    func text(_ arguments: [String]) -> String? {
        guard let first = arguments.first else { return nil }
        if first == "help" { return faultOfHelp(arguments.dropFirst()) }
        guard !first.begins(with: "-") else { return fault(arguments[...], of: grammar.program) }
        var rest = arguments[...]
        guard let command = grammar.take(&rest) else {
            return unknownCommand(rest.first ?? first, of: grammar.command(first))
        }
        return fault(rest, of: command)
    }

    private func fault(_ arguments: ArraySlice<String>, of command: Grammar.Command) -> String? {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            if argument == "--" {
                return command.argument == nil
                    ? arguments.first.map { unexpected($0, command) } : nil
            }
            guard argument.begins(with: "-"), argument != "-" else {
                guard command.argument != nil else { return unexpected(argument, command) }
                // The following arguments belong to the other command.
                if command.runsArguments { return nil }
                if let fault = command.argument.flatMap({ values[$0]?.fault(argument) }) {
                    return fault
                }
                continue
            }
            let parts = argument.pieces(
                separatedBy: "=", maxSplits: 1, omittingEmpty: false)
            let name = String(parts[0])
            // -timeout rather lacks a dash than has the value "imeout".
            let lacksDash = name.isCluster && command.longNames.contains(String(name.dropFirst()))
            guard !lacksDash, let (option, joined) = command.lastOption(of: name) else {
                return unknownOption(name, command)
            }
            let attached = parts.count == 2 ? String(parts[1]) : joined
            guard let value = option.value else {
                if attached != nil { return "\(name) takes no value" }
                continue
            }
            guard let given = attached ?? arguments.popFirst() else {
                return "\(name) needs a value: \(allowed(option))"
            }
            // The parser reads an argument with a leading dash as an option.
            if attached == nil, given.begins(with: "-"), given != "-", !option.takesRest,
                values[value]?.canBeNegative != true
            {
                return "\(name) needs a value: \(allowed(option))"
            }
            if option.takesRest { return nil }
            if let fault = fault(of: given, option) { return "\(name): \(fault)" }
        }
        return nil
    }

    // MARK: Commands

    /// - Parameter parent: the command whose commands are meant; `nil` for the program.
    private func unknownCommand(_ argument: String, of parent: Grammar.Command? = nil) -> String {
        let names = (parent?.commands ?? grammar.commands).map(\.name)
        let list = names.filter { $0 != "help" }.joined(separator: ", ")
        var guesses = Suggestions.nearest(to: argument, among: names)
        if guesses.isEmpty, let synonym = Self.commandSynonyms[argument.lowercased()],
            names.contains(synonym)
        {
            guesses = [synonym]
        }
        let guess = question(guesses)
        let shown = parent.map { "\($0.name) \(argument)" } ?? argument
        return "unknown command '\(shown.escaped)'"
            + (guess.isEmpty ? "; the" : guess + " The") + " commands are: \(list)"
    }

    private func faultOfHelp(_ arguments: ArraySlice<String>) -> String? {
        guard let first = arguments.first(where: { !$0.begins(with: "-") }) else { return nil }
        guard let command = grammar.command(first) else { return unknownCommand(first) }
        let options = arguments.filter { $0.begins(with: "-") && $0 != "--help" && $0 != "-h" }
        if let option = options.first { return unknownOption(option, grammar.program) }
        guard arguments.count > 1 else { return nil }
        if !command.commands.isEmpty, let second = arguments.dropFirst().first, arguments.count == 2
        {
            return command.command(second) == nil ? unknownCommand(second, of: command) : nil
        }
        return "help takes one command"
    }

    private static let commandSynonyms = [
        "show": "status", "state": "status", "info": "status", "list": "status",
        "monitor": "watch", "follow": "watch", "tail": "watch", "events": "watch",
        "test": "check", "is": "check", "ask": "check", "until": "wait", "exec": "run",
        "start": "run", "why": "explain", "debug": "explain", "diagnose": "doctor",
        "diagnosis": "doctor", "diagnostics": "doctor", "troubleshoot": "doctor",
        "ping": "doctor", "fix": "doctor", "repair": "doctor", "outages": "history",
        "downtime": "history", "timeline": "history", "traffic": "usage", "bytes": "usage",
        "vnstat": "usage", "recorder": "record", "download": "fetch", "get": "fetch",
        "wget": "fetch", "curl": "fetch", "send": "upload", "put": "upload", "push": "upload",
        "schedule": "defer", "at": "defer", "batch": "defer", "later": "defer", "job": "defer",
        "cron": "defer", "enqueue": "defer", "transfers": "queue", "jobs": "queue", "ls": "list",
        "status": "list", "add": "fetch", "delete": "cancel", "remove": "cancel", "rm": "cancel",
        "stop": "pause", "continue": "resume", "unpause": "resume", "acknowledge": "ack",
        "log": "watch", "metrics": "export", "prometheus": "export", "exporter": "export",
        "work": "run", "worker": "run", "restart": "retry", "unhold": "release",
    ]

    // MARK: Options

    private func unknownOption(_ name: String, _ command: Grammar.Command) -> String {
        if let letter = unknownLetter(of: name, command) { return unknownOption(letter, command) }
        let isProgram = command.name == grammar.program.name
        let place = isProgram ? "'reach'" : "'reach \(command.title)'"
        let text = "unknown option '\(name.escaped)' of \(place)"
        let bare = String(name.unicodeScalars.drop { $0 == "-" })
        if command.title == "run", bare == "timeout" {
            return text + ": --deadline limits the waiting, and timeout(1) the running: "
                + "reach run -- timeout 1h COMMAND"
        }
        if ["status", "explain"].contains(command.title), ["to", "host"].contains(bare) {
            return text
                + ", which is about the path to the internet: 'reach check --to HOST --json' has the "
                + "path to a host, and 'reach doctor --to HOST' asks the host"
        }
        let guesses = guesses(bare, command)
        if !guesses.isEmpty { return text + question(guesses) }
        let others = grammar.commands.filter { $0.knows(name) }.map(\.name)
        guard others.isEmpty else {
            return text + "; it is an option of: \(others.joined(separator: ", "))"
                + (isProgram ? " (options follow the command)" : "")
        }
        return text
    }

    /// Returns the unknown one of several short options after one dash; `nil` if they are rather a long name with one
    /// dash too few.
    private func unknownLetter(of name: String, _ command: Grammar.Command) -> String? {
        let bare = String(name.dropFirst())
        guard name.isCluster,
            bare.count <= 3 || Suggestions.nearest(to: bare, among: command.longNames).isEmpty
        else { return nil }
        let letters = bare.map { "-\($0)" }
        guard letters.contains(where: { command.option($0) != nil }) else { return nil }
        return letters.first { command.option($0) == nil }
    }

    /// Returns the options that may be meant by an unknown name without dashes.
    private func guesses(_ name: String, _ command: Grammar.Command) -> [String] {
        let known = command.longNames
        let isShort = name.count == 1
        let nearest = isShort ? [] : Suggestions.nearest(to: name, among: known)
        if !nearest.isEmpty { return nearest.map { "--" + $0 } }
        // A synonym may include a value: "type wifi".
        return (Self.synonyms[name] ?? []).filter { synonym in
            known.contains(String(synonym.unicodeScalars.prefix { $0 != " " }))
        }.map { "--" + $0 }
    }

    /// Other names for options. Options that the command does not have are ignored.
    private static let synonyms: [String: [String]] = [
        "for": ["stable", "timeout"], "deadline": ["timeout"],
        "timeout": ["deadline", "time-limit"],
        "connected": ["online"], "disconnected": ["offline"], "no-internet": ["offline"],
        "expensive": ["metered"], "paid": ["metered"], "free": ["unmetered"],
        "cheap": ["unmetered"], "host": ["to"], "hostname": ["to"], "target": ["to"],
        "iface": ["interface"], "device": ["interface"], "dev": ["interface"],
        "i": ["interface"], "silent": ["quiet"], "s": ["quiet"],
        "lines": ["count"], "t": ["deadline"],
        "invert": ["not"], "negate": ["not"], "v4": ["ipv4"], "4": ["ipv4"], "inet": ["ipv4"],
        "v6": ["ipv6"], "6": ["ipv6"], "inet6": ["ipv6"], "resolver": ["dns"],
        "nameserver": ["dns"], "tunnel": ["vpn"], "no-tunnel": ["no-vpn"], "every": ["all"],
        "colour": ["color"], "format": ["json"], "V": ["version"], "v": ["verbose", "version"],
        "hours": ["between"], "during": ["between"], "time": ["between"], "sure": ["certain"],
        "place": ["at"], "location": ["at"], "network": ["ssid"], "router": ["gateway"],
        "internet": ["validated"], "portal": ["validated"],
        "wifi": ["type wifi"], "wwan": ["type wwan"], "cellular": ["type wwan"],
        "mobile": ["type wwan"], "ethernet": ["type ethernet"], "wired": ["type ethernet"],
        "bluetooth": ["type bluetooth"], "no-wifi": ["not-type wifi"],
        "no-wwan": ["not-type wwan"], "no-cellular": ["not-type wwan"],
        "no-ethernet": ["not-type ethernet"], "no-bluetooth": ["not-type bluetooth"],
        "O": ["output"], "dir": ["output"], "checksum": ["sha256"], "digest": ["sha256"],
        "rate": ["limit-rate"], "background": ["detach"], "b": ["detach"], "force": ["overwrite"],
        "clobber": ["overwrite"], "after": ["not-before"], "start": ["not-before"],
        "retry": ["attempts"], "tries": ["attempts"], "retries": ["attempts"], "exec": ["then"],
        "period": ["every"], "repeat": ["every"], "interval": ["every"], "output": ["log"],
        "alone": ["exclusive"], "max-time": ["time-limit"], "retry-codes": ["retry-on"],
    ]

    // MARK: Arguments

    /// Returns the message for an unexpected argument.
    private func unexpected(_ argument: String, _ command: Grammar.Command) -> String {
        let shown = argument.escaped
        let text = "unexpected argument '\(shown)'"
        if command.option("--" + argument) != nil { return text + question(["--" + argument]) }
        if command.option("--type") != nil, InterfaceType.fault(inList: argument) == nil {
            return text + question(["--type \(shown)"])
        }
        guard command.option("--interface") != nil else {
            return command.option("--to") == nil ? text : text + question(["--to \(shown)"])
        }
        // Interface names have no colon, and seldom a dot.
        let isHost =
            argument.unicodeScalars.contains(":")
            || argument.pieces(separatedBy: ".").count > 1
        return text + question([(isHost ? "--to " : "--interface ") + shown])
    }

    private func question(_ guesses: [String]) -> String {
        guesses.isEmpty
            ? "" : "; did you mean \(guesses.map { "'\($0)'" }.joined(separator: " or "))?"
    }
}

// MARK: Values

extension UsageFault {
    /// The allowed values of an option as text.
    private func allowed(_ option: Grammar.Option) -> String {
        if !option.choices.isEmpty { return option.choices.joined(separator: ", ") }
        if let value = option.requirementValue { return value.allowed }
        return option.value.map { values[$0]?.allowed ?? $0 } ?? ""
    }

    /// Returns why a value is not allowed; `nil` if it is allowed or not known.
    private func fault(of text: String, _ option: Grammar.Option) -> String? {
        let shown = text.escaped
        if !option.choices.isEmpty {
            return option.choices.contains(text)
                ? nil : "'\(shown)' is not one of: \(option.choices.joined(separator: ", "))"
        }
        if option.value == "type,…" {
            return InterfaceType.fault(inList: text).map {
                let guess = TypeList.guess($0, among: option.types)
                    .map { "; did you mean '\($0)'? Use" }
                return "'\($0.escaped)' is not a type\(guess ?? "; use") \(allowed(option))"
            }
        }
        if let value = option.requirementValue { return value.fault(in: text)?.escaped }
        return option.value.flatMap { values[$0]?.fault(text) }
    }
}

extension Grammar.Option {
    /// The value of a condition's option, by the table; `nil` if it is another option.
    var requirementValue: Requirement.Value? {
        Requirement.all.lazy.compactMap(\.option).first { names.contains($0.name) }?.value
    }

    /// The types that an option for types accepts.
    var types: [InterfaceType] {
        InterfaceType.media + (names.contains("--not-type") ? [.vpn] : [])
    }
}

/// A kind of values of options and arguments, for messages.
package struct ValueKind: Sendable {
    /// The allowed values as text.
    var allowed: String
    /// Whether a value with a leading dash is a value, and not an option.
    var canBeNegative = false
    /// Returns why a value is not allowed; `nil` if it is allowed or not known.
    var fault: @Sendable (String) -> String? = { _ in nil }

    /// - Parameters:
    ///   - allowed: the allowed values as text.
    ///   - canBeNegative: whether a value with a leading dash is a value, and not an option.
    ///   - fault: returns why a value is not allowed; `nil` if it is.
    package init(
        _ allowed: String, canBeNegative: Bool = false,
        fault: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.allowed = allowed
        self.canBeNegative = canBeNegative
        self.fault = fault
    }

    /// The values that commands of both programs have, by the names that help has for them.
    package static let shared: [String: ValueKind] = [
        "duration": duration, "time": time, "count": number("a number, at least 1"),
        "file": ValueKind("a file"), "directory": ValueKind("a directory"),
    ]

    private static let duration = ValueKind(
        "a duration such as \(TimeSpan.examples)", canBeNegative: true
    ) { text in
        TimeSpan(argument: text) == nil
            ? "'\(text.escaped)' is not a duration; examples: \(TimeSpan.examples)" : nil
    }

    private static let time = ValueKind(
        "a duration or a time, such as \(PointInTime.examples)", canBeNegative: true,
        fault: PointInTime.fault)

    /// The kind of whole numbers.
    package static func number(_ allowed: String) -> ValueKind {
        ValueKind(allowed) { text in
            Int(text) == nil ? "'\(text.escaped)' is not a number" : nil
        }
    }
}
