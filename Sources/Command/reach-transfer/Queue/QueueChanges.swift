// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import NetworkReachability
import ReachCommand

/// Which transfers a command changes: by number, all, or those of a group.
struct SelectionOptions: ParsableArguments {
    @Flag(help: "Change all transfers whose state allows it.")
    var all = false

    @Option(help: ArgumentHelp("Change the transfers of this group.", valueName: "group"))
    var group: String?

    @OptionGroup var stored: StoreOptions

    @Argument(help: ArgumentHelp("The numbers of the transfers.", valueName: "id"))
    var id: [Transfer.ID] = []

    func validate() throws {
        let count = [all, group != nil, !id.isEmpty].count { $0 }
        if count == 0 {
            throw ValidationError("name the transfers: their numbers, --group GROUP, or --all")
        }
        if count > 1 {
            throw ValidationError("numbers, --group and --all cannot be combined")
        }
        if group == "" { throw ValidationError("--group: the name is empty") }
    }

    /// The selected transfers.
    var selection: TransferStore.Selection {
        if all { return .all }
        return group.map { .group($0) } ?? .transfers(id)
    }
}

extension Queue {
    /// `reach queue pause`
    struct Pause: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Stop transfers until they are resumed. They keep their partial files.",
            discussion: "The command of a job is ended, and runs again once it is resumed.\n\n"
                + QueueText.exitCodes + "\n\n" + examples
        )

        private static let examples = #"""
            Examples:
              Stop a transfer:
                reach queue pause 7
            """#

        @OptionGroup var selected: SelectionOptions

        func run() throws { try selected.apply(.pause) }
    }

    /// `reach queue resume`
    struct Resume: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Continue paused transfers.",
            discussion: QueueText.exitCodes + "\n\n" + examples
        )

        private static let examples = #"""
            Examples:
              Continue a paused transfer:
                reach queue resume 7
            """#

        @OptionGroup var selected: SelectionOptions

        func run() throws { try selected.apply(.resume) }
    }

    /// `reach queue cancel`
    struct Cancel: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "End transfers, and remove their partial files.",
            discussion: QueueText.exitCodes + "\n\n" + examples
        )

        private static let examples = #"""
            Examples:
              Cancel two transfers, and all transfers of a group:
                reach queue cancel 7 8
                reach queue cancel --group tiles
            """#

        @OptionGroup var selected: SelectionOptions

        func run() throws { try selected.apply(.cancel) }
    }

    /// `reach queue retry`
    struct Retry: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry",
            abstract: "Retry failed transfers, and transfers that wait for their next attempt.",
            discussion: """
                A deadline that has passed no longer counts. A job no longer waits for its next attempt or period: it runs as soon \
                as its conditions hold. Among them are the hours of --between. A message says what is missing.

                \(QueueText.exitCodes)

                \(examples)
                """
        )

        private static let examples = #"""
            Examples:
              Retry a failed transfer, within two hours:
                reach queue retry --deadline 2h 7
            """#

        @Option(
            help: ArgumentHelp(
                "Set a new deadline: this time, or the end of this duration.", valueName: "time"))
        var deadline: PointInTime?

        @OptionGroup var selected: SelectionOptions

        func run() throws {
            let now = RealTimeClock.milliseconds
            try selected.apply(.retry(deadline: deadline?.milliseconds(from: now)), now: now)
            try selected.notifyOfWaits(now: now)
        }
    }

    /// `reach queue ack`
    struct Acknowledge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ack",
            abstract: "Remove ended transfers from the list.",
            discussion: QueueText.exitCodes + "\n\n" + examples
        )

        private static let examples = #"""
            Examples:
              Remove all ended transfers from the list:
                reach queue ack --all
            """#

        @OptionGroup var selected: SelectionOptions

        func run() throws { try selected.apply(.acknowledge) }
    }

    /// `reach queue hold`
    struct Hold: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hold",
            abstract: "Start no transfer until the queue is released. Running transfers go on.",
            discussion: QueueText.exitCodesOfList + "\n\n" + examples
        )

        private static let examples = #"""
            Examples:
              Start no transfer during a meeting:
                reach queue hold; sleep 1h; reach queue release
            """#

        @OptionGroup var stored: StoreOptions

        func run() throws { _ = try stored.place.openStore().setHeld(true) }
    }

    /// `reach queue release`
    struct Release: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "release",
            abstract: "Start transfers again, after a hold.",
            discussion: QueueText.exitCodesOfList + "\n\n" + examples
        )

        private static let examples = #"""
            Examples:
              Start transfers again:
                reach queue release
            """#

        @OptionGroup var stored: StoreOptions

        func run() throws {
            _ = try stored.place.openStore().setHeld(false)
        }
    }
}

/// Text that the help of several commands has.
enum QueueText {
    static let exitCodes = """
        Exit codes: 0 done; 1 there is no such transfer, or its state does not allow the change; 64 the command line is \
        invalid; 69 the program reach-transfer is not installed; 74 the queue cannot be used.
        """

    /// Those of the commands that name no transfer.
    static let exitCodesOfList = """
        Exit codes: 0 done; 64 the command line is invalid; 69 the program reach-transfer is not installed; 74 the queue \
        cannot be used.
        """
}

extension SelectionOptions {
    /// Applies a command to the selected transfers.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - now: the current time, in milliseconds since 1970.
    func apply(_ command: UserCommand, now: Int64 = RealTimeClock.milliseconds) throws {
        let selection = selection
        guard let store = try stored.place.existingStore() else {
            if case .transfers(let ids) = selection, let id = ids.first {
                throw Failure.noTransfer(id)
            }
            if case .group(let group) = selection { throw Failure.noGroup(group) }
            return
        }
        if case .group(let group) = selection,
            try store.transfers(
                matching: TransferStore.Filter(group: group, includesAcknowledged: true)
            ).isEmpty
        {
            throw Failure.noGroup(group)
        }
        let refusals = try store.carryOut(command, for: selection, now: now).map(\.description)
        guard let last = refusals.last else { return }
        for refusal in refusals.dropLast() {
            StandardStream.error.notify("reach: \(refusal.escaped)\n")
        }
        throw Failure(last.escaped, exitCode: 1)
    }

    /// Reports why selected jobs still wait although their time has come.
    fileprivate func notifyOfWaits(now: Int64) throws {
        guard let store = try stored.place.existingStore() else { return }
        let transfers =
            if case .transfers(let ids) = selection {
                try ids.compactMap { try store.transfer($0) }
            } else {
                try store.transfers(matching: TransferStore.Filter(group: group))
            }
        let isHeld = try store.isHeld()
        lazy var path = pathOfWorker()
        for transfer in transfers where transfer.kind == .command && transfer.state == .waiting {
            guard let job = try store.jobDetails(of: transfer.id) else { continue }
            let missing =
                job.details.isUnconditional ? nil : transfer.allConditions.missing(on: path)
            guard let rest = transfer.rest(of: missing, isHeld: isHeld, at: now) else { continue }
            StandardStream.error.notify(
                "reach: job \(transfer.id.rawValue) still waits: \(rest.escaped)\n")
        }
    }

    /// The path as the worker sees it; `nil`, with a notice, if it cannot be read.
    private func pathOfWorker() -> NetworkPath? {
        do {
            return try .ofWorker()
        } catch {
            StandardStream.error.notify("reach: \(Failure(error).reason)\n")
            return nil
        }
    }
}

extension NetworkPath {
    /// Returns the current path to the internet as a worker sees it: with the places, overrides and plans of the configuration.
    fileprivate static func ofWorker() throws -> NetworkPath {
        var question = try ConfigurationFile.standard.read().question
        question.asksForHardwareAddresses = true
        return try current(answering: question, costPatience: PathTracker.costPatience)
    }
}

extension Condition {
    /// Returns the conditions that do not hold now, as text; `nil` if all hold.
    ///
    /// If the result depends on a host or on a check of the internet, the text names all conditions, because only the
    /// worker checks them.
    ///
    /// - Parameter path: the path to the internet; `nil` if it is unknown.
    fileprivate func missing(on path: @autoclosure () -> NetworkPath?) -> String? {
        guard host == nil, !constraints.requiresValidation, let path = path()
        else { return "its conditions must hold: \(description)" }
        let verdict = verdict(on: path)
        return verdict.holds ? nil : verdict.reasons.map(\.text).joined(separator: "; ")
    }
}
