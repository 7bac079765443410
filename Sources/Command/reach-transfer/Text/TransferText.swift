// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

extension Transfer {
    /// The word for it in messages.
    var noun: String { kind == .command ? "job" : "transfer" }

    /// The name of the file; the one in the URL until the server has sent it. Of a job, the name of the command.
    var shownName: String {
        let path =
            command?.first ?? destination.flatMap { $0.ends(with: "/") ? nil : $0 } ?? source
            ?? WebAddress.shown(url)
        return path.lastPathComponent ?? path
    }

    /// The transfer as lists show it: its address without the query, which may be a secret, and the name alone of a command.
    var listed: Transfer {
        var transfer = self
        transfer.url = WebAddress.shown(url)
        transfer.command = command.map { Array($0.prefix(1)) }
        return transfer
    }

    /// The line of the transfer on a terminal.
    func progressLine(at now: Int64) -> ProgressLine {
        ProgressLine(
            name: shownName, done: bytesDone, total: bytesTotal,
            rate: state == .running ? rate : nil,
            note: state == .running && kind != .command ? nil : note(at: now))
    }

    /// The state and its reason in a few words.
    func note(at now: Int64) -> String {
        switch state {
        case .waiting: ["waiting", why(at: now)].compactMap(\.self).joined(separator: ": ")
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

    /// The reason why the transfer does not run; `nil` if the state says it all.
    func why(at now: Int64) -> String? {
        switch state {
        case .waiting:
            nextRun().map(periodText) ?? (reasons.isEmpty ? nil : reasonText)
        case .retrying: retryText(at: now)
        case .failed: error?.message
        case .running, .verifying, .committing, .finished, .paused, .cancelled: nil
        }
    }

    /// When a periodic job runs next, and how its last run ended.
    private func periodText(_ next: Int64) -> String {
        let end = error.map { "; last error: \($0.message)" } ?? ""
        return "next run at \(Timestamp(milliseconds: next).local) (\(every?.description ?? ""))"
            + end
    }

    /// The reason why the transfer waits.
    var reasonText: String {
        reasons.map { reason in
            reason == .notBefore ? startText ?? reason.description : reason.description
        }.joined(separator: "; ")
    }

    /// The time before which the transfer does not start; `nil` if there is none.
    private var startText: String? {
        notBefore.map {
            "not before \(Timestamp(milliseconds: $0.milliseconds).local) (--not-before)"
        }
    }

    /// The reason why a job that was retried still waits; `nil` if it does not wait.
    ///
    /// - Parameters:
    ///   - conditions: its conditions that do not hold; `nil` if all hold.
    ///   - isHeld: whether the queue is held.
    ///   - now: the current time, in milliseconds since 1970.
    func rest(of conditions: String?, isHeld: Bool, at now: Int64) -> String? {
        guard kind == .command, state == .waiting else { return nil }
        let isEarly = notBefore.map { $0.milliseconds > now } ?? false
        let texts = [
            isHeld ? WaitingReason.held.description : nil, isEarly ? startText : nil, conditions,
        ].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    private func retryText(at now: Int64) -> String {
        let time = retryAt.map { $0.milliseconds - now }.flatMap { $0 > 0 ? $0 : nil }
        let text = time.map { "again in \(Quantity.duration(milliseconds: $0))" } ?? "trying again"
        return text + (error.map { ": \($0.message)" } ?? "")
    }
}

extension TransferEvent {
    /// The event with the address as lists show it.
    var listed: TransferEvent {
        var event = self
        event.transfer = transfer.listed
        return event
    }

    /// The event as a line for people, without its time.
    func line(at now: Int64) -> String {
        var text = "\(transfer.id.rawValue) \(transfer.shownName): \(words(at: now))"
        if let detail, showsDetail { text += ": \(detail)" }
        return text.escaped
    }

    /// Whether the detail says more than the words.
    private var showsDetail: Bool {
        switch event {
        case .added, .started, .restarted, .verified, .paused, .resumed, .cancelled, .delivered:
            true
        case .waiting: transfer.reasons.isEmpty
        case .progress, .retrying, .finished, .failed: false
        }
    }

    private func words(at now: Int64) -> String {
        switch event {
        case .added: return "added"
        case .started:
            return transfer.bytesDone > 0
                ? "continued at \(Quantity.bytes(transfer.bytesDone))" : "started"
        case .progress: return "received \(Quantity.bytes(transfer.bytesDone))"
        case .waiting: return transfer.note(at: now)
        case .restarted: return "begins again"
        case .retrying: return transfer.note(at: now)
        case .verified: return "verified"
        case .finished where transfer.kind == .command: return "finished"
        case .finished:
            return
                "finished: \(transfer.destination ?? transfer.shownName) (\(Quantity.bytes(transfer.bytesDone)))"
        // A periodic job is waiting already.
        case .failed:
            return "failed" + (transfer.error.map { ": \($0.message)" } ?? "")
        case .cancelled: return "cancelled"
        case .paused: return "paused"
        case .resumed: return "resumed"
        case .delivered:
            return reportsFailedStart
                ? "its command or unit could not be run" : "its command or unit was run"
        }
    }
}
