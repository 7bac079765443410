// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CommandSystem
import LinuxSystem

/// The program `reach`.
package struct Reach: CommandProgram {
    package static let table = [
        TableRow("status") { Status.self }, TableRow("watch") { Watch.self },
        TableRow("check") { Check.self }, TableRow("wait") { Wait.self },
        TableRow("run") { Run.self }, TableRow("explain") { Explain.self },
        TableRow("doctor") { DoctorCall.self },
        TableRow("record") { Record.self }, TableRow("history") { History.self },
        TableRow("usage") { Usage.self },
        TableRow("export") { Export.self },
        TableRow("fetch") { FetchCall.self }, TableRow("upload") { UploadCall.self },
        TableRow("defer") { DeferCall.self },
        TableRow("queue") { QueueCall.self },
    ]

    package static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: """
            Tells whether this machine is online, over which kind of network, and whether it is metered.
            """,
        discussion: """
            reach asks the kernel which route a packet to the internet takes. It sends no packet: online means \
            that there is a live route to the internet, not that a server answers. Only --validated and reach doctor \
            ask servers. \
            reach without a command is reach status.

            Exit codes: 0 yes or done; 1 no, or the timeout passed; 64 the command line is invalid; \
            65 a line of a history is invalid; 66 a history cannot be read; 69 the kernel's netlink interface cannot be used, or the program reach-transfer is not installed; \
            70 internal error; 73 a file cannot be created; 74 the output or the queue cannot be written; 75 another \
            process does this work already; 78 the configuration file is invalid; 124 the deadline passed.

            reach --version --verbose shows the compiler and the libraries that the program was built with.

            \(examples)
            """,
        version: version,
        subcommands: commands
    )

    private static let examples = #"""
        Examples:
          Show whether the machine is online, and over which network:
            reach status
          Wait at most two hours for an unmetered network, and run a backup:
            reach wait --unmetered --unknown-metered deny --timeout 2h && backup
          Ask why the machine is offline:
            reach explain
        """#

    /// Creates the command, as the parser does.
    package init() {}

    /// Performs the command that the arguments of this process name, and exits if that fails.
    ///
    /// The arguments come from the C library, because Swift reads its own from /proc, which may not be mounted.
    package static func main() {
        main(CommandLineArguments(Array(CurrentProcess.arguments.dropFirst())))
    }

    /// Returns the command line with `status` before it, if it is empty or has options of `reach status` alone.
    package static func completed(_ arguments: CommandLineArguments) -> CommandLineArguments {
        let completed = CommandLineArguments([Array("status".utf8)] + arguments.bytes)
        guard let first = arguments.bytes.first else { return completed }
        guard first.starts(with: "-".utf8), !first.starts(with: "---".utf8) else {
            return arguments
        }
        // The parser takes longer than the answer.
        if arguments.texts == ["--json"] { return completed }
        // Help and the version are those of the program, and need no options.
        if ["--help", "-h", "--version"].contains(where: arguments.texts.contains) {
            return arguments
        }
        // A name that follows can be that of a command.
        let status = try? Status.options(completed.texts)
        return status?.interface.isEmpty == true ? completed : arguments
    }
}
