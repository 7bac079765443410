// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The ends of transfers that are to be told: each at least once, never twice at the same time, and up to five times if it
/// fails.
///
/// It decides, and the worker performs. What is pending is in the store, so that nothing is lost if the worker ends.
struct DeliveryDesk {
    /// An end that is to be told: of one transfer, or of a group.
    struct Job: Sendable, Hashable {
        /// The transfers that have ended, in the order of their numbers.
        var records: [TransferRecord]
        /// Which of them has the command or the unit: of a group the one that was given last, of those that were not told.
        let teller: Int
        /// The number of the request that runs; `nil` if none does.
        var request: Int?

        var delivery: TransferRecord.Delivery { records[teller].delivery }

        /// - Returns: `nil` if nobody is to be told.
        init?(_ records: [TransferRecord]) {
            guard let teller = records.lastIndex(where: \.isUntold) else { return nil }
            self.records = records
            self.teller = teller
        }
    }

    /// How often a delivery that fails is tried.
    static let limit = 5

    private let isUsed: Bool
    private var jobs: [Job] = []
    private var nextRequest = 1

    /// - Parameter isUsed: whether there is somebody to run commands and units. If not, they stay pending.
    init(isUsed: Bool) { self.isUsed = isUsed }

    /// Whether nothing is to be told.
    var isEmpty: Bool { jobs.isEmpty }

    /// Whether a command or unit is running.
    var isRunning: Bool { jobs.contains { $0.request != nil } }

    /// When a delivery is tried again, in milliseconds since 1970; `nil` if none is put off.
    var due: Int64? {
        jobs.filter { $0.request == nil }.compactMap(\.delivery.retryAt).min()
    }

    /// Adds an end that is to be told.
    ///
    /// - Parameter records: the transfer, or those of a group.
    mutating func add(_ records: [TransferRecord]) {
        guard isUsed, let job = Job(records) else { return }
        let id = records[job.teller].id
        guard let known = jobs.firstIndex(where: { $0.records[$0.teller].id == id }) else {
            return jobs.append(job)
        }
        // What is told is how it is now.
        if jobs[known].request == nil { jobs[known] = job }
    }

    /// Forgets the end of a transfer that goes on.
    mutating func remove(_ id: Transfer.ID) {
        jobs.removeAll { job in job.records.contains { $0.id == id } }
    }

    /// Puts no delivery off for longer than was decided after so many attempts: the clock was set.
    mutating func clockWasSet(now: Int64) {
        for position in jobs.indices {
            let (teller, delivery) = (jobs[position].teller, jobs[position].delivery)
            let longest = RetryDelay.milliseconds(failures: delivery.attempts, chance: 1)
            jobs[position].records[teller].delivery.retryAt =
                delivery.retryAt.map { min($0, now + longest) }
        }
    }

    /// Returns the jobs whose time has come, each with the number of its request.
    mutating func start(now: Int64) -> [(number: Int, job: Job)] {
        var started: [(Int, Job)] = []
        for position in jobs.indices
        where jobs[position].request == nil && jobs[position].delivery.retryAt ?? now <= now {
            jobs[position].request = nextRequest
            started.append((nextRequest, jobs[position]))
            nextRequest += 1
        }
        return started
    }

    /// Takes the result of a request.
    ///
    /// - Returns: the records to store: first the one with the command, then those of its group that need not be told any
    ///   more. None if the request is unknown, or its transfer goes on.
    mutating func ended(
        _ result: DeliveryResult, now: Int64, chance: Double
    ) -> [TransferRecord] {
        guard let position = jobs.firstIndex(where: { $0.request == result.number }) else {
            return []
        }
        var others: [TransferRecord] = []
        var record = jobs[position].records[jobs[position].teller]
        record.delivery.attempts += 1
        record.delivery.retryAt = nil
        if result.exit.isSuccess || record.delivery.attempts >= Self.limit {
            record.delivery.isDone = true
            let job = jobs.remove(at: position)
            others = job.records.filter { $0.id != record.id && $0.isUntold }
            for other in others.indices { others[other].delivery.isDone = true }
        } else {
            record.delivery.retryAt =
                now + RetryDelay.milliseconds(failures: record.delivery.attempts, chance: chance)
            jobs[position].request = nil
            jobs[position].records[jobs[position].teller] = record
        }
        return [record] + others
    }

    /// Takes the record as it was stored.
    mutating func stored(_ record: TransferRecord) {
        for position in jobs.indices
        where jobs[position].records[jobs[position].teller].id == record.id {
            jobs[position].records[jobs[position].teller] = record
        }
    }
}

extension DeliveryDesk.Job {
    /// The variables that tell a command what has ended.
    var variables: [DeliveryRequest.Variable] {
        let last = records[teller]
        guard let group = last.group else {
            return [
                .init("REACH_TRANSFER_ID", "\(last.id.rawValue)"),
                .init("REACH_TRANSFER_STATE", last.state.rawValue),
                .init("REACH_TRANSFER_FILE", last.file),
                .init("REACH_TRANSFER_URL", URLQuery.removed(from: last.url)),
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
    /// Whether somebody is still to be told of the end.
    fileprivate var isUntold: Bool {
        delivery.hasListener && !delivery.isDone
    }

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
