// SPDX-License-Identifier: Apache-2.0

/// The questions of all gates, and which of them are followed. It does no I/O.
///
/// Gates of many hosts come and go. New questions are followed in portions, so that the thread is never busy for long, and
/// those of no use any more are dropped many at a time.
struct PathQuestions {
    private struct Entry {
        /// The numbers of the gates whose question it is.
        var gates: Set<Int> = []
        var isFollowed = false
    }

    /// The questions to follow from now on, and those to follow no longer.
    struct Step {
        var new: [PathQuestion] = []
        var old: [PathQuestion] = []
    }

    /// The number of new questions that are followed at once.
    static let portion = 256
    /// So many questions may be of no use, if they are not more than those in use.
    private static let spare = 32

    private var entries: [PathQuestion: Entry] = [:]
    /// Questions that were new, in the order in which they came. Some may be followed or without a gate by now.
    private var new: [PathQuestion] = []
    private var firstNew = 0
    /// The number of questions that are followed, and of no use any more.
    private var idleCount = 0
    private var followedCount = 0

    /// Whether questions wait to be followed.
    var hasNew: Bool { firstNew < new.count }

    /// Whether a question is followed.
    func isFollowed(_ question: PathQuestion) -> Bool { entries[question]?.isFollowed == true }

    /// The gates whose question this is.
    func gates(of question: PathQuestion) -> Set<Int> { entries[question]?.gates ?? [] }

    /// Notes the question of a gate.
    mutating func add(_ gate: Int, _ question: PathQuestion) {
        guard let entry = entries[question] else {
            entries[question] = Entry(gates: [gate])
            return new.append(question)
        }
        if entry.isFollowed, entry.gates.isEmpty { idleCount -= 1 }
        entries[question]?.gates.insert(gate)
    }

    /// Notes that a gate has another question, or that there is no such gate any more.
    mutating func remove(_ gate: Int, _ question: PathQuestion) {
        guard entries[question]?.gates.remove(gate) != nil,
            let entry = entries[question], entry.gates.isEmpty
        else { return }
        if entry.isFollowed { idleCount += 1 } else { entries[question] = nil }
    }

    /// Returns the next questions to follow, and notes them as followed.
    ///
    /// - Parameter limit: how many new questions at most.
    mutating func next(limit: Int = portion) -> Step {
        var step = Step()
        while step.new.count < limit, firstNew < new.count {
            let question = new[firstNew]
            firstNew += 1
            if follow(question) { step.new.append(question) }
        }
        if firstNew == new.count { (new, firstNew) = ([], 0) }
        step.old = takeIdle()
        return step
    }

    /// Notes that a question is followed.
    ///
    /// - Returns: whether it was not before, and is one of a gate.
    mutating func follow(_ question: PathQuestion) -> Bool {
        guard let entry = entries[question], !entry.isFollowed else { return false }
        entries[question]?.isFollowed = true
        followedCount += 1
        return true
    }

    /// Removes the questions that are followed and of no use any more, if they are many.
    private mutating func takeIdle() -> [PathQuestion] {
        guard idleCount > max(Self.spare, followedCount - idleCount) else { return [] }
        let idle = entries.filter { $0.value.isFollowed && $0.value.gates.isEmpty }.map(\.key)
        for question in idle { entries[question] = nil }
        followedCount -= idle.count
        idleCount = 0
        return idle
    }
}
