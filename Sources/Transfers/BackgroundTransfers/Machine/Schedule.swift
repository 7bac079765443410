// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability

/// Decides which transfers start, and why the others wait.
///
/// It is a pure value: the worker passes the transfers of the store and whether conditions hold, and gets a decision.
struct Schedule: Sendable {
    /// A transfer that waits, as far as the schedule must know it.
    struct Candidate: Sendable, Hashable {
        var id: Transfer.ID
        var priority = DeferralQueue.Priority.normal
        /// The gates that the transfer must pass, numbers of the worker: the one of its server, and the one of a server to
        /// which it was redirected. None if it needs no network.
        var gates = [0]
        /// The host and port, for the limit of transfers that can wait long.
        var server = 0
        /// Whether the transfer can wait long, so that only one for a server runs.
        var isDiscretionary = false
        /// The time before which it does not start, in milliseconds since 1970.
        var notBefore: Int64?
        /// The time of the next attempt, in milliseconds since 1970.
        var retryAt: Int64?
        /// The delay that led to `retryAt`, in milliseconds. The next attempt is never further away than this, even if the
        /// clock is set back.
        var retryDelay: Int64 = 0
        /// The time at which it fails or runs without conditions, in milliseconds since 1970.
        var deadline: Int64?
        var onDeadline = TransferOptions.Deadline.Action.fail
        /// Why it waits for `retryAt`: the reasons that the last attempt left.
        var retryReasons: [WaitingReason] = [.backoff]
        /// Whether the last attempt failed for a reason that another path may not have.
        var failedByPath = false
        /// The reasons that are stored.
        var reasons: [WaitingReason] = []
        /// The facts about a job; `nil` for a download or an upload.
        var job: Job?

        /// A job, as far as the schedule must know it.
        struct Job: Sendable, Hashable {
            /// Whether no other job runs at the same time.
            var isExclusive = false
            /// The session and the key (``key(_:in:)``); `nil` without a key. Of several jobs with one, one runs at a time:
            /// the one before may still be ending.
            var key: String?
            /// Whether the job runs, and its command is suspended.
            var isSuspended = false
            /// When the next period of a periodic job begins, in milliseconds since 1970; `nil` if the job is due in this
            /// one.
            var nextAt: Int64?
            var every: JobPeriod?
            /// When the job was added, in milliseconds since 1970.
            var added: Int64 = 0
            /// When its command began last, in milliseconds since 1970; `nil` if it has not.
            var began: Int64?

            /// Returns what jobs with the same key have in common: the session and the key.
            static func key(_ key: String?, in session: String) -> String? {
                key.map { "\(session)\0\($0)" }
            }
        }
    }

    /// Whether a gate lets transfers pass.
    enum Gate: Sendable, Hashable {
        /// The conditions hold.
        case open
        /// The name of the server is being looked up, so it is not known yet which path leads to it.
        case pending
        /// The conditions hold, but not yet for long enough. They will have at this time.
        case opens(at: Int64)
        /// The conditions do not hold.
        case closed([WaitingReason])
    }

    /// The next actions of the worker.
    struct Decision: Sendable, Hashable {
        /// The transfers that start, in this order.
        var starts: [Transfer.ID] = []
        /// The transfers whose deadline has passed.
        var expired: [Transfer.ID] = []
        /// The transfers that wait for other reasons than before.
        var waits: [Wait] = []
        /// When to decide again although nothing has happened, in milliseconds since 1970; `nil` for never.
        var due: Int64?
    }

    /// The times of a transfer that differ from the stored ones, in milliseconds since 1970; `nil` for a time that does
    /// not differ.
    struct MovedTimes: Sendable, Hashable {
        /// When the next period of a periodic job begins.
        var nextAt: Int64?
        /// When the next attempt begins.
        var retryAt: Int64?
    }

    /// Why a transfer waits.
    struct Wait: Sendable, Hashable {
        var id: Transfer.ID
        var reasons: [WaitingReason]
    }

    /// The highest number of transfers that run at the same time. As many jobs can run beside them.
    static let limit = 3

    /// In the order in which they start.
    private var candidates: [Candidate] = []
    /// The servers of the downloads and uploads that run.
    private var running: [Transfer.ID: Int] = [:]
    /// The transfers whose times differ from the stored ones, because the clock was set.
    private var movedTimes: [Transfer.ID: MovedTimes] = [:]
    /// The jobs that run.
    private var runningJobs: [Transfer.ID: Candidate.Job] = [:]

    /// The numbers of the servers, by host and port.
    private var serverNumbers: [String: Int] = [:]

    /// Returns the number of a server, for ``Candidate/server``.
    mutating func number(ofServer server: String) -> Int {
        let number = serverNumbers[server] ?? serverNumbers.count
        serverNumbers[server] = number
        return number
    }

