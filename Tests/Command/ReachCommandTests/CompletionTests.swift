// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReachCommand

/// What shells offer.
@Suite struct CompletionTests {
    private static let grammar = Grammar(
        program: Grammar.Command(
            name: "reach", options: [Grammar.Option(names: ["-h", "--help"])]),
        commands: [
            Grammar.Command(
                name: "status",
                options: [
                    Grammar.Option(names: ["-j", "--json"]),
                    Grammar.Option(names: ["-c", "--config"], value: "file"),
                ],
                arguments: ["interface"]),
            Grammar.Command(
                name: "check",
                options: [
                    Grammar.Option(names: ["--type"], value: "type,…"),
                    Grammar.Option(names: ["--not-type"], value: "type,…"),
                    Grammar.Option(names: ["--interface"], value: "name"),
                    Grammar.Option(names: ["--to"], value: "host"),
                ]),
            Grammar.Command(
                name: "run",
                options: [
                    Grammar.Option(
                        names: ["--on-loss"], value: "on-loss", choices: ["finish", "stop"])
                ],
                arguments: ["command"], runsArguments: true),
            Grammar.Command(
                name: "watch",
                options: [
                    Grammar.Option(names: ["-n", "--count"], value: "count"),
                    Grammar.Option(names: ["--exec"], value: "command…", takesRest: true),
                ],
                arguments: ["interface"]),
        ])

    @Test(
        "The words that can come next are offered",
        arguments: [
            ("|", ["status", "check", "run", "watch"]), ("|-", ["--help", "-h"]),
            ("|--", ["--help"]),
            ("help|", ["status", "check", "run", "watch"]),
            ("status|", ["eth0", "wg-home"]), ("status eth0|", ["eth0", "wg-home"]),
            ("status|--", ["--json", "--config"]), ("status --json|", ["eth0", "wg-home"]),
            ("watch -n 3|", ["eth0", "wg-home"]), ("watch -n3|", ["eth0", "wg-home"]),
            ("watch -n|", []), ("watch eth0|--e", ["--count", "--exec"]),
            ("status|-", ["--json", "-j", "--config", "-c"]), ("status -j|", ["eth0", "wg-home"]),
            ("check|", ["--type", "--not-type", "--interface", "--to"]),
            ("check --type|", ["wifi", "wwan", "ethernet", "bluetooth", "other"]),
            ("check --not-type|", ["wifi", "wwan", "ethernet", "bluetooth", "other", "vpn"]),
            (
                "check --type|wifi,e",
                ["wifi,wwan", "wifi,ethernet", "wifi,bluetooth", "wifi,other"]
            ),
            (
                "check|--type=wifi,",
                [
                    "--type=wifi,wwan", "--type=wifi,ethernet", "--type=wifi,bluetooth",
                    "--type=wifi,other",
                ]
            ),
            ("check --interface|", ["eth0", "wg-home"]), ("check --to|", []),
            ("run --on-loss|", ["finish", "stop"]), ("nonsense|", []), ("check|eth", []),
        ])
    func words(line: String, expected: [String]) {
        guard case .candidates(let words) = offer(line) else {
            Issue.record("\(offer(line))")
            return
        }
        #expect(words.map(\.text) == expected)
    }

    @Test(
        "The shell completes file names and other commands",
        arguments: [
            ("status --config|", .files), ("status -c|", .files), ("status -jc|", .files),
            ("run|", .commandLine(2)), ("run|ls", .commandLine(2)),
            ("run ls|", .commandLine(2)), ("run --on-loss stop|ls", .commandLine(4)),
            ("run --|", .commandLine(3)), ("run -- ls -l|", .commandLine(3)),
            ("watch --exec|", .commandLine(3)), ("watch eth0 -n 3 --exec|l", .commandLine(6)),
            ("watch --exec ls -l|", .commandLine(3)),
        ] as [(String, Completions.Offer)])
    func others(line: String, expected: Completions.Offer) {
        #expect(offer(line) == expected)
    }

    /// An option or an argument of the real programs whose value is a file or a directory.
    struct Place: Sendable, CustomTestStringConvertible {
        var line: String
        var isOfTransfers: Bool
        var testDescription: String { line }
    }

    private static let places =
        [
            "status --config", "check --config", "record --dir", "history --dir", "usage --dir",
            "history --from", "history --svg", "usage --svg", "export --textfile",
        ].map { Place(line: $0 + "|", isOfTransfers: false) }
        + [
            "upload|ma", "upload --detach|", "fetch --output", "fetch --input-file",
            "fetch --header-file", "fetch --store", "defer --log", "queue list --store",
        ].map { Place(line: $0.contains("|") ? $0 : $0 + "|", isOfTransfers: true) }

    @Test("Files are offered for each value that is a file or a directory", arguments: places)
    func files(place: Place) throws {
        let grammar =
            try place.isOfTransfers ? Grammars.transfer.get() : Grammars.reach.get()
        #expect(offer(place.line, grammar) == .files)
    }

    @Test("No files are offered for the address of an upload, after the file")
    func address() throws {
        #expect(offer("upload map.bin|ht", try Grammars.transfer.get()) == .candidates([]))
    }

    private func offer(_ line: String, _ grammar: Grammar = grammar) -> Completions.Offer {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false)
        let completions = Completions(grammar: grammar) {
            ["eth0", "wg-home", "a;b", "$(x)", "-x"]
        }
        return completions.offer(
            parts[0].split(separator: " ").map(String.init) + [String(parts[1])])
    }
}
