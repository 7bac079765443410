// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The notifications about transfers that have ended: the commands and units that have still to run. It is a pure value.
///
/// Each runs at least once, never twice at the same time, and up to five times if it fails, as ``JobMachine`` decides.
/// The store has the pending ones, so that none is lost when the worker ends.
///
/// A command goes on if its transfer is resumed meanwhile. Then its run is abandoned: its end is not stored, and until it ends, no
/// other command runs for the transfer.
struct PendingCompletions {
    /// A notification about the end of one transfer, or of all transfers of a group.
    struct Notification: Sendable {
        /// The transfers that have ended, by number.
        var records: [TransferRecord]
        /// The position of the transfer whose command or unit runs.
        private let position: Int
        /// The command or unit as a job.
        fileprivate(set) var machine: JobMachine
        /// The number of the run; 0 before the first one.
        fileprivate(set) var run = 0

        /// The transfer whose command or unit runs: in a group, the last one that has not been notified yet.
        var notifyingTransfer: TransferRecord {
            get { records[position] }
            set { records[position] = newValue }
        }

        var action: CompletionAction { notifyingTransfer.completion }
        /// Whether the command or unit runs.
        var isRunning: Bool { !machine.isIdle }
        /// Whether a command runs, and not a unit alone, which only systemd is told to start. Each kind has places of its own.
        fileprivate var runsCommand: Bool { action.command != nil }

        fileprivate func isAbout(_ id: Transfer.ID) -> Bool { records.contains { $0.id == id } }

        /// Whether a transfer has ended again since.
        fileprivate func isOlder(than newer: Notification) -> Bool {
            records.contains { record in
                newer.records.contains { $0.id == record.id && $0.endedAt != record.endedAt }
            }
        }

        /// Creates the notification about the end of transfers.
        ///
        /// - Returns: `nil` if no command or unit has to run.
        init?(_ records: [TransferRecord]) {
            guard let position = records.lastIndex(where: \.completion.isPending) else {
                return nil
            }
            self.records = records
            self.position = position
            machine = JobMachine(records[position].completionJob, isCompletion: true)
        }
    }

    private var notifications: [Notification] = []
    /// The notifications whose commands and units run although their transfers were resumed.
    private var abandoned: [Notification] = []
    private var lastRun = 0

    /// Whether no notification is pending, and no command or unit runs.
    var isEmpty: Bool { notifications.isEmpty && abandoned.isEmpty }

    /// Whether a command or unit is running.
    var isRunning: Bool { !abandoned.isEmpty || notifications.contains(where: \.isRunning) }

    /// When the next failed command is run again, in milliseconds since 1970; `nil` if none waits for that.
    /// It is also `nil` while none that waits may run, until one ends.
    var due: Int64? {
        let load = load
        return notifications.filter(load.allows).compactMap(\.action.retryAt).min()
    }

    /// What runs.
    private struct Load {
        /// The transfers that it is about.
        var ids: Set<Transfer.ID> = []
        /// How many commands run, and how many units are being started.
        var commands = 0, units = 0

        mutating func add(_ notification: Notification) {
            ids.formUnion(notification.records.lazy.map(\.id))
            if notification.runsCommand { commands += 1 } else { units += 1 }
        }

        /// Whether a command or unit may start: there is a place for it, and nothing runs for its transfers.
        func allows(_ notification: Notification) -> Bool {
            !notification.isRunning
                && (notification.runsCommand ? commands : units) < Schedule.limit
                && notification.records.allSatisfy { !ids.contains($0.id) }
        }
    }

    private var load: Load {
        var load = Load()
        for notification in notifications where notification.isRunning { load.add(notification) }
        for notification in abandoned { load.add(notification) }
        return load
    }

    private func position(of id: Transfer.ID) -> Int? {
        notifications.firstIndex { $0.notifyingTransfer.id == id }
    }

