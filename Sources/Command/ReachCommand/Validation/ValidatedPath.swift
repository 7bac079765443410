// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A path, and what was found out over it.
struct ValidatedPath {
    var path: NetworkPath
    /// `nil` if the path is not one that is checked.
    var finding: PathValidator.Finding?
    /// The address that was asked; `nil` for NetworkManager.
    var url: String?

    /// Determines the current path, and checks it once (`--validated`).
    ///
    /// - Parameter notifies: whether to report on standard error that NetworkManager did not answer.
    static func current(
        _ question: PathQuestion, _ configuration: Configuration, _ file: ConfigurationFile,
        notifies: Bool = true
    ) throws -> ValidatedPath {
        var pathTracker = try ValidatedPathTracker(
            question, configuration, file, isValidated: true, costPatience: CostNotice.patience)
        while pathTracker.isPending {
            var ready = PollSet()
            pathTracker.wait(for: &ready)
            while pathTracker.next() != nil {}
        }
        let path = pathTracker.path ?? .unknown
        if notifies { CostNotice.notify(pathTracker.pathTracker.missingAnswerReason, of: path) }
        return ValidatedPath(
            path: path, finding: pathTracker.finding, url: configuration.connectivity?.url)
    }

    /// Returns another look at the path with what was found out, if the finding is about that.
    func applied(to other: NetworkPath) -> NetworkPath {
        other.validationSubject == path.validationSubject
            ? other.validated(path.connectivity) : other
    }

    /// Returns another explanation of the path with what was found out, if the finding is about that.
    func applied(to other: PathExplanation) -> PathExplanation {
        let path = applied(to: other.path)
        guard let finding, path.validationSubject == self.path.validationSubject else {
            return other
        }
        let time = Timestamp(milliseconds: finding.time).local
        let asked = url.map { WebAddress.shown($0) } ?? "NetworkManager"
        let said =
            finding.answer.detail.isEmpty
            ? "its connectivity check says \(path.connectivity.value)" : finding.answer.detail
        return other.validated(
            path, fact: "\(asked) over \(finding.interface) at \(time): \(said)",
            captivePortal: finding.answer.captivePortal)
    }
}
