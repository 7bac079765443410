// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

extension Transfer {
    /// The name of the file; that of the URL while the server has not told it.
    var shownName: String {
        let path =
            destination.flatMap { $0.ends(with: "/") ? nil : $0 } ?? source ?? WebAddress.shown(url)
        return path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? path
    }

    /// The transfer with its address as lists show it: without the query, which may be a secret.
    var listed: Transfer {
        var transfer = self
        transfer.url = WebAddress.shown(url)
        return transfer
    }

    /// The line of the transfer on a terminal.
    func progressLine(at now: Int64) -> ProgressLine {
        ProgressLine(
            name: shownName, done: bytesDone, total: bytesTotal,
            rate: state == .running ? rate : nil,
            note: state == .running ? nil : note(at: now))
    }

    /// What the state is, and why, in a few words.
    func note(at now: Int64) -> String {
        switch state {
        case .waiting: reasons.isEmpty ? "waiting" : "waiting: \(reasonText)"
        case .running: "running"
        case .verifying: "verifying"
        case .committing: "writing to the disk"
        case .finished: "finished"
        case .paused: "paused"
        case .retrying: retryText(at: now)
        case .failed: "failed" + (error.map { ": \($0.message)" } ?? "")
        case .cancelled: "cancelled"
        }
    }

    /// Why the transfer waits.
    var reasonText: String { reasons.map(\.description).joined(separator: "; ") }

    private func retryText(at now: Int64) -> String {
        let time = retryAt.map { $0.milliseconds - now }.flatMap { $0 > 0 ? $0 : nil }
        let text = time.map { "again in \(Quantity.duration(milliseconds: $0))" } ?? "trying again"
        return text + (error.map { ": \($0.message)" } ?? "")
    }
}
