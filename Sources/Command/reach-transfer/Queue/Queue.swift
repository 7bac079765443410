// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// `reach queue`: lists transfers and jobs, and changes them.
struct Queue: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: QueueCall.configuration.abstract,
        discussion: """
            Without a command, reach lists the transfers and the jobs of reach defer. Wherever this page says transfer, a \
            job is meant, too. A transfer stays in the list for 7 days after its end, or until it is acknowledged.

            Exit codes: 0 done; 1 there is no such transfer, or its state does not allow the change; 64 the command \
            line is invalid; 69 the program reach-transfer is not installed; 74 the queue cannot be used.

            \(examples)
            """,
        subcommands: [
            List.self, Show.self, Watch.self, Pause.self, Resume.self, Cancel.self, Retry.self,
            Acknowledge.self,
            Hold.self, Release.self, Run.self,
        ],
        defaultSubcommand: List.self
    )

    private static let examples = #"""
        Examples:
          List the transfers:
            reach queue
          Stop all transfers, and continue them:
            reach queue pause --all
            reach queue resume --all
          Perform the transfers without systemd, and end when nothing is left to do:
            reach queue run --until-empty
        """#

    /// `reach queue list`: lists transfers.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the transfers and jobs, by number. This is the default.",
            discussion: QueueText.exitCodesOfList + "\n\n" + examples
        )

        private static let examples = #"""
            Examples:
              List the failed transfers:
                reach queue list --state failed
              List the transfers of a group as JSON:
                reach queue --group tiles --json
            """#

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
            let store = try stored.place.readableStore()
            let filter = TransferStore.Filter(
                states: state.isEmpty ? nil : Set(state), group: group)
            // Nothing is written before all is read: the reader of a pipe may block the program.
            guard output.json else { return try printTable(store, filter) }
            var lines: [UInt8] = []
            try store?.forEachTransfer(matching: filter) { lines.append(line: $0.listed) }
            try StandardStream.output.write(lines)
        }

        private func printTable(_ store: TransferStore?, _ filter: TransferStore.Filter) throws {
            var table = TransferTable(
                now: RealTimeClock.milliseconds, columns: StandardStream.output.columns)
            let progress = try store.map { try RunningProgress($0) }
            var kinds: Set<Transfer.Kind> = []
            try store?.forEachTransfer(matching: filter) {
                table.append(progress?.applied(to: $0) ?? $0)
                if !$0.state.isFinal { kinds.insert($0.kind) }
            }
            table.isHeld = try store?.isHeld() ?? false
            try StandardStream.output.write(table.text(output.color.style))
            // A `reach fetch` that waits is a worker, too.
            if let store, try store.hasOpenTransfers(), !store.callWorker() {
                WorkerNotice.notify(of: kinds)
            }
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

                \(examples)
                """
        )

        private static let examples = #"""
            Examples:
              Show a transfer and its events:
                reach queue show 7
            """#

        @OptionGroup var output: QueueOutputOptions

        @OptionGroup var stored: StoreOptions

        @Argument(help: ArgumentHelp("The number of the transfer.", valueName: "id"))
        var id: Transfer.ID

        func run() throws {
            guard let store = try stored.place.readableStore(),
                let transfer = try store.transfer(id)
            else { throw Failure.noTransfer(id) }
            let events = try store.events(after: 0, of: id)
            guard output.json else {
                let progress = try RunningProgress(store, of: id)
                let details = TransferDetails(
                    transfer: progress.applied(to: transfer), events: events,
                    conditions: try store.conditionText(of: transfer),
                    job: try store.jobDetails(of: id),
                    completion: try store.completionAction(of: id))
                try StandardStream.output.write(
                    details.text(output.color.style, columns: StandardStream.output.columns))
                if !transfer.state.isFinal, transfer.state != .paused, !store.callWorker() {
                    WorkerNotice.notify(of: [transfer.kind])
                }
                return
            }
            try StandardStream.output.write(
                JSONLineEncoder.line(
                    TransferWithEvents(
                        transfer, events: events, job: try store.jobDetails(of: id))))
        }
    }
}

/// The options of the commands that show transfers.
struct QueueOutputOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print JSON, one object per line.")
    var json = false

    @Option(help: ColorMode.help) var color = ColorMode.auto
}

extension Failure {
    static func noTransfer(_ id: Transfer.ID) -> Failure {
        Failure("there is no transfer \(id.rawValue)", exitCode: 1)
    }

    static func noGroup(_ group: String) -> Failure {
        Failure("there is no transfer in the group '\(group.escaped)'", exitCode: 1)
    }
}
