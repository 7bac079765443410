// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem

/// `reach run`: runs a command once the conditions hold, and while they do.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command once conditions hold, and while they do.",
        discussion: """
            Without a condition: while there is a path to the internet. The command has a process group \
            of its own; signals are passed on to it. Exits as the command does (128 and the number of a \
            signal that ended it); 124 if it gave up at the deadline, 125 if reach itself failed, 126 \
            if the command cannot be executed, 127 if there is none. A service manager is told when \
            the command starts (sd_notify).
            """
    )

    @OptionGroup var conditions: ConditionOptions

    @Option(help: ArgumentHelp("Until they have held for this time.", valueName: "duration"))
    var stable = Span(milliseconds: 0)

    @Option(help: ArgumentHelp("Wait no longer than this.", valueName: "duration"))
    var deadline: Span?

    @Option(help: "What then: run the command all the same, or fail.")
    var onDeadline: DeadlineAction = .fail

    @Option(
        help: """
            When they are lost: finish what runs; stop it (SIGTERM, SIGKILL 10 s later) and start it \
            again; or suspend it (SIGSTOP).
            """)
    var onLoss: ConditionalRun.Loss = .finish

    @OptionGroup var configured: ConfigurationOptions

    @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
    var command: [String] = []

    /// `--on-deadline`
    enum DeadlineAction: String, ExpressibleByArgument, CaseIterable {
        case run, fail

        static let allValueStrings = ["run", "fail"]
    }

    func validate() throws {
        // What is not known is taken for the command; and these are known everywhere.
        if ["--help", "-h"].contains(command.first) { throw CleanExit.helpRequest(Self.self) }
        if words.isEmpty { throw ValidationError("there is no command to run") }
        if let first = command.first, first.hasPrefix("-"), first != "--" {
            throw ValidationError("unknown option '\(first)'")
        }
    }

    /// The command without the `--` before it.
    private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

    func run() throws {
        let words = words
        let executable = try Self.find(words[0])
        var waiting = try ConditionWait(
            ConditionFollower(try conditions.condition, configured.file), stable: stable,
            deadline: deadline)
        if try !waiting.wait(), onDeadline == .fail { throw Self.gaveUp(waiting.lacks) }
        var running = try ConditionalRun(executable, words, onLoss: onLoss, waiting: waiting)
        while true {
            switch try running.run() {
            case .exited(let code): throw ExitCode(code)
            case .killed(let signal): throw ExitCode(128 + signal.number)
            case .lost:
                if try !running.waitAgain(), onDeadline == .fail { throw ExitCode(124) }
            }
        }
    }

    private static func gaveUp(_ lacks: String) -> Failure {
        Failure(reason: "gave up at the deadline: \(lacks)", code: ExitCode(124))
    }

    private static func find(_ name: String) throws -> Executable {
        do throws(Executable.Failure) {
            return try Executable(named: name)
        } catch {
            switch error {
            case .notFound:
                throw Failure(reason: "there is no command '\(name.escaped)'", code: ExitCode(127))
            case .notExecutable(let reason):
                throw Failure(reason: reason.description.escaped, code: ExitCode(126))
            }
        }
    }
}

extension ConditionalRun.Loss: ExpressibleByArgument {
    static let allValueStrings = ["finish", "stop", "suspend"]
}
