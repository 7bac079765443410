// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import Foundation
import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand
@testable import reach_transfer

/// The command line of `reach fetch`, `reach upload` and `reach queue`.
@Suite struct TransferCommandLineTests {
    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private func fetch(_ line: String) throws -> Fetch {
        try #require(try Fetch.parsed(words("fetch " + line)) as? Fetch)
    }

    private func upload(_ line: String) throws -> Upload {
        try #require(try Upload.parsed(words("upload " + line)) as? Upload)
    }

    private func queue<Command>(_ line: String, _: Command.Type = Command.self) throws -> Command {
        try #require(try Queue.parsed(words("queue " + line)) as? Command)
    }

    /// Expects that a command line is refused with a message that contains a text.
    private func expectRefusal(_ line: String, by command: any Subcommand.Type, text: String) {
        do {
            _ = try command.parsed(words(line))
            Issue.record("accepted: \(line)")
        } catch {
            let fault = (try? Grammars.transfer.get()).flatMap { grammar in
                UsageFault(grammar: grammar, values: ReachTransfer.values).text(words(line))
            }
            let reason =
                fault ?? (error as? Failure)?.reason ?? ReachTransfer.message(for: error)
            #expect(reason.contains(text), "\(reason)")
        }
    }

    @Test(
        "Each condition on the path can be inverted for a transfer, and none goes with --offline",
        arguments: RequirementOptionTests.options.filter(\.requirement.isAboutPath))
    func pathOption(option: RequirementOptionTests.Row) throws {
        #expect(try fetch("https://a/b --not \(option.text)").condition.isNegated)
        let error = #expect(throws: (any Error).self) {
            try Check.parsed(words("check --offline \(option.text)"))
        }
        let message = error.map { Reach.message(for: $0) } ?? ""
        #expect(
            message.contains("--offline cannot be combined with \(option.name):"), "\(message)")
    }

    @Test(
        "A transfer needs a path, so that nothing but a path cannot be inverted",
        arguments: ["", "--online", "--to 192.0.2.1", "--unknown-metered deny"])
    func invertedPath(options: String) {
        #expect(throws: (any Error).self) { try fetch("https://a/b --not \(options)") }
    }

    @Test("A fetch without options is a download into the current folder, and waits for its end")
    func plain() throws {
        let fetch = try fetch("https://files.example/map.bin")
        #expect(fetch.url == ["https://files.example/map.bin"])
        #expect(fetch.output == nil)
        #expect(fetch.condition.constraints == .connected)
        #expect(fetch.condition.host == nil)
        let options = fetch.options([], Self.caller)
        #expect(options.attempts == .limited(10))
        #expect(options.existing == .keep)
        #expect(options.deadline == nil)
        #expect(!fetch.request.detach && !fetch.overwrite && !fetch.adding.json)
        #expect(fetch.request.then.isEmpty)
    }

    /// A program that is called at a known time.
    private static let caller = Caller(
        folder: "/home/ada/", mask: 0o022, environment: [], now: 1_795_200_000_000)

    @Test("Each option of fetch has its value")
    func options() throws {
        let digest = String(repeating: "0f", count: 32)
        let fetch = try fetch(
            """
            https://a/b --discretionary --stable 5s --not-before 2h --deadline 2026-11-20T21:15:00Z \
            --on-deadline run --attempts 3 --priority high --key tiles-7 --existing replace --group g \
            --sha256 \(digest) --limit-rate 1.5M --netrc --overwrite --detach --json -o maps/ --store /s \
            --on-finish done.service --header=A:b -HX-Api-Key:1 --config /c
            """)
        #expect(fetch.condition.constraints == .discretionary)
        let options = fetch.options(
            try fetch.request.headers(of: .download), Self.caller)
        #expect(options.stability == .seconds(5))
        #expect(options.notBefore == Date(milliseconds: 1_795_207_200_000))
        #expect(options.deadline == .run(after: .seconds(9300)))
        #expect(options.attempts == .limited(3))
        #expect(options.priority == .high)
        #expect(options.key == "tiles-7")
        #expect(options.existing == .replace)
        #expect(options.group == "g")
        #expect(options.sha256 == Array(repeating: 0x0F, count: 32))
        #expect(options.limitRate == 1_572_864)
        #expect(
            options.usesNetrc && fetch.overwrite && fetch.request.detach && fetch.adding.json)
        #expect(fetch.output == "maps/")
        #expect(
            fetch.place == TransferPlace(store: "/s", configuration: ConfigurationFile(named: "/c"))
        )
        #expect(fetch.request.onFinish == "done.service")
        #expect(options.headers.map(\.name) == ["A", "X-Api-Key"])
        #expect(options.headers.map(\.value) == ["b", "1"])
    }

    @Test(
        "The rest of the line after --then and -- is the command, options included",
        arguments: [
            ("https://a/b --then tar xf --help", ["tar", "xf", "--help"]),
            ("https://a/b -- tar -x -- y", ["tar", "-x", "--", "y"]),
            ("https://a/b --detach --then a --then b", ["a", "--then", "b"]),
        ])
    func commands(line: String, command: [String]) throws {
        #expect(try fetch(line).request.then == command)
    }

    @Test(
        "What cannot be meant is refused",
        arguments: [
            ("", "the URL is missing"), ("ftp://a/b", "only http and https"),
            ("file:///etc/passwd", "only http and https"), ("http:///b", "has no host"),
            ("http://:80/b", "has no host"), ("http://user@/b", "has no host"),
            ("a.example/b", "has no scheme"), ("http://a:0/", "invalid port"),
            ("http://a:65536/", "invalid port"), ("http://a:x/", "invalid port"),
            ("https://a/b https://a/c -o name-of-no-folder", "is not a directory"),
            ("https://a/b -o -", "standard output"), ("https://a/b -o=", "the name is empty"),
            ("https://a/b --offline", "--offline makes no sense"),
            ("https://a/b --not", "--not makes no sense"),
            ("https://a/b --metered --discretionary", "cannot both hold"),
            ("https://a/b --existing keep", "needs --key"),
            ("https://a/b --on-deadline run", "needs --deadline"),
            ("https://a/b https://a/c --key k", "--key is for one download"),
            (
                "https://a/b https://a/c --sha256 \(String(repeating: "0", count: 64))",
                "--sha256 is the digest of one file"
            ),
            ("https://a/b --header Host:x", "Host cannot be set"),
            ("https://a/b --header range:x", "range cannot be set"),
            ("https://a/b --header If-Range:x", "If-Range cannot be set"),
            ("https://a/b --header accept-encoding:x", "accept-encoding cannot be set"),
            ("https://a/b --header no-colon", "'Name: value'"),
            ("https://a/b --header (x):y", "'(x)' is not the name"),
            ("https://a/b --on-finish backup", "is not a unit"),
            ("https://a/b --", "needs a value"),
            ("https://a/b --then --help", "'--help' is none"),
        ])
    func refusals(line: String, text: String) {
        expectRefusal("fetch " + line, by: Fetch.self, text: text)
    }

    @Test("A refusal has the exit code 64 and the message of its cause")
    func refusal() {
        let error = #expect(throws: (any Error).self) { try fetch("https://a/b --not") }
        let failure = error.map {
            Failure(
                $0, arguments: words("fetch --not"), of: ReachTransfer.self,
                grammar: try? Grammars.transfer.get())
        }
        #expect(failure?.exitCode == 64)
        #expect(failure?.reason.contains("--not makes no sense") == true)
    }

    @Test("An upload has the options of a fetch, and a method")
    func uploads() throws {
        let upload = try upload(
            "map.bin https://a/b --method tus --unmetered --detach -H X:1 --key k --then echo --help"
        )
        #expect(upload.file == "map.bin")
        #expect(upload.url == "https://a/b")
        #expect(upload.method == .tus)
        #expect(!upload.condition.constraints.allowsExpensiveNetworkAccess)
        #expect(upload.request.detach)
        #expect(try upload.request.headers(of: .upload).map(\.name) == ["X"])
        #expect(upload.adding.key == "k")
        #expect(upload.request.then == ["echo", "--help"])
        #expect(try self.upload("map.bin https://a/b").method == nil)
    }

    @Test(
        "What cannot be meant for an upload is refused",
        arguments: [
            ("", "Missing expected argument '<file>'"),
            ("map.bin", "Missing expected argument '<url>'"),
            ("map.bin ftp://a/b", "only http and https"), ("- https://a/b", "standard input"),
            ("map.bin https://a/b --method patch", "is not one of: put, post, tus"),
            ("map.bin https://a/b --method automatic", "is not one of: put, post, tus"),
            ("map.bin https://a/b --header Upload-Offset:1", "Upload-Offset cannot be set"),
            ("map.bin https://a/b --header Expect:x", "Expect cannot be set"),
            ("map.bin https://a/b --offline", "--offline makes no sense"),
            ("map.bin https://a/b --offline --discretionary", "cannot both hold"),
            ("map.bin https://a/b --overwrite", "unknown option '--overwrite'"),
            ("map.bin https://a/b --then", "needs a value"),
        ])
    func uploadRefusals(line: String, text: String) {
        expectRefusal("upload " + line, by: Upload.self, text: text)
    }

    @Test("No message shows user, password and query of an address, or the value of a header field")
    func secrets() throws {
        for line in ["ftp://me:secret@a/b?key=secret", "https://a/b --header X:secret\u{1}"] {
            do {
                _ = try fetch(line)
                Issue.record("accepted: \(line)")
            } catch {
                let failure = Failure(
                    error, arguments: words("fetch " + line), of: ReachTransfer.self,
                    grammar: try? Grammars.transfer.get())
                #expect(!failure.reason.contains("secret"), "\(failure.reason)")
            }
        }
    }

    @Test(
        "A header field cannot bring a line of its own",
        arguments: ["X: a\r\nHost: b", "X: a\nB: c", "X: \u{0}", "X\r\n: a"])
    func lineBreaks(field: String) {
        #expect(throws: InvalidText.self) {
            try TransferOptions.Header(parsing: field)
        }
    }

    @Test(
        "The queue is listed, with or without the name of the command",
        arguments: [
            ("", [], nil), ("list", [], nil), ("--state failed --group g", [.failed], "g"),
            ("list --state waiting --state running", [.waiting, .running], nil),
        ] as [(String, [Transfer.State], String?)])
    func list(line: String, states: [Transfer.State], group: String?) throws {
        let list = try queue(line, Queue.List.self)
        #expect(list.state == states)
        #expect(list.group == group)
    }

    @Test(
        "A command of the queue is found by its name",
        arguments: [
            ("show 7", Queue.Show.self), ("watch", Queue.Watch.self), ("pause 7", Queue.Pause.self),
            ("resume 7", Queue.Resume.self), ("cancel 7", Queue.Cancel.self),
            ("retry 7", Queue.Retry.self), ("ack 7", Queue.Acknowledge.self),
            ("hold", Queue.Hold.self), ("release", Queue.Release.self), ("run", Queue.Run.self),
        ] as [(String, any ParsableCommand.Type)])
    func queueCommands(line: String, type: any ParsableCommand.Type) throws {
        let command = try Queue.parsed(words("queue " + line))
        #expect(Swift.type(of: command) == type)
    }

    @Test("Each option of a command of the queue has its value")
    func queueOptions() throws {
        #expect(try queue("show 7", Queue.Show.self).id.rawValue == 7)
        let watch = try queue("watch 7 --after 40", Queue.Watch.self)
        #expect(watch.id?.rawValue == 7 && watch.after == 40)
        let retry = try queue("retry 7 --deadline 1h", Queue.Retry.self)
        #expect(retry.deadline == .after(3_600_000))
        #expect(try queue("run --until-empty", Queue.Run.self).untilEmpty)
        #expect(try !queue("run", Queue.Run.self).untilEmpty)
    }

    @Test(
        "Transfers are selected by number, by group, or all",
        arguments: [
            ("7 8", .transfers([Transfer.ID(rawValue: 7), Transfer.ID(rawValue: 8)])),
            ("--all", .all), ("--group g", .group("g")),
        ] as [(String, TransferStore.Selection)])
    func selections(line: String, selection: TransferStore.Selection) throws {
        #expect(try queue("cancel " + line, Queue.Cancel.self).selected.selection == selection)
    }

    @Test(
        "A command of the queue that names no transfers, or nonsense, is refused",
        arguments: [
            ("pause", "name the transfers"), ("cancel 7 --all", "cannot be combined"),
            ("ack --group g --all", "cannot be combined"), ("resume x", "not the number"),
            ("retry 0", "not the number"), ("show -1", "unknown option '-1'"),
            ("pause +1", "not the number"), ("watch --after x", "is not a number"),
            ("lst", "did you mean 'list'?"), ("remove 7", "did you mean 'cancel'?"),
            ("list --state done", "'done' is not one of: waiting, running"),
        ])
    func queueRefusals(line: String, text: String) {
        expectRefusal("queue " + line, by: Queue.self, text: text)
    }

    @Test(
        "A rate is a number of bytes a second, or one with a unit of 1024",
        arguments: [
            ("1", 1), ("65536", 65_536), ("500K", 512_000), ("500k", 512_000),
            ("1.5M", 1_572_864), ("1G", 1 << 30), ("0.5K", 512), ("0", nil), ("", nil), ("K", nil),
            ("1.5", nil), ("-1", nil), ("+1", nil), ("1KB", nil), ("1.K", nil), (".5K", nil),
            ("9223372036854775807", .max), ("9223372036854775808", nil),
            ("9223372036854775807K", nil),
            ("0.0001K", nil),
        ] as [(String, Int64?)])
    func rates(text: String, rate: Int64?) {
        #expect(DataRate(argument: text)?.bytesPerSecond == rate)
    }

    @Test("A time is read as it is printed")
    func timesRoundTrip() {
        for day in stride(from: Int64(0), to: 60_000, by: 61) {
            let time = Timestamp(milliseconds: day * 86_400_000 + day * 1_234_567 % 86_400_000)
            #expect(Timestamp(text: time.description)?.milliseconds == time.milliseconds)
        }
    }

    @Test(
        "A digest has 64 hexadecimal digits",
        arguments: [
            (String(repeating: "aB", count: 32), true), (String(repeating: "a", count: 63), false),
            (String(repeating: "g", count: 64), false), ("", false),
        ])
    func digests(text: String, isValid: Bool) {
        #expect((ContentHash(argument: text) != nil) == isValid)
    }

    @Test(
        "An address is shown without user, password and query",
        arguments: [
            ("https://me:pw@a.example:8443/b?key=1#x", "https://a.example:8443/b"),
            ("https://a/b@c", "https://a/b@c"), ("https://a?user@b", "https://a"),
            ("https://x@y@a/b", "https://a/b"), ("https://a/b", "https://a/b"),
        ])
    func shownAddresses(text: String, shown: String) {
        #expect(WebAddress.shown(text) == shown)
    }

    @Test(
        "Secrets among the arguments are found",
        arguments: [
            ("fetch https://a/b", false), ("fetch https://me:pw@a/b", true),
            ("fetch https://a/b --header X:secret", true), ("fetch https://a/b --header=X:s", true),
            ("fetch https://a/b -H X:s", true), ("fetch https://a/b -HX:s", true),
            ("fetch -jH X:s https://a/b", true), ("fetch -jHX:s https://a/b", true),
            ("fetch https://a/b?key=s", true), ("fetch -o H https://a/b", false),
            ("fetch https://a/b --header-file f", false),
            ("fetch https://a/b -- curl -H X:s", false), ("queue pause 7", false),
        ])
    func handedArguments(line: String, areThere: Bool) {
        let arguments = HandedArguments(words(line).map { Array($0.utf8) })
        #expect(arguments.haveSecrets == areThere)
    }
}
