// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Questions, and the paths that answer them as they were decided last.
struct FollowedPaths {
    /// A question and its answer.
    private struct Answer {
        let question: PathQuestion
        /// The path as it was decided last.
        var path = NetworkPath.unknown
        /// What it was decided from; `nil` as long as nothing could be asked.
        var findings: PathFindings?
        /// What the one before was decided from, until this one has been told.
        var formerFindings: PathFindings?
    }

    /// What paths are asked for.
    private(set) var questions: Set<PathQuestion>
    private var answers: [Answer]

    init(_ questions: Set<PathQuestion>) {
        self.questions = questions
        answers = questions.map { Answer(question: $0) }
    }

    /// Each question with its path.
    var paths: some Sequence<(PathQuestion, NetworkPath)> {
        answers.lazy.map { ($0.question, $0.path) }
    }

    /// The path that answers a question; `nil` if that is not asked.
    subscript(question: PathQuestion) -> NetworkPath? {
        // Not by `first(where:)`, which copies all of an answer.
        for index in answers.indices where answers[index].question == question {
            return answers[index].path
        }
        return nil
    }

    /// Whether an interface is of interest for one of the paths.
    func isOfInterest(_ index: UInt32) -> Bool {
        // Not by `contains(where:)`, which copies all of an answer.
        for answer in answers.indices where answers[answer].path.isOfInterest(Int(index)) {
            return true
        }
        return false
    }

    /// Exchanges the questions. The answers to those that stay are kept.
    mutating func exchange(for questions: Set<PathQuestion>) {
        let new = questions.subtracting(self.questions)
        self.questions = questions
        answers.removeAll { !questions.contains($0.question) }
        answers += new.map { Answer(question: $0) }
    }

    /// Decides the paths.
    ///
    /// - Parameter isTaken: whether a path takes the place of the one before it.
    /// - Returns: whether one that is taken differs.
    mutating func decide(
        _ finder: Wayfinder,
        where isTaken: (NetworkPath) -> Bool
    ) throws(NetlinkError) -> Bool {
        var isDifferent = false
        for index in answers.indices {
            finder.begin()
            let found = try PathFindings(finder, answers[index].question)
            let path = NetworkPath(found, finder)
            guard isTaken(path) else { continue }
            answers[index].formerFindings = answers[index].findings
            answers[index].findings = found
            if take(path, at: index) { isDifferent = true }
        }
        return isDifferent
    }

    /// Gives up what the paths before were decided from: it takes as long as a tenth of telling a path, so it
    /// is done when that has been told.
    mutating func forgetFormer() {
        for index in answers.indices { answers[index].formerFindings = nil }
    }

    /// Decides the paths by the routes that were looked up last: what is shown of interfaces may
    /// differ, and packets go the same ways.
    ///
    /// - Returns: whether one differs.
    mutating func reconsider(_ finder: Wayfinder) -> Bool {
        var isDifferent = false
        for index in answers.indices {
            guard let found = answers[index].findings else { continue }
            if take(NetworkPath(found, finder), at: index) { isDifferent = true }
        }
        return isDifferent
    }

    /// Takes in what was seen of interfaces, of which nothing decides a path.
    mutating func show(
        _ seen: InterfaceTable<NetworkState.Interface>,
        ofInterest: SortedIndexes
    ) {
        for index in answers.indices {
            answers[index].path = answers[index].path.showing(seen, ofInterest: ofInterest)
        }
    }

    private mutating func take(_ path: NetworkPath, at index: Int) -> Bool {
        guard path != answers[index].path else { return false }
        answers[index].path = path
        return true
    }
}
