// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import NetworkReachability
import Testing

@testable import ReachCommand
@testable import reach_transfer

/// The table of requirements, as the command line, the help, the schemas and the README have it.
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
                ? ReachTransfer.grammar : Reach.grammar
            let option = try #require(grammar.command(command)?.option(row.name))
            #expect(option.summary == row.requirement.option?.help)
            #expect(option.value == row.requirement.option?.value)
        }
        #expect(row.requirement.option?.help.hasSuffix(".") == true)
    }

    @Test("The README names each option", arguments: options)
    func readme(row: Row) throws {
        let readme = try String(
            contentsOf: Program.package.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("`\(row.name)"))
    }

    @Test(
        "The schemas name each stored member and the code of each reason",
        .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
    func schemas() throws {
        let transfer = try Schemas.schema("transfer")
        let members = try #require(transfer["properties.constraints.properties"])
        for member in Requirement.all.compactMap(\.member) {
            #expect(members[member] != nil, "\(member)")
        }
        guard case .array(let words) = try Schemas.schema("check")["properties.reasons.items.anyOf"]
        else {
            Issue.record("the schema lists no reasons")
            return
        }
        let codes = words.compactMap { word -> String? in
            if case .string(let code) = word["const"] { code } else { nil }
        }
        // One reason belongs to no requirement: that the conditions hold, with --not.
        #expect(Set(codes) == Set(Requirement.all.flatMap(\.codes) + ["holds"]))
    }
}
