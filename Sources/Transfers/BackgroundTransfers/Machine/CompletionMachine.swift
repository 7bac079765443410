// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Decides when the commands and units that wait for the end of a transfer run.
///
/// Each runs at least once, never twice at the same time, and up to five times if it fails. ``CompletionDriver``
/// performs what it decides. Pending notifications are in the store, so that none is lost when the worker ends.
struct CompletionMachine {
    /// A notification about the end of one transfer, or of all transfers of a group.
    struct Notification: Sendable, Hashable {
        /// The transfers that have ended, by number.
        var records: [TransferRecord]
        /// The position of the transfer whose command or unit runs.
        private let position: Int
        /// The number of the request that runs; `nil` if none does.
        var request: Int?

        /// The transfer whose command or unit runs: in a group, the last one that has not been notified yet.
        var notifyingTransfer: TransferRecord {
            get { records[position] }
            set { records[position] = newValue }
        }

        var action: CompletionAction { notifyingTransfer.completion }

        /// - Returns: `nil` if no command or unit has to run.
        init?(_ records: [TransferRecord]) {
            guard let position = records.lastIndex(where: \.completion.isPending) else {
                return nil
            }
            self.records = records
            self.position = position
        }
    }

    /// How often a command that fails is run.
    static let limit = 5

    private var notifications: [Notification] = []
    private var nextRequest = 1

    /// Whether no notification is pending.
    var isEmpty: Bool { notifications.isEmpty }

    /// Whether a command or unit is running.
    var isRunning: Bool { notifications.contains { $0.request != nil } }

    /// When the next failed command is run again, in milliseconds since 1970; `nil` if none waits for that.
    var due: Int64? {
        notifications.filter { $0.request == nil }.compactMap(\.action.retryAt).min()
    }

    /// Adds the notification about the end of a transfer, or of all transfers of a group.
    mutating func add(_ records: [TransferRecord]) {
        guard let notification = Notification(records) else { return }
        let id = notification.notifyingTransfer.id
        guard let known = notifications.firstIndex(where: { $0.notifyingTransfer.id == id }) else {
            return notifications.append(notification)
        }
        // A command that has not started yet gets the newest state.
        if notifications[known].request == nil { notifications[known] = notification }
    }

    /// Drops the notification about a transfer that was resumed.
    mutating func remove(_ id: Transfer.ID) {
        notifications.removeAll { notification in notification.records.contains { $0.id == id } }
    }

    /// Limits each delay to the one for its number of attempts, because the clock was set.
    mutating func clockWasSet(now: Int64) {
        for position in notifications.indices {
            let action = notifications[position].action
            let longest = RetryDelay.milliseconds(failures: action.attempts, chance: 1)
            notifications[position].notifyingTransfer.completion.retryAt =
                action.retryAt.map { min($0, now + longest) }
        }
    }

    /// Returns the notifications that are due, each with the number of its request.
    mutating func start(now: Int64) -> [(number: Int, notification: Notification)] {
        var started: [(Int, Notification)] = []
        for position in notifications.indices
        where notifications[position].request == nil
            && notifications[position].action.retryAt ?? now <= now
        {
            notifications[position].request = nextRequest
            started.append((nextRequest, notifications[position]))
            nextRequest += 1
        }
        return started
    }

    /// Takes the result of a request.
    ///
    /// - Returns: the records to store: first the one with the command, then the others of its group, which need no
    ///   notification any more. None if the request is unknown, or its transfer was resumed.
    mutating func ended(
        _ exit: CompletionAction.Exit, of number: Int, now: Int64, chance: Double
    ) -> [TransferRecord] {
        guard let position = notifications.firstIndex(where: { $0.request == number }) else {
            return []
        }
        var others: [TransferRecord] = []
        var record = notifications[position].notifyingTransfer
        record.completion.attempts += 1
        record.completion.retryAt = nil
        if exit == .exited(0) || record.completion.attempts >= Self.limit {
            record.completion.isDone = true
            let notification = notifications.remove(at: position)
            others = notification.records.filter { $0.id != record.id && $0.completion.isPending }
            for other in others.indices { others[other].completion.isDone = true }
        } else {
            record.completion.retryAt =
                now + RetryDelay.milliseconds(failures: record.completion.attempts, chance: chance)
            notifications[position].request = nil
            notifications[position].notifyingTransfer = record
        }
        return [record] + others
    }

    /// Takes the record as it was stored.
    mutating func stored(_ record: TransferRecord) {
        for position in notifications.indices
        where notifications[position].notifyingTransfer.id == record.id {
            notifications[position].notifyingTransfer = record
        }
    }
}

extension CompletionMachine.Notification {
    /// The variables with what has ended, for the command's environment.
    var variables: [CompletionAction.Variable] {
        let last = notifyingTransfer
        guard let group = last.group else {
            return [
                .init("REACH_TRANSFER_ID", "\(last.id.rawValue)"),
                .init("REACH_TRANSFER_STATE", last.state.rawValue),
                .init("REACH_TRANSFER_FILE", last.file),
                .init("REACH_TRANSFER_URL", URLSecrets.withoutQuery(last.url)),
            ]
        }
        let worst: [Transfer.State] = [.failed, .cancelled, .finished]
        let state = worst.first { state in records.contains { $0.state == state } } ?? .finished
        return [
            .init("REACH_TRANSFER_GROUP", group),
            .init("REACH_TRANSFER_STATE", state.rawValue),
            .init(
                "REACH_TRANSFER_ID", orFileIn: "REACH_TRANSFER_IDS_FROM",
                records.map { "\($0.id.rawValue)" }.joined(separator: " ")),
            .init(
                "REACH_TRANSFER_FILES", orFileIn: "REACH_TRANSFER_FILES_FROM",
                JSONLineEncoder.text(records.map(\.file))),
        ]
    }
}

extension TransferRecord {
    /// The path of the file that was written or sent; empty if there is none.
    fileprivate var file: String {
        switch destination {
        case .file(let path): path
        // The name of the file was never known.
        case .folder: ""
        case nil: source ?? ""
        }
    }
}
