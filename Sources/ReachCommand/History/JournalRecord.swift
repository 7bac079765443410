// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import FoundationEssentials

/// An entry of the journal about the path, as `journalctl --output=json` prints it (systemd.journal-fields(7)).
struct JournalRecord: Decodable {
    /// The fields that are read. journalctl prints times and the boot in any case.
    static let fields = [
        "REACH_STATUS", "REACH_CONNECTION", "REACH_PRIMARY", "REACH_METERED", "REACH_CHANGES",
        "REACH_CONNECTIVITY", "MESSAGE_ID", "_PID",
    ]
    /// The kinds of entries.
    static let kinds = [JournalEntry.Kind.pathChange, .observationEnd]

    private enum CodingKeys: String, CodingKey {
        case time = "__REALTIME_TIMESTAMP"
        case uptime = "__MONOTONIC_TIMESTAMP"
        case boot = "_BOOT_ID"
        case process = "_PID"
        case kind = "MESSAGE_ID"
        case status = "REACH_STATUS"
        case connection = "REACH_CONNECTION"
        case primary = "REACH_PRIMARY"
        case metered = "REACH_METERED"
        case changes = "REACH_CHANGES"
        case connectivity = "REACH_CONNECTIVITY"
    }

    /// A field. journalctl prints a value that is no text as an array of bytes, and several values of one name as an
    /// array of texts.
    private struct Field: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else if let bytes = try? container.decode([UInt8].self) {
                text = String(decoding: bytes, as: UTF8.self)
            } else {
                text = try container.decode([String].self).last ?? ""
            }
        }
    }

    private let time: Field?
    private let uptime: Field?
    private let boot: Field?
    private let process: Field?
    private let kind: Field?
    private let status: Field?
    private let connection: Field?
    private let primary: Field?
    private let metered: Field?
    private let changes: Field?
    private let connectivity: Field?

    /// The observation; `nil` if the entry is none.
    var observation: Observation? {
        guard let time = time.flatMap({ Int64($0.text) }), let status, let connection,
            let state = Observation.State(
                status: status.text, connection: connection.text, primary: primary?.text,
                metered: metered?.text ?? "", connectivity: connectivity?.text)
        else { return nil }
        let isEnd = kind?.text == JournalEntry.Kind.observationEnd.identifier
        return Observation(
            time: time / 1000, state: state, isFirst: !isEnd && changes?.text ?? "" == "",
            watcher: Observation.Watcher(
                boot: boot?.text ?? "", process: process.flatMap { Int($0.text) } ?? 0),
            uptime: uptime.flatMap { Int64($0.text) }.map { $0 / 1000 })
    }

    /// Returns the observations in the output of journalctl. What is not understood is left out.
    static func observations(in output: [UInt8]) -> [Observation] {
        let decoder = JSONDecoder()
        return output.split(separator: UInt8(ascii: "\n")).compactMap { line in
            try? decoder.decode(JournalRecord.self, from: Data(line)).observation
        }
    }
}
