// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability

/// Follows a path, and with `--validated` checks whether the internet answers over it.
struct ValidatedPathTracker: ~Copyable {
    /// The tracker of the path, without the check.
    private(set) var pathTracker: PathTracker
    /// `nil` without `--validated`.
    private var validator: PathValidator?
    private var configuration: Configuration

    /// Evaluates the path for the first time, and begins to check it.
    ///
    /// - Parameters:
    ///   - question: the question that the path answers.
    ///   - configuration: the settings of the check.
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

    /// The result of the check of the present path; `nil` if there is none.
    var finding: PathValidator.Finding? { validator?.finding }

    /// The path with the connectivity that is known.
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

/// A path, and the result of a check over it.
struct ValidatedPath {
    var path: NetworkPath
    /// `nil` if the path is not one that is checked.
    var finding: PathValidator.Finding?
    /// The address of the server that was asked; `nil` for NetworkManager.
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

    /// Returns another evaluation of the path with the result of the check, if the result is about that path.
    func applied(to other: NetworkPath) -> NetworkPath {
        other.validationSubject == path.validationSubject
            ? other.validated(path.connectivity) : other
    }

    /// Returns another explanation of the path with the result of the check, if the result is about that path.
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

/// The check of the path with `--validated`, by the configuration.
struct ValidationSetup {
    /// Checks the path; `nil` without `--validated`.
    let validator: PathValidator?
    /// The longest wait of the tracker for NetworkManager's first answer, in milliseconds.
    let costPatience: Int64
    /// Whether NetworkManager checks. Only it knows whether it does that at all.
    private let asksManager: Bool

    /// - Parameters:
    ///   - configuration: the settings of the check.
    ///   - isValidated: whether the path is checked.
    ///   - costPatience: how long the tracker would wait for another reason, in milliseconds.
    init(_ configuration: Configuration, isValidated: Bool, costPatience: Int64 = 0) {
        asksManager = isValidated && configuration.connectivity == nil
        let patience = asksManager ? max(costPatience, CostNotice.patience) : costPatience
        validator =
            isValidated
            ? PathValidator(configuration, costPatience: patience > 0 ? 0 : CostNotice.patience)
            : nil
        self.costPatience = patience
    }

    /// Makes sure that the path can be checked.
    ///
    /// - Parameters:
    ///   - pathTracker: the tracker, which has waited for NetworkManager.
    ///   - file: where the configuration comes from, for messages.
    /// - Throws: ``Failure`` if nothing can check.
    func checkAvailability(
        _ pathTracker: borrowing PathTracker, _ file: ConfigurationFile
    ) throws {
        if asksManager {
            try file.checkValidation(by: pathTracker)
        } else if validator != nil {
            try ProbeProcess.check()
        }
    }
}

extension PathValidator {
    /// Creates the check of the configuration: by `reach-transfer`, or by NetworkManager.
    convenience init(_ configuration: Configuration, costPatience: Int64) {
        let source: Source =
            if let settings = configuration.connectivity {
                .prober(ProbeProcess(settings))
            } else {
                .networkManager
            }
        self.init(
            source, configuration.connectivity?.rules ?? .init(), costPatience: costPatience)
    }
}
