// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import ProcessControl

/// The command.
@main
struct Reach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Tells whether this machine is online, over what, and whether it costs money.",
        discussion: """
            Asks the kernel for its routes and sends no packet: online means that there is a live \
            route to the internet, not that the internet answers.

            Exit codes: 0 yes or done; 1 no, or not before the timeout; 64 wrong usage; \
            69 the kernel's netlink cannot be used; 70 a bug; 74 the output cannot be written; \
            78 the configuration file is wrong.

            reach --version --verbose says what the program was built with.
            """,
        version: version,
        subcommands: [Status.self, Watch.self, Check.self, Wait.self, Run.self, Explain.self]
    )

    /// Runs the command that the arguments name. (The parser's own `main` says "Error:" where a
    /// Unix program says its name, and turns every other error into exit code 1, which means "no"
    /// here.)
    ///
    /// The arguments are the C library's: Swift's come from /proc, and none at all where that is not mounted.
    static func main() {
        FirstProcess.endBySignals()
        ClosedStreams.occupy()
        let arguments = Array(ProcessArguments.texts.dropFirst())
        do {
            if let status = StatusJSON(plain: arguments[...]) { try status.write() }
            try run(arguments)
        } catch let error as SystemError where error.isClosedPipe {
            ClosedPipe.end()
        } catch let code as ExitCode {
            // An answer, and no failure.
            exit(withError: code)
        } catch {
            let failure = Failure(error, arguments: arguments)
            try? StandardStream.error.write("reach: \(failure.reason)\n")
            exit(withError: failure.code(of: arguments))
        }
    }

    private static func run(_ arguments: [String]) throws {
        if arguments == ["--version", "--verbose"] || arguments == ["--verbose", "--version"] {
            let record = BuildRecord.text ?? "What it was built with is recorded in releases only."
            return try StandardStream.output.write("\(version)\n\(record)\n")
        }
        if let request = try CompletionRequest(arguments) {
            return try StandardStream.output.write(request.answer(try Grammar.reach))
        }
        // The parser shows the program's help for a command that does not exist.
        if arguments.first == "help", let fault = try UsageFault(grammar: .reach).text(arguments) {
            throw Failure.usage(fault)
        }
        // Help is no answer, and a script must not take it for one.
        guard let first = arguments.first else {
            try? StandardStream.error.write(helpMessage() + "\n")
            throw ExitCode(64)
        }
        do {
            if first == "run" {
                let (run, position) = try Run.parse(arguments)
                return try run.run(Array(ProcessArguments.bytes.dropFirst(1 + position)))
            }
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch  where exitCode(for: error) == .success && !(error is ExitCode) {
            // Help, or the version. The parser's own way of writing it does not tell whether it could.
            try StandardStream.output.write(fullMessage(for: error) + "\n")
        }
    }
}
