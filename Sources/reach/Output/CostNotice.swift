// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// Says on standard error why it is unknown whether the path is metered, if NetworkManager may know it and was
/// not heard.
enum CostNotice {
    /// How long a command waits for NetworkManager's answer at most, in milliseconds.
    static let patience: Int64 = 2000

    /// - Parameters:
    ///   - reason: why NetworkManager was not heard; `nil` if it was, or does not run.
    ///   - path: the path that the command is about to tell of, or to judge.
    static func tell(_ reason: String?, of path: NetworkPath) {
        guard let reason, path.status == .satisfied, path.metered.value == .unknown else { return }
        // That nobody can be told is no reason to end without an answer.
        StandardStream.error.tell(
            "reach: it is unknown whether the connection is metered: \(reason.escaped)\n")
    }
}

extension NetworkPath {
    /// Looks at the network once, with ``CostNotice/patience``.
    ///
    /// - Parameters:
    ///   - question: what the path is asked for.
    ///   - tellsSilence: whether to say on standard error what NetworkManager leaves unknown.
    static func currentWithCosts(
        _ question: PathQuestion,
        tellsSilence: Bool = true
    ) throws -> NetworkPath {
        var reason: String?
        let path = try current(question, costPatience: CostNotice.patience) { reason = $0 }
        if tellsSilence { CostNotice.tell(reason, of: path) }
        return path
    }
}
