// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability

/// Follows a path, and with `--validated` also whether the internet answers over it.
struct ValidatedPathTracker: ~Copyable {
    /// The tracker of the path, which knows nothing of `--validated`.
    private(set) var pathTracker: PathTracker
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
        let pathTracker = PathTracker(
            [question], showsAll: showsAll, costPatience: setup.costPatience, files: files)
        if case .unavailable(let error) = pathTracker.mode { throw error }
        try setup.checkAvailability(pathTracker, file)
        validator = setup.validator
        self.configuration = configuration
        self.pathTracker = pathTracker
        startValidator()
    }

    private func startValidator() {
        validator?.pathChanged(plainPath, pathTracker)
        validator?.setAwaited(true, pathTracker)
    }

    /// Whether the result for the present path is still unknown.
    var isPending: Bool { validator?.isPending ?? false }

    /// What was found out over the path as it is; `nil` if nothing was.
    var finding: PathValidator.Finding? { validator?.finding }

    /// The path with what is known of its connectivity.
    var path: NetworkPath? {
        guard let validator else { return plainPath }
        return plainPath.map(validator.validated)
    }

    /// The path as the tracker has it, which follows a single question.
    private var plainPath: NetworkPath? { pathTracker.paths.first?.path }

    /// Waits until there may be something for ``next()`` to do, as `PathTracker` does.
    mutating func wait(for ready: inout PollSet, until end: Int64? = nil) {
        validator?.add(to: &ready)
        pathTracker.wait(for: &ready, until: MonotonicClock.earlier(validator?.due, end))
    }

    /// Receives what has changed.
    ///
    /// - Returns: the path, if it differs; `nil` if there is nothing to do but to wait.
    mutating func next() -> NetworkPath? {
        if pathTracker.next() != nil {
            validator?.pathChanged(plainPath, pathTracker)
            return path
        }
        guard let validator, validator.receive(pathTracker, path: plainPath) else {
            return nil
        }
        return path
    }

    /// Follows another question, and answers it before it returns.
    mutating func follow(_ question: PathQuestion) {
        pathTracker.follow([question])
        validator?.pathChanged(plainPath, pathTracker)
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
