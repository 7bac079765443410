// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import FoundationEssentials
import LinuxSystem

/// An entry of the journal about the path, as `journalctl --output=json` prints it (systemd.journal-fields(7)).
struct JournalRecord: Decodable {
    /// The fields that are read. journalctl prints times and the boot in any case.
    static let fields = [
        "REACH_STATUS", "REACH_CONNECTION", "REACH_PRIMARY", "REACH_METERED", "REACH_CHANGES",
        "REACH_CONNECTIVITY", "MESSAGE_ID", "_PID", "_UID", "_SYSTEMD_UNIT", "_SYSTEMD_USER_UNIT",
    ]
    /// The kinds of entries.
    static let kinds = [JournalEntry.Kind.pathChange, .observationEnd]

    private enum CodingKeys: String, CodingKey {
        case time = "__REALTIME_TIMESTAMP"
        case uptime = "__MONOTONIC_TIMESTAMP"
        case boot = "_BOOT_ID"
        case process = "_PID"
        case user = "_UID"
        case unit = "_SYSTEMD_UNIT"
        case userUnit = "_SYSTEMD_USER_UNIT"
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
    private let user: Field?
    private let unit: Field?
    private let userUnit: Field?
    private let kind: Field?
    private let status: Field?
    private let connection: Field?
    private let primary: Field?
    private let metered: Field?
    private let changes: Field?
    private let connectivity: Field?

    /// The process that has written the entry; `nil` if the history does not believe it.
    ///
    /// Everybody may write to the journal, with every field but those that begin with an underscore, which the journal
    /// adds itself. A recorder is a service of the system that runs as root or as the reader, or a service of the reader's
    /// own service manager. Programs with the rights of root that another user has started (setuid) are in units of that
    /// user.
    ///
    /// - Parameter reader: the user who reads the history.
    private func watcher(reader: UInt32) -> Observation.Watcher? {
        guard let unit = unit?.text, let user = (user?.text).flatMap({ UInt32($0) }) else {
            return nil
        }
        let isSystemService = unit.ends(with: ".service") && !unit.begins(with: "user@")
        guard
            isSystemService && (user == 0 || user == reader)
                || user == reader && unit == "user@\(reader).service"
        else { return nil }
        return Observation.Watcher(
            boot: boot?.text ?? "", process: process.flatMap { Int($0.text) } ?? 0,
            user: user, unit: userUnit?.text ?? unit)
    }

    /// The observation; `nil` if the entry is none, or of another user's program.
    private func observation(reader: UInt32) -> Observation? {
        guard let watcher = watcher(reader: reader), let time = time.flatMap({ Int64($0.text) }),
            let status, let connection,
            let state = Observation.State(
                status: status.text, connection: connection.text, primary: primary?.text,
                metered: metered?.text ?? "", connectivity: connectivity?.text)
        else { return nil }
        let isEnd = kind?.text == JournalEntry.Kind.observationEnd.identifier
        return Observation(
            time: time / 1000, state: state, isFirst: !isEnd && changes?.text ?? "" == "",
            watcher: watcher,
            uptime: uptime.flatMap { Int64($0.text) }.map { $0 / 1000 })
    }

    /// Returns the observation in a line of journalctl; `nil` if it is not understood, or others than root and the reader
    /// have written it.
    static func observation(in line: ArraySlice<UInt8>, reader: UInt32) -> Observation? {
        try? JSONDecoder().decode(JournalRecord.self, from: Data(line)).observation(reader: reader)
    }
}
