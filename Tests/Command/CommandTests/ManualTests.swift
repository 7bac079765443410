// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import NetworkReachability
import Testing

@testable import ReachCommand
@testable import reach_transfer

/// Examples of the manual and the README, run or decoded.
enum Manual {
    /// Whether this user can read the pages.
    static let isReadable = FileManager.default.isReadableFile(
        atPath: Program.package.appending(path: "Documentation/man").path)

    static func text(_ path: String) throws -> String {
        try String(contentsOf: Program.package.appending(path: path), encoding: .utf8)
    }

    /// The examples of a page, as a reader sees them.
    static func examples(_ page: String) throws -> [String] {
        try text("Documentation/man/\(page)").components(separatedBy: "\n.EX\n").dropFirst().map {
            part in
            (part.components(separatedBy: "\n.EE").first ?? "")
                .replacing("\\-", with: "-").replacing("\\e", with: "\\")
        }
    }

    /// The command lines of examples in the help of a command.
    private static func lines(_ examples: String) -> [String] {
        examples.split(separator: "\n").filter { $0.hasPrefix("    ") }.map {
            String($0.dropFirst(4))
        }
    }

    /// The command lines with jq in the README, in the manual pages, and in the help.
    static func filters() throws -> [String] {
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: Program.package.appending(path: "Documentation/man").path
        ).sorted()
        let readme = try text("README.md").split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("reach ") }
        let help = [Status.examples, Watch.examples].flatMap(lines)
        return try (readme + pages.flatMap(examples) + help).filter { $0.contains("| jq") }
    }
}

@Suite(.enabled(if: Manual.isReadable, "the project's folder is not open to this user"))
struct ManualTests {
    /// What the examples with jq print, in the order of the README and the names of the pages.
    private static let answers = [
        "eth0",
        // reach-json(7)
        "eth0",
        "unknown (none)",
        "eth0\tethernet\t192.0.2.7",
        "eth0",
        "",
        "noVPN",
        "satisfied",
        "198.41.0.4: via 192.0.2.1 dev eth0 src 192.0.2.7\n9.9.9.9: via 192.0.2.1 dev eth0 src 192.0.2.7",
        // reach-status(1), reach-watch(1)
        "eth0",
        "ethernet",
    ]

    @Test(
        "Each example with jq prints what its page says",
        .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
    func filters() async throws {
        let filters = try Manual.filters()
        try #require(filters.count == Self.answers.count)
        let outcome = try await Namespace.run(
            """
            sysctl -qw net.ipv6.conf.default.disable_ipv6=1
            uplink eth0 192.0.2.7/24 192.0.2.1
            # A watch in an example has no end.
            reach() { case $1 in watch) "$REACH" "$@" --count 1 ;; *) "$REACH" "$@" ;; esac; }
            """, command: filters.map { "\($0)\necho \"=\"" }.joined(separator: "\n"))
        #expect(outcome.errors == "")
        let texts = outcome.text.components(separatedBy: "=\n").dropLast()
        try #require(texts.count == filters.count)
        for (filter, (text, answer)) in zip(filters, zip(texts, Self.answers)) {
            if answer.isEmpty { #expect(text.isEmpty, "\(filter)") }
            if !answer.isEmpty { #expect(text.hasSuffix("\(answer)\n"), "\(filter)") }
        }
    }

    @Test("The help of each command ends its discussion with examples")
    func help() {
        var commands: [any ParsableCommand.Type] =
            [Reach.self] + Reach.commands.filter { !($0 is any TransferSubcommand.Type) }
            + ReachTransfer.commands
        while let command = commands.popLast() {
            let configuration = command.configuration
            if command != Reach.self { commands += configuration.subcommands }
            #expect(configuration.discussion.contains("\n\nExamples:\n  "), "\(command)")
            // A terminal has at least 80 columns.
            let lines = configuration.discussion.components(separatedBy: "\nExamples:\n").last ?? ""
            for line in lines.split(separator: "\n") {
                #expect(line.hasPrefix("  ") && line.utf8.count < 80, "\(line)")
            }
        }
    }

    @Test("The examples of reach.json(5) are valid")
    func configurations() throws {
        let examples = try Manual.examples("reach.json.5").filter { $0.hasPrefix("{") }
        #expect(examples.count == 4)
        for example in examples {
            #expect(throws: Never.self) { try Configuration(json: Array(example.utf8)) }
        }
    }

    @Test("reach-json(7) names each command that has --json, and no other")
    func commandsWithJSON() throws {
        let page = try Manual.text("Documentation/man/reach-json.7").replacing("\\-", with: "-")
        let list = page.components(separatedBy: "\nprint JSON Lines")[0]
        let named = list.split(separator: "\n").compactMap { line in
            line.hasPrefix(".BR reach-") ? line.dropFirst(10).split(separator: " ").first : nil
        }
        let commands = try (Reach.grammar.commands + ReachTransfer.grammar.commands).flatMap {
            $0.commands.isEmpty ? [$0] : $0.commands
        }
        let printing = commands.filter { $0.option("--json") != nil }
        #expect(
            named.map(String.init).sorted()
                == printing.map { $0.title.replacing(" ", with: "-") }.sorted())
    }

    @Test("There is a page for each command, with the synopsis by which it is called")
    func pages() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "reach-manual-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let generator = Program.package.appending(path: "Scripts/make-manual").path
        let outcome = try await Program.run(
            ["python3", generator, Program.path("reach"), folder.path])
        try #require(outcome.status == 0, "\(outcome.errors)")
        let transfers = try ReachTransfer.grammar.commands
        let commands = try transfers + transfers.flatMap(\.commands) + Reach.grammar.commands
        let titles = Set(commands.map(\.title)).subtracting(["help"])
        for title in titles {
            let name = "reach-" + title.replacing(" ", with: "-") + ".1"
            let page = try String(
                contentsOf: folder.appending(path: "man1/\(name)"), encoding: .utf8)
            #expect(page.contains("\n\\fBreach \(title)\\fR\n"), "\(name)")
        }
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "man1").path)
        #expect(pages.count == titles.count + 1, "\(pages)")
    }

    @Test("The README names the option of each requirement")
    func requirements() throws {
        let readme = try Manual.text("README.md")
        for option in Requirement.all.compactMap(\.option?.name) {
            #expect(readme.contains("`\(option)"), "\(option)")
        }
    }
}
