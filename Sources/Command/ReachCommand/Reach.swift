// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CommandSystem
import LinuxSystem

/// The command `reach`, with its subcommands.
package struct Reach: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: """
            Tells whether this machine is online, over which kind of network, and whether it is metered.
            """,
        discussion: """
            reach asks the kernel which route a packet to the internet takes. It sends no packet: online means \
            that there is a live route to the internet, not that a server answers. Only --validated asks a server. \
            reach without a command is reach status.

            Exit codes: 0 yes or done; 1 no, or the timeout passed; 64 the command line is invalid; \
            65 a line of a history is invalid; 66 a history cannot be read; 69 the kernel's netlink interface cannot be used, or the program reach-transfer is not installed; \
            70 internal error; 73 a file cannot be created; 74 the output or the queue cannot be written; 75 another \
            process performs the transfers; 78 the configuration file is invalid; 124 the deadline passed.

            reach --version --verbose shows the compiler and the libraries that the program was built with.

            \(HelpExamples.reach)
            """,
        version: version,
        subcommands: [
            Status.self, Watch.self, Check.self, Wait.self, Run.self, Explain.self, History.self,
            Export.self, Fetch.self, Upload.self, Queue.self,
        ]
    )

    /// Creates the command, as the parser does.
    package init() {}

    /// Runs the subcommand that the arguments of this process name, and exits.
    ///
    /// The parser's own `main` prints "Error:" instead of the program's name, and exits with 1 on every error, which
    /// means "no" here. The arguments come from the C library, because Swift reads its own from /proc, which may not be
    /// mounted.
    ///
    /// - Parameters:
    ///   - transfers: performs the commands about transfers.
    ///   - handed: the arguments, if they are not those of this process.
    package static func main(_ transfers: some TransferCommands, arguments handed: [[UInt8]]? = nil)
    {
        CurrentProcess.endBySignalsAsFirstProcess()
        StandardStream.occupyClosed()
        let arguments = DefaultCommand.complete(
            handed?.map { String(decoding: $0, as: UTF8.self) }
                ?? Array(CurrentProcess.argumentTexts.dropFirst()))
        do {
            if let status = StatusJSON(plain: arguments[...]) { try status.write() }
            if let status = StatusBrief(plain: arguments[...]) { try status.write() }
            try run(arguments, transfers)
        } catch let error as OutputError where error.isClosedPipe {
            CurrentProcess.endByClosedPipe()
        } catch let code as ExitCode {
            // An exit code is an answer, not a failure.
            exit(withError: code)
        } catch {
            let failure = Failure(error, arguments: arguments)
            try? StandardStream.error.write("reach: \(failure.reason)\n")
            exit(withError: failure.code(of: arguments))
        }
    }

    private static func run(_ arguments: [String], _ transfers: some TransferCommands) throws {
        if arguments == ["--version", "--verbose"] || arguments == ["--verbose", "--version"] {
            let record =
                CurrentProcess.buildRecord
                ?? "Only release builds record what they were built with."
            return try StandardStream.output.write("\(version)\n\(record)\n")
        }
        if let request = try CompletionRequest(arguments) {
            return try StandardStream.output.write(request.answer(try Grammar.reach, transfers))
        }
        if let first = arguments.first, ["fetch", "upload", "queue"].contains(first) {
            // What is stored of a transfer is text.
            if let invalid = arguments.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
                throw Failure.usage("'\(invalid.escaped)' is not valid UTF-8")
            }
            transfers.handOver()
            if let request = FetchRequest(plain: arguments[...]) {
                return try transfers.fetch(request)
            }
            if let request = QueueRequest(plain: arguments[...]) {
                return try transfers.queue(request)
            }
        }
        // For an unknown command the parser shows the help of the program.
        if arguments.first == "help", let fault = try UsageFault(grammar: .reach).text(arguments) {
            throw Failure.usage(fault)
        }
        do {
            if arguments.first == "run" {
                let (run, position) = try Run.parse(arguments)
                return try run.run(Array(CurrentProcess.arguments.dropFirst(1 + position)))
            }
            if let (watch, position) = try Watch.parse(arguments) {
                return try watch.run(Array(CurrentProcess.arguments.dropFirst(1 + position)))
            }
            if let (fetch, command) = try Fetch.parse(arguments) {
                return try fetch.run(transfers, command: command)
            }
            if let (upload, command) = try Upload.parse(arguments) {
                return try upload.run(transfers, command: command)
            }
            var command = try parseAsRoot(arguments)
            if let command = command as? any TransferSubcommand {
                return try command.run(transfers)
            }
            try command.run()
        } catch  where exitCode(for: error) == .success && !(error is ExitCode) {
            // Help, or the version. The parser's own print ignores write errors.
            try StandardStream.output.write(fullMessage(for: error) + "\n")
        }
    }
}
