// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import NetworkReachability
import ReachCommand

/// The list of transfers and jobs for people: a line each.
struct TransferTable {
    /// The current time, in milliseconds since 1970.
    let now: Int64
    /// The width of the terminal; `nil` if the output is not a terminal.
    let columns: Int?
    var isHeld = false
    private var transferCount = 0
    private var jobCount = 0
    private var table = TextTable()

    init(now: Int64, columns: Int?) {
        self.now = now
        self.columns = columns
        table.rows = [
            ["ID", "STATE", "DONE", "SIZE", "FILE", "URL"].map { TextTable.Cell($0, .heading) }
        ]
    }

    mutating func append(_ transfer: Transfer) {
        if transfer.kind == .command { jobCount += 1 } else { transferCount += 1 }
        table.rows += rows(of: transfer)
    }

    /// The table, with a summary at its end.
    func text(_ style: TextStyle) -> String {
        let counts = [(transferCount, "transfer"), (jobCount, "job")].filter { $0.0 > 0 }.map {
            "\($0) \($1)\($0 == 1 ? "" : "s")"
        }
        var text = counts.isEmpty ? "" : table.text(style, columns: columns) + "\n"
        text += counts.isEmpty ? "0 transfers" : counts.joined(separator: ", ")
        if isHeld {
            text += "; the queue is held ('reach queue release' lets transfers begin again)"
        }
        return text + "\n"
    }

    /// A name that leaves room for the columns before it.
    private func shortened(_ name: String) -> String {
        columns.map { name.escaped.shortened(to: max(16, $0 - 34)) } ?? name
    }

    private func rows(of transfer: Transfer) -> [[TextTable.Cell]] {
        let done = Quantity.percent(transfer.bytesDone, of: transfer.bytesTotal).map { "\($0)%" }
        let row: [TextTable.Cell] = [
            .init("\(transfer.id.rawValue)", .strong),
            .init(transfer.state.rawValue, transfer.state.role),
            .init(done ?? (transfer.bytesDone > 0 ? Quantity.bytes(transfer.bytesDone) : "-")),
            .init(transfer.bytesTotal.map(Quantity.bytes) ?? "-"),
            .init(shortened(transfer.shownName)),
            .init(transfer.kind == .command ? transfer.jobText : WebAddress.shown(transfer.url)),
        ]
        guard let why = transfer.why(at: now) else { return [row] }
        return [row, ["", .init(why, .heading)]]
    }
}

extension Transfer {
    /// The text that the list shows for a job in place of an address.
    fileprivate var jobText: String {
        ["command", every?.description].compactMap(\.self).joined(separator: ", ")
    }
}

extension Transfer.State {
    /// The role of the state in text.
    var role: TextStyle.Role? {
        switch self {
        case .finished, .running, .verifying, .committing: .good
        case .waiting, .retrying, .paused: .doubtful
        case .failed, .cancelled: .bad
        }
    }
}

/// The details of a transfer for people, with its events.
struct TransferDetails {
    var transfer: Transfer
    var events: [TransferEvent]
    /// The conditions; `nil` for a job without any.
    var conditions: String?
    /// How a job is run; `nil` for a download or an upload.
    var job: JobDetails?
    /// The command and the unit that run at the end.
    var completion: CompletionAction?

    /// - Parameters:
    ///   - style: how the text is marked up.
    ///   - columns: the width of the terminal; `nil` if the output is not a terminal.
    func text(_ style: TextStyle, columns: Int?) -> String {
        var facts = TextTable()
        facts.rows = members.compactMap { name, value, role in
            value.map { [TextTable.Cell(name, .heading), TextTable.Cell($0, role)] }
        }
        var lines = TextTable()
        lines.indent = "  "
        lines.rows = events.map { event in
            [
                TextTable.Cell(Timestamp(milliseconds: event.time.milliseconds).local, .heading),
                TextTable.Cell(event.event.rawValue), TextTable.Cell(event.text ?? ""),
            ]
        }
        return facts.text(style, columns: columns)
            + (events.isEmpty ? "" : "\nevents\n" + lines.text(style, columns: columns))
    }