    /// The number of transfers that wait.
    var count: Int { candidates.count }

    /// Whether no transfer waits, but for jobs that wait for their next period.
    func isEmpty(now: Int64) -> Bool {
        candidates.allSatisfy { candidate in candidate.job?.nextAt.map { $0 > now } ?? false }
    }

    /// Whether a periodic job waits.
    var hasPeriodicJobs: Bool { candidates.contains { $0.job?.every != nil } }

    /// Adds a transfer that waits, or replaces its entry.
    mutating func insert(_ candidate: Candidate, now: Int64) {
        remove(candidate.id)
        candidates.insert(
            bounded(candidate, now: now), at: position(of: candidate.id, candidate.priority))
    }

    /// Adds many transfers that are not there yet.
    mutating func insert(contentsOf new: [Candidate], now: Int64) {
        for candidate in new { candidates.append(bounded(candidate, now: now)) }
        candidates.sort(by: Self.precedes)
    }

    /// Removes a transfer, which no longer waits.
    mutating func remove(_ id: Transfer.ID) {
        guard let position = position(of: id) else { return }
        candidates.remove(at: position)
    }

    /// Notes that a transfer runs. It no longer waits.
    mutating func start(_ candidate: Candidate) {
        remove(candidate.id)
        if let job = candidate.job {
            runningJobs[candidate.id] = job
        } else {
            running[candidate.id] = candidate.server
        }
    }

    /// Notes whether a job that runs is suspended. A suspended job leaves its place to another one, unless it is exclusive.
    ///
    /// - Returns: whether that has changed.
    mutating func setSuspended(_ isSuspended: Bool, _ id: Transfer.ID) -> Bool {
        guard let job = runningJobs[id], job.isSuspended != isSuspended else { return false }
        runningJobs[id]?.isSuspended = isSuspended
        return true
    }

    /// Notes that a transfer no longer runs.
    mutating func end(_ id: Transfer.ID) {
        running[id] = nil
        runningJobs[id] = nil
    }

    /// A transfer that waits, as far as the schedule must know it.
    func candidate(_ id: Transfer.ID) -> Candidate? {
        position(of: id).map { candidates[$0] }
    }

    /// The position of a transfer in ``candidates``; `nil` if it does not wait.
    private func position(of id: Transfer.ID) -> Int? {
        DeferralQueue.Priority.allCases.lazy.map { position(of: id, $0) }
            .first { $0 < candidates.count && candidates[$0].id == id }
    }