    /// Adds the notification about the end of a transfer, or of all transfers of a group.
    mutating func add(_ records: [TransferRecord]) {
        guard let notification = Notification(records) else { return }
        guard let known = position(of: notification.notifyingTransfer.id) else {
            return notifications.append(notification)
        }
        // A command that has not started yet gets the newest state.
        guard notifications[known].isRunning else { return notifications[known] = notification }
        // The transfer was resumed, and has ended again, before the worker read the store.
        guard notifications[known].isOlder(than: notification) else { return }
        abandoned.append(notifications[known])
        notifications[known] = notification
    }

    /// Drops the notification about a transfer that was resumed.
    mutating func remove(_ id: Transfer.ID) {
        abandoned += notifications.filter { $0.isRunning && $0.isAbout(id) }
        notifications.removeAll { $0.isAbout(id) }
    }

    /// Limits each delay to the one for its number of attempts, because the clock was set.
    mutating func clockWasSet(now: Int64) {
        for position in notifications.indices {
            let action = notifications[position].action
            let longest = RetryDelay.transfers.milliseconds(failures: action.attempts, chance: 1)
            notifications[position].notifyingTransfer.completion.retryAt =
                action.retryAt.map { min($0, now + longest) }
        }
    }

    /// Returns notifications that are due, as many as may run. Their commands and units start now.
    mutating func start(now: Int64) -> [Notification] {
        var started: [Notification] = []
        var load = load
        for position in notifications.indices
        where notifications[position].action.retryAt ?? now <= now
            && load.allows(notifications[position])
        {
            // The start is not stored: after a crash, a command that has not ended runs again.
            _ = notifications[position].machine.begin(now: now)
            lastRun += 1
            notifications[position].run = lastRun
            load.add(notifications[position])
            started.append(notifications[position])
        }
        return started
    }

    /// Drops a notification whose run was not started after all.
    mutating func withdraw(_ run: Int) {
        notifications.removeAll { $0.isRunning && $0.run == run }
    }

    /// Takes the end of a run.
    ///
    /// - Returns: the records to store: first the one with the command, then the others of its group, which need no
    ///   notification any more. None if the run was abandoned.
    mutating func ended(
        _ end: JobEnd, of run: Int, now: Int64, chance: Double
    ) -> [TransferRecord] {
        abandoned.removeAll { $0.run == run }
        guard let position = notifications.firstIndex(where: { $0.isRunning && $0.run == run })
        else { return [] }
        _ = notifications[position].machine.ended(end, now: now, chance: chance)
        let job = notifications[position].machine.record
        var record = notifications[position].notifyingTransfer
        // A run counts as no attempt if the worker ended it, or if the system had no resources to start it.
        record.completion.attempts = job.progress.failures
        record.completion.retryAt = job.retryAt
        record.completion.isDone = job.state.isFinal
        notifications[position].notifyingTransfer = record
        guard record.completion.isDone else { return [record] }
        var others = notifications.remove(at: position).records.filter {
            $0.id != record.id && $0.completion.isPending
        }
        for other in others.indices { others[other].completion.isDone = true }
        return [record] + others
    }

    /// Takes the record as it was stored.
    mutating func stored(_ record: TransferRecord) {
        if let position = position(of: record.id) {
            notifications[position].notifyingTransfer = record
        }
    }
}

extension TransferRecord {
    /// How often a completion command that fails is run.
    static let completionLimit = 5

    /// The command or unit that runs at the end of the transfer, as a job.
    fileprivate var completionJob: TransferRecord {
        var job = self
        job.kind = .command
        job.state = .waiting
        job.error = nil
        job.limit = .limited(Self.completionLimit)
        job.attempts = completion.attempts
        job.progress = Progress()
        job.progress.failures = completion.attempts
        job.retryAt = completion.retryAt
        job.job = JobRecord(
            Job(completion.command?.arguments ?? []), in: completion.command?.folder ?? "/",
            mask: 0,
            isUnconditional: true)
        return job
    }
}

extension PendingCompletions.Notification {
    /// The environment variables that tell the command which transfers have ended, and how.
    var variables: [JobRequest.Variable] {
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
