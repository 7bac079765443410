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
    /// The settings of a check by a request; `nil` if only NetworkManager can check.
    private(set) var settings: ConnectivitySettings?

    /// Evaluates the path for the first time, and begins to check it.
    ///
    /// - Parameters:
    ///   - question: the question that the path answers.
    ///   - configuration: the settings of the check.
    ///   - file: where the configuration comes from, for messages.
    ///   - isValidated: whether the path is checked.
    ///   - costPatience: how long NetworkManager's first answer is waited for here, in milliseconds.
    ///   - limit: the time until the owner ends, in milliseconds: nothing is waited for longer here. `nil` for no end.
    ///   - readsPlans: whether the data plans of the path are read again when their states may differ.
    /// - Throws: ``Failure`` if the path cannot be checked.
    init(
        _ question: PathQuestion, _ configuration: Configuration, _ file: ConfigurationFile,
        isValidated: Bool, showsAll: Bool = false, costPatience: Int64 = 0, limit: Int64? = nil,
        readsPlans: Bool = true, files: FileWatch = FileWatch()
    ) throws {
        // Signals, the output and processes are waited for with the network.
        try PollSet.checkAvailability()
        let setup = ValidationSetup(
            configuration, isValidated: isValidated, costPatience: costPatience, limit: limit)
        let pathTracker = PathTracker(
            [question], showsAll: showsAll, costPatience: setup.costPatience,
            readsPlans: readsPlans, files: files)
        if case .unavailable(let error) = pathTracker.mode { throw error }
        try setup.checkAvailability(pathTracker, file)
        validator = setup.validator
        settings = setup.settings
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

    /// Whether the path is not checked because it is metered, and nothing else is known of the internet.
    var isUncheckedByCost: Bool {
        guard validator != nil, !isPending, let path, path.isSatisfied else { return false }
        return path.isExpensive && path.connectivity.value == .unknown
    }

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
        let setup = ValidationSetup.changed(configuration)
        validator = setup.validator
        settings = setup.settings
        startValidator()
    }
}

/// A path, and the result of a check over it.
struct ValidatedPath {
    var path: NetworkPath
    /// `nil` if the path is not one that is checked.
    var finding: PathValidator.Finding?
    /// The settings of the check by a request; `nil` if only NetworkManager can check.
    var settings: ConnectivitySettings?

    /// Determines the current path, and checks it once (`--validated`).
    ///
    /// - Parameter notifies: whether to report on standard error that NetworkManager did not answer.
    static func current(
        _ question: PathQuestion, _ configuration: Configuration, _ file: ConfigurationFile,
        notifies: Bool = true
    ) throws -> ValidatedPath {
        var pathTracker = try ValidatedPathTracker(
            question, configuration, file, isValidated: true, costPatience: PathTracker.costPatience
        )
        while pathTracker.isPending {
            var ready = PollSet()
            pathTracker.wait(for: &ready)
            while pathTracker.next() != nil {}
        }
        let path = pathTracker.path ?? .unknown
        if notifies { CostNotice.notify(pathTracker.pathTracker.missingAnswerReason, of: path) }
        return ValidatedPath(
            path: path, finding: pathTracker.finding, settings: pathTracker.settings)
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
        var asked = "NetworkManager"
        var said =
            finding.answer.detail.isEmpty
            ? "its connectivity check says \(path.connectivity.value)" : finding.answer.detail
        if path.connectivity.source == .probe, let settings {
            asked = WebAddress.shown(settings.url)
            said += "; the address is that of \(settings.owner)"
        }
        return other.validated(
            path, fact: "\(asked) over \(finding.interface) at \(time): \(said)",
            captivePortal: finding.answer.captivePortal)
    }
}

/// The check of the path with `--validated`, by the configuration.
struct ValidationSetup {
    /// Checks the path; `nil` without `--validated`.
    let validator: PathValidator?
    /// The settings of the check by a request; `nil` if only NetworkManager can check.
    let settings: ConnectivitySettings?
    /// The longest wait of the tracker for NetworkManager's first answer, in milliseconds.
    let costPatience: Int64
    /// Whether that wait may be too short to find out whether NetworkManager checks the path.
    private let isHurried: Bool
    /// The check that NetworkManager's files describe; `nil` if the configuration has an address. NetworkManager itself
    /// is asked first, and only it knows whether it checks.
    private let files: DefaultConnectivity?

    /// - Parameters:
    ///   - configuration: the settings of the check.
    ///   - isValidated: whether the path is checked.
    ///   - costPatience: how long the tracker would wait for another reason, in milliseconds.
    ///   - limit: the time until the owner ends, in milliseconds; `nil` for no end.
    init(
        _ configuration: Configuration, isValidated: Bool, costPatience: Int64 = 0,
        limit: Int64? = nil
    ) {
        let limit = limit ?? .max
        guard isValidated else {
            (validator, settings, files) = (nil, nil, nil)
            (self.costPatience, isHurried) = (min(costPatience, limit), false)
            return
        }
        let needed = configuration.connectivity == nil ? PathTracker.costPatience : costPatience
        // Even an owner that does not wait gives NetworkManager 100 ms to answer: only its answer says whether it checks.
        let patience = min(needed, max(limit, 100))
        self.costPatience = patience
        isHurried = patience < needed
        files = configuration.connectivity == nil ? DefaultConnectivity() : nil
        settings = configuration.connectivity ?? files?.settings
        let source = PathValidator.Source(
            settings.map { ProbeProcess($0) }, isFallback: files != nil)
        validator = PathValidator(source, settings?.rules ?? .init())
    }

    /// Creates the check of a configuration that was changed while a path is followed, and notifies if it cannot be made.
    /// NetworkManager's first answer is waited for no longer than the tracker waits.
    static func changed(_ configuration: Configuration) -> ValidationSetup {
        if configuration.connectivity != nil { ProbeProcess.notifyAbsence() }
        return ValidationSetup(configuration, isValidated: true)
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
        guard validator != nil else { return }
        let isUnknown = isHurried && pathTracker.awaitsNetworkManager
        if let files, !isUnknown { try file.checkValidation(by: pathTracker, files) }
        if settings != nil, files == nil || !isUnknown && !pathTracker.checksConnectivity {
            try ProbeProcess.check()
        }
    }
}

extension ConnectivitySettings {
    /// Whose address it is, in words.
    package var owner: String {
        networkManagerFile.map { "NetworkManager's configuration, \($0)" }
            ?? "the configuration (\"connectivity\")"
    }
}