    /// The position in ``candidates`` that a transfer of this priority has, or would have.
    private func position(of id: Transfer.ID, _ priority: DeferralQueue.Priority) -> Int {
        var range = candidates.startIndex..<candidates.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let other = candidates[middle]
            if (other.priority, id) > (priority, other.id) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// Higher priorities first, then in the order in which they were added.
    private static func precedes(_ one: Candidate, _ other: Candidate) -> Bool {
        one.priority == other.priority ? one.id < other.id : one.priority > other.priority
    }

    /// Decides what to do now.
    ///
    /// - Parameters:
    ///   - isHeld: whether no transfer may begin.
    ///   - startsJobs: whether jobs can start. Processes of an earlier worker may still be there.
    ///   - beginsMoreJobs: whether jobs may begin beside those that run.
    ///   - gate: returns whether a gate lets transfers pass: with their conditions, or after a deadline without.
    func decide(
        now: Int64, isHeld: Bool, startsJobs: Bool = true, beginsMoreJobs: Bool = true,
        gate: (_ number: Int, _ isUnconditional: Bool) -> Gate
    ) -> Decision {
        var decision = Decision()
        var slots = Self.limit - running.count
        var servers: Set<Int> = []
        for server in running.values { servers.insert(server) }
        var jobs = JobSlots(Array(runningJobs.values))
        var verdicts: [Bool: [Int: Gate]] = [:]
        for candidate in candidates {
            let isDue = candidate.deadline.map { $0 <= now } ?? false
            if isDue, candidate.onDeadline == .fail {
                decision.expired.append(candidate.id)
                continue
            }
            if !isDue { decision.note(candidate.deadline) }
            // After its deadline it runs without conditions: a download or an upload needs only a live route, and a job
            // needs nothing.
            let gates = (isDue && candidate.job != nil ? [] : candidate.gates).map {
                number -> Gate in
                if let known = verdicts[isDue]?[number] { return known }
                let verdict = gate(number, isDue)
                verdicts[isDue, default: [:]][number] = verdict
                return verdict
            }
            var reasons = Self.reasons(candidate, gates, isHeld: isHeld, now: now, &decision)
            if reasons.isEmpty, gates.contains(.pending) { continue }
            if reasons.isEmpty, let job = candidate.job {
                if startsJobs, beginsMoreJobs, jobs.take(job) {
                    decision.starts.append(candidate.id)
                    continue
                }
                reasons = [startsJobs ? .otherJobs : .earlierWorker]
            } else if reasons.isEmpty {
                let isCrowded = candidate.isDiscretionary && servers.contains(candidate.server)
                if slots > 0, !isCrowded {
                    decision.starts.append(candidate.id)
                    slots -= 1
                    servers.insert(candidate.server)
                    continue
                }
                reasons = [.concurrency]
            }
            if reasons != candidate.reasons {
                decision.waits.append(Wait(id: candidate.id, reasons: reasons))
            }
        }
        return decision
    }

    /// Why a transfer must not start, whatever else runs; empty if it may.
    private static func reasons(
        _ candidate: Candidate, _ gates: [Gate], isHeld: Bool, now: Int64,
        _ decision: inout Decision
    ) -> [WaitingReason] {
        var reasons: [WaitingReason] = []
        if isHeld { reasons.append(.held) }
        if let notBefore = candidate.notBefore, notBefore > now {
            reasons.append(.notBefore)
            decision.note(notBefore)
        }
        if let nextAt = candidate.job?.nextAt, nextAt > now {
            reasons.append(.nextPeriod)
            decision.note(nextAt)
        }
        if let retryAt = candidate.retryAt, retryAt > now {
            reasons += candidate.retryReasons
            decision.note(retryAt)
        }
        for gate in gates {
            switch gate {
            case .open, .pending: break
            case .opens(let time):
                reasons.append(.unstable)
                decision.note(time)
            case .closed(let why): reasons += why.filter { !reasons.contains($0) }
            }
        }
        return reasons
    }

    /// Drops the delays of the transfers that failed for a reason that another path may not have.
    ///
    /// - Returns: these transfers.
    mutating func clearRetries() -> [Transfer.ID] { clearRetries(where: \.failedByPath) }

    private mutating func clearRetries(where isMeant: (Candidate) -> Bool) -> [Transfer.ID] {
        var cleared: [Transfer.ID] = []
        for position in candidates.indices
        where candidates[position].retryAt != nil && isMeant(candidates[position]) {
            candidates[position].retryAt = nil
            cleared.append(candidates[position].id)
        }
        return cleared
    }

    /// Limits each delay to its decided length, because the clock was set. Drops the delays of transfers that failed
    /// because of the clock.
    ///
    /// - Returns: these transfers.
    mutating func clockWasSet(now: Int64) -> [Transfer.ID] {
        for position in candidates.indices {
            candidates[position] = bounded(candidates[position], now: now)
        }
        return clearRetries { $0.retryReasons == [.clock] }
    }

    private mutating func bounded(_ candidate: Candidate, now: Int64) -> Candidate {
        let bounded = candidate.bounded(now: now)
        if let nextAt = bounded.job?.nextAt, nextAt != candidate.job?.nextAt {
            movedTimes[candidate.id, default: MovedTimes()].nextAt = nextAt
        }
        if let retryAt = bounded.retryAt, retryAt != candidate.retryAt {
            movedTimes[candidate.id, default: MovedTimes()].retryAt = retryAt
        }
        return bounded
    }

    /// Returns the times that differ from the stored ones, once. They must be stored: a machine that is always switched
    /// off before such a time would otherwise never reach it, because each start begins the delay again.
    mutating func takeMovedTimes() -> [Transfer.ID: MovedTimes] {
        defer { movedTimes = [:] }
        return movedTimes
    }

    /// Delays a transfer that waits.
    mutating func putOff(_ id: Transfer.ID, by delay: Int64, now: Int64) {
        guard let position = position(of: id) else { return }
        candidates[position].retryAt = now + delay
        candidates[position].retryDelay = delay
    }

    /// Notes the reasons that were stored for a transfer.
    mutating func setReasons(_ reasons: [WaitingReason], of id: Transfer.ID) {
        guard let position = position(of: id) else { return }
        candidates[position].reasons = reasons
    }
}

extension Schedule.Candidate {
    /// The same transfer, delayed for no longer than was decided, and a periodic job for no longer than a period.
    fileprivate func bounded(now: Int64) -> Self {
        var bounded = self
        if let job, let every = job.every {
            bounded.job?.nextAt = job.nextAt.map {
                every.bounded($0, begun: job.began ?? job.added, now: now, added: job.added)
            }
        }
        bounded.retryAt = retryAt.map { min($0, now + retryDelay) }
        return bounded
    }
}

extension Schedule.Decision {
    /// Notes a time at which something must be decided.
    fileprivate mutating func note(_ time: Int64?) {
        guard let time else { return }
        due = min(due ?? time, time)
    }
}
