// SPDX-License-Identifier: Apache-2.0

import Reachability

extension Verdict {
    /// The object of `check --json` and `wait --json`, as a line.
    ///
    /// - Parameters:
    ///   - path: the path that was asked about.
    ///   - holds: whether the condition holds, and has for as long as was asked.
    ///   - waited: milliseconds; `nil` if nobody waited.
    func line(_ path: NetworkPath, holds: Bool? = nil, waited: Int64? = nil) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.writeStamp()
            json.member("holds", holds ?? self.holds)
            json.member("reasons", reasons.map(\.word))
            if let waited { json.member("waited", seconds: waited) }
            json.key("path")
            json.object { $0.writeMembers(of: path, interfaces: path.interfacesOfInterest) }
        }
        return json.line
    }
}