    private var members: [(String, String?, TextStyle.Role?)] {
        let isJob = transfer.kind == .command
        let total = transfer.bytesTotal.map { " of \(Quantity.bytes($0)) (\($0) bytes)" } ?? ""
        func time(_ name: String, _ milliseconds: Int64?) -> (String, String?, TextStyle.Role?) {
            (name, milliseconds.map { Timestamp(milliseconds: $0).local }, nil)
        }
        return [
            ("id", "\(transfer.id.rawValue)", .strong),
            ("state", transfer.state.rawValue, transfer.state.role),
            ("waits", transfer.reasons.isEmpty ? nil : transfer.reasonText, nil),
            ("error", transfer.error.map { "\($0.message) [\($0.code.rawValue)]" }, .bad),
            ("url", isJob ? nil : transfer.url, nil),
            ("file", transfer.destination ?? transfer.source, nil),
            ("command", transfer.command.map(Self.commandLine), nil),
            ("every", transfer.every?.description, nil),
            ("exit", transfer.exit.map(String.init), nil),
            ("done", isJob ? nil : Quantity.bytes(transfer.bytesDone) + total, nil),
            ("attempts", "\(transfer.attempts)", nil),
            ("conditions", conditions?.escaped, nil),
            ("priority", transfer.priority == .normal ? nil : transfer.priority.word, nil),
            ("key", transfer.key, nil), ("group", transfer.group, nil),
            ("session", transfer.session == Transfer.defaultSession ? nil : transfer.session, nil),
            time("added", transfer.createdAt.milliseconds),
            time("not before", transfer.notBefore?.milliseconds),
            time("deadline", transfer.deadline?.milliseconds),
            time("next try", transfer.retryAt?.milliseconds),
            time("next run", transfer.nextRun()),
        ] + (job?.texts ?? []).map { ($0.0, $0.1, nil) }
            + (completion?.texts ?? []).map { ("at the end", $0, nil) }
    }
}

extension TransferDetails {
    /// A command line as a shell takes it. Arguments with other than plain characters are in quotes.
    fileprivate static func commandLine(_ arguments: [String]) -> String {
        arguments.map { argument in
            let isPlain =
                !argument.isEmpty
                && argument.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                        || "._-/:=@%+,~".unicodeScalars.contains($0)
                }
            let inner = argument.pieces(separatedBy: "'", omittingEmpty: false)
                .joined(separator: "'\\''")
            return isPlain ? argument : "'\(inner)'"
        }.joined(separator: " ")
    }
}

extension TransferEvent {
    /// The description of the event for people; `nil` if there is nothing to add to its kind.
    fileprivate var text: String? {
        event == .waiting && !transfer.reasons.isEmpty ? transfer.reasonText : detail
    }
}

extension JobDetails {
    /// The names and values for people, without what is as usual.
    var texts: [(String, String)] {
        let journal = "the output of the worker (journalctl --user --unit reach-transfer.service)"
        func duration(_ milliseconds: Int64) -> String {
            TimeSpan(milliseconds: milliseconds).description
        }
        let onLoss = "\(details.onLoss) after \(duration(details.lossGrace))"
        let rows: [(String, String?)] = [
            ("folder", details.folder), ("log", details.log ?? journal),
            ("attempt limit", attempts.map { "\($0)" } ?? "unlimited"),
            ("retry on", retryOn.map { $0.map { "\($0)" }.joined(separator: ",") }),
            ("time limit", details.timeLimit.map(duration)),
            ("on loss", details.onLoss == .finish ? nil : onLoss),
            ("exclusive", details.isExclusive ? "yes" : nil),
        ]
        return rows.compactMap { name, value in value.map { (name, $0) } }
    }
}

extension CompletionAction {
    /// The command and the unit as text.
    fileprivate var texts: [String] {
        let state = isDone ? " (done)" : ""
        return [
            unit.map { "starts \($0)" + state },
            command.map { "runs \(TransferDetails.commandLine($0.arguments))" + state },
        ].compactMap(\.self)
    }
}
