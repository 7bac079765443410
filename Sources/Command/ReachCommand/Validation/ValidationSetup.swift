// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Who checks the path with `--validated`, by the configuration.
struct ValidationSetup {
    /// Checks the path; `nil` without `--validated`.
    let validator: PathValidator?
    /// How long the tracker waits for NetworkManager's first answer when it begins, in milliseconds.
    let costPatience: Int64
    /// Whether NetworkManager checks. Only it knows whether it does that at all.
    private let asksManager: Bool

    /// - Parameters:
    ///   - configuration: who checks.
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
    /// Creates what the configuration says: a check by `reach-transfer`, or by NetworkManager.
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
