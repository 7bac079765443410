// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import ReachCommand

/// What `reach` leaves to the program `reach-transfer`.
@Suite struct HandOverTests {
    /// Runs command lines of `reach`, `reach` being alone in its folder, or beside a program that prints its arguments.
    private func run(_ lines: [String], isInstalled: Bool) async throws -> Outcome {
        try await Program.run([
            "sh", "-c",
            """
            folder=$(mktemp -d) && trap 'rm -r "$folder"' EXIT
            cp "$REACH" "$folder/reach"
            if \(isInstalled); then
                printf '#!/bin/sh\\nprintf "<%%s>" "$@"; echo\\n' >"$folder/reach-transfer"
                chmod +x "$folder/reach-transfer"
            fi
            reach() { "$folder/reach" "$@" || echo $?; }
            """ + "\n" + lines.joined(separator: "\n"),
        ])
    }

    @Test("reach-transfer gets the arguments as they are, also those for help and completions")
    func arguments() async throws {
        let outcome = try await run(
            [
                "reach fetch", "reach fetch --detach 'a  b' '' -- x --help", "reach queue --help",
                "reach upload --version", "reach help fetch", "reach help queue list",
                "reach ---complete zsh queue list --", "reach queue --no-such-option",
                "reach fetch --experimental-dump-help",
            ], isInstalled: true)
        #expect(outcome.errors == "")
        #expect(
            outcome.text == """
                <fetch>
                <fetch><--detach><a  b><><--><x><--help>
                <queue><--help>
                <upload><--version>
                <help><fetch>
                <help><queue><list>
                <---complete><zsh><queue><list><-->
                <queue><--no-such-option>
                <fetch><--experimental-dump-help>

                """)
    }

    @Test("Secrets go by a descriptor, and lists of processes have the arguments without them")
    func secrets() async throws {
        let outcome = try await run(
            [
                "reach fetch -H 'Key: secret' 'https://me:secret@a.example/b?key=secret' -- c d",
                "reach ---complete zsh fetch 'https://a.example/?key=secret' ''",
            ], isInstalled: true)
        let lines = outcome.text.split(separator: "\n")
        try #require(lines.count == 2, "\(outcome)")
        #expect(lines[0].hasPrefix("<---arguments><"))
        #expect(lines[0].hasSuffix("><fetch><-H><Key: …><https://a.example/b><--><c><d>"))
        #expect(lines[1].hasPrefix("<---arguments><"))
        #expect(!outcome.text.contains("secret"))
    }

    @Test("Arguments that cannot be read from the descriptor are an error, not a request for help")
    func lostDescriptor() async throws {
        let outcome = try await Program.run([
            "sh", "-c", "${REACH%/*}/reach-transfer ---arguments 99 fetch https://a.example/",
        ])
        #expect(outcome.status == 70)
        #expect(outcome.text == "")
        #expect(outcome.errors.hasPrefix("reach: the arguments cannot be read: "))
    }

    @Test("Without reach-transfer, its commands and their help are 69, and say what to install")
    func missing() async throws {
        let outcome = try await run(
            ["reach fetch https://a.example/", "reach queue --help", "reach help upload"],
            isInstalled: false)
        #expect(outcome.text == "69\n69\n69\n")
        let message =
            "reach: the program reach-transfer is not installed: install the package reach-transfer\n"
        #expect(outcome.errors == message + message + message)
    }

    @Test("A reach-transfer that may not be executed is named as such, not as missing")
    func notExecutable() async throws {
        let outcome = try await run(
            [#": >"$folder/reach-transfer"; reach queue"#], isInstalled: false)
        #expect(outcome.text == "69\n")
        #expect(outcome.errors.hasPrefix("reach: cannot execute /"))
        #expect(outcome.errors.contains("/reach-transfer: Permission denied"))
    }

    @Test("Without reach-transfer, the help of the program still names all commands")
    func helpWithoutTransfers() async throws {
        let outcome = try await run(["reach --help"], isInstalled: false)
        #expect(outcome.errors == "")
        for command in Reach.commands.map({ $0.configuration }) {
            #expect(outcome.text.contains("\n  \(command.commandName ?? "-") "), "\(command)")
        }
    }
}
