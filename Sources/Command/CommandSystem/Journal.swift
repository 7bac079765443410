// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import LinuxSystem

/// The system's journal (systemd-journald(8)), if it gets what this process writes to a standard stream.
package struct Journal: Sendable {
    private static let socket = "/run/systemd/journal/socket"

    /// - Returns: `nil` if the stream goes elsewhere: to a terminal, a file, or another program.
    package init?(of stream: StandardStream) {
        // The device and the inode of the stream that systemd has connected (systemd.exec(5)).
        guard let text = ProcessEnvironment.value(of: "JOURNAL_STREAM") else { return nil }
        var status = stat()
        guard unsafe fstat(stream.descriptor, &status) == 0,
            text == "\(status.st_dev):\(status.st_ino)"
        else { return nil }
    }

    /// Sends an entry, without waiting.
    ///
    /// - Returns: whether the journal has it. If not, the caller can write its text to the stream.
    package func send(_ entry: JournalEntry) -> Bool {
        sendDatagram(entry.encoded, to: Self.socket)
    }
}

/// An entry for the system's journal: a message for people, and fields for programs.
package struct JournalEntry: Sendable {
    /// The importance of an entry (syslog(3)).
    package enum Priority: Int, Sendable, Hashable {
        case warning = 4
        case information = 6
    }

    /// The kind of an entry (`MESSAGE_ID`), by which the catalog explains it.
    package struct Kind: Sendable, Hashable {
        /// 32 digits.
        package let identifier: String

        /// The path to the internet is another one.
        package static let pathChange = Kind(identifier: "ea6db4194d71454da47ea29972c1ee40")
        /// A program that has written the path's changes ends, and the path is still the same.
        package static let observationEnd = Kind(identifier: "5528b080d41a408bb1569f7cd00cb55c")
        /// Something happened to a transfer.
        package static let transfer = Kind(identifier: "dd4be6f524134f3988960c274cb1ff2e")
        /// A transfer has failed for good.
        package static let transferFailure = Kind(identifier: "2dfbe56bdd2c4b8683c72d3c0102318f")

        /// All kinds.
        static let all = [pathChange, observationEnd, transfer, transferFailure]
    }

    private var fields: [(name: String, value: String)]

    package init(_ message: String, _ kind: Kind, _ priority: Priority = .information) {
        fields = [
            ("MESSAGE", message), ("MESSAGE_ID", kind.identifier),
            ("PRIORITY", "\(priority.rawValue)"), ("SYSLOG_IDENTIFIER", "reach"),
        ]
    }

    /// Adds a field. Its name has capital letters and underscores only.
    package mutating func add(_ name: StaticString, _ value: String) {
        fields.append((String(describing: name), value))
    }

    /// The entry as the journal receives it (https://systemd.io/JOURNAL_NATIVE_PROTOCOL).
    var encoded: [UInt8] {
        fields.reduce(into: []) { bytes, field in
            bytes += field.name.utf8
            if field.value.utf8.contains(0x0A) {
                // The length of a value with line breaks stands before it.
                bytes.append(0x0A)
                let length = UInt64(field.value.utf8.count)
                bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += field.value.utf8
            bytes.append(0x0A)
        }
    }
}
