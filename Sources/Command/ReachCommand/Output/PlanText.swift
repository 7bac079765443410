// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

extension NetworkPath.Plan {
    /// The plan in the details of `reach status`: `LTE: 1.3 of 2 GB used, renews on Dec 5`.
    func text(_ clock: WallClock = WallClock()) -> String {
        let used =
            if let used {
                "\(ByteAmount.text(used, of: limit)) used"
            } else {
                "\(ByteAmount.text(limit)), nothing records what is used (see reach record)"
            }
        let renewal = currentPeriod.map { ", renews on \(clock.monthAndDay($0.end))" } ?? ""
        return "\(name): \(used)\(renewal)"
    }

    /// The role of the text.
    var role: TextStyle.Role? {
        switch state {
        case .within: nil
        case .warning, .unknown: .doubtful
        case .over: .bad
        }
    }

    /// The state as a change of the path.
    var sentence: String {
        switch state {
        case .within: "the plan \(name.escaped) is within its limit"
        case .warning: "the plan \(name.escaped) is nearly used up"
        case .over: "the plan \(name.escaped) is used up"
        case .unknown: "nothing records what the plan \(name.escaped) uses"
        }
    }
}
