// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability

/// Follows a path, and with `--validated` also whether the internet answers over it.
struct ValidatedPathTracker: ~Copyable {
    /// The follower of the path, which knows nothing of `--validated`.
    private(set) var follower: PathTracker
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
    /// - Throws: ``Failure`` if the path cannot be checked.
    init(
        _ question: PathQuestion, _ configuration: Configuration, _ file: ConfigurationFile,
        isValidated: Bool, showsAll: Bool = false, costPatience: Int64 = 0,
        files: FileWatch = FileWatch()
    ) throws {
        // Signals, the output and processes are waited for with the network.
        try PollSet.checkAvailability()
        let setup = ValidationSetup(
            configuration, isValidated: isValidated, costPatience: costPatience)
        let follower = PathTracker(
            [question], showsAll: showsAll, costPatience: setup.costPatience, files: files)
        if case .unavailable(let error) = follower.mode { throw error }
        try setup.checkAvailability(follower, file)
        validator = setup.validator
        self.configuration = configuration
        self.follower = follower
        startValidator()
    }

    private func startValidator() {
        validator?.pathChanged(plainPath, follower)
        validator?.setAwaited(true, follower)
    }

    /// Whether the result for the path as it is is still unknown.
    var isPending: Bool { validator?.isPending ?? false }

    /// What was found out over the path as it is; `nil` if nothing was.
    var finding: PathValidator.Finding? { validator?.finding }

    /// The path with what is known of its connectivity.
    var path: NetworkPath? {
        guard let validator else { return plainPath }
        return plainPath.map(validator.validated)
    }

    /// The path as the follower has it, which follows a single question.
    private var plainPath: NetworkPath? { follower.paths.first?.path }

    /// Waits until there may be something for ``next()`` to do, as `PathTracker` does.
    mutating func wait(for ready: inout PollSet, until end: Int64? = nil) {
        validator?.add(to: &ready)
        follower.wait(for: &ready, until: MonotonicClock.earlier(validator?.due, end))
    }

    /// Receives what has changed.
    ///
    /// - Returns: the path, if it differs; `nil` if there is nothing to do but to wait.
    mutating func next() -> NetworkPath? {
        if follower.next() != nil {
            validator?.pathChanged(plainPath, follower)
            return path
        }
        guard let validator, validator.receive(follower, path: plainPath) else {
            return nil
        }
        return path
    }

    /// Follows another question, and answers it before it returns.
    mutating func follow(_ question: PathQuestion) {
        follower.follow([question])
        validator?.pathChanged(plainPath, follower)
    }

    /// Takes a configuration that was changed while the path is followed.
    mutating func follow(_ question: PathQuestion, _ configuration: Configuration) {
        let isOther = configuration.connectivity != self.configuration.connectivity
        self.configuration = configuration
        follow(question)
        guard isOther, validator != nil else { return }
        validator = PathValidator(configuration, costPatience: 0)
        startValidator()
        if configuration.connectivity != nil { ProbeProcess.notifyAbsence() }
    }
}
