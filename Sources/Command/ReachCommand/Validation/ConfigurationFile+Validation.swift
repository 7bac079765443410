// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

extension ConfigurationFile {
    /// Makes sure that the path can be checked: the configuration has an address, or NetworkManager checks.
    ///
    /// - Throws: ``Failure`` with exit code 78, which says what to configure.
    package func checkValidation() throws {
        let configuration = try read()
        guard configuration.connectivity == nil else { return }
        let pathTracker = PathTracker(
            [configuration.question], showsAll: false, costPatience: CostNotice.patience)
        try checkValidation(by: pathTracker)
    }

    /// Makes sure that NetworkManager checks the path. The tracker has waited for its answer.
    func checkValidation(by pathTracker: borrowing PathTracker) throws {
        guard !pathTracker.checksConnectivity else { return }
        let reason =
            pathTracker.missingAnswerReason.map { ": \($0.escaped)" }
            ?? " (NetworkManager.conf(5), section connectivity)"
        throw Failure.configuration(
            "--validated: the connection cannot be checked. Write \"connectivity\": {\"url\": \"http://…\"} to "
                + paths.map(\.escaped).joined(separator: " or ")
                + ", or have NetworkManager check it" + reason)
    }
}
