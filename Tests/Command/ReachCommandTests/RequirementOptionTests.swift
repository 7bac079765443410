// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import NetworkReachability
import Testing

@testable import ReachCommand
@testable import reach_transfer

/// The table of requirements, as the command line and the help have it.
@Suite struct RequirementOptionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var requirement: Requirement
        /// The option's name, with dashes.
        var name: String
        /// The option as it is written, with a value if it takes one.
        var text: String
        /// The options that the text has beside it, because it means nothing without them.
        var others: [String] = []
        var testDescription: String { text }
    }

    private static let others = ["--certain": ["--unmetered"]]

    static let options = Requirement.all.compactMap { requirement in
        requirement.option.map { option in
            Row(
                requirement: requirement, name: option.name,
                text: ([option.name, option.value?.example].compactMap(\.self)
                    + (others[option.name] ?? [])).joined(separator: " "),
                others: others[option.name] ?? [])
        }
    }

    @Test("Each option adds its requirement, and no other", arguments: options)
    func parsed(row: Row) throws {
        let words = row.text.split(separator: " ").map(String.init)
        let check = try #require(try Check.parsed(["check"] + words) as? Check)
        let required = check.conditions.condition.requirements.compactMap(\.option?.name)
        #expect(required == row.others + (row.name == "--online" ? [] : [row.name]))
        #expect(
            check.conditions.pathOptions
                == row.others + (row.requirement.isAboutPath ? [row.name] : []))
    }

    @Test("The parser has each option with its help and the name of its value", arguments: options)
    func help(row: Row) throws {
        for command in ["check", "wait", "run", "fetch", "upload", "defer"] {
            let grammar =
                try ["fetch", "upload", "defer"].contains(command)
                ? Grammars.transfer.get() : Grammars.reach.get()
            let option = try #require(grammar.command(command)?.option(row.name))
            #expect(option.summary == row.requirement.option?.help)
            #expect(option.value == row.requirement.option?.value?.name)
        }
        #expect(row.requirement.option?.help.hasSuffix(".") == true)
    }

    /// A value that differs from the example of an option whose value is given once.
    private static let otherValues = [
        "--type": "wwan", "--interface": "eth1", "--gateway": "192.0.2.77", "--to": "other.example",
        "--between": "01:00-02:00", "--battery-above": "77", "--unknown-metered": "allow",
    ]

    @Test(
        "A value that is given twice must be the same, unless each counts",
        arguments: options.filter { $0.requirement.option?.value != nil })
    func repeated(row: Row) throws {
        let value = try #require(row.requirement.option?.value)
        let once = try ConditionOptions.parse([row.name, value.example] + row.others)
        let twice = try ConditionOptions.parse(
            [row.name, value.example, "\(row.name)=\(value.example)"] + row.others)
        #expect(twice.condition == once.condition)
        guard !value.isRepeatable else { return }
        let other = try #require(Self.otherValues[row.name])
        let words = [row.name, value.example, row.name, other] + row.others
        let error = #expect(throws: (any Error).self) { try ConditionOptions.parse(words) }
        #expect(
            error.map { ConditionOptions.message(for: $0) }
                == "\(row.name) is given twice, with '\(value.example)' and with '\(other)'; give one value"
        )
    }

    @Test("The types of each --not-type are rejected")
    func prohibitedTypes() throws {
        let options = try ConditionOptions.parse(
            ["--not-type", "wwan", "--not-type=bluetooth,wwan", "--not-type", "vpn"])
        #expect(
            options.condition.constraints.prohibitedInterfaceTypes == [.wwan, .bluetooth, .vpn])
    }

    @Test(
        "--certain needs an option that it qualifies",
        arguments: [
            ("--certain", false), ("--certain --ipv4", false), ("--certain --not", false),
            ("--certain --between 08:00-09:00", false), ("--certain --unmetered", true),
            ("--metered --certain", true), ("--certain --unmetered --not", true),
            ("--certain --unmetered --unknown-metered allow", true),
        ])
    func certain(line: String, isAllowed: Bool) {
        let words = line.split(separator: " ").map(String.init)
        if isAllowed {
            #expect(throws: Never.self) { try ConditionOptions.parse(words) }
        } else {
            let error = #expect(throws: (any Error).self) { try ConditionOptions.parse(words) }
            let message = error.map { ConditionOptions.message(for: $0) } ?? ""
            #expect(message.hasPrefix("--certain needs --unmetered or --metered"))
        }
    }

    /// The words of a line, in which quotes enclose a word with spaces or without characters.
    private static func words(_ line: String) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            $0.offset.isMultiple(of: 2)
                ? $0.element.split(separator: " ").map(String.init) : [String($0.element)]
        }
    }

    @Test(
        "Invalid conditions are usage errors, and 255 with --exec-condition",
        arguments: [
            "--type radio", "--type wifi,", "--type vpn", "--type wifi --not-type wifi,wwan",
            "--interface ''", "--to ''", "--to 1.2.3", "--to 'a b'", "--to -x", "--to 300.1.1.1",
            "--unknown-metered perhaps", "--bogus", "--offline --online", "--offline --ipv4",
            "--offline --vpn", "--offline --no-roaming", "--offline --interface eth0",
            "--metered --unmetered", "--certain", "--certain --ipv4", "--offline --certain",
            "--between 08:00-08:00", "--between 00:00-24:00", "--between 9:00-10:00",
            "--between ''", "--between 08:00", "--between 08:00-09:00,",
            "--offline --between 08:00-09:00", "--offline --on-power", "--battery-above",
            "--battery-above 101", "--battery-above -1", "--battery-above x", "--battery-above 50%",
            "--battery-above ''", "--battery-above 0x10", "--battery-above 12.5",
            "--battery-above +5", "--on-power=yes", "--vpn --no-vpn", "--vpn --not-type vpn",
            "--to 0x7f000001", "--to 2130706433", "--to 127.1", "--to 'bücher.example'",
            "--to fe80::1%", "--to 192.0.2.1%eth0", "--type wifi --type wwan",
            "--type radio --type wifi", "--between 25:00-26:00 --between 08:00-09:00",
            "--not-type radio --not-type wifi",
        ])
    func invalid(line: String) throws {
        let words = ["check"] + Self.words(line)
        let error = #expect(throws: (any Error).self) { try Check.parsed(words) }
        let failure = Failure(
            try #require(error), arguments: words, of: Reach.self,
            grammar: try Grammars.reach.get())
        #expect(failure.exitCode(of: words, for: Reach.self) == ExitCode(64), "\(failure.reason)")
        let condition = ["check", "--exec-condition"] + Self.words(line)
        #expect(throws: (any Error).self) { try Check.parsed(condition) }
        #expect(failure.exitCode(of: condition, for: Reach.self) == ExitCode(255))
    }

    @Test("A value has an example that is one, and the fixed values are the ones allowed")
    func values() {
        for value in Requirement.all.compactMap(\.option?.value) {
            for text in [value.example] + value.choices { #expect(value.fault(in: text) == nil) }
            if !value.choices.isEmpty { #expect(value.fault(in: "neither") != nil) }
        }
    }
}
