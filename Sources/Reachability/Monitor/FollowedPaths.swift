// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Questions, and the paths that answer them as they were decided last.
///
/// (It cannot be copied, so that none of it is to be asked one thing.)
struct FollowedPaths: ~Copyable {
    /// A question and its answer.
    private struct Answer {
        let question: PathQuestion
        /// The path as it was decided last.
        var path = NetworkPath.unknown
        /// What it was decided from; `nil` as long as nothing could be asked.
        var findings: PathFindings?
    }

    /// Answers, and what they were decided from.
    private struct Decision {
        let answers: [Answer]
        let basis: PathBasis
    }

    /// What paths are asked for.
    private(set) var questions: Set<PathQuestion>
    private var answers: [Answer]
    /// What the answers were decided from, all of them at once; `nil` if they were not, or one is in doubt.
    private var basis: PathBasis?
    /// The answers before, of which one was another, if nothing has been seen since but other routes.
    private var former: Decision?
    /// What is not needed any more, until the path has been told.
    private var discarded: Decision?

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

    /// Whether one of the paths shows an interface, or will.
    ///
    /// - Parameter census: which interfaces are of interest now.
    func isShown(_ index: UInt32, _ census: Census) -> Bool {
        // Not by `contains(where:)`, which copies all of an answer.
        for answer in answers.indices {
            if answers[answer].path.isOfInterest(Int(index))
                || census.ofInterest(answers[answer].path.status).contains(index)
            {
                return true
            }
        }
        return false
    }

    /// Exchanges the questions. The answers to those that stay are kept.
    mutating func exchange(for questions: Set<PathQuestion>) {
        forgetBasis()
        let new = questions.subtracting(self.questions)
        self.questions = questions
        answers.removeAll { !questions.contains($0.question) }
        answers += new.map { Answer(question: $0) }
    }

    /// Decides the paths.
    ///
    /// - Parameters:
    ///   - basis: what they are decided from, to be asked when that has been done.
    ///   - isTaken: whether a path takes the place of the one before it. Where there is none before it, it does
    ///     anyway.
    /// - Returns: whether one that is taken differs.
    mutating func decide(
        _ finder: Wayfinder,
        basis: () -> PathBasis?,
        where isTaken: (NetworkPath) -> Bool
    ) throws(NetlinkError) -> Bool {
        var isDifferent = false
        var isCertain = true
        var new = answers
        for index in new.indices {
            finder.begin()
            let found = try PathFindings(finder, new[index].question)
            let path = NetworkPath(found, finder)
            if path.isDoubtful { isCertain = false }
            let takesPlace = isTaken(path)
            guard takesPlace || new[index].findings == nil else { continue }
            new[index].findings = found
            guard path != new[index].path else { continue }
            new[index].path = path
            isDifferent = true
        }
        let newBasis = isCertain ? basis() : nil
        discarded = former
        former = nil
        if isDifferent, let old = self.basis, newBasis != nil, old.isSeen(in: finder.state) {
            former = Decision(answers: answers, basis: old)
        }
        answers = new
        self.basis = newBasis
        return isDifferent
    }

    /// Looks whether the paths are what they were, because so is all that they are decided from: either now, or
    /// before they became what they are now.
    ///
    /// - Returns: whether one differs; `nil` if they must be decided.
    mutating func recall(
        _ state: NetworkState,
        _ routes: KernelRoutes
    ) throws(NetlinkError) -> Bool? {
        guard let basis, basis.isSeen(in: state) else { return nil }
        if try basis.isAnswered(by: routes) { return false }
        guard let former, try former.basis.isAnswered(by: routes) else { return nil }
        self.former = Decision(answers: answers, basis: basis)
        self.basis = former.basis
        answers = former.answers
        return true
    }

    /// Gives up what is not needed any more: it takes as long as a tenth of telling a path, so it is done when
    /// that has been told.
    mutating func discard() { discarded = nil }

    /// Forgets what the paths were decided from: they must be decided again.
    mutating func forgetBasis() {
        basis = nil
        former = nil
    }

    /// Decides the paths by the routes that were looked up last: what is shown of interfaces may
    /// differ, and packets go the same ways.
    ///
    /// - Returns: whether one differs.
    mutating func reconsider(_ finder: Wayfinder) -> Bool {
        forgetBasis()
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
        _ census: Census
    ) {
        forgetBasis()
        for index in answers.indices {
            answers[index].path = answers[index].path.showing(seen, census)
        }
    }

    private mutating func take(_ path: NetworkPath, at index: Int) -> Bool {
        guard path != answers[index].path else { return false }
        answers[index].path = path
        return true
    }
}
