// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// The command line of `reach fetch` and `reach queue`.
@Suite struct TransferCommandLineTests {
    private struct Recorder: TransferCommands {
        struct Asked: Error {
            var fetch: FetchRequest?
            var upload: UploadRequest?
            var queue: QueueRequest?
        }

        func handOver() {}
        func fetch(_ request: FetchRequest) throws { throw Asked(fetch: request) }
        func upload(_ request: UploadRequest) throws { throw Asked(upload: request) }
        func queue(_ request: QueueRequest) throws { throw Asked(queue: request) }
        func completions(of subject: Completions.TransferSubject) -> [Completions.Candidate] { [] }
    }

    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private func fetch(_ line: String) throws -> FetchRequest {
        let (options, command) = try #require(try Fetch.parse(words("fetch " + line)))
        return try options.request(command)
    }

    private func upload(_ line: String) throws -> UploadRequest {
        let (options, command) = try #require(try Upload.parse(words("upload " + line)))
        return try options.request(command)
    }

    private func queue(_ line: String) throws -> QueueRequest {
        let command = try #require(
            try Reach.parseAsRoot(words("queue " + line)) as? any TransferSubcommand)
        do {
            try command.run(Recorder())
        } catch let asked as Recorder.Asked {
            return try #require(asked.queue)
        }
        throw Recorder.Asked()
    }

    /// Every option that asks for more than a path, as it is written.
    private static let pathOptions = [
        "--unmetered", "--metered", "--type wifi", "--not-type wwan", "--interface eth0", "--ipv4",
        "--ipv6", "--dns", "--vpn", "--no-vpn", "--no-roaming", "--validated",
    ]

    @Test(
        "Each condition on the path can be inverted for a transfer, and none goes with --offline",
        arguments: pathOptions)
    func pathOption(option: String) throws {
        let name = try #require(words(option).first)
        let request = try fetch("https://a/b --not \(option)")
        #expect(request.transfer.condition.isNegated)
        let error = #expect(throws: (any Error).self) {
            try Reach.parseAsRoot(words("check --offline \(option)"))
        }
        let message = error.map { Reach.message(for: $0) } ?? ""
        #expect(message.contains("--offline cannot be combined with \(name):"), "\(message)")
    }

    @Test("No condition is missing in the list of those on the path")
    func pathOptionsAreComplete() throws {
        let parsed = try #require(try Reach.parseAsRoot(["check"]) as? Check)
        let names = Mirror(reflecting: parsed.conditions).children.compactMap(\.label)
        // The other ones: whether there is a path, where it leads, and what the others mean.
        let others = ["_online", "_offline", "_to", "_not", "_unknownMetered"]
        #expect(Set(others).isSubset(of: names))
        #expect(names.count - others.count == Self.pathOptions.count, "\(names)")
        #expect(
            ConditionOptions.pathOptions.map(\.name).sorted()
                == Self.pathOptions.map { words($0)[0] }.sorted())
    }

    @Test(
        "A transfer needs a path, so that nothing but a path cannot be inverted",
        arguments: ["", "--online", "--to 192.0.2.1", "--unknown-metered deny"])
    func invertedPath(options: String) {
        #expect(throws: (any Error).self) { try fetch("https://a/b --not \(options)") }
    }

    @Test("A fetch without options is a download into the current folder, for which somebody waits")
    func plain() throws {
        let request = try fetch("https://files.example/map.bin")
        #expect(request.addresses.map(\.text) == ["https://files.example/map.bin"])
        #expect(request.output == nil)
        #expect(request.transfer.condition.constraints == .connected)
        #expect(request.transfer.condition.host == nil)
        #expect(request.transfer.attempts == nil)
        #expect(request.transfer.existing == .keep)
        #expect(request.transfer.onDeadline == .fail)
        #expect(!request.transfer.detaches && !request.overwrites && !request.transfer.isJSON)
        #expect(request.transfer.command.isEmpty)
    }

    @Test(
        "A form that is read without the parser asks for the same as with it",
        arguments: [
            ("--detach https://a.example/b", true), ("https://a.example/b --detach", true),
            ("-d -o x https://a.example/b", true), ("--output x/ -d http://a.example", true),
            ("https://a.example/b -d --json", true), ("-j -d https://a.example/b -o x", true),
            ("https://a.example/b", false), ("-dj https://a.example/b", false),
            ("-d --output=x https://a.example/b", false), ("-d -ox https://a.example/b", false),
            ("-d https://a.example/b https://a.example/c", false),
            ("-d --overwrite https://a.example/b", false),
            ("-d https://a.example/b -- true", false),
        ])
    func plainFetch(_ line: String, isPlain: Bool) throws {
        let request = FetchRequest(plain: words("fetch " + line)[...])
        #expect((request != nil) == isPlain)
        if let request { #expect(request == (try fetch(line))) }
    }

    @Test(
        "What the parser refuses is left to it",
        arguments: [
            "fetch -d", "fetch -d ftp://a.example/b", "fetch -d -o - https://a.example/b",
            "fetch -d https://a.example/b -o", "fetch -d -o --json https://a.example/b",
            "fetch -d -o x -o y https://a.example/b", "upload -d https://a.example/b",
            "queue --jsonn", "queue list list", "queue list --json --json", "queue show",
            "-d fetch https://a.example/b", "status --json", "",
        ])
    func notPlain(_ line: String) {
        let arguments = words(line)[...]
        #expect(FetchRequest(plain: arguments) == nil)
        #expect(QueueRequest(plain: arguments) == nil)
    }

    @Test(
        "A list that is read without the parser is the same as with it",
        arguments: ["", "list", "--json", "-j", "list --json", "list -j"])
    func plainQueue(_ line: String) throws {
        #expect(QueueRequest(plain: words("queue " + line)[...]) == (try queue(line)))
    }

    @Test("Each option of fetch has its value")
    func options() throws {
        let digest = String(repeating: "0f", count: 32)
        let request = try fetch(
            """
            https://a/b --discretionary --stable 5s --not-before 2h --deadline 2026-11-20T21:15:00Z \
            --on-deadline run --attempts 3 --priority high --key tiles-7 --existing replace --group g \
            --sha256 \(digest) --limit-rate 1.5M --netrc --overwrite --detach --json -o maps/ --store /s \
            --on-finish done.service --header=A:b -HX-Api-Key:1 --config /c
            """)
        #expect(request.transfer.condition.constraints == .discretionary)
        #expect(request.transfer.stability == 5000)
        #expect(request.transfer.notBefore == .after(7_200_000))
        #expect(request.transfer.deadline == .at(1_795_209_300_000))
        #expect(request.transfer.onDeadline == .run)
        #expect(request.transfer.attempts == .limited(3))
        #expect(request.transfer.priority == .high)
        #expect(request.transfer.key == "tiles-7")
        #expect(request.transfer.existing == .replace)
        #expect(request.transfer.group == "g")
        #expect(request.transfer.sha256 == Array(repeating: 0x0F, count: 32))
        #expect(request.transfer.limitRate == 1_572_864)
        #expect(
            request.transfer.usesNetrc && request.overwrites && request.transfer.detaches
                && request.transfer.isJSON)
        #expect(request.output == "maps/")
        #expect(request.transfer.place == TransferPlace(store: "/s", configuration: "/c"))
        #expect(request.transfer.unit == "done.service")
        #expect(request.transfer.headers.map(\.name) == ["A", "X-Api-Key"])
        #expect(request.transfer.headers.map(\.value) == ["b", "1"])
    }

    @Test(
        "The rest of the line after --then and -- is the command, options included",
        arguments: [
            ("https://a/b --then tar xf --help", ["tar", "xf", "--help"]),
            ("https://a/b -- tar -x -- y", ["tar", "-x", "--", "y"]),
            ("https://a/b --detach --then a --then b", ["a", "--then", "b"]),
        ])
    func commands(line: String, command: [String]) throws {
        #expect(try fetch(line).transfer.command == command)
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
    func refusals(line: String, text: String) throws {
        do {
            _ = try fetch(line)
            Issue.record("accepted: \(line)")
        } catch {
            let failure = Failure(error, arguments: words("fetch " + line))
            #expect(failure.code.rawValue == 64)
            #expect(failure.reason.contains(text), "\(failure.reason)")
        }
    }

    @Test("An upload has the options of a fetch, and a method")
    func uploads() throws {
        let request = try upload(
            "map.bin https://a/b --method tus --unmetered --detach -H X:1 --key k --then echo --help"
        )
        #expect(request.file == "map.bin")
        #expect(request.address.text == "https://a/b")
        #expect(request.method == .tus)
        #expect(!request.transfer.condition.constraints.allowsExpensiveNetworkAccess)
        #expect(request.transfer.detaches)
        #expect(request.transfer.headers.map(\.name) == ["X"])
        #expect(request.transfer.key == "k")
        #expect(request.transfer.command == ["echo", "--help"])
        #expect(try upload("map.bin https://a/b").method == nil)
    }

    @Test(
        "What cannot be meant for an upload is refused",
        arguments: [
            ("", "Missing expected argument '<file>'"),
            ("map.bin", "Missing expected argument '<url>'"),
            ("map.bin ftp://a/b", "only http and https"), ("- https://a/b", "standard input"),
            ("map.bin https://a/b --method patch", "is not one of: put, post, tus"),
            ("map.bin https://a/b --header Upload-Offset:1", "Upload-Offset cannot be set"),
            ("map.bin https://a/b --header Expect:x", "Expect cannot be set"),
            ("map.bin https://a/b --offline", "--offline makes no sense"),
            ("map.bin https://a/b --overwrite", "unknown option '--overwrite'"),
            ("map.bin https://a/b --then", "needs a value"),
        ])
    func uploadRefusals(line: String, text: String) throws {
        do {
            _ = try upload(line)
            Issue.record("accepted: \(line)")
        } catch {
            let failure = Failure(error, arguments: words("upload " + line))
            #expect(failure.code.rawValue == 64)
            #expect(failure.reason.contains(text), "\(failure.reason)")
        }
    }

    @Test("No message shows user, password and query of an address, or the value of a header field")
    func secrets() throws {
        for line in ["ftp://me:secret@a/b?key=secret", "https://a/b --header X:secret\u{1}"] {
            do {
                _ = try fetch(line)
                Issue.record("accepted: \(line)")
            } catch {
                let failure = Failure(error, arguments: words("fetch " + line))
                #expect(!failure.reason.contains("secret"), "\(failure.reason)")
            }
        }
    }

    @Test(
        "A header field cannot bring a line of its own",
        arguments: ["X: a\r\nHost: b", "X: a\nB: c", "X: \u{0}", "X\r\n: a"])
    func lineBreaks(field: String) {
        #expect(throws: HeaderField.Fault.self) { try HeaderField(field) }
    }

    @Test(
        "Each command of the queue has its request",
        arguments: [
            ("", .list(states: [], group: nil)), ("list", .list(states: [], group: nil)),
            ("--state failed --group g", .list(states: ["failed"], group: "g")),
            (
                "list --state waiting --state running",
                .list(states: ["waiting", "running"], group: nil)
            ),
            ("show 7", .show(7)), ("watch", .watch(nil, after: nil)),
            ("watch 7 --after 40", .watch(7, after: 40)),
            ("pause 7 8", .change(.pause, .numbers([7, 8]))),
            ("resume --all", .change(.resume, .all)),
            ("cancel --group g", .change(.cancel, .group("g"))),
            ("retry 7", .change(.retry(deadline: nil), .numbers([7]))),
            ("retry 7 --deadline 1h", .change(.retry(deadline: .after(3_600_000)), .numbers([7]))),
            ("ack 7", .change(.acknowledge, .numbers([7]))), ("hold", .hold),
            ("release", .release), ("run", .run(untilEmpty: false)),
            ("run --until-empty", .run(untilEmpty: true)),
        ] as [(String, QueueRequest.Action)])
    func queueCommands(line: String, action: QueueRequest.Action) throws {
        #expect(try queue(line).action == action)
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
        do {
            _ = try queue(line)
            Issue.record("accepted: \(line)")
        } catch {
            let failure = Failure(error, arguments: words("queue " + line))
            #expect(failure.code.rawValue == 64)
            #expect(failure.reason.contains(text), "\(failure.reason)")
        }
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
