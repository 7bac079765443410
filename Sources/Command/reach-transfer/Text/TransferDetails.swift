// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import NetworkReachability
import ReachCommand

/// All of a transfer for people, with its events.
struct TransferDetails {
    var transfer: Transfer
    var events: [TransferEvent]
    /// What is done at the end: a command, a unit.
    var deliveries: [String] = []
    /// The current time, in milliseconds since 1970.
    var now: Int64

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
                TextTable.Cell(event.event.rawValue), TextTable.Cell(event.detail ?? ""),
            ]
        }
        return facts.text(style, columns: columns)
            + (events.isEmpty ? "" : "\nevents\n" + lines.text(style, columns: columns))
    }

    private var members: [(String, String?, TextStyle.Role?)] {
        let total = transfer.bytesTotal.map { " of \(Quantity.bytes($0)) (\($0) bytes)" } ?? ""
        func time(_ name: String, _ milliseconds: Int64?) -> (String, String?, TextStyle.Role?) {
            (name, milliseconds.map { Timestamp(milliseconds: $0).local }, nil)
        }
        return [
            ("id", "\(transfer.id.rawValue)", .strong),
            ("state", transfer.state.rawValue, transfer.state.role),
            ("waits", transfer.reasons.isEmpty ? nil : transfer.reasonText, nil),
            ("error", transfer.error.map { "\($0.message) [\($0.code.rawValue)]" }, .bad),
            ("url", transfer.url, nil), ("file", transfer.destination ?? transfer.source, nil),
            ("done", Quantity.bytes(transfer.bytesDone) + total, nil),
            ("attempts", "\(transfer.attempts)", nil),
            ("conditions", transfer.conditionText.escaped, nil),
            ("priority", transfer.priority == .normal ? nil : transfer.priority.word, nil),
            ("key", transfer.key, nil), ("group", transfer.group, nil),
            ("session", transfer.session == Transfer.defaultSession ? nil : transfer.session, nil),
            time("added", transfer.createdAt.milliseconds),
            time("not before", transfer.notBefore?.milliseconds),
            time("deadline", transfer.deadline?.milliseconds),
            time("next try", transfer.retryAt?.milliseconds),
        ] + deliveries.map { ("at the end", $0, nil) }
    }
}
