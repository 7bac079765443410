// SPDX-License-Identifier: Apache-2.0

/// A question that is followed, and the path that answers it. (A class, because it has many parts and is passed around.)
package final class FollowedPath {
    package let question: PathQuestion
    /// The path as it was evaluated last.
    package let path: NetworkPath
    /// What the path was made from; `nil` while the kernel could not be asked.
    let evaluation: PathEvaluation?

    init(
        _ question: PathQuestion, _ path: NetworkPath = .unknown,
        _ evaluation: PathEvaluation? = nil
    ) {
        self.question = question
        self.path = path
        self.evaluation = evaluation
    }

    /// The question with another path.
    ///
    /// - Parameter evaluation: what the path was made from; `nil` for what the former one was made from.
    func with(_ path: NetworkPath, _ evaluation: PathEvaluation? = nil) -> FollowedPath {
        FollowedPath(question, path, evaluation ?? self.evaluation)
    }
}
