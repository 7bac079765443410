// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import Foundation
import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand
@testable import reach_transfer

/// The command line of `reach defer`, and jobs in the text of `reach queue`.
@Suite struct DeferCommandLineTests {
    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private func command(_ line: String) throws -> Defer {
        try #require(try Defer.parsed(words("defer " + line)) as? Defer)
    }

    /// A program that is called at a known time.
    private static let caller = Caller(
        folder: "/home/ada/", mask: 0o022, environment: [], now: 1_795_200_000_000)

    @Test("A job without options has no condition, and runs once, at most five times if it fails")
    func plain() throws {
        let command = try command("backup ~")
        #expect(command.addedCondition == nil)
        #expect(command.job == Job(["backup", "~"]))
        #expect(command.job.attempts == .limited(5))
        #expect(!command.wait && !command.adding.json)
        #expect(command.adding.options(Self.caller) == TransferOptions())
    }

    @Test("Each option has its value")
    func options() throws {
        let command = try command(
            """
            --unmetered --to nas.example --stable 5s --not-before 2h --deadline 1d --on-deadline run --attempts 3 \
            --retry-on 1,75,143 --on-loss suspend --loss-grace 2s --time-limit 1h --every weekly --exclusive \
            --priority high --key k --existing replace --group g --log run.log --json --store /s --config /c \
            -- sync --all -x
            """)
        var job = Job(["sync", "--all", "-x"])
        job.log = "run.log"
        job.every = .weekly
        job.onLoss = .suspend
        job.lossGrace = .seconds(2)
        job.timeLimit = .seconds(3600)
        job.attempts = .limited(3)
        job.retryOn = [1, 75, 143]
        job.isExclusive = true
        #expect(command.job == job)
        let condition = try #require(command.addedCondition)
        #expect(!condition.constraints.allowsExpensiveNetworkAccess)
        #expect(condition.host?.description == "nas.example")
        let options = command.adding.options(Self.caller)
        #expect(options.stability == .seconds(5))
        #expect(options.notBefore == Date(milliseconds: 1_795_207_200_000))
        #expect(options.deadline == .run(after: .seconds(86_400)))
        #expect(options.priority == .high)
        #expect(options.key == "k" && options.existing == .replace && options.group == "g")
        #expect(command.adding.json && !command.wait)
        #expect(
            command.place
                == TransferPlace(store: "/s", configuration: ConfigurationFile(named: "/c")))
    }

    @Test(
        "The first word that is no option begins the command, and -- is not part of it",
        arguments: [
            ("ls", ["ls"]), ("-- ls", ["ls"]), ("ls -- -l", ["ls", "--", "-l"]),
            ("--online ls --help", ["ls", "--help"]), ("-- -odd --wait", ["-odd", "--wait"]),
            ("--every 6h ls --every 1h", ["ls", "--every", "1h"]), ("-- -- x", ["--", "x"]),
        ])
    func commands(line: String, command: [String]) throws {
        #expect(try self.command(line).commandLine == command)
    }

    @Test("A command can have thousands of arguments", arguments: [63, 64, 1023, 1024, 5000])
    func manyArguments(count: Int) throws {
        let arguments = (0..<count).map { "argument-\($0)" }
        for beginning in [["defer", "--online", "--"], ["defer", "--key", "k"]] {
            let parsed = try #require(try Defer.parsed(beginning + ["x"] + arguments) as? Defer)
            #expect(parsed.commandLine == ["x"] + arguments)
        }
    }

    @Test(
        "A job needs a path only if a condition is given, be it the default, or something is said about conditions",
        arguments: [
            ("true", false), ("--online true", true), ("--not true", true),
            ("--offline true", true), ("--discretionary true", true),
            ("--ipv4 true", true), ("--to nas.example true", true),
            ("--stable 5s true", true), ("--stable 0 true", false),
            ("--on-loss stop true", true), ("--on-loss finish true", false),
            ("--every daily true", false),
        ])
    func conditions(line: String, isGiven: Bool) throws {
        #expect(try (command(line).addedCondition != nil) == isGiven)
    }

    @Test(
        "What cannot be meant is refused",
        arguments: [
            ("", "the command to run is missing"), ("--online", "the command to run is missing"),
            ("--", "the command to run is missing"), ("--evry 1h x", "did you mean '--every'?"),
            ("--interval 1h x", "did you mean '--every'?"), ("--detach x", "unknown option"),
            ("--timeout 1h x", "did you mean '--deadline' or '--time-limit'?"),
            ("--every x x", "--every: 'x' is not a period"),
            ("--every 0 x", "--every: '0' is too short"),
            ("--every 10ms x", "--every: '10ms' is too short"),
            ("--every -1h x", "--every: '-1h' is negative"),
            ("--every", "--every needs a value: hourly, daily"),
            ("--retry-on 0 x", "--retry-on: '0' is not a list of exit codes"),
            ("--retry-on 256 x", "--retry-on: '256' is not a list of exit codes"),
            ("--retry-on 1,,2 x", "'1,,2' is not a list of exit codes"),
            ("--retry-on 1, x", "'1,' is not a list of exit codes"),
            ("--attempts 0 x", "--attempts: '0' is not a number of attempts"),
            ("--on-loss kill x", "'kill' is not one of: finish, stop, suspend"),
            ("--time-limit 0 x", "--time-limit: the limit must be longer than 0"),
            ("--time-limit soon x", "'soon' is not a duration"),
            ("--loss-grace -1 x", "'-1' is not a duration"),
            ("--log - x", "cannot write to standard output"),
            ("--wait --every daily x", "--wait and --every cannot be combined"),
            ("--existing keep x", "--existing needs --key"),

            ("--on-deadline run x", "--on-deadline needs --deadline"),
            ("--metered --unmetered x", "cannot both hold"),
            ("--metered --discretionary x", "cannot both hold"),
            ("--offline --discretionary x", "cannot both hold"),
            ("--offline --ipv4 x", "--offline cannot be combined with --ipv4"),
            ("--then x", "unknown option '--then'"), ("--overwrite x", "unknown option"),
        ])
    func refusals(line: String, text: String) {
        do {
            _ = try Defer.parsed(words("defer " + line))
            Issue.record("accepted: \(line)")
        } catch {
            let failure = Failure(
                error, arguments: words("defer " + line), of: ReachTransfer.self,
                grammar: try? Grammars.transfer.get())
            #expect(failure.reason.contains(text), "\(failure.reason)")
            #expect(failure.exitCode == 64)
        }
    }

    @Test(
        "Nothing can have an empty name",
        arguments: [
            [""], ["--", "", "x"], ["--log", "", "x"], ["--key", "", "x"], ["--group", "", "x"],
            ["--retry-on", "", "x"], ["--every", "", "x"],
        ])
    func emptyNames(arguments: [String]) {
        #expect(throws: (any Error).self) { try Defer.parsed(["defer"] + arguments) }
    }

    // MARK: Text

    /// The job of a command line, as the store of this user would have it.
    private func added(_ line: String) throws -> Transfer {
        let folder = URL.temporaryDirectory.appending(path: "jobs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try TransferStore(at: StoreLocation(folder: folder.path))
        defer { store.close() }
        let caller = Caller(folder: "/", mask: 0o022, environment: [], now: 0)
        return try store.add(command(line).transfers(caller), now: 0)[0].transfer
    }

    @Test("A list has the name of a command alone, and its period")
    func list() throws {
        var table = TransferTable(now: 0, columns: nil)
        table.append(try added("--every daily /bin/sh a b").listed)
        let text = table.text(.plain)
        #expect(text.contains("sh    command, daily\n"), "\(text)")
        #expect(text.hasSuffix("\n1 job\n") && !text.contains("a b"), "\(text)")
    }

    @Test("The details have the command as a shell takes it, and neither an address nor bytes")
    func details() throws {
        var job = try added("/bin/sh")
        job.command = ["/bin/sh", "-c", "echo 'a'", ""]
        job.state = .failed
        job.exit = 3
        job.error = TransferError(.exit, status: 3, "the command exited with 3")
        let text = TransferDetails(transfer: job, events: []).text(.plain, columns: nil)
        let command = #"/bin/sh -c 'echo '\''a'\''' ''"#
        #expect(text.contains("  \(command)\n"), "\(text)")
        #expect(text.contains("\nexit      3\n"), "\(text)")
        #expect(!text.contains("url") && !text.contains("done"), "\(text)")
    }
}
