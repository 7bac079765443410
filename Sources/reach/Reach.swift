// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem

/// The command.
@main
struct Reach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Tells whether this machine is online, over what, and whether it costs money.",
        discussion: """
            Asks the kernel for its routes and sends no packet: online means that there is a live \
            route to the internet, not that the internet answers.

            Exit codes: 0 yes or done; 1 no, or not before the timeout; 64 wrong usage; 69 the kernel's netlink cannot be used; \
            70 a bug; 74 the output cannot be written; 78 the configuration file is wrong.
            """,
        version: version,
        subcommands: [Status.self, Watch.self, Check.self, Wait.self, Run.self, Explain.self]
    )

    /// Runs the command that the arguments name. (The parser's own `main` says "Error:" where a
    /// Unix program says its name, and turns every other error into exit code 1, which means "no"
    /// here.)
    static func main() {
        ClosedStreams.occupy()
        do {
            if let status = StatusJSON(plain: CommandLine.arguments.dropFirst()) {
                try status.write()
            }
            var command = try parseAsRoot()
            try command.run()
        } catch let error as SystemError where error.isClosedPipe {
            ClosedPipe.end()
        } catch let code as ExitCode {
            // An answer, and no failure.
            exit(withError: code)
        } catch {
            let failure = Failure(error)
            guard failure.code != .success else { exit(withError: error) }
            try? StandardStream.error.write("reach: \(failure.reason)\n")
            exit(withError: failure.code(of: CommandLine.arguments.dropFirst()))
        }
    }
}
