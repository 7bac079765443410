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
        var testDescription: String { text }
    }

    /// A value for each kind of value.
    private static let values = [
        "type,…": "wifi", "name": "eth0", "host": "192.0.2.1", "rule": "deny",
    ]

    static let options = Requirement.all.compactMap { requirement in
        requirement.option.map { option in
            Row(
                requirement: requirement, name: option.name,
                text: option.name
                    + (option.value.map { " " + (values[$0] ?? "no value for \($0)") } ?? ""))
        }
    }

    @Test("Each option adds its requirement, and no other", arguments: options)
    func parsed(row: Row) throws {
        let words = row.text.split(separator: " ").map(String.init)
        let check = try #require(try Check.parsed(["check"] + words) as? Check)
        let required = try check.conditions.condition.requirements.compactMap(\.option?.name)
        #expect(required == (row.name == "--online" ? [] : [row.name]))
        #expect(check.conditions.pathOptions == (row.requirement.isAboutPath ? [row.name] : []))
    }

    @Test("The parser has each option with its help and the name of its value", arguments: options)
    func help(row: Row) throws {
        for command in ["check", "wait", "run", "fetch", "upload"] {
            let grammar =
                try command == "fetch" || command == "upload"
                ? Grammars.transfer.get() : Grammars.reach.get()
            let option = try #require(grammar.command(command)?.option(row.name))
            #expect(option.summary == row.requirement.option?.help)
            #expect(option.value == row.requirement.option?.value)
        }
        #expect(row.requirement.option?.help.hasSuffix(".") == true)
    }
}
