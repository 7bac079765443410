// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// Follows a path, and with `--validated` also whether the internet answers over it.
struct ValidatedFollower: ~Copyable {
    /// The follower of the path, which knows nothing of `--validated`.
    private(set) var follower: PathFollower
    private var question: PathQuestion
    /// `nil` without `--validated`.
    private var validator: PathValidator?
    private var configuration: Configuration

    /// Evaluates the path for the first time, and begins to check it.
    ///
    /// - Parameters:
    ///   - question: the question that the path answers.
    ///   - configuration: who checks.
    ///   - file: where the configuration comes from, for messages.
    ///   - isValidated: whether the path is checked.
    ///   - costPatience: how long NetworkManager's first answer is waited for here, in milliseconds.
    /// - Throws: ``Failure`` if nobody can check.
    init(
        _ question: PathQuestion, _ configuration: Configuration, _ file: ConfigurationFile,
        isValidated: Bool, showsAll: Bool = false, costPatience: Int64 = 0,
        files: FileWatch = FileWatch()
    ) throws {
        // Only NetworkManager knows whether it checks.
        let asksManager = isValidated && configuration.connectivity == nil
        let patience = asksManager ? max(costPatience, CostNotice.patience) : costPatience
        let follower = PathFollower(
            [question], showsAll: showsAll, costPatience: patience, files: files)
        if case .unavailable(let error) = follower.mode { throw error }
        if asksManager { try file.checkValidation(by: follower) }
        validator =
            isValidated
            ? try Self.validator(
                configuration, costPatience: patience > 0 ? 0 : CostNotice.patience) : nil
        self.question = question
        self.configuration = configuration
        self.follower = follower
        startValidator()
    }

    private static func validator(
        _ configuration: Configuration, costPatience: Int64
    ) throws -> PathValidator {
        let source: PathValidator.Source =
            if let settings = configuration.connectivity {
                .prober(try ProbeProcess(settings))
            } else {
                .networkManager
            }
        return PathValidator(
            source, configuration.connectivity?.rules ?? .init(), costPatience: costPatience)
    }

    private func startValidator() {
        validator?.pathChanged(follower.path(question), follower)
        validator?.setAwaited(true, follower)
    }

    /// Whether the result for the path as it is cannot be told yet.
    var isPending: Bool { validator?.isPending ?? false }

    /// What was found out over the path as it is; `nil` if nothing was.
    var finding: PathValidator.Finding? { validator?.finding }

    /// The path with what is known of its connectivity; `nil` if another question is followed.
    func path(_ question: PathQuestion) -> NetworkPath? {
        let path = follower.path(question)
        guard let validator else { return path }
        return path.map(validator.validated)
    }

    /// Waits until there may be something for ``next()`` to do, as `PathFollower` does.
    mutating func wait(for ready: inout PollSet, milliseconds: Int32? = nil) {
        guard let validator else {
            return follower.wait(for: &ready, milliseconds: milliseconds)
        }
        validator.add(to: &ready)
        let due = validator.due.map(MonotonicClock.milliseconds(until:))
        follower.wait(
            for: &ready, milliseconds: [milliseconds, due].lazy.compactMap(\.self).min())
    }

    /// Receives what has changed.
    ///
    /// - Returns: the path, if it differs; `nil` if there is nothing to do but to wait.
    mutating func next() -> NetworkPath? {
        if follower.next() != nil {
            validator?.pathChanged(follower.path(question), follower)
            return path(question)
        }
        guard let validator, validator.receive(follower, path: follower.path(question)) else {
            return nil
        }
        return path(question)
    }

    /// Follows another question, and answers it before it returns.
    mutating func follow(_ question: PathQuestion) {
        self.question = question
        follower.follow([question])
        validator?.pathChanged(follower.path(question), follower)
    }

    /// Takes a configuration that was changed while the path is followed.
    mutating func follow(_ question: PathQuestion, _ configuration: Configuration) {
        let isOther = configuration.connectivity != self.configuration.connectivity
        self.configuration = configuration
        follow(question)
        // Without reach-transfer, which was there at the start, the former check goes on.
        if isOther, validator != nil,
            let other = try? Self.validator(configuration, costPatience: 0)
        {
            validator = other
            startValidator()
        }
    }
}
