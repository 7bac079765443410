// SPDX-License-Identifier: Apache-2.0

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
