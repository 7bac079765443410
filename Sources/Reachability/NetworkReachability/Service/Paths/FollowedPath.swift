// SPDX-License-Identifier: Apache-2.0

/// A question that is followed, and the path that answers it. (A class, because it has many parts and is passed around.)
package final class FollowedPath {
    package let question: PathQuestion
    /// The path as it was evaluated last.
    package let path: NetworkPath
    /// The evaluation of the path; `nil` while the kernel could not be queried.
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
    /// - Parameter evaluation: the evaluation of the path; `nil` for that of the former path.
    func with(_ path: NetworkPath, _ evaluation: PathEvaluation? = nil) -> FollowedPath {
        FollowedPath(question, path, evaluation ?? self.evaluation)
    }
}
