// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import ReachCommand

/// An event as a line for people.
struct EventLine {
    var event: TransferEvent

    /// The line, without the time.
    func text(at now: Int64) -> String {
        let transfer = event.transfer
        var text = "\(transfer.id.rawValue) \(transfer.shownName): \(words(at: now))"
        if let detail = event.detail, tellsDetail { text += ": \(detail)" }
        return text.escaped
    }

    /// Whether the words do not already have what the detail says.
    private var tellsDetail: Bool {
        switch event.event {
        case .added, .started, .restarted, .verified, .paused, .resumed, .cancelled, .delivered:
            true
        case .waiting: event.transfer.reasons.isEmpty
        case .progress, .retrying, .finished, .failed: false
        }
    }

    private func words(at now: Int64) -> String {
        let transfer = event.transfer
        switch event.event {
        case .added: return "added"
        case .started:
            return transfer.bytesDone > 0
                ? "continued at \(Quantity.bytes(transfer.bytesDone))" : "started"
        case .progress: return "received \(Quantity.bytes(transfer.bytesDone))"
        case .waiting: return transfer.note(at: now)
        case .restarted: return "begins again"
        case .retrying: return transfer.note(at: now)
        case .verified: return "verified"
        case .finished:
            return
                "finished: \(transfer.destination ?? transfer.shownName) (\(Quantity.bytes(transfer.bytesDone)))"
        case .failed: return transfer.note(at: now)
        case .cancelled: return "cancelled"
        case .paused: return "paused"
        case .resumed: return "resumed"
        case .delivered:
            return event.reportsFailedStart
                ? "its command or unit could not be run" : "its command or unit was run"
        }
    }
}
