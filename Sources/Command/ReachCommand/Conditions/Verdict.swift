// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

extension Verdict {
    /// The reasons as text.
    var text: String { reasons.map(\.text.escaped).joined(separator: "; ") }

    /// Returns the line of `check --json` and `wait --json`.
    ///
    /// - Parameters:
    ///   - path: the path that decided.
    ///   - holds: whether the condition holds and has held for the required time; `nil` to use the verdict.
    ///   - waited: the duration of the wait in milliseconds; `nil` for `check`.
    func line(_ path: NetworkPath, holds: Bool? = nil, waited: Int64? = nil) -> [UInt8] {
        OutputLine(
            VerdictLine(
                holds: holds ?? self.holds, reasons: reasons.map(\.code),
                waited: waited.map(Seconds.init(milliseconds:)),
                path: ShownPath(path, interfaces: path.interfacesOfInterest))
        ).bytes
    }
}

/// What `check --json` and `wait --json` print.
private struct VerdictLine: Encodable {
    let holds: Bool
    let reasons: [String]
    /// `nil` for no such member.
    let waited: Seconds?
    let path: ShownPath<[NetworkInterface]>
}
