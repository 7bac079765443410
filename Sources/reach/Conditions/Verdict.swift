// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// Whether a condition holds, and why not.
struct Verdict: Sendable, Hashable {
    /// A reason why a condition does not hold.
    struct Reason: Sendable, Hashable {
        /// The code in JSON. It is stable across versions.
        var code: String
        /// The reason as text.
        var text: String
        /// Whether the reason is that traffic would be metered.
        var isCostly = false
    }

    /// The reasons why the condition does not hold; empty if it holds.
    var reasons: [Reason]

    /// Whether the condition holds.
    var holds: Bool { reasons.isEmpty }

    /// Whether one of the reasons is that traffic would be metered.
    var isCostly: Bool { reasons.contains(where: \.isCostly) }

    /// The reasons as text.
    var text: String { reasons.map(\.text.escaped).joined(separator: "; ") }
}

// MARK: - JSON

extension Verdict {
    /// Returns the line of `check --json` and `wait --json`.
    ///
    /// - Parameters:
    ///   - path: the path that decided.
    ///   - holds: whether the condition holds and has held for the required time; `nil` to use the verdict.
    ///   - waited: the duration of the wait in milliseconds; `nil` for `check`.
    func line(_ path: NetworkPath, holds: Bool? = nil, waited: Int64? = nil) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.writeStamp()
            json.member("holds", holds ?? self.holds)
            json.member("reasons", reasons.map(\.code))
            if let waited { json.member("waited", seconds: waited) }
            json.key("path")
            json.object { $0.writeMembers(of: path, interfaces: path.interfacesOfInterest) }
        }
        return json.line
    }
}
