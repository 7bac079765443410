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
        LocalDatagram.send(entry.encoded, to: Self.socket)
    }
}
