// SPDX-License-Identifier: Apache-2.0

/// The places for jobs. A few jobs run at the same time.
struct JobSlots {
    private var count: Int
    /// Whether no job runs, not even one that is suspended.
    private var isAlone: Bool
    private let hasSuspended: Bool
    private var keys: Set<String>
    /// Whether no other job may start: an exclusive one runs, or is the next one.
    private var isClosed: Bool

    /// Creates the places that are left.
    ///
    /// - Parameter running: the jobs that run.
    init(_ running: [Schedule.Candidate.Job]) {
        count = running.count { !$0.isSuspended }
        isAlone = running.isEmpty
        hasSuspended = running.contains(where: \.isSuspended)
        keys = Set(running.compactMap(\.key))
        isClosed = running.contains(where: \.isExclusive)
    }

    /// Takes a place.
    ///
    /// - Returns: whether there was one.
    mutating func take(_ job: Schedule.Candidate.Job) -> Bool {
        guard !isClosed, count < Schedule.limit, job.key.map({ !keys.contains($0) }) ?? true
        else { return false }
        if job.isExclusive {
            // It waits until all others have ended. None begins meanwhile, so that its turn comes. But a suspended job may last
            // for days: beside one, others begin.
            isClosed = !hasSuspended
            guard isAlone else { return false }
        }
        count += 1
        isAlone = false
        if let key = job.key { keys.insert(key) }
        return true
    }
}
