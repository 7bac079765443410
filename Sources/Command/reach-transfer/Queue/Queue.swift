// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import BackgroundTransfers
import ReachCommand

/// `reach queue`: lists transfers, and changes them.
struct Queue: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: TransferSummary.queue,
        discussion: """
            Without a command, reach lists the transfers. A transfer stays in the list for 7 days after its end, or \
            until it is acknowledged.

            Exit codes: 0 done; 1 there is no such transfer, or its state does not allow the change; 64 the command \
            line is invalid; 69 the program reach-transfer is not installed; 74 the queue cannot be used.

            \(TransferExamples.queue)
            """,
        subcommands: [
            List.self, Show.self, Watch.self, Pause.self, Resume.self, Cancel.self, Retry.self,
            Acknowledge.self,
            Hold.self, Release.self, Run.self,
        ],
        defaultSubcommand: List.self
    )

    /// `reach queue list`: lists transfers.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the transfers, by number. This is the default.",
            discussion: QueueText.exitCodesOfList + "\n\n" + TransferExamples.queueList
        )

        @Option(
            help: ArgumentHelp(
                "List only transfers in this state. Can be given more than once.",
                valueName: "state"))
        var state: [Transfer.State] = []

        @Option(help: ArgumentHelp("List only the transfers of this group.", valueName: "group"))
        var group: String?

        @OptionGroup var output: QueueOutputOptions

        @OptionGroup var stored: StoreOptions

        func run() throws {
            try QueueCommand(stored.place, output).list(state, group)
        }
    }

    /// `reach queue show`: shows a transfer.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the details and the events of a transfer.",
            discussion: """
                Exit codes: 0 done; 1 there is no such transfer; 64 the command line is invalid; 69 the program \
                reach-transfer is not installed; 74 the queue cannot be used.

                \(TransferExamples.queueShow)
                """
        )

        @OptionGroup var output: QueueOutputOptions

        @OptionGroup var stored: StoreOptions

        @Argument(help: ArgumentHelp("The number of the transfer.", valueName: "id"))
        var id: TransferNumber

        func run() throws { try QueueCommand(stored.place, output).show(id.id) }
    }

    /// `reach queue watch`: shows what happens to transfers.
    struct Watch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Show the events of transfers, from now on.",
            discussion: """
                With the number of a transfer, the program ends when the transfer has ended.

                Exit codes: 0 the transfer has ended, perhaps before; 1 there is no such transfer; 64 the command line \
                is invalid; 69 the program reach-transfer is not installed; 74 the queue cannot be used.

                \(TransferExamples.queueWatch)
                """
        )

        @Option(
            help: ArgumentHelp(
                "Begin after the event with this number; 0 shows all.", valueName: "sequence"))
        var after: Int64?

        @OptionGroup var output: QueueOutputOptions

        @OptionGroup var stored: StoreOptions

        @Argument(help: ArgumentHelp("The number of the transfer.", valueName: "id"))
        var id: TransferNumber?

        func validate() throws {
            if let after, after < 0 { throw ValidationError("--after must be at least 0") }
        }

        func run() throws {
            try WatchCommand(stored.place, id: id?.id, after: after, isJSON: output.json).run()
        }
    }

    /// `reach queue run`: the worker.
    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Perform the transfers in the foreground, until a signal ends the program.",
            discussion: """
                This command is needed only where systemd does not start reach-transfer.service. After 'systemctl \
                --user enable --now reach-transfer.socket reach-transfer.service', systemd starts it when there is a \
                transfer. One worker at a time performs the transfers of a queue.

                Exit codes: 0 nothing is left to do (--until-empty); 64 the command line is invalid; 69 the kernel's \
                netlink interface cannot be used, or the program reach-transfer is not installed; 74 the queue cannot \
                be used; 75 another worker runs; 78 the configuration file is invalid.

                \(TransferExamples.queueRun)
                """
        )

        @Flag(
            help: """
                Exit when no transfer waits or runs, and no command or unit must be started. Paused transfers do not \
                count; held transfers and those with --not-before do. If another worker runs, wait until then.
                """)
        var untilEmpty = false

        @OptionGroup var configured: ConfigurationOptions

        @OptionGroup var stored: StoreOptions

        func run() throws {
            var place = stored.place
            place.configuration = configured.path
            try WorkerCommand(place, untilEmpty: untilEmpty).run()
        }
    }
}

extension Transfer.State: ExpressibleByArgument {}

/// The options of the commands that show transfers.
struct QueueOutputOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print JSON, one object per line.")
    var json = false

    @OptionGroup var color: ColorOptions
}
