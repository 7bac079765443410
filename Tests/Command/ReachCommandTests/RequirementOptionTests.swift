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

    static let options = Requirement.all.compactMap { requirement in
        requirement.option.map { option in
            Row(
                requirement: requirement, name: option.name,
                text: option.name + (option.value.map { " " + $0.example } ?? ""))
        }
    }

    @Test("Each option adds its requirement, and no other", arguments: options)
    func parsed(row: Row) throws {
        let words = row.text.split(separator: " ").map(String.init)
        let check = try #require(try Check.parsed(["check"] + words) as? Check)
        let required = check.conditions.condition.requirements.compactMap(\.option?.name)
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
            #expect(option.value == row.requirement.option?.value?.name)
        }
        #expect(row.requirement.option?.help.hasSuffix(".") == true)
    }

    @Test("Of a value that is given several times, the last one counts, unless each does")
    func repeated() throws {
        let options = try ConditionOptions.parse(["--interface", "a", "--interface=b"])
        #expect(options.condition.constraints.requiredInterface == "b")
    }

    @Test("A value has an example that is one, and the fixed values are the ones allowed")
    func values() {
        for value in Requirement.all.compactMap(\.option?.value) {
            for text in [value.example] + value.choices { #expect(value.fault(in: text) == nil) }
            if !value.choices.isEmpty { #expect(value.fault(in: "neither") != nil) }
        }
    }
}
